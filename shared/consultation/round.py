"""One phase's part of a turn: what it makes of the message, or of the handoff that began it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from shared.agents.execution.execution import Execution
from shared.analysis.base import Findings
from shared.consultation.baseline import Baseline, quality
from shared.consultation.speech import safe, shown
from shared.consultation.thread import thread_of
from shared.contracts import (
    AgentResponse,
    AgentResult,
    AnswerSource,
    Attempt,
    Consultation,
    DatasetProfile,
    ErrorType,
    Forfeit,
    HandoffRecord,
    Insights,
    NextStep,
    PhaseRound,
    SlotAnswer,
    Usage,
)
from shared.errors import ForfeitException, QueryFailed, QueryUnavailable
from shared.failure.forfeit import forfeit_event_data, worded
from shared.model.budget import budgeted
from shared.model.failover import telling, why_without
from shared.model.moves import ConductPhase, PhaseMove, SlotCard
from shared.model.port import Answered
from shared.phases.advance import BASELINE, back_at, begun, entered, is_complete, moved, resumed
from shared.phases.matching import named_in
from shared.phases.phase import CONVERSING_SECONDS, Phase, Phases, filled, line
from shared.phases.planning import column_named
from shared.phases.slots import SO_FAR, read_back, told
from shared.store.turns import HANDOFF, ROUND
from shared.turn.context import TurnContext, load_profiles
from shared.turn.progress import Progress
from shared.turn.readiness import about_files
from shared.turn.time_pool import TimePool

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.model.moves import ThreadLine
    from shared.store.turns import Belongings

FINISHING_SECONDS: Final = 3.0
QUALITY: Final = "quality"
OF_THE_DATA: Final[tuple[AnswerSource, ...]] = ("profile", "computed")
"""Where an answer comes from that the person need not check."""
NO_BASELINE: Final = "I couldn't compute a baseline just now; I'll try again."
NO_DATA: Final = "There is no data to assess: this consultation has no file"


def converse(turn_id: str, phases: Phases, deps: Deps) -> NextStep:
    """Has the phase that is on do its part, and keeps it; what the state machine does next. A part that was kept before
    is not done again. Raises StoreUnavailable, UnknownResource, DeadlineExceeded."""
    found = deps.turns.belongings(turn_id)
    rounds, handoffs = found.all(ROUND, PhaseRound), begun_handoffs(found)
    if len(rounds) > len(handoffs):
        return rounds[-1].next
    part = RoundPart(found, rounds, handoffs, phases, deps).done()
    if not deps.turns.save(turn_id, ROUND, part, f"{part.number:02}"):
        kept = deps.turns.load(turn_id, ROUND, PhaseRound, f"{part.number:02}")
        part = kept or part
    return part.next


def begun_handoffs(found: Belongings) -> list[HandoffRecord]:
    """The handoffs of the turn that were begun, in order."""
    return [one for one in found.all(HANDOFF, HandoffRecord) if not one.kept]


class RoundPart:
    """One phase's work in one turn."""

    def __init__(
        self, found: Belongings, rounds: list[PhaseRound], handoffs: list[HandoffRecord], phases: Phases, deps: Deps
    ) -> None:
        self.turn, self.deps, self.phases = found.record.turn, deps, phases
        self.number = len(rounds) + 1
        self.handoff = handoffs[-1] if handoffs else None
        self.context = found.one("CONTEXT", TurnContext) or TurnContext()
        self.tables = load_profiles(self.turn, deps, self.context)
        self.before = self._before(rounds)
        self.phase: Phase = phases[self.before.phase]
        self.pool = TimePool(self.turn, deps, seconds=CONVERSING_SECONDS, finishing=FINISHING_SECONDS)
        self.progress = Progress(deps.events.of(self.turn.turn_id, found.events), deps.clock, self.phase.name)
        self.attempts: list[Attempt] = []
        self.usage = Usage()
        self.started = deps.clock.now()

    def _before(self, rounds: list[PhaseRound]) -> Consultation:
        """Where the consultation stands when this part begins."""
        now = self.deps.clock.now()
        if self.handoff and rounds:
            seconds = (now - self.handoff.at).total_seconds()
            stood = entered(rounds[-1].consultation, depth=self.handoff.number, seconds=seconds)
        else:
            session = self.deps.sessions.get(self.turn.session_id, self.turn.user_id)
            kept = self.deps.sessions.consultation(self.turn.session_id)
            stood = resumed(kept, self.phases) if kept else begun(session, self.phases, now)
        return self._read(filled(stood, self.phases, self.tables))

    def _read(self, stood: Consultation) -> Consultation:
        """With what the phase's slots are read in: a column that an earlier answer names is not asked for again."""
        phase = self.phases[stood.phase]
        self.read: list[str] = []
        snapshot = dict(stood.snapshots.get(phase.name, {}))
        said = {name: answer.value for known in stood.snapshots.values() for name, answer in known.items()}
        for slot in phase.open(snapshot):
            text = said.get(slot.read_in or "", "")
            if text and slot.name != stood.asked and (value := named_in(text, slot.choices(self.tables))):
                snapshot[slot.name] = SlotAnswer(value=value, source="inferred")
                self.read.append(slot.name)
        return stood.model_copy(update={"snapshots": {**stood.snapshots, phase.name: snapshot}})

    @property
    def opening(self) -> bool:
        """Whether the phase has only just begun."""
        return self.handoff is not None or self.before.revision == 0

    @cached_property
    def thread(self) -> tuple[ThreadLine, ...]:
        """What was said in this phase's thread before."""
        return thread_of(self.turn, self.before.thread_id, self.deps)

    @property
    def message(self) -> str:
        """What the person said to this phase: nothing, where a handoff began it."""
        return "" if self.handoff else self.turn.question

    def done(self) -> PhaseRound:
        """The part as it is kept."""
        self.progress.tell("thinking", f"{self.phase.label}: reading your message", 2, soon=True)
        try:
            return self._done()
        except ForfeitException as given:
            self.usage += given.usage
            told = about_files(given.forfeit, self.turn, self.tables, self.context.unready, self.deps)
            return self._forfeited(told)

    def _done(self) -> PhaseRound:
        if (self.phase.measures or self.phase.analyses) and not self.tables:
            raise ForfeitException(NO_DATA, ("Looked for the data of this consultation",), code="no_dataset")
        briefing, findings, stood = self._briefed(self.before) if self.opening else ((), None, self.before)
        briefing = (*([self.phase.opens] if briefing else []), *briefing, *self._so_far())
        answered = self._asked(stood, briefing)
        after = moved(stood, answered.value, self.phases, self.tables)
        more: tuple[str, ...] = ()
        if findings is None:
            more, findings, after = self._briefed(after, again=True)
        request = self._request(after, ())
        taken = shown(answered.value.noted, request, self.turn)
        said = safe(answered, request, self.turn, self.deps.outgoing)
        kept = shown(self._read_back(), request, self.turn)
        spoken = "\n\n".join(filter(None, (kept, *briefing, taken, *more, said)))
        step = self._next(after, answered.value)
        by_model = answered.source == "claude"  # a second model may have, where the first did not
        without = "" if by_model else why_without(answered.detours)
        response = self._response("completed", spoken, findings, by_model=by_model, without_model=without)
        return self._kept(response, after, step, answered.value)

    def _next(self, after: Consultation, move: PhaseMove) -> NextStep:
        if self.phase.analyses and move.questions and not move.back:
            return "analyse"
        if is_complete(after, move, self.phases) and after.following and not move.back:
            return "handoff"
        return "reply"

    # the mind --------------------------------------------------------------------------------------------------------

    def _asked(self, stood: Consultation, briefing: tuple[str, ...]) -> Answered[PhaseMove]:
        model = telling(budgeted(self.deps.model, self.deps.settings), self.progress.changed)
        with self.progress.asking():
            answered = model.ask(self._request(stood, briefing), seconds=self.pool.left())
        self.usage += answered.usage
        for detour in answered.detours:
            action = "Asked" if detour.asked else "Did without"
            self._note("model", f"{action} the language model {detour.model}", "failed", f"it {detour.reason}")
        return answered

    def _request(self, stood: Consultation, briefing: tuple[str, ...]) -> ConductPhase:
        place = back_at(stood)
        return ConductPhase(
            phase=self.phase.name,
            purpose=self.phase.purpose,
            instructions=self.phase.instructions,
            opens=self.phase.opens if self.opening and self.phase.opens not in briefing else "",
            closes=self.phase.closes,
            analyses=self.phase.analyses,
            slots=self._cards(stood),
            asked=stood.asked,
            back_at=place.slot if place else None,
            message=self.message,
            opening=self.opening,
            thread=() if self.opening else self.thread,
            briefing=briefing,
            asides=stood.asides,
            datasets=self.tables,
            health=self.context.health,
            now=self.turn.asked_at,
        )

    def _cards(self, stood: Consultation) -> tuple[SlotCard, ...]:
        return tuple(
            SlotCard(
                phase=phase.name,
                name=slot.name,
                label=slot.label,
                ask=slot.ask,
                why=slot.why,
                choices=slot.choices(self.tables),
                ways=slot.ways,
                examples=slot.examples,
                closed=slot.closed,
                read_in=slot.read_in,
                answer=stood.snapshots.get(phase.name, {}).get(slot.name),
            )
            for phase in self.phases.values()
            for slot in phase.slots
        )

    def _read_back(self) -> str:
        """What the phase before learned from the person, before anything rests on it."""
        if self.handoff is None:
            return ""
        phase = self.phases[self.handoff.before]
        known = self.before.snapshots.get(phase.name, {})
        found = [(slot.label, known[slot.name]) for slot in phase.slots if slot.name in known]
        return read_back([(label, answer.value) for label, answer in found if answer.source not in OF_THE_DATA])

    def _so_far(self) -> tuple[str, ...]:
        """What the phase knows without having asked: told when that is found, whoever leads it."""
        snapshot = self.before.snapshots.get(self.phase.name, {})
        known = {name: answer for name, answer in snapshot.items() if answer.value}
        found = [
            (slot.label, known[slot.name].value)
            for slot in self.phase.slots
            if slot.name in known and (slot.name in self.read or (self.opening and slot.read_in))
        ]
        return (told(SO_FAR, found),) if found else ()

    # the present state -----------------------------------------------------------------------------------------------

    def _briefed(
        self, stood: Consultation, *, again: bool = False
    ) -> tuple[tuple[str, ...], tuple[Execution, Findings] | None, Consultation]:
        """(what is told of the data and of the key figure, what was computed, the consultation with both kept)."""
        if not self.phase.measures or stood.phase != self.phase.name:
            return (), None, stood
        known = stood.snapshots.get(self.phase.name, {})
        lines = () if again else (quality(self.tables),)
        kept = {**known, QUALITY: SlotAnswer(value=quality(self.tables), source="profile")}
        table, column = column_named(known["measure"].value if "measure" in known else "", self.tables)
        was = self.before.snapshots.get(self.phase.name, {})
        stale = BASELINE not in known or was.get("measure") != known.get("measure")
        computed = None
        if table and column and (stale or not again):
            computed = self._computed(table, column.name)
            told = computed[1].summary if computed else NO_BASELINE
            lines = (*lines, told)
            kept.pop(BASELINE, None)
            kept |= {BASELINE: SlotAnswer(value=told, source="computed")} if computed else {}
        snapshots = {**stood.snapshots, self.phase.name: kept}
        return lines, computed, stood.model_copy(update={"snapshots": snapshots})

    def _computed(self, table: DatasetProfile, measure: str) -> tuple[Execution, Findings] | None:
        """The baseline; None where it cannot be computed now."""
        note: Any = self._note
        execution = Execution(self.turn, (table,), (), self.context.health, self.deps, note, self.pool)
        try:
            with self.progress.working():
                return execution, execution.analyse(Baseline(measure=measure))
        except (ForfeitException, QueryFailed, QueryUnavailable) as error:
            self._note("execute", "Computed the baseline", "failed", str(error) or None)
            return None

    # what is kept ----------------------------------------------------------------------------------------------------

    def _kept(self, response: AgentResponse, after: Consultation, step: NextStep, move: PhaseMove) -> PhaseRound:
        closes = after.closed and not self.before.closed
        return PhaseRound(
            number=self.number,
            phase=self.phase.name,
            response=response,
            consultation=after,
            next=step,
            questions=move.questions if step == "analyse" else (),
            briefed=step == "analyse" and (self.opening or bool(move.learned)),
            opened=self.handoff is not None,
            line=self.handoff.line if self.handoff else line(self.phase, None) if closes else "",
            seconds=(self.deps.clock.now() - self.started).total_seconds(),
        )

    def _forfeited(self, given: Forfeit) -> PhaseRound:
        """A phase that gives up stands where it stood; what it admits is its reply."""
        forfeit = worded(given)
        self._note("plan", f"{self.phase.label}: went on with the consultation", "forfeited", forfeit.reason)
        self.progress.tell("forfeit", "Forfeited", 6, forfeit_event_data(forfeit))
        response = self._response("forfeited", "", None).model_copy(update={"forfeit": forfeit})
        return self._kept(response, self.before, "reply", PhaseMove())

    def _response(
        self,
        status: Any,
        said: str,
        computed: tuple[Execution, Findings] | None,
        *,
        by_model: bool = False,
        without_model: str = "",
    ) -> AgentResponse:
        execution, findings = computed or (None, None)
        facts = findings.facts if findings else ()
        task_id = f"phase-{self.number}-{self.phase.name}"
        return AgentResponse(
            agent=self.phase.name,
            task_id=task_id,
            task=self.phase.purpose,
            status=status,
            result=AgentResult(
                results=tuple(execution.previews) if execution else (),
                insights=Insights(summary=said),
                queries_executed=tuple(execution.executed) if execution else (),
            ),
            facts=tuple(fact.model_copy(update={"id": f"{task_id}.f{at}"}) for at, fact in enumerate(facts, start=1)),
            by_model=by_model,
            without_model=without_model,
            attempts=tuple(self.attempts),
            usage=self.usage,
        )

    def _note(
        self, step: str, action: str, outcome: Any, reason: str | None = None, error_type: ErrorType | None = None
    ) -> None:
        self.attempts.append(
            Attempt(
                agent=self.phase.name,
                task_id=f"phase-{self.number}-{self.phase.name}",
                step=step,
                action=action,
                outcome=outcome,
                reason=reason,
                error_type=error_type,
                at=self.deps.clock.now(),
            )
        )
