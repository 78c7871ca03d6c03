"""The system on one machine: tables, bucket, bus and state machines on moto, the real handlers behind them."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

import boto3
from botocore.awsrequest import AWSResponse
from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.events.models import EventPattern, events_backends
from moto.stepfunctions.parser.backend.execution import Execution

from functions.registry import Functions
from infra.local.call_faults import Call
from infra.local.faults import Faults
from infra.local.journal import Journal
from infra.local.lambda_runtime import Invocation, LambdaRuntime, sandbox
from infra.local.moto.buckets import kept
from infra.local.moto.emulation import emulated, end_here
from infra.local.moto.forgetting import forget, forget_threads
from infra.local.moto.stream import Stream
from infra.local.news import News, topic_of
from infra.local.recovery import recover
from infra.local.shape import silence, table_shape
from infra.local.wiring import Wiring, queue_url
from infra.workflow.definition import FINISH_FILTERS, definition
from shared.clock import Clock, MovableClock
from shared.contracts import Event, Overrides, Reply, Session, SessionMode, Turn
from shared.deps import Deps, install
from shared.engine.kept import kept_files
from shared.ids import new_id
from shared.model.port import Model
from shared.settings import Settings
from shared.store.datasets import DATASET, DatasetRecord, dataset_key, upload_key
from shared.store.entries import EVENTS
from shared.store.parts import asked_about
from shared.store.turns import TURN, turn_key
from shared.turn.acceptance.accept import accept
from shared.turn.rescue.rescue import read_turn

REGION = "us-east-1"
USER = "local"
ROLE = f"arn:aws:iam::{DEFAULT_ACCOUNT_ID}:role/local"
LATER = ("api", "documents", "statistics")
"""Whose functions most questions from the command line do without, so that they are imported when first called."""

AS_FOUND = Overrides()
POLL_SECONDS, TICK_SECONDS, LONGEST_SECONDS = 0.2, 5.0, 60.0
EXECUTIONS_AT_ONCE = 4
EXECUTIONS_KEPT = 100
"""How many of the last executions that ended can still be looked at."""
CLOSING_SECONDS = 3.0
FINISHED = tuple(EventPattern.load(json.dumps(pattern)) for pattern in FINISH_FILTERS)
TIMES = {"lost": 0, "told": 1, "told twice": 2}


class LocalCloud:
    """One system, in memory. Use as a context manager; one at a time in a process, since moto is one."""

    _is_open: ClassVar[bool] = False

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        clock: Clock | None = None,
        model: Model | None = None,
        faults: Faults | None = None,
        journal: Journal | None = None,
        executions_kept: int = EXECUTIONS_KEPT,
    ) -> None:
        """`journal` keeps what table and bucket hold; without one it is in memory."""
        self._journal = journal
        self._executions_kept = executions_kept
        arn = f"arn:aws:states:{REGION}:{DEFAULT_ACCOUNT_ID}:stateMachine"
        chosen = settings or Settings(model="deterministic")
        self.clock = clock or MovableClock()
        self.settings = chosen.model_copy(
            update={
                "region": REGION,
                "query_ahead": chosen.query_ahead and not isinstance(self.clock, MovableClock),  # there nobody waits
                "turn_workflow_arn": f"{arn}:{chosen.prefix}-turn",
                "ingest_workflow_arn": f"{arn}:{chosen.prefix}-ingest",
                "reply_queue_url": queue_url(chosen.prefix, "replies", DEFAULT_ACCOUNT_ID, REGION),
                "delivery_queue_url": queue_url(chosen.prefix, "deliveries", DEFAULT_ACCOUNT_ID, REGION),
                "dead_letters_url": queue_url(chosen.prefix, "finish-dead", DEFAULT_ACCOUNT_ID, REGION),
            }
        )
        self.faults = faults or Faults()
        self.deps = Deps(self.settings, clock=self.clock, model=model)
        self.runtime = LambdaRuntime(Functions(later=LATER), self.deps)
        self.ended_executions: list[tuple[str, str]] = []
        self._slots = threading.BoundedSemaphore(EXECUTIONS_AT_ONCE)
        self.begun: dict[str, Execution] = {}
        self.commits: dict[str, list[tuple[datetime, Reply]]] = {}
        self._ending = threading.Condition()
        self.news = News()
        self._next_tick = time.monotonic() + TICK_SECONDS
        self.reading = threading.Lock()
        """Who reads over the API reads alone, or many who look again and again would leave no time to the turns."""
        self._working: list[threading.Thread] = []
        self._stream = Stream(lambda event: self.invoke(None, f"{self.settings.prefix}-finish", event))
        self._stack = ExitStack()
        self._clients: dict[str, Any] = {}

    def __enter__(self) -> "LocalCloud":
        if LocalCloud._is_open:
            raise RuntimeError("another local cloud is open in this process, and moto is one for all")
        LocalCloud._is_open = True
        self._stack.callback(setattr, LocalCloud, "_is_open", False)
        config: Any = {"lambda": {"use_docker": False}, "stepfunctions": {"execute_state_machine": True}}
        self._stack.enter_context(silence())
        self._stack.enter_context(mock_aws(config=config))
        self._stack.enter_context(emulated(self))
        if self._journal:
            self._stack.enter_context(kept(self._journal))
        self._stack.callback(install, None)
        self._stack.callback(self._stream.close)
        boto3.setup_default_session(botocore_session=self.deps.session)  # moto puts the one before back
        install(self.deps)
        self._create()
        if self._journal:
            recover(self._journal, self.deps, self.stream_unchanged)
        return self

    def __exit__(self, *_: object) -> None:
        self.rest(CLOSING_SECONDS)  # what still runs would find the real AWS
        self._stack.close()
        kept_files().clear()

    # what a person does ----------------------------------------------------------------------------------------------

    def upload(self, path: Path, user_id: str = USER, overrides: Overrides = AS_FOUND) -> DatasetRecord:
        """Sends a file and waits until it is a dataset, its parts too, or rejected."""
        dataset_id = new_id("data")
        record = DatasetRecord(
            dataset_id=dataset_id,
            user_id=user_id,
            file_name=path.name,
            created_at=self.clock.now(),
            overrides=overrides,
        )
        self.deps.datasets.put(record)
        self.deps.objects.upload(path, upload_key(dataset_id))
        first = self._decided(dataset_id)
        for part in first.parts:
            self._decided(part)
        return first

    def _decided(self, dataset_id: str) -> DatasetRecord:
        topic = topic_of(dataset_key(dataset_id), DATASET)
        while True:
            before = self.news.count(topic)
            if (found := self.deps.datasets.find(dataset_id)) and found.status != "waiting":
                return found
            self.news.hear(topic, before, POLL_SECONDS, self._tick)

    def session(
        self, dataset_ids: tuple[str, ...] = (), *, user_id: str = USER, mode: SessionMode = "analysis"
    ) -> Session:
        """A new session on these datasets and their parts."""
        ids = tuple(record.dataset_id for record in asked_about(dataset_ids, user_id, self.deps.datasets))
        session = Session(
            session_id=new_id("sess"), user_id=user_id, mode=mode, dataset_ids=ids, created_at=self.clock.now()
        )
        self.deps.sessions.create(session)
        return session

    def ask(self, session: Session, question: str, *, on_event: Callable[[Event], None] | None = None) -> Reply:
        """Asks, and waits for the one reply; tells of each event on the way."""
        turn = accept(session, question, self.deps)
        return self.wait(turn, on_event=on_event)

    def wait(self, turn: Turn, *, on_event: Callable[[Event], None] | None = None) -> Reply:
        """Waits for the reply of a turn, and until its log is complete."""
        log, told, complete = topic_of(turn_key(turn.turn_id), EVENTS), 0, False
        whole = topic_of(turn_key(turn.turn_id), TURN)
        while True:
            logged, changed = self.news.count(log), self.news.count(whole)
            is_followed = on_event or turn.turn_id in self.commits  # else nobody is told of what the log has meanwhile
            for event in self.deps.events.read(turn.turn_id, after=told):
                told, complete = event.seq, event.type == "complete"
                if on_event:
                    on_event(event)
            if complete or self.clock.now() > turn.deadline:
                reply = read_turn(turn.turn_id, turn.user_id, self.deps).reply
                if complete and reply:
                    self._let_end(turn.turn_id)
                    return reply
            heard = (log, logged) if is_followed else (whole, changed)
            self.news.hear(*heard, POLL_SECONDS, lambda: self._tick(turn.deadline))

    def _tick(self, deadline: datetime | None = None) -> bool:
        """The sweeper comes by, whoever waits, when it is time. Whether the deadline is over."""
        if time.monotonic() > self._next_tick:
            self._next_tick = time.monotonic() + TICK_SECONDS
            self.sweep()
        return deadline is not None and self.clock.now() > deadline

    def _let_end(self, turn_id: str) -> None:
        """Waits a moment for the execution itself, whose last step comes after the commit."""
        with self._ending:
            self._ending.wait_for(lambda: turn_id in dict(self.ended_executions), timeout=2)

    def sweep(self) -> None:
        """What the schedule does each minute."""
        self.runtime.invoke("sweeper", "{}")

    def tick(self) -> None:
        """What the schedule of watches does each minute."""
        self.runtime.invoke("tick", "{}")

    # what moto tells -------------------------------------------------------------------------------------------------

    def invoke(self, state: str | None, function: str, payload: bytes | str | None) -> Invocation:
        """Runs a function, unless a fault says otherwise."""
        name = function.removeprefix(f"{self.settings.prefix}-")
        return self.faults.invoke(state, name, lambda: self.runtime.invoke(name, payload))

    def enter(self, state: str, timeout: float) -> None:
        """Hears from moto that a task of this state begins, which has `timeout` seconds; a fault may outlast it."""
        self.faults.enter(state, timeout, self.clock)

    def enter_state(self, state: str, execution: str) -> None:
        """A state begins, unless its execution ends here."""
        kind = self.faults.at_state(state)
        if kind:
            if kind == "outlasts the execution" and isinstance(self.clock, MovableClock):
                self.clock.advance(self.definition("turn")["TimeoutSeconds"])
            end_here(self.begun[execution], kind)

    def call(
        self, event: str, url: str, state: str | None, send: Callable[[], AWSResponse | None]
    ) -> AWSResponse | None:
        """A call to AWS."""
        call = Call(event.removeprefix("before-send."), url, function=sandbox.function, state=state)
        return self.faults.call(call, self.runtime, send)

    def now(self) -> datetime:
        """This moment."""
        return self.clock.now()

    def wait_for_retry(self, seconds: float) -> None:
        """A Retry waits: in no time, where the clock can be moved."""
        if sandbox.function and isinstance(self.clock, MovableClock):
            self.runtime.spend(seconds)
        else:
            self.clock.sleep(seconds)

    def slot(self) -> AbstractContextManager[Any]:
        """Room for an execution: others wait, so that the clocks of those that run are not slowed by them."""
        return self._slots

    def began(self, execution: Execution) -> None:
        """An execution was started."""
        self.begun[execution.name] = execution

    def ended(self, execution: Execution) -> None:
        """Sends the status-change event that AWS would send."""
        status = execution.exec_status.value if execution.exec_status else ""
        detail = {
            "executionArn": execution.exec_arn,
            "stateMachineArn": execution.state_machine.arn,
            "name": execution.name,
            "status": status,
            "input": json.dumps(execution.input_data),
            "error": execution.error,
            "cause": execution.cause,
        }
        event = {
            "Source": "aws.states",
            "DetailType": "Step Functions Execution Status Change",
            "Detail": json.dumps(detail),
            "EventBusName": "default",
        }
        for _ in range(TIMES[self.faults.status_event]):
            events_backends[DEFAULT_ACCOUNT_ID][REGION].put_events([event])
        forget_threads()
        with self._ending:
            self.ended_executions.append((execution.name, status))
            if len(self.ended_executions) > self._executions_kept:
                self._forget(self.ended_executions.pop(0)[0])
            self._ending.notify_all()

    def _forget(self, name: str) -> None:
        """What is known of an execution that ended long ago."""
        if old := self.begun.pop(name, None):
            forget(old)
        self.commits.pop(name, None)

    def deliver(self, arn: str, event: dict[str, Any]) -> None:
        """Calls a function or starts a state machine for a rule."""
        if ":lambda:" in arn:
            name = arn.split(":function:")[1].split(":")[0]
            thread = threading.Thread(target=self.invoke, args=(None, name, json.dumps(event)), daemon=True)
            thread.start()
            self._working[:] = [*(one for one in self._working if one.is_alive()), thread]

    def stream(self, record: dict[str, Any]) -> None:
        """Tells who waits, and has `finish` look at what the stream's filters let through."""
        change = json.loads(json.dumps(record, default=str))
        if self._journal:
            self._keep(self._journal, change["dynamodb"])
        self._note_commit(change["dynamodb"])
        self.news.tell(change["dynamodb"]["Keys"])
        if any(pattern.matches_event(change) for pattern in FINISHED):
            for _ in range(TIMES[self.faults.stream]):
                self._stream.tell(change)

    def stream_unchanged(self, item: Mapping[str, Any]) -> None:
        """Has `finish` look at an item that was there before this system began."""
        self._stream.tell({"eventName": "MODIFY", "dynamodb": {"NewImage": item, "SequenceNumber": item["pk"]["S"]}})

    def written(self) -> None:
        """A request to the table is about to be answered."""
        if self._journal:
            self._journal.sync()

    @staticmethod
    def _keep(journal: Journal, change: Mapping[str, Any]) -> None:
        image = change.get("NewImage")
        if image:
            journal.put(image)
        else:
            journal.remove(change["Keys"])

    def _note_commit(self, change: dict[str, Any]) -> None:
        """Keeps each reply that was written to a turn, and when: there should be one."""
        old, new = change.get("OldImage") or {}, change.get("NewImage") or {}
        if "reply" in new and old.get("reply") != new["reply"]:
            turn_id = new["pk"]["S"].removeprefix("TURN#")
            reply = Reply.model_validate_json(new["reply"]["S"])
            self.commits.setdefault(turn_id, []).append((self.clock.now(), reply))

    def finished(self, turn_id: str) -> None:
        """Waits until the turn's execution has ended, if it began, and everything that follows from that."""
        with self._ending:
            self._ending.wait_for(
                lambda: turn_id not in self.begun or turn_id in dict(self.ended_executions), timeout=LONGEST_SECONDS
            )
        self.settle()

    def rest(self, seconds: float = LONGEST_SECONDS) -> None:
        """Waits until no execution runs, of turns and of ingestions, or for so many seconds."""
        with self._ending:
            self._ending.wait_for(lambda: set(self.begun) <= set(dict(self.ended_executions)), timeout=seconds)

    def settle(self) -> None:
        """Waits until everything that was told outside of executions has been worked on."""
        while self._working:
            self._working.pop().join()
        self._stream.settle()

    def stream_again(self) -> None:
        """The stream brings what failed."""
        self._stream.again()

    # what CDK would create; not the functions, which moto need not know: whoever invokes one reaches the runtime ------

    def client(self, service: str) -> Any:
        """A client of the local AWS, one for each service."""
        if service not in self._clients:
            self._clients[service] = boto3.client(service, region_name=REGION)  # type: ignore[call-overload]
        return self._clients[service]

    def _create(self) -> None:
        self.client("s3").create_bucket(Bucket=self.settings.bucket)
        self.client("events").create_event_bus(Name=self.settings.bus)
        self._table()
        self._workflows()
        self.wiring = Wiring(self)
        self.wiring.connect()

    def function_arn(self, name: str) -> str:
        """Where a function of the registry is."""
        return f"arn:aws:lambda:{REGION}:{DEFAULT_ACCOUNT_ID}:function:{self.settings.prefix}-{name}"

    def _table(self) -> None:
        self.client("dynamodb").create_table(**table_shape(self.settings.table))

    def _workflows(self) -> None:
        for name in ("turn", "ingest"):
            text = json.dumps(self.definition(name), separators=(",", ":"))  # moto lexes blanks one by one
            self.client("stepfunctions").create_state_machine(
                name=f"{self.settings.prefix}-{name}", definition=text, roleArn=ROLE
            )

    def definition(self, name: str) -> dict[str, Any]:
        """The state machine as it runs here: as it is deployed."""
        return definition(name, prefix=self.settings.prefix, table=self.settings.table)
