"""Rights on the datasets of one query, lent for a quarter of an hour: its function's own role reads nothing."""

import json
from datetime import timedelta
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.clock import Clock
from shared.contracts import Loan
from shared.errors import QueryUnavailable

SECONDS = 900
"""The shortest that STS lends for."""

LEFT = timedelta(seconds=60)
"""What a loan must still be good for, to be sent with a query."""


class Loans:
    """Lends by assuming `role_arn` with a policy that narrows it; a loan is kept for the next query of the turn."""

    def __init__(self, client: Any, role_arn: str, bucket: str, clock: Clock) -> None:
        self._client = client
        self._role_arn = role_arn
        self._bucket = bucket
        self._clock = clock
        self._kept: tuple[tuple[str, ...], Loan] | None = None

    def lend(self, dataset_ids: tuple[str, ...]) -> Loan:
        """Rights to read these datasets and nothing else. Raises QueryUnavailable where there are none to be had."""
        if self._kept and self._kept[0] == dataset_ids and self._kept[1].until > self._clock.now() + LEFT:
            return self._kept[1]
        try:
            answer = self._client.assume_role(
                RoleArn=self._role_arn,
                RoleSessionName="query",
                DurationSeconds=SECONDS,
                Policy=policy(self._bucket, dataset_ids, partition=self._role_arn.split(":")[1]),
            )
        except (ClientError, BotoCoreError) as error:
            raise QueryUnavailable(f"no rights on the data could be lent ({type(error).__name__})") from error
        self._kept = dataset_ids, _loan(answer["Credentials"])
        return self._kept[1]


def policy(bucket: str, dataset_ids: tuple[str, ...], *, partition: str = "aws") -> str:
    """The session policy, without blanks: STS takes 2048 characters. No dataset, no right. `partition` is what the
    role's own ARN begins with."""
    objects = [f"arn:{partition}:s3:::{bucket}/datasets/{dataset_id}/*" for dataset_id in dataset_ids]
    read = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": objects}
    nothing = {"Effect": "Deny", "Action": "*", "Resource": "*"}
    statement = read if objects else nothing
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]}, separators=(",", ":"))


def _loan(given: dict[str, Any]) -> Loan:
    return Loan(
        key_id=given["AccessKeyId"],
        secret=given["SecretAccessKey"],
        token=given["SessionToken"],
        until=given["Expiration"],
    )
