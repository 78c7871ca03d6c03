"""The composition root: every collaborator, built when it is first asked for."""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from shared.clock import Clock
from shared.contracts import Contract, Delivery, Loan, QueryOutcome, QueryOutcomes, QueryRequest, Reply, TurnRef
from shared.errors import QueryUnavailable, StoreUnavailable
from shared.guard.outgoing import BedrockGuardrail, OutgoingGuard
from shared.health.calls import WORKFLOW, Health, limits
from shared.log import logger
from shared.reports.document import DocumentRequest, WrittenDocument
from shared.settings import Settings
from shared.statistics.requests import StatisticsAnswer, StatisticsRequest
from shared.store.datasets import DatasetStore
from shared.store.deployment import DeploymentStore
from shared.store.events import EventLog
from shared.store.health import HealthStore
from shared.store.links import Links
from shared.store.loans import Loans
from shared.store.objects import Objects
from shared.store.quotas import Quotas, UserLimits
from shared.store.results import Results
from shared.store.reviews import Reviews
from shared.store.sessions import SessionStore
from shared.store.table import Table
from shared.store.tally import Tally
from shared.store.turns import TurnStore
from shared.store.uploads import Uploads
from shared.store.watches import WatchStore
from shared.store.webhooks import WebhookStore

if TYPE_CHECKING:  # its requests are many types, which only those who ask a model need
    from shared.embeddings.hosted import Embeddings
    from shared.model.port import Model

CLIENT_CONFIG = Config(connect_timeout=2, read_timeout=10, retries={"mode": "standard", "total_max_attempts": 3})
TABLE_CONFIG = Config(connect_timeout=1, read_timeout=3, retries={"mode": "standard", "total_max_attempts": 3})
INVOKE_CONFIG = Config(connect_timeout=2, read_timeout=32, retries={"mode": "standard", "total_max_attempts": 2})

UPLOAD_CONFIG = Config(
    signature_version="s3v4", s3={"addressing_style": "virtual", "us_east_1_regional_endpoint": "regional"}
)
"""Without a style a form names the global endpoint, which for hours sends a new bucket's uploads elsewhere."""
UPLOAD_ELSEWHERE_CONFIG = Config(signature_version="s3v4", s3={"addressing_style": "path"})

GUARDRAIL_CONFIG = Config(connect_timeout=0.5, read_timeout=1.5, retries={"mode": "standard", "total_max_attempts": 1})
"""Asked twice at most while a reply is written: of what the agents worded, and of the text."""

SECRET_CONFIG = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})

BUS_CONFIG = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 1})
"""The bus takes an event again that it has taken already: no try beneath those that know what was said."""

BUILT_FOR: Mapping[str, tuple[str, ...]] = {
    "turns": ("turns",),
    "datasets": ("datasets",),
    "datasets:read": ("_s3",),
    "query": ("_lambda", "loans"),
    "statistics": ("_lambda",),
    "document": ("_lambda",),
    "model": ("model",),
    "bus": ("_bus",),
    "turn-workflow": ("_workflows",),
    "ingest-workflow": ("_workflows",),
}
"""What is built before the first event, by use: what every turn needs of it, not what is for bad days."""

QueryPort = Callable[[QueryRequest], tuple[QueryOutcome, ...]]


