"""The composition root: every collaborator, built when it is first asked for."""

import json
import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from shared.clock import Clock
from shared.contracts import Contract, QueryOutcome, QueryOutcomes, QueryRequest
from shared.errors import QueryThrottled, QueryUnavailable, StoreUnavailable
from shared.log import logger
from shared.settings import Settings
from shared.store.stores import Stores

if TYPE_CHECKING:  # most are many types, and each is for few functions
    from shared.contracts import Delivery, Reply, TurnRef
    from shared.embeddings.hosted import Embeddings
    from shared.guard.outgoing import OutgoingGuard
    from shared.health.calls import Health
    from shared.model.port import Model
    from shared.reports.document import DocumentRequest, WrittenDocument
    from shared.statistics.requests import StatisticsAnswer, StatisticsRequest

INVOKE_CONFIG = Config(connect_timeout=2, read_timeout=32, retries={"mode": "standard", "total_max_attempts": 2})

THROTTLED, THROTTLED_SECONDS = "TooManyRequestsException", 12.0
"""What Lambda says while a function runs as often as it may, and how long it is asked again: as long as states do."""
WAITS = (0.25, 2.0)
"""Seconds before the second try, which double with each, and the longest; half of each is left to chance."""
COMPUTING_SECONDS = 2.0
"""What is left of a request's time for the work itself, however long the wait for a place."""

GUARDRAIL_CONFIG = Config(connect_timeout=0.5, read_timeout=1.5, retries={"mode": "standard", "total_max_attempts": 1})
"""Asked twice at most while a reply is written: of what the agents worded, and of the text."""

SECRET_CONFIG = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})

BUS_CONFIG = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 1})
"""The bus takes an event again that it has taken already: no try beneath those that know what was said."""

BUILT_FOR: Mapping[str, tuple[str, ...]] = {
    "turns": ("turns", "events"),
    "datasets": ("datasets",),
    "datasets:read": ("_s3",),
    "query": ("_lambda", "loans"),
    "statistics": ("_lambda",),
    "model": ("model",),
    "bus": ("_bus",),
    "turn-workflow": ("_workflows",),
    "ingest-workflow": ("_workflows",),
}
"""What is built before the first event, by use: what every turn needs of it, not what is for bad days."""


