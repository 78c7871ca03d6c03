"""What each function asks of AWS in the local cloud, held against what its role would allow."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import boto3

from functions.registry import all_functions, homes
from infra.local.lambda_runtime import sandbox
from infra.stack.grants import Resources, Statement, data_role, statements
from infra.stack.rights import Asked, asked_of, refused, unused
from shared.settings import Settings

LENT = "lent"
"""Stands for the role that is lent, beside the functions' names."""

NO_CALL: tuple[str, str, Mapping[str, Any]] = ("", "", {})
TEMPORARY = "ASIA"
"""What access keys of assumed roles begin with."""


@dataclass
class Recording:
    """By function, and by LENT for what was asked with lent rights: everything that was asked."""

    at: Resources
    asked: dict[str, set[Asked]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, who: str, service: str, operation: str, given: Mapping[str, Any], *, lent: bool = False) -> None:
        """Notes a call. The function that runs SQL has no rights but lent ones, where nobody lends too."""
        asked = asked_of(service, operation, given, self.at)
        with self._lock:
            self.asked.setdefault(LENT if lent or who == "query" else homes()[who], set()).update(asked)

    def refused(self) -> list[str]:
        """What AWS would refuse, in words: a call that a role does not allow."""
        with self._lock:
            asked = {who: set(found) for who, found in self.asked.items()}
        return [
            f"{who} may not {one.action} on {one.resource} {one.looked_at}".rstrip()
            for who, found in sorted(asked.items())
            for one in refused(found, self.allowed(who))
        ]

    def unused(self) -> list[str]:
        """What roles allow and nobody asked for."""
        return [
            f"{who}: {right}"
            for who in (*all_functions(), LENT)
            for right in unused(self.asked.get(who, ()), self.allowed(who))
        ]

    def allowed(self, who: str) -> list[Statement]:
        """What a role allows, but for logs and what calls the function."""
        return [data_role(self.at.bucket_arn)] if who == LENT else statements(all_functions()[who], self.at)


@contextmanager
def recording(settings: Settings) -> Iterator[Recording]:
    """Records for the block, in a local cloud that was opened a moment ago and has made no client for its functions."""
    found, here = Recording(local_resources(settings)), threading.local()

    def note(params: Mapping[str, Any], model: Any, **_: Any) -> None:
        here.call = (model.service_model.service_name, model.name, params)

    def record(request_signer: Any, operation_name: str, **_: Any) -> None:
        service, operation, given = getattr(here, "call", NO_CALL)
        if sandbox.function and operation == operation_name:  # what is only signed is no call
            lent = request_signer._credentials.access_key.startswith(TEMPORARY)
            found.add(sandbox.function, service, operation, given, lent=lent)

    assert boto3.DEFAULT_SESSION  # the local cloud's, by whose session functions make their clients
    events = boto3.DEFAULT_SESSION.events
    events.register("provide-client-params", note)
    events.register("before-sign", record)
    yield found


def local_resources(settings: Settings) -> Resources:
    """Where everything is that the local cloud made, as the stack would tell it."""
    account = settings.turn_workflow_arn.split(":")[4]
    own = f"{settings.region}:{account}"
    return Resources(
        region=settings.region,
        prefix=settings.prefix,
        table=settings.table,
        table_arn=f"arn:aws:dynamodb:{own}:table/{settings.table}",
        bucket=settings.bucket,
        bucket_arn=f"arn:aws:s3:::{settings.bucket}",
        bus=settings.bus,
        bus_arn=f"arn:aws:events:{own}:event-bus/{settings.bus}",
        turn_workflow_arn=settings.turn_workflow_arn,
        ingest_workflow_arn=settings.ingest_workflow_arn,
        reply_queue_url=settings.reply_queue_url,
        reply_queue_arn=f"arn:aws:sqs:{own}:{settings.reply_queue_url.rsplit('/', 1)[-1]}",
        dead_letters_url=settings.dead_letters_url,
        dead_letters_arn=f"arn:aws:sqs:{own}:{settings.dead_letters_url.rsplit('/', 1)[-1]}",
        delivery_queue_url=settings.delivery_queue_url,
        delivery_queue_arn=f"arn:aws:sqs:{own}:{settings.delivery_queue_url.rsplit('/', 1)[-1]}",
        query_arn=f"arn:aws:lambda:{own}:function:{settings.prefix}-query:live",
        statistics_arn=f"arn:aws:lambda:{own}:function:{settings.prefix}-statistics:live",
        document_arn=f"arn:aws:lambda:{own}:function:{settings.prefix}-document:live",
        turn_arn=f"arn:aws:lambda:{own}:function:{settings.prefix}-turn",
        data_role_arn=settings.data_role_arn,
        model_environment={"CANDOR_MODEL": settings.model},
    )