class Deps:
    """What a handler works with. Construct with other collaborators to swap them; `settings` decides the rest."""

    def __init__(self, settings: Settings, *, clock: Clock | None = None, model: "Model | None" = None) -> None:
        self.settings = settings
        self.clock = clock or Clock()
        self._model = model

    def client(
        self, service: str, config: Config = CLIENT_CONFIG, endpoint: str | None = None, loan: Loan | None = None
    ) -> Any:
        """A boto3 client, with the process's own credentials unless others are lent."""
        lent = (
            {"aws_access_key_id": loan.key_id, "aws_secret_access_key": loan.secret, "aws_session_token": loan.token}
            if loan
            else {}
        )
        return boto3.client(  # type: ignore[call-overload]
            service, region_name=self.settings.region, config=config, endpoint_url=endpoint, **lent
        )

    def prepare(self, uses: Iterable[str]) -> None:
        """Builds what these uses need, before anybody waits for it."""
        for use in uses:
            for name in BUILT_FOR.get(use, ()):
                getattr(self, name)

    @cached_property
    def table(self) -> Table:
        """The one table."""
        return Table(self.client("dynamodb", TABLE_CONFIG), self.settings.table)

    @cached_property
    def objects(self) -> Objects:
        """The bucket."""
        return Objects(lambda: self._s3, self.settings.bucket)

    @cached_property
    def _s3(self) -> Any:
        return self.client("s3")

    def lent_objects(self, loan: Loan | None) -> Objects:
        """The bucket, by the rights of a loan; by the process's own where there is none."""
        return Objects(lambda: self.client("s3", loan=loan), self.settings.bucket) if loan else self.objects

    @cached_property
    def loans(self) -> Loans:
        """Lends rights on the datasets of a query."""
        return Loans(self.client("sts"), self.settings.data_role_arn, self.settings.bucket, self.clock)

    @cached_property
    def uploads(self) -> Uploads:
        """What lets a client send a file to the bucket by itself."""
        settings = self.settings
        return Uploads(self._signing, settings.bucket, most_bytes=settings.upload_most_bytes)

    @cached_property
    def links(self) -> Links:
        """What lets a client fetch an object from the bucket by itself, for a while."""
        return Links(self._signing, self.settings.bucket)

    @cached_property
    def results(self) -> Results:
        """All rows behind those that replies show."""
        return Results(self.objects, self.links, self.clock)

    @cached_property
    def _signing(self) -> Any:
        """What signs for clients of ours, where they reach the bucket."""
        elsewhere = self.settings.upload_endpoint
        return self.client("s3", UPLOAD_ELSEWHERE_CONFIG if elsewhere else UPLOAD_CONFIG, elsewhere or None)

    @cached_property
    def turns(self) -> TurnStore:
        """Turns and what belongs to them."""
        settings = self.settings
        return TurnStore(
            self.table,
            self.objects,
            keep_days=settings.keep_days,
            lease_grace_seconds=settings.lease_grace_seconds,
        )

    @cached_property
    def quotas(self) -> Quotas:
        """What each user may ask for."""
        settings = self.settings
        limits = UserLimits(
            settings.messages_per_minute, settings.turns_per_day, settings.tokens_per_day, settings.usd_per_day
        )
        return Quotas(self.table, limits)

    @cached_property
    def reviews(self) -> Reviews:
        """Turns that people should look at."""
        return Reviews(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def deployment(self) -> DeploymentStore:
        """What an operator has set for everybody."""
        return DeploymentStore(self.table)

    @cached_property
    def tally(self) -> Tally:
        """How often each agent gave up, over all users."""
        return Tally(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def events(self) -> EventLog:
        """The log of each turn."""
        return EventLog(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def sessions(self) -> SessionStore:
        """Sessions."""
        return SessionStore(self.table)

    @cached_property
    def datasets(self) -> DatasetStore:
        """Datasets."""
        return DatasetStore(self.table, self.objects)

    @cached_property
    def watches(self) -> WatchStore:
        """Watches, and what they told."""
        return WatchStore(self.table, keep_days=self.settings.keep_days)

    @cached_property
    def webhooks(self) -> WebhookStore:
        """Webhooks."""
        return WebhookStore(self.table)

    @property
    def model(self) -> "Model":
        """The mind, with everything it falls back on; no-model mode while the secret with its key cannot be read."""
        if self._model is not None:
            return self._model
        from shared.model.choice import choose_model  # a model's SDK is slow to import: only where one is called
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
        told = self.client("secretsmanager", SECRET_CONFIG).get_secret_value(SecretId=self.settings.anthropic_secret)
        return self.settings.model_copy(update={"anthropic_api_key": told["SecretString"]})

    @cached_property
    def embeddings(self) -> "Embeddings | None":
        """What embeds words by the model that made the vectors of files, where a deployment names one."""
        settings = self.settings
        if not (settings.embeddings_url and settings.embeddings_model):
            return None
        from shared.embeddings.hosted import HostedEmbeddings  # numpy, which few functions have

        return HostedEmbeddings(settings.embeddings_url, settings.embeddings_model, settings.embeddings_key)

    @cached_property
    def outgoing(self) -> OutgoingGuard | None:
        """A guard outside of Candor on what a model wrote, where a deployment names one."""
        settings = self.settings
        if not settings.bedrock_guardrail_id:
            return None
        client = self.client("bedrock-runtime", GUARDRAIL_CONFIG)
        return BedrockGuardrail(client, settings.bedrock_guardrail_id, settings.bedrock_guardrail_version)

    @cached_property
    def health(self) -> Health:
        """What is known of the dependencies' health."""
        return Health(HealthStore(self.table, limits), self.clock)

    @cached_property
    def _lambda(self) -> Any:
        return self.client("lambda", INVOKE_CONFIG)

    def query(self, request: QueryRequest) -> tuple[QueryOutcome, ...]:
        """Has the query function run SELECTs: the outcomes of the first, of all as a rule; see QueryOutcomes. Raises
        QueryUnavailable where it gives none.

        Where a deployment has a role to lend, that function gets rights on the datasets of this query only.
        """
        if self.settings.data_role_arn:
            request = request.model_copy(update={"loan": self.loans.lend(request.dataset_ids)})
        return QueryOutcomes.model_validate_json(self._computed("query", request)).outcomes

    def statistics(self, request: StatisticsRequest) -> StatisticsAnswer:
        """Has the statistics function apply a statistic to columns. Raises QueryUnavailable where it fails."""
        return StatisticsAnswer.model_validate_json(self._computed("statistics", request))

    def document(self, request: DocumentRequest) -> WrittenDocument:
        """Has the document function write a document. Raises QueryUnavailable where it fails."""
        return WrittenDocument.model_validate_json(self._computed("document", request))

    def _computed(self, function: str, request: Contract) -> bytes:
        """What one of the functions that compute answers. Raises QueryUnavailable."""
        try:
            answer = self._lambda.invoke(
                FunctionName=f"{self.settings.prefix}-{function}:live", Payload=request.model_dump_json().encode()
            )
            payload: bytes = answer["Payload"].read()
        except (ClientError, BotoCoreError) as error:
            raise QueryUnavailable(f"the {function} function did not answer ({type(error).__name__})") from error
        if answer.get("FunctionError"):
            raise QueryUnavailable(f"the {function} function failed")
        return payload

    def start_turn(self, turn: TurnRef) -> bool:
        """Starts the turn's execution, named by its id; False where it has been started already."""
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

    def queue_reply(self, reply: Reply) -> None:
        """Sends a reply to the queue, whose consumer commits it. Raises StoreUnavailable where it does not take it."""
        self._send(self.settings.reply_queue_url, reply.model_dump_json())

    def queue_delivery(self, delivery: Delivery) -> None:
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
