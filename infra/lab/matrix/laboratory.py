"""A local cloud with a small dataset, to break: one turn a case, in a session of its own."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from infra.lab.http_faults import FIRST_CLAUDE, SECOND_CLAUDE, FaultyApi, claude
from infra.lab.matrix.assistant import Assistant
from infra.lab.matrix.cases import DEPENDENCIES, Case
from infra.lab.matrix.cells import Cell
from infra.lab.matrix.consultation import disagreements, one_answer_before_its_handoff
from infra.lab.matrix.doubt import ASKED_IN_DOUBT, Doubter
from infra.lab.matrix.firing import asks, firing, wrong
from infra.lab.matrix.history import Told as History
from infra.lab.matrix.judge import Helper, Sight, judged
from infra.lab.matrix.team import Coordinator
from infra.lab.model_faults import INVENTED, StandIn
from infra.lab.model_faults import Told as ToldModel
from infra.lab.paths import Way
from infra.lab.recording import Recording, recording
from infra.local.call_faults import Call, CallFault
from infra.local.cloud import USER, LocalCloud
from infra.local.faults import Crash, Faults
from infra.local.lambda_runtime import sandbox
from shared.clock import MovableClock
from shared.contracts import Consultation, FiringRef, Session, Turn
from shared.errors import CandorError, StoreUnavailable
from shared.health.state import Breaker
from shared.mind import no_model_mode
from shared.model.failover import FailoverModel, NamedModel
from shared.model.port import Answered, AnswerT, Model, Request
from shared.store.turns import SessionBusy, session_key
from shared.turn.acceptance.accept import accept
from shared.turn.rescue.rescue import read_turn

TABLE = "region,revenue\nWest,10.5\nEast,20\nWest,30\nNorth,4.25\nEast,1\nSouth,7\n"
QUESTION = "What is the total revenue?"
NEXT_QUESTION = "What is the average revenue?"
SWEEP_SECONDS = 60.0
DOOR_TRIES = 3


class Mind:
    """The model of the laboratory: no-model mode alone, or two stand-ins for language models before it."""

    def __init__(self) -> None:
        self.inner: Any = no_model_mode()

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer of whoever is in place."""
        answered: Answered[AnswerT] = self.inner.ask(request, seconds=seconds)
        return answered


@contextmanager
def laboratory(make: Callable[..., LocalCloud] = LocalCloud) -> Iterator["Laboratory"]:
    """A local cloud with a small dataset, to break."""
    mind = Mind()
    with (
        make(clock=MovableClock(), model=mind, faults=Faults()) as cloud,
        recording(cloud.settings) as asked,
        TemporaryDirectory() as folder,
    ):
        file = Path(folder) / "sales.csv"
        file.write_text(TABLE)
        dataset_id = cloud.upload(file).dataset_id
        cloud.rest()  # the ingestion ends after the dataset is ready, and what it enters is no part of a turn
        api = FaultyApi(cloud.faults.hit)
        with api.server, Assistant(cloud) as assistant:
            yield Laboratory(cloud, mind, dataset_id, api, asked, assistant)