class Deps(Stores):
    """What a handler works with. Construct with other collaborators to swap them; `settings` decides the rest."""

    def __init__(self, settings: Settings, *, clock: Clock | None = None, model: "Model | None" = None) -> None:
        super().__init__(settings, clock or Clock())
        self._model = model

    def prepare(self, uses: Iterable[str]) -> None:
        """Builds what these uses need, before anybody waits for it."""
        for use in uses:
            for name in BUILT_FOR.get(use, ()):
                getattr(self, name)

    @property
    def model(self) -> "Model":
        """The mind, with everything it falls back on; no-model mode while the secret with its key cannot be read."""
        if self._model is not None:
            return self._model
        from shared.mind import choose_model  # a model's SDK is slow to import: only where one is called
        from shared.model.watched import watched

        try:
            settings = self._with_key()
        except (ClientError, BotoCoreError) as error:
            logger.error("the model's key cannot be read", extra={"why": type(error).__name__})
            return choose_model(self.settings.model_copy(update={"model": "deterministic"}))
        self._model = watched(choose_model(settings, lambda: self.clock.now().timestamp()), lambda: self.health)
        return self._model

    @model.setter
    def model(self, mind: "Model") -> None:
        self._model = mind

    def _with_key(self) -> Settings:
        """The settings, with the key that a secret holds where one is named. Raises ClientError, BotoCoreError."""
        if not self.settings.anthropic_secret:
            return self.settings
        return self.settings.model_copy(update={"anthropic_api_key": self._secret(self.settings.anthropic_secret)})

    def _secret(self, name: str) -> str:
        """The text of a secret; empty for no name. Raises ClientError, BotoCoreError."""
        if not name:
            return ""
        told: str = self.client("secretsmanager", SECRET_CONFIG).get_secret_value(SecretId=name)["SecretString"]
        return told

    @cached_property
    def trace_headers(self) -> dict[str, str]:
        """What a collector of traces asks for, by header: as it is set, or as the secret that is named holds it, in the
        form of OTEL_EXPORTER_OTLP_HEADERS (`key=value,key=value`). Raises ClientError, BotoCoreError."""
        told = self.settings.traces_headers or self._secret(self.settings.traces_secret)
        pairs = (pair.partition("=") for pair in told.split(",") if pair.strip())
        return {name.strip(): value.strip() for name, _, value in pairs}

    @cached_property
    def embeddings(self) -> "Embeddings | None":
        """What embeds words by the model that made the vectors of files, where a deployment names one."""
        settings = self.settings
        if not (settings.embeddings_url and settings.embeddings_model):
            return None
        from shared.embeddings.hosted import HostedEmbeddings  # numpy, which few functions have

        return HostedEmbeddings(settings.embeddings_url, settings.embeddings_model, settings.embeddings_key)

    @cached_property
    def outgoing(self) -> "OutgoingGuard | None":
        """A guard outside of Candor on what a model wrote, where a deployment names one."""
        settings = self.settings
        if not settings.bedrock_guardrail_id:
            return None
        from shared.guard.outgoing import BedrockGuardrail

        client = self.client("bedrock-runtime", GUARDRAIL_CONFIG)
        return BedrockGuardrail(client, settings.bedrock_guardrail_id, settings.bedrock_guardrail_version)

    @cached_property
    def health(self) -> "Health":
        """What is known of the dependencies' health."""
        from shared.health.calls import Health, limits
        from shared.health.store import HealthStore

        return Health(HealthStore(self.table, limits), self.clock)

    @cached_property
    def _lambda(self) -> Any:
        return self.client("lambda", INVOKE_CONFIG)

    def query(self, request: QueryRequest) -> tuple[QueryOutcome, ...]:
        """Has the query function run SELECTs: the outcomes of the first, of all as a rule; see QueryOutcomes. Raises
        QueryUnavailable where it gives none, QueryThrottled where there is no place for it within the request's
        `seconds`.

        Where a deployment has a role to lend, that function gets rights on the datasets of this query only.
        """
        if self.settings.data_role_arn:
            request = request.model_copy(update={"loan": self.loans.lend(request.dataset_ids)})
        begun, seconds = self.clock.now(), request.seconds

        def asked() -> QueryRequest:
            left = max(COMPUTING_SECONDS, seconds - (self.clock.now() - begun).total_seconds())
            return request.model_copy(update={"seconds": min(seconds, left)})

        return QueryOutcomes.model_validate_json(self._computed("query", asked, seconds)).outcomes

    def statistics(self, request: "StatisticsRequest", *, seconds: float) -> "StatisticsAnswer":
        """Has the statistics function apply a statistic to columns, within `seconds`. Raises QueryUnavailable where it
        fails."""
        from shared.statistics.requests import StatisticsAnswer

        return StatisticsAnswer.model_validate_json(self._computed("statistics", lambda: request, seconds))

    def document(self, request: "DocumentRequest", *, seconds: float) -> "WrittenDocument":
        """Has the document function write a document, within `seconds`. Raises QueryUnavailable where it fails."""
        from shared.reports.document import WrittenDocument

        return WrittenDocument.model_validate_json(self._computed("document", lambda: request, seconds))

    def _computed(self, function: str, asked: Callable[[], Contract], seconds: float) -> bytes:
        """What one of the functions that compute answers, asked again while Lambda has no place for it. Raises
        QueryUnavailable; QueryThrottled once so much of `seconds` is over that the work would have no time."""
        begun, (wait, longest) = self.clock.now(), WAITS
        while True:
            try:
                return self._invoked(function, asked())
            except QueryThrottled:
                waits = wait * random.uniform(0.5, 1.0)  # noqa: S311 — no secret: that not all come again at once
                until = min(THROTTLED_SECONDS, seconds - COMPUTING_SECONDS)
                if (self.clock.now() - begun).total_seconds() + waits > until:
                    raise
                self.clock.sleep(waits)
                wait = min(2 * wait, longest)

    def _invoked(self, function: str, request: Contract) -> bytes:
        """One try of it. Raises QueryUnavailable, QueryThrottled."""
        try:
            answer = self._lambda.invoke(
                FunctionName=f"{self.settings.prefix}-{function}:live", Payload=request.model_dump_json().encode()
            )
            payload: bytes = answer["Payload"].read()
        except (ClientError, BotoCoreError) as error:
            if isinstance(error, ClientError) and error.response["Error"]["Code"] == THROTTLED:
                raise QueryThrottled(f"the {function} function has too many calls at once") from error
            raise QueryUnavailable(f"the {function} function did not answer ({type(error).__name__})") from error
        if answer.get("FunctionError"):
            raise QueryUnavailable(f"the {function} function failed")
        return payload

    def start_turn(self, turn: "TurnRef") -> bool:
        """Starts the turn's execution, named by its id; False where it has been started already."""
        from shared.health.calls import WORKFLOW

        given = {"turn": turn.model_dump(mode="json"), "errors": {}}
        with self.health.noting(WORKFLOW, {}):
            return self._start(self.settings.turn_workflow_arn, turn.turn_id, given)

    def start_ingestion(self, dataset_id: str, version: str, object_version: str | None = None) -> bool:
        """Starts the ingestion of an uploaded file; False where `version` of it has been started already.

        `object_version` binds it to one version of the object.
        """
        name = f"{dataset_id}-{version}"[:80]
        dataset = {"dataset_id": dataset_id, "version": object_version}
        return self._start(self.settings.ingest_workflow_arn, name, {"dataset": dataset, "errors": {}})

    def stop_turn(self, turn_id: str) -> None:
        """Stops the turn's execution, if it runs. Raises StoreUnavailable."""
        arn = f"{self.settings.turn_workflow_arn.replace(':stateMachine:', ':execution:')}:{turn_id}"
        try:
            self._workflows.stop_execution(executionArn=arn, error="Cancelled", cause="The user cancelled the turn.")
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"the execution could not be stopped ({type(error).__name__})") from error

    def shifting(self) -> bool:
        """Whether a new version of the functions takes a part of their calls just now. Raises StoreUnavailable."""
        try:
            alias = self._lambda.get_alias(FunctionName=f"{self.settings.prefix}-turn", Name="live")
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"the versions could not be looked at ({type(error).__name__})") from error
        return bool(alias.get("RoutingConfig", {}).get("AdditionalVersionWeights"))

    @cached_property
    def _workflows(self) -> Any:
        return self.client("stepfunctions")

    def _start(self, arn: str, name: str, payload: Mapping[str, Any]) -> bool:
        try:
            self._workflows.start_execution(stateMachineArn=arn, name=name, input=json.dumps(payload))
        except ClientError as error:
            code = error.response.get("Error", {}).get("Code", "")
            if code == "ExecutionAlreadyExists":
                return False
            raise StoreUnavailable(f"the state machine answered {code}") from error
        except BotoCoreError as error:
            raise StoreUnavailable(f"the state machine did not answer ({type(error).__name__})") from error
        return True

    @cached_property
    def _bus(self) -> Any:
        return self.client("events", BUS_CONFIG)

    def publish(self, kind: str, detail: Mapping[str, Any]) -> None:
        """Puts an event on the bus. Raises StoreUnavailable where the bus did not say that it took it.

        Then it may have: whoever puts it again gives it the same `announcement_id`, by which those who listen know it.
        """
        entry = {
            "Source": "candor",
            "DetailType": kind,
            "Detail": json.dumps(detail),
            "EventBusName": self.settings.bus,
        }
        try:
            answer = self._bus.put_events(Entries=[entry])
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"the bus did not take the event ({type(error).__name__})") from error
        if answer.get("FailedEntryCount"):
            raise StoreUnavailable("the bus did not take the event")

    @cached_property
    def _queues(self) -> Any:
        return self.client("sqs")

    def queue_reply(self, reply: "Reply") -> None:
        """Sends a reply to the queue, whose consumer commits it. Raises StoreUnavailable where it does not take it."""
        self._send(self.settings.reply_queue_url, reply.model_dump_json())

    def queue_delivery(self, delivery: "Delivery") -> None:
        """Sends an event on its way to a webhook. Raises StoreUnavailable where the queue does not take it."""
        self._send(self.settings.delivery_queue_url, delivery.model_dump_json())

    def delay_delivery(self, receipt: str, seconds: int) -> None:
        """Has the queue bring a message that it has just brought after so many seconds; sooner where it won't."""
        queue = self.settings.delivery_queue_url
        with suppress(ClientError, BotoCoreError):
            self._queues.change_message_visibility(QueueUrl=queue, ReceiptHandle=receipt, VisibilityTimeout=seconds)

    def bury(self, what: Mapping[str, Any]) -> None:
        """Leaves to people what cannot be handled. Raises StoreUnavailable where the queue does not take it."""
        self._send(self.settings.dead_letters_url, json.dumps(what))

    def _send(self, queue: str, body: str) -> None:
        try:
            self._queues.send_message(QueueUrl=queue, MessageBody=body)
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable(f"the queue did not answer ({type(error).__name__})") from error


_current: list[Deps] = []


def current() -> Deps:
    """The collaborators of this process, from its environment unless others were installed."""
    if not _current:
        _current.append(Deps(Settings.from_env()))
    return _current[0]


def install(deps: Deps | None) -> None:
    """Makes these the collaborators of this process; None forgets them."""
    _current[:] = [deps] if deps else []
