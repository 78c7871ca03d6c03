"""Calls to AWS that fail: below botocore's retries, above what answers for AWS."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.exceptions import ConnectionClosedError, EndpointConnectionError, ReadTimeoutError
from moto.core.botocore_stubber import MockRawResponse

CallKind = Literal["is down", "is broken", "is throttled", "is slow", "hangs", "loses its answer", "hangs up"]
CALL_KINDS: tuple[CallKind, ...] = get_args(CallKind)
LOST: tuple[CallKind, ...] = ("loses its answer", "hangs up")
"""What is carried out without an answer: after a wait, or with the connection closed at once."""

SLOW_SECONDS = 1.5
HANGING_SECONDS = 10.0
SECRET_HOST = "https://10.0.3.7:8443/internal/var/task"  # noqa: S105

Send = Callable[[], AWSResponse | None]


@dataclass(frozen=True)
class Call:
    """One attempt at a call: `operation` as "dynamodb.PutItem"; who makes it: a function, or a state without one."""

    operation: str
    url: str
    function: str | None = None
    state: str | None = None

    @property
    def service(self) -> str:
        """The service, as botocore abbreviates it."""
        return self.operation.split(".")[0]


@dataclass
class CallFault:
    """What happens to the calls that match, the first `times` of them, after the first `spared`."""

    name: str
    matches: Callable[[Call], bool]
    kind: CallKind
    times: int | None = None
    spared: int = 0

    def strikes(self, call: Call) -> bool:
        """Whether it happens to this call; counts."""
        if not self.matches(call):
            return False
        if self.spared > 0:
            self.spared -= 1
            return False
        if self.times is not None:
            self.times -= 1
            return self.times >= 0
        return True

    def instead(self, call: Call, spend: Callable[[float], None], send: Send) -> AWSResponse | None:
        """What happens. Raises what botocore's own HTTP session raises."""
        if self.kind == "is down":
            raise EndpointConnectionError(endpoint_url=SECRET_HOST)
        if self.kind == "is slow":
            spend(SLOW_SECONDS)
            return send()
        if self.kind in ("is throttled", "is broken"):
            return refusal(call, throttled=self.kind == "is throttled")
        if self.kind in LOST:
            send()
        if self.kind == "hangs up":
            raise ConnectionClosedError(endpoint_url=SECRET_HOST)
        spend(HANGING_SECONDS if self.kind == "hangs" else SLOW_SECONDS)
        raise ReadTimeoutError(endpoint_url=SECRET_HOST)


THROTTLED = {
    "dynamodb": (400, "ProvisionedThroughputExceededException"),
    "s3": (503, "SlowDown"),
    "lambda": (429, "TooManyRequestsException"),
}
BROKEN = {"dynamodb": (500, "InternalServerError"), "s3": (500, "InternalError"), "lambda": (500, "ServiceException")}


def refusal(call: Call, *, throttled: bool) -> AWSResponse:
    """The error that the service would answer."""
    known, other = (THROTTLED, (400, "ThrottlingException")) if throttled else (BROKEN, (500, "InternalFailure"))
    status, code = known.get(call.service, other)
    told = f"{code} from {SECRET_HOST}"
    if call.service == "s3":
        body = f"<Error><Code>{code}</Code><Message>{told}</Message><RequestId>0</RequestId></Error>"
    else:
        body = json.dumps({"__type": code, "message": told, "Message": told})
    headers = {"x-amzn-errortype": code, "x-amzn-requestid": "0", "content-type": "application/json"}
    return AWSResponse(call.url, status, HTTPHeaders.from_dict(headers), MockRawResponse(body))
