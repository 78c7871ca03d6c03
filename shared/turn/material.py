"""Everything a turn has left behind, from which its reply is made."""

import re
from collections.abc import Iterator

from shared.confidence.rules import SWITCHED_OFF
from shared.contracts import (
    AgentResponse,
    Assessment,
    Attempt,
    Contract,
    Draft,
    ErrorContext,
    Event,
    Fact,
    Forfeit,
    HandoffRecord,
    PhaseRound,
    Plan,
    Turn,
    TurnStatus,
    Usage,
    by_themselves,
)
from shared.deps import Deps
from shared.failure.describe import of_response, with_data
from shared.failure.forfeit import merge_forfeits, of_failed
from shared.store.turns import HANDOFF, ROUND
from shared.table.beside import all_written_beside
from shared.turn.context import HISTORY, TurnContext
from shared.turn.judged_draft import JudgedDraft
from shared.turn.progress import Progress


class Material(Contract):
    """What is known of a turn. A planned task without a response counts as failed."""

    turn: Turn
    context: TurnContext = TurnContext()
    plan: Plan | None = None
    responses: tuple[AgentResponse, ...] = ()
    draft: Draft | None = None
    guarded: Draft | None = None
    assessment: Assessment | None = None
    error: ErrorContext | None = None
    """What ended the work: a state without which nothing goes on."""
    caught: tuple[ErrorContext, ...] = ()
    """What failed and was worked around, by the Catches of the states since, the worst first."""
    events: tuple[Event, ...] = ()
    """The log when this was loaded."""
    rounds: tuple[PhaseRound, ...] = ()
    """What the phases of a consultation did, in order."""
    handoffs: tuple[HandoffRecord, ...] = ()
    renewed: Draft | None = None
    """What is said in place of the draft, or with another answer before what is left of it, where that is known."""
    answers: bool = False
    """Whether that is an answer to the question, by a judge."""
    waited: bool = False
    """Whether a model has been asked for that: there is no time for another."""

    @property
    def landed(self) -> tuple[PhaseRound, ...]:
        """The rounds that hold: not one that gave up at its opening, or whose analysis came to nothing, as if it had
        not begun."""
        asked = bool(self.rounds and self.rounds[-1].questions)
        return self.rounds[:-1] if self.unopened or (asked and not self._analysed) else self.rounds

    @property
    def unopened(self) -> Forfeit | None:
        """What the last phase admitted where a handoff had begun it and it gave up at once; None where it did not."""
        last = self.rounds[-1] if self.rounds else None
        return last.response.forfeit if last and last.opened else None

    @property
    def _analysed(self) -> bool:
        given = {one.status for one in self.responses}
        return self.plan is not None and (self.plan.forfeit is not None or bool(given & {"completed", "forfeited"}))

    @property
    def analysis(self) -> "Material":
        """This material without the consultation's phases: what the agents were asked, and found."""
        return self.model_copy(update={"rounds": (), "handoffs": ()}) if self.rounds else self

    @property
    def brief(self) -> dict[str, str]:
        """What a consultation has learned from the person, by slot; empty for any other turn."""
        stood = self.rounds[-1].consultation.snapshots if self.rounds else {}
        told = [item for known in stood.values() for item in known.items()]
        return {name: one.value for name, one in told if one.source in ("said", "inferred")}

    @property
    def presents(self) -> bool:
        """Whether the agents worked on a consultation's brief, for which findings are told; not on a follow-up."""
        return bool(self.rounds and self.rounds[-1].briefed)

    @property
    def all_responses(self) -> tuple[AgentResponse, ...]:
        """The responses in the order of the plan, a failed one for each task that left none; those of phases first,
        with one that gave up at its opening."""
        spoke = self.rounds if self.unopened else self.landed
        return (*(one.response for one in spoke), *self._planned)

    @property
    def _planned(self) -> tuple[AgentResponse, ...]:
        found = {response.task_id: response for response in self.responses}
        tasks = self.plan.tasks if self.plan else ()
        return tuple(found.get(task.task_id) or task.unanswered() for task in tasks)

    @property
    def completed(self) -> tuple[AgentResponse, ...]:
        """The responses that answer."""
        answering = (response for response in self.all_responses if response.status == "completed")
        return tuple(response for response in answering if response.task_id not in self._silent)

    @property
    def _silent(self) -> frozenset[str]:
        """The tasks of phases that said nothing themselves: what the agents found is all that there is to tell."""
        silent = (one for one in self.landed if one.questions and not one.said.strip() and not one.line)
        return frozenset(one.response.task_id for one in silent if one.response.status == "completed")

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What was computed, headline first."""
        return tuple(fact for response in self.completed for fact in response.facts)

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The attempts of all agents, whether they answered or not."""
        return tuple(attempt for response in self.all_responses for attempt in response.attempts)

    @property
    def left_out(self) -> int:
        """The number of model statements that grounding removed from the answers."""
        draft = self.renewed or self.guarded or self.draft or Draft(text="", source="template")
        return draft.left_out + sum(response.left_out for response in self.completed)

    @property
    def readings(self) -> tuple[str, ...]:
        """How the question was read, without what the plan says of it that nobody bore out."""
        misread = {line for one in self.completed for line in one.misread}
        planned = [line for line in self.plan.readings if line not in misread] if self.plan else []
        return tuple(dict.fromkeys((*planned, *(line for one in self.completed for line in one.readings))))

    @property
    def limits(self) -> tuple[str, ...]:
        """The numbers that the conditions of what was computed name, and what the files say beside their tables: a text
        may tell them as what was asked for, or stands there."""
        named = (told for one in self.completed for told in one.limits)
        return tuple(dict.fromkeys((*named, *all_written_beside(self.context.datasets or ()))))

    @property
    def doubts(self) -> tuple[str, ...]:
        """Which columns behind the answer, or named in the reason why there is none, could be read in another way."""
        behind = (line for one in self.completed for line in one.doubts)
        return tuple(dict.fromkeys((*behind, *(self._doubts_of(self.forfeit) if self.forfeit else ()))))

    def _doubts_of(self, forfeit: Forfeit) -> Iterator[str]:
        known = (doubt for dataset in self.context.datasets or () for doubt in dataset.ambiguities)
        return (one.detail for one in known if re.search(rf"\b{re.escape(one.column)}\b", forfeit.reason))

    @property
    def forfeit(self) -> Forfeit | None:
        """The forfeit of the whole turn, where nothing was answered: of agents that failed, too, one for all."""
        if self.completed:
            return None
        unanswered = (response for response in self.all_responses if response.task_id not in self._silent)
        given = [response.forfeit or of_failed(response) for response in unanswered]
        if self.plan and self.plan.forfeit:
            given.insert(0, self.plan.forfeit)
        return merge_forfeits(given)

    @property
    def worst(self) -> ErrorContext | None:
        """The failure that cost the reply most, told with what is there nevertheless; None where nothing failed."""
        return next(iter(self.failures), None)

    @property
    def worked_around(self) -> tuple[ErrorContext, ...]:
        """What failed and did not end the work, beside agents: states, and what could not be loaded."""
        return (*self.caught, *self.context.lost)

    @property
    def failures(self) -> tuple[ErrorContext, ...]:
        """Every failure, the worst first: what ended the work, agents, states that were worked around. Each says what
        there is nevertheless, and what is missing."""
        of_agents = (of_response(response) for response in self.all_responses if response.status == "failed")
        found = (*filter(None, (self.error,)), *of_agents, *self.worked_around)
        return tuple(with_data(one, self._available, self._unavailable) for one in found)

    @property
    def knew_the_conversation(self) -> bool:
        """Whether the session's earlier turns were loaded for this reply."""
        lost = any(one.failed_node == "Intake" for one in self.caught)
        return not lost and HISTORY not in self.context.unavailable

    @property
    def _available(self) -> tuple[str, ...]:
        computed = (shown.purpose for one in self.completed for shown in one.result.results if shown.row_count)
        return (*self.context.available, *computed)

    @property
    def _unavailable(self) -> tuple[str, ...]:
        return (*self.context.unavailable, *(one.task for one in self.all_responses if one.status == "failed"))

    @property
    def replaced(self) -> bool:
        """Whether the failsafe puts another text in the place of the draft."""
        return self.assessment is not None and self.assessment.verdict == "FAILSAFE_TRIGGERED"

    @property
    def refuted(self) -> bool:
        """Whether a judge found every statement of the draft false."""
        return self.assessment is not None and self.assessment.refuted

    @property
    def found_instead(self) -> tuple[str, ...]:
        """What a judge found in the data in place of statements of the draft that are false."""
        return self.assessment.found_instead if isinstance(self.assessment, JudgedDraft) else ()

    @property
    def language(self) -> str:
        """The BCP 47 tag of the language that the answer was worded in."""
        told = (one.language for one in self.completed)
        return self.draft.language if self.draft else next(told, "en")

    @property
    def missing(self) -> tuple[str, ...]:
        """What was asked and is not answered, in the question's words, by the last judge who was asked."""
        if self.assessment and self.assessment.judged:
            return self.assessment.missing
        return tuple(dict.fromkeys(part for one in self.completed for part in one.missing))

    @property
    def doubted(self) -> bool:
        """Whether a model's text stands that the rules doubt where nobody else could be asked, or of which a judge says
        what it lacks."""
        of_a_model = self.draft is not None and self.draft.source == "claude"
        return of_a_model and self.assessment is not None and self.assessment.assessment == "FAILSAFE_TRIGGERED"

    @property
    def unjudged(self) -> bool:
        """Whether a model's text says something in words that a judge was to see, and none could be asked."""
        draft, told = self.draft, self.assessment
        if draft is None or draft.source != "claude" or (told and (told.judged or SWITCHED_OFF in told.findings)):
            return False
        return bool(draft.unchecked)

    @property
    def status(self) -> TurnStatus:
        """How the turn ends: a failure beside an answer is `partial`, as is an answer that nobody could judge, a
        forfeit beside nothing `forfeited`."""
        if self.completed and self.replaced and not self.rounds:
            return "partial" if self.answers or by_themselves(self.facts) else "forfeited"
        if self.rounds and self.completed and (self.replaced or (self.plan and self.plan.forfeit)):
            return "partial"
        if self.completed:
            given = len(self.completed) + len(self._silent)
            finished = given == len(self.all_responses) and not any(one.unfinished for one in self.completed)
            told = self.renewed or self.guarded or self.draft
            finished = finished and not (told and told.unfinished) and not self.unjudged
            whole = self.error is None and finished and not self.doubted and not self.missing
            whole = whole and self.landed == self.rounds
            return "answered" if whole else "partial"
        return "forfeited" if self.forfeit and self.error is None else "failed"

    @property
    def usage(self) -> Usage:
        """What all model calls took, named after the model that wrote the answer."""
        responses = (*(one.response for one in self.rounds), *self.responses)
        written = [one.usage for one in responses if getattr(one, "by_model", False)]
        written += [self.draft.usage] if self.draft and self.draft.source == "claude" else []
        writer = next((one for one in reversed(written) if one.model), Usage())
        parts = (self.plan, *responses, self.draft, self.assessment)
        named = Usage(model=writer.model, provider=writer.provider)
        return sum((one.usage for one in parts if one), start=named)


def progress_of(material: Material, deps: Deps) -> Progress:
    """What the turn itself tells of its work, beside its agents."""
    return Progress(deps.events.of(material.turn.turn_id, material.events), deps.clock, "candor")


def gather(turn_id: str, deps: Deps) -> Material:
    """Loads what the turn has left behind. Raises UnknownResource, StoreUnavailable."""
    found = deps.turns.belongings(turn_id)
    return Material(
        turn=found.turn,
        context=found.one("CONTEXT", TurnContext) or TurnContext(),
        plan=found.one("PLAN", Plan),
        responses=tuple(found.all("RESPONSE", AgentResponse)),
        draft=found.one("DRAFT", Draft),
        guarded=found.one("GUARDED", Draft),
        assessment=found.one("ASSESSMENT", JudgedDraft),
        error=found.one("ERROR", ErrorContext),
        events=found.events,
        rounds=tuple(found.all(ROUND, PhaseRound)),
        handoffs=tuple(found.all(HANDOFF, HandoffRecord)),
    )