class Laboratory:
    """Turns with faults, each in a session of its own."""

    def __init__(
        self, cloud: LocalCloud, mind: Mind, dataset_id: str, api: FaultyApi, asked: Recording, assistant: Assistant
    ) -> None:
        self.cloud = cloud
        self._assistant = assistant
        self.api = api
        self.mind = mind
        self.dataset_id = dataset_id
        self.asked = asked
        self._told = ToldModel(self.cloud.faults.ask, self.cloud.runtime.spend, self.cloud.faults.hit)
        self.coordinator: Coordinator | None = None
        self._firing: FiringRef | None = None
        self._announced: list[dict[str, Any]] = []
        self._listen()

    def _listen(self) -> None:
        """Collects what the bus is told, to count announcements."""
        self._sqs = self.cloud.client("sqs")
        self._queue = self._sqs.create_queue(QueueName="announcements")["QueueUrl"]
        attributes = self._sqs.get_queue_attributes(QueueUrl=self._queue, AttributeNames=["QueueArn"])["Attributes"]
        events, bus = self.cloud.client("events"), self.cloud.settings.bus
        events.put_rule(Name="all", EventBusName=bus, EventPattern='{"source": ["candor"]}')
        events.put_targets(Rule="all", EventBusName=bus, Targets=[{"Id": "queue", "Arn": attributes["QueueArn"]}])

    # what a case needs -----------------------------------------------------------------------------------------------

    def entered(self, way: Way) -> set[str]:
        """The states that a turn comes through when these are broken."""
        mode: Any = way.mode
        self.run(Case(family="state", state="", fault="", broken=dict(way.faults), mode=mode))
        return set(self.cloud.faults.entered)

    def calls(self) -> list[tuple[str, int, str]]:
        """Every call of a healthy turn that a language model answers: function, number within it, operation."""
        self.run(Case(family="crash", state="", fault="", crash=("", 0, "before", True)))
        return list(dict.fromkeys(self.cloud.faults.made))

    def run(self, case: Case) -> Cell:
        """Breaks what the case says, asks, and looks at what comes."""
        self._firing = firing(USER, self.dataset_id, QUESTION, self.cloud.deps)
        self._arrange(case)
        session = self.cloud.session((self.dataset_id,), mode=case.mode)
        stood = one_answer_before_its_handoff(session, self.cloud.deps) if case.mode == "consultation" else None
        turns, conflicts = self._asked(case, session)
        turn = turns[0]
        asks(turn, self.cloud.deps)
        helped = self._through(turn, case)
        for leftover in self.cloud.faults.leftovers:
            leftover()
        self.cloud.settle()
        hits = 1 if case.family == "request" else self.cloud.faults.hits.get(_place(case), 0)
        self.cloud.faults.mend()
        sight = self._seen(turn, session, case).model_copy(update={"helped": helped})
        unlike = ("two turns for one request",) if len({turn.turn_id for turn in turns}) > 1 else ()
        if case.informed and not (self.coordinator and any(one.status == "failed" for one in self.coordinator.told)):
            unlike = (*unlike, "an agent was not told that the one before it failed")
        if stood and sight.told.read:
            unlike = (*unlike, *self._disagreeing(session, stood))
        unlike = (*unlike, *wrong(self._firing, self.cloud.deps))
        found = judged(sight)
        unlike = (*unlike, *self.asked.refused())
        self.asked.asked.clear()
        return Cell(
            family=case.family,
            state=case.state,
            fault=case.fault,
            way=tuple(name for name in case.broken if name != case.state),
            hits=hits,
            conflicts=conflicts,
            **{**found, "broken_promises": (*found["broken_promises"], *unlike)},
        )

    def _disagreeing(self, session: Session, stood: Consultation) -> Iterator[str]:
        deps = self.cloud.deps
        told = [one.reply for one in deps.turns.of_session(session.session_id) if one.reply]
        yield from disagreements(told[::-1], deps.sessions.consultation(session.session_id), stood)

    def _arrange(self, case: Case) -> None:
        faults = self.cloud.faults
        faults.reset(case.broken)
        self.cloud.deps.health.forget()
        if case.dependency and case.call:
            faults.calls.append(_call_fault(case))
        if case.dependency == "reply queue":
            faults.calls.append(CallFault("commit", lambda call: call.operation == "dynamodb.UpdateItem", "is down"))
        if case.answer_of:
            faults.calls.append(_lost_answer(*case.answer_of))
        if case.crash:
            faults.crash = Crash(*case.crash)
        self._told.kind, self._told.at = case.model, case.asked
        self.api.break_(case.http, at=case.asked, model=case.claude)
        self.mind.inner = self._mind(case)
        scenes = {
            "the event of the ended execution is lost": "lost",
            "event lost and nobody sweeps: the reader commits": "lost",
            "the event of the ended execution comes twice": "told twice",
        }
        faults.status_event = scenes.get(case.scene, "told")  # type: ignore[assignment]
        faults.stream = "told twice" if case.scene == "the stream tells the reply twice" else "told"
        if case.scene == "the finish of the turn fails once":
            faults.broken["function finish"] = "fails once"
        if case.scene == "the finish of the turn dies after its work":
            faults.broken["function finish"] = "loses its result once"

    def _mind(self, case: Case) -> Model:
        """Two models with no-model mode behind them, where the case is about models: stand-ins, or the real SDK."""
        models: list[NamedModel] = []
        if case.family in ("model", "crash", "answer"):
            models = [StandIn("first", self._told), StandIn("second", self._told)]
        if case.family == "messages api":
            spend = self.cloud.runtime.spend
            models = [claude(self.api, name, spend) for name in (FIRST_CLAUDE, SECOND_CLAUDE)]
        clock = self.cloud.clock
        last = no_model_mode()
        mind: Model = FailoverModel(models, last, clock=lambda: clock.now().timestamp()) if models else last
        if case.asked in ASKED_IN_DOUBT:
            return Doubter(mind, judges=case.asked == "WordFailsafe")
        self.coordinator = Coordinator(mind, case.team) if case.team else None
        return self.coordinator or mind

    # asking ----------------------------------------------------------------------------------------------------------

    def _asked(self, case: Case, session: Session) -> tuple[list[Turn], int]:
        """The turns that the client's requests made, and how many requests were refused with 409."""
        key = f"key-{session.session_id}"
        if case.scene == "the session is deleted meanwhile":
            self.cloud.faults.meanwhile["Intake"] = lambda: self.cloud.deps.sessions.delete(session)
        turns, conflicts = [self._accepted(session, QUESTION, key)], 0
        if case.scene == "the same request twice":
            turns.append(self._accepted(session, QUESTION, key))
        if case.scene == "the same request twice, at once":
            with ThreadPoolExecutor() as pool:
                turns += pool.map(lambda _: self._accepted(session, QUESTION, key), range(2))
        if case.scene == "a second question while one runs":
            try:
                accept(session, NEXT_QUESTION, self.cloud.deps)
            except SessionBusy:
                conflicts += 1
        return turns, conflicts

    def _accepted(self, session: Session, question: str, key: str) -> Turn:
        """The turn, once the door takes it: a client repeats a request that failed, with its Idempotency-Key."""
        for _ in range(DOOR_TRIES):
            with self.cloud.faults.inside(), suppress(StoreUnavailable):
                return accept(session, question, self.cloud.deps, idempotency_key=key, firing=self._firing)
            self.cloud.clock.sleep(5)
        self.cloud.faults.mend()
        return accept(session, question, self.cloud.deps, idempotency_key=key, firing=self._firing)

    # the ladder at work ----------------------------------------------------------------------------------------------

    def _through(self, turn: Turn, case: Case) -> Helper | None:
        """Waits for the reply; helps with time, sweeps and reads as the world would, one after the other. Gives who
        brought the reply, where it was not the workflow or the rescuer."""
        self.cloud.finished(turn.turn_id)
        helped: Helper | None = None
        for who, help_ in self._help(turn, case):
            if self._is_done(turn):
                break
            waiting = turn.turn_id not in self.cloud.commits
            help_()
            self.cloud.finished(turn.turn_id)
            if waiting and turn.turn_id in self.cloud.commits:
                helped = who
        return helped

    def _help(self, turn: Turn, case: Case) -> Iterator[tuple[Helper, Callable[[], object]]]:
        """What happens in the world, step by step: reads, the end of an outage, the sweeper's minutes."""
        if case.scene == "event lost and nobody sweeps: the reader commits":
            yield "read", lambda: self._read(turn, turn.deadline + timedelta(seconds=5))
            return
        now = self.cloud.clock.now
        if turn.turn_id not in self.cloud.begun:
            yield "restart", lambda: self._sweep(now() + timedelta(seconds=20))
        yield "read", lambda: self._read(turn, now())
        yield "queue", lambda: self._outage_ends(case)
        yield "sweep", lambda: self._sweep(turn.deadline + timedelta(seconds=SWEEP_SECONDS / 2))
        if case.scene != "the client is gone":
            yield "read", lambda: self._read(turn, now() + timedelta(seconds=5))

    def _until(self, moment: datetime) -> None:
        clock = self.cloud.clock
        clock.sleep(max(0.0, clock.seconds_until(moment)))

    def _sweep(self, at: datetime) -> None:
        self._until(at)
        self._again()
        self.cloud.sweep()

    def _again(self) -> None:
        """Queue and stream bring what failed before."""
        self.cloud.wiring.pump()
        self.cloud.stream_again()

    def _outage_ends(self, case: Case) -> None:
        if case.dependency != "state machine":
            self.cloud.faults.mend()
        self._again()

    def _read(self, turn: Turn, at: datetime) -> None:
        """A GET of the turn; a 503 while the table is down."""
        self._until(at)
        with self.cloud.faults.inside(), suppress(StoreUnavailable):
            read_turn(turn.turn_id, USER, self.cloud.deps)

    def _is_done(self, turn: Turn) -> bool:
        record = self.cloud.deps.turns.get(turn.turn_id)
        ended = any(event.type == "complete" for event in self.cloud.deps.events.read(turn.turn_id))
        return record.reply is not None and ended and bool(self.announcements(turn.turn_id))

    # looking ---------------------------------------------------------------------------------------------------------

    def _seen(self, turn: Turn, session: Session, case: Case) -> Sight:
        deps, commits = self.cloud.deps, self.cloud.commits.get(turn.turn_id, [])
        history = History(
            turn_id=turn.turn_id,
            session_id=turn.session_id,
            commits=tuple(reply for _, reply in commits),
            read=deps.turns.get(turn.turn_id).reply,
            events=tuple(deps.events.read(turn.turn_id)),
            announced=tuple(self.announcements(turn.turn_id)),
            unanswered=self.cloud.faults.unanswered["eventbridge.PutEvents"],
        )
        gone = case.scene == "the session is deleted meanwhile"
        return Sight(
            turn=turn,
            told=history,
            replied_at=commits[0][0] if commits else self.cloud.clock.now(),
            assistant=self._assistant.told_of(turn.turn_id),
            free=gone or self._is_free(session),
            next_status=self._next(session) if case.goes_on and not gone else None,
            analysis=case.mode == "analysis",
            rungs=case.rungs,
            names=case.names,
            unwanted=(INVENTED,),
            answer=case.answer,
            statuses=case.statuses,
        )

    def announcements(self, turn_id: str) -> list[dict[str, Any]]:
        """What was announced of this turn, ever."""
        while messages := self._sqs.receive_message(QueueUrl=self._queue, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                self._announced.append(json.loads(message["Body"])["detail"])
                self._sqs.delete_message(QueueUrl=self._queue, ReceiptHandle=message["ReceiptHandle"])
        mine = [detail for detail in self._announced if detail.get("turn_id") == turn_id]
        return [detail for detail in mine if "watch_id" not in detail]  # what a watch told of it is another event

    def _is_free(self, session: Session) -> bool:
        item = self.cloud.deps.table.get(session_key(session.session_id), "SESSION")
        return item is not None and "running_turn" not in item

    def _next(self, session: Session) -> str:
        """How the next question of the session ends, now that nothing is broken and every breaker tries again."""
        self.cloud.faults.reset()
        self.cloud.clock.sleep(Breaker().pause)
        self._told.kind = None
        self.api.break_(None)
        self.mind.inner = no_model_mode()
        try:
            turn = accept(session, NEXT_QUESTION, self.cloud.deps)
        except CandorError:
            return "failed"
        self.cloud.finished(turn.turn_id)
        return self.cloud.deps.turns.get(turn.turn_id).status


def _call_fault(case: Case) -> CallFault:
    name = case.dependency or ""
    once = {"is slow": None, "loses its answer": 1, "hangs up": 1, "hangs": 1}.get(case.call or "", 3)
    reaches = _reaching(name)
    matches = (lambda call: call.function == case.only and reaches(call)) if case.only else reaches
    return CallFault(name, matches, case.call or "is down", times=once if case.times == "once" else None)


def _lost_answer(function: str, number: int, operation: str, once: bool) -> CallFault:
    """The answer of a function's call gets lost; or of all that call the same from there on."""

    def matches(call: Call) -> bool:
        reached = sandbox.calls == number if once else sandbox.calls >= number
        return reached and (call.function, call.operation) == (function, operation)

    return CallFault("answer", matches, "loses its answer", times=1 if once else None)


def _reaching(dependency: str) -> Callable[[Call], bool]:
    """Which calls reach a dependency. The door's own writes are a dependency by themselves."""
    operation = DEPENDENCIES[dependency]
    if dependency == "query engine":
        return lambda call: call.operation == operation and call.function is not None
    if dependency in ("acceptance", "state machine"):
        return lambda call: call.operation == operation
    return lambda call: call.operation.startswith(operation) and (call.function or call.state) is not None


def _place(case: Case) -> str:
    """Where the hits of a case are counted."""
    if case.family == "state":
        return case.state
    if case.dependency:
        return case.dependency
    if case.family == "team":
        return next(iter(case.broken))
    return case.family if case.family in ("model", "messages api", "crash", "answer") else case.scene
