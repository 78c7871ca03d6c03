"""An agent's conversation with a mind about one task: it computes, looks at what came, computes again, and answers.

No-model mode decides everything at once and words what it finds; a language model goes round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from shared.agents.conversation.allowance import Allowance
from shared.agents.conversation.asked_beside import AskedBeside
from shared.agents.conversation.computed_results import Computed, as_computed, in_short, settled
from shared.agents.conversation.contested_forfeit import Judge, sent_back, weighed, with_figures, without_its_reason
from shared.agents.conversation.derived import as_cited, columns_behind, derived, in_language, of_analyses, rows_behind
from shared.agents.conversation.draft_evidence import evidence_of
from shared.agents.conversation.drafted_answer import NOTHING, Drafted, Objected, left_to_judge
from shared.agents.conversation.drawable import depicted_in, untold
from shared.agents.conversation.earlier_findings import Earlier
from shared.agents.conversation.given_names import GivenNames
from shared.agents.conversation.listed_tables import listed_tables, with_counts
from shared.agents.conversation.outcome import Outcome
from shared.agents.conversation.told_readings import ReadingsTold, from_nowhere, readings_told, unborne
from shared.agents.conversation.tool_results import failure_told, handed_back
from shared.agents.conversation.undrawn import missed, nearest, places_of, undrawn
from shared.agents.execution.execution import Execution, NotComputed
from shared.agents.execution.refusals import SAID
from shared.analysis.base import Analysis, Findings
from shared.contracts import ChartHint, Depicted, Fact, Forfeit, Insights, Picture
from shared.errors import ForfeitException, ModelError, QueryFailed
from shared.grounding.asked import unsaid_words
from shared.grounding.grounding import Grounding
from shared.grounding.languages import language_of
from shared.grounding.references import Resolved, resolve
from shared.grounding.removal import misses
from shared.grounding.sheets import Sheets, whole_results
from shared.model.disagreement import of_other_rows
from shared.model.headless import with_its_answer
from shared.model.moves import Move
from shared.model.port import Answered
from shared.model.rounds import Call, CallResult, Round, RoundsLeft
from shared.turn.progress import Progress

MOST_ANALYSES: Final = 8

AskMind = Callable[[tuple[Round, ...], RoundsLeft], Answered[Move]]
"""Asks the mind for its next move, given the rounds so far and how many of computing are left."""


@dataclass
class Conversation:
    """One task's conversation. `ask` reaches the mind, `progress` is told what is about to run and what came first;
    `left` says how many seconds there are, `pace` how many the slowest request took. `draft` is the last answer of
    which something holds: it goes out without the rest where there is no time for a better one. `asked` says whether a
    draft has been handed back: what is said again after that is for a `judge`, who is asked here once, so that its
    writer can put right what was found; `judged` says of each statement that was put to that judge whether it holds,
    `missing` what it found to be asked and not answered. `contests` is asked of the reason of a forfeit.
    With `enough` the mind is not asked to word what its first calls gave, if all of them gave it whole. `earlier` are
    the figures of earlier tasks, which stand in `sheets` before its own; `forfeited` those that a forfeit tells;
    `contested` says whether one was handed back, `refused` whether a call of the last round could not be meant,
    `beside` is the judge who is asked of what was computed, `charts` what those of the last draft draw, `untold` rows
    that these leave out, `undrawn` what no chart could draw and `unread` the lost readings, each said once, `referred`
    the figures that readings refer to, `right` the draft that was handed back for these alone, `names` are those of
    results, `read_as` the plan's readings, `before` the question that came before."""

    execution: Execution
    ask: AskMind
    progress: Progress
    question: str
    left: Callable[[], float]
    found: list[Findings] = field(default_factory=list)
    computed: list[Computed] = field(default_factory=list)
    failed: list[ForfeitException | QueryFailed] = field(default_factory=list)
    sheets: Sheets = field(default_factory=Sheets)
    readings: tuple[str, ...] = ()
    referred: tuple[Fact, ...] = ()
    draft: Drafted | None = None
    asked: bool = False
    pace: float = 0.0
    judge: Judge | None = None
    contests: Judge | None = None
    judged: dict[str, bool] = field(default_factory=dict)
    enough: bool = False
    earlier: Earlier = field(default_factory=Earlier)
    missing: tuple[str, ...] = ()
    forfeited: tuple[Fact, ...] = ()
    contested: bool = False
    allowance: Allowance = field(default_factory=Allowance)
    refused: bool = False
    beside: AskedBeside = field(default_factory=AskedBeside)
    charts: tuple[Depicted, ...] = ()
    untold: str = ""
    undrawn: str = ""
    unread: tuple[str, ...] = ()
    right: Drafted | None = None
    names: GivenNames = field(default_factory=GivenNames)
    read_as: tuple[str, ...] = ()
    before: str = ""

    def held(self) -> Outcome:
        """What it came to. Raises ForfeitException where the mind gives up, or nothing could be computed."""
        rounds: tuple[Round, ...] = ()
        while len(rounds) < self.allowance.most and not self._settled(rounds):
            try:
                answered = self._next(rounds, self.allowance.left(len(rounds), **self._pressed))
            except ModelError:
                if not self.found:
                    raise
                break
            move = self._taken(answered)
            if move.text:
                return Outcome(Insights(summary=move.text), readings=self.readings)
            if move.answer or move.forfeit:
                came = self._weighed(move, len(rounds) + 1)
                if isinstance(came, Outcome):
                    return came
                if came is None:
                    break
                rounds += (came,)
            elif move.calls:
                rounds += (self._round(move, len(rounds) + 1),)
            else:
                self._all(move.analyses)
                break
        return self._as_it_is() if self._settled(rounds) else self._unanswered(begun=bool(rounds))

    def _weighed(self, move: Move, number: int) -> Outcome | Round | None:
        """What the answer of that round comes to where it stands, else the round that hands it back; None where there
        is no time. Raises ForfeitException where the mind gives up."""
        if move.forfeit:
            self.charts = ()
            return self._given_up(move, move.forfeit, last=self.allowance.is_last(number - 1))
        drafted = self._drafted(move)
        stands = self._stands(drafted)
        found = self._objected(drafted) if stands else NOTHING
        if not (right := stands and found == NOTHING):
            self.allowance.objected(number, **self._pressed)
        ends = self.allowance.is_last(number - 1) or self.left() < self.pace
        if right and (ends or drafted.may_be_kept):
            return self._answered(self.draft or drafted)
        if ends:
            return None
        self.asked, self.right = self.asked or not right, drafted if right else self.right
        self.undrawn, self.unread = self.undrawn or drafted.undrawn, self.unread or drafted.unread
        self.untold = self.untold or drafted.untold
        self.readings = tuple(one for one in self.readings if one not in drafted.unread)
        return drafted.redrawn() if right else drafted.corrected() if found == NOTHING else drafted.refused(found)

    @property
    def _pressed(self) -> dict[str, Any]:
        """What decides how many rounds there may be."""
        return {"found": bool(self.found), "seconds": self.left(), "pace": self.pace}

    def _next(self, rounds: tuple[Round, ...], left: RoundsLeft) -> Answered[Move]:
        """The mind's next move; how long it takes is remembered."""
        before, is_alone = self.left(), self.judge is not None and self.execution.by_model
        about = unsaid_words(self.question, self.sheets, self.execution.datasets) if is_alone else None
        answered = self.beside.doing(lambda: self.ask(rounds, left), about)
        self.pace = max(self.pace, before - self.left())
        return answered

    def _taken(self, answered: Answered[Move]) -> Move:
        """The move, whose it is and how it reads the task remembered."""
        move = self.right.with_chart_of(answered.value) if self.right else answered.value
        self.execution.by_model = answered.source == "claude"
        readings, referred = readings_told(move, self.sheets, self.question)
        self.readings, self.referred = tuple(dict.fromkeys((*self.readings, *readings))), (*self.referred, *referred)
        return move

    def _given_up(self, move: Move, forfeit: Forfeit, *, last: bool) -> Round:
        """A forfeit handed back, once, where a judge finds its reason false of the data. Raises ForfeitException where
        it stands, or is given again, then without that reason."""
        told, facts = with_figures(forfeit, self.sheets, self.question)
        self.forfeited = tuple(map(self.earlier.told, facts))
        judge = self.contests if self.execution.by_model else None
        told, why = weighed(told, judge, (*self.forfeited, *self._facts()), self.execution.datasets)
        if why is None:
            raise ForfeitException.of(told)
        if last or self.contested or self.left() < self.pace:
            raise ForfeitException.of(without_its_reason(told))
        self.contested = True
        return sent_back(move, told, why)

    def _all(self, analyses: tuple[Analysis, ...]) -> None:
        """Runs analyses whose results nobody waits for."""
        asked = analyses[:MOST_ANALYSES]
        self._announce(asked)
        for analysis in asked:
            try:
                with self.progress.working():
                    self.found.append(self.execution.analyse(analysis))
            except (ForfeitException, QueryFailed) as error:
                self.failed.append(error)

    def _announce(self, analyses: Iterable[Analysis]) -> None:
        self.progress.computing([purpose for one in analyses for purpose in self.execution.purposes(one)])

    def _round(self, move: Move, number: int) -> Round:
        self.refused = False
        asked = [(call, self._asked(call)) for call in move.calls]
        self._announce(analysis for _, analysis in asked if analysis)
        results = tuple(self._result(call, analysis) for call, analysis in asked)
        self.progress.computed(self._facts())
        if self.refused:
            self.allowance.refused(number, **self._pressed)
        return Round(content=move.content, results=results)

    def _asked(self, call: Call) -> Analysis | None:
        """The analysis that a call asks for; a query as one, its purpose without figures of the model's own."""
        return self.names.written(call.query, self.question, self.execution.datasets) if call.query else call.analysis

    def _result(self, call: Call, analysis: Analysis | None) -> CallResult:
        """What comes of a call: rows behind references, or what went wrong."""
        if call.problem or analysis is None:
            self.refused = True
            return CallResult(id=call.id, told=call.problem or "Nothing was asked.", failed=True)
        first = len(self.execution.executed)
        try:
            with self.progress.working():
                findings = self.execution.analyse(analysis)
        except NotComputed as failed:
            self.failed.append(failed)
            self.refused = True
            return CallResult(id=call.id, told=failure_told(failed), failed=True)
        except ForfeitException as forfeit:
            self.failed.append(forfeit)
            return CallResult(id=call.id, told=forfeit.forfeit.reason, failed=True)
        except QueryFailed as broken:
            self.failed.append(broken)
            return CallResult(id=call.id, told=SAID[broken.failure.kind], failed=True)
        self.names.ran(analysis, first, findings.pictures)
        if call.query and findings.facts:
            facts = derived(findings.facts, first, self.execution.results[first], self.execution.datasets)
            findings = findings.model_copy(update={"facts": facts})
        apart = of_other_rows(self._facts(), findings.facts)
        self.found.append(findings)
        told = handed_back(
            findings, first, self.execution, self.sheets, self.computed, self.earlier, aside=analysis.aside
        )
        return CallResult(id=call.id, told=told | ({"of_other_rows": list(apart)} if apart else {}))

    def checked_before_acceptance(self, answer: str, tag: str = "en") -> tuple[Resolved, Grounding]:
        """The draft of an answer in the language of that tag, with its references computed and its text grounded in
        what was found so far: it is handed back, or is accepted as it was grounded here."""
        language = language_of(tag)
        asked = f"{self.question} ({self.execution.turn.asked_at.year})"  # the year of asking may be reckoned with
        told = resolve(answer, self.sheets, question=asked, language=language)
        told = told._replace(facts=tuple(map(self.earlier.told, told.facts)))
        evidence = evidence_of(
            (*told.facts, *self._facts()), self.execution, self.sheets, self.question, self._stated(), self.before
        )
        return told, evidence.grounded(
            told.text,
            resolved=told,
            tables=whole_results(self.sheets),
            language=language,
            judged=True,
            found=self.beside.found,
        )

    def _stands(self, draft: Drafted) -> bool:
        """Whether it goes out as it is: without a number that nothing gives, and its words asked about once at most."""
        grounding = draft.grounding
        return grounding.ok or (self.asked and not draft.told.problems and not grounding.removed)

    def _objected(self, drafted: Drafted) -> Objected:
        """What a judge, asked once, has against a draft and its readings; without what is false it is what there is."""
        claims, judge = drafted.grounding.unchecked, self.judge
        if judge is None or not (claims or (self._unborne and not drafted.unread)):
            return NOTHING
        told = ReadingsTold(self.readings, self.read_as)
        claims += told.claims
        named = self.names.put(drafted, self.sheets, self.execution, self.beside.found)
        opinion = judge(drafted.grounding.text, (*claims, *named), (*drafted.told.facts, *of_analyses(self._facts())))
        if opinion is None:
            return NOTHING
        self.judge = None
        found = opinion.found_false
        self.names.judged(named, opinion, self.execution, after=len(claims))
        false = {one.said: found[place] for place, one in enumerate(claims, start=1) if place in found}
        self.judged = {one.said: one.said not in false for one in claims}
        self.judged |= told.judged(false)
        self.readings = told.left(false)
        judged = drafted.without(false)
        self.draft = judged if judged.grounding.text else None
        self.missing = opinion.lacking(self.question)
        return Objected(told.of_writer(false), self.missing)

    @property
    def _unborne(self) -> tuple[str, ...]:
        """The readings of a model that are no part of the answer unless a judge bears them out."""
        told = tuple(one for one in (*self.readings, *self.read_as) if not self.judged.get(one))
        refuted = (one for one in told if one in self.judged)
        return (*refuted, *unborne(told, self.sheets, self.question)) if self.judge or self.judged else ()

    def _drafted(self, move: Move) -> Drafted:
        """The answer checked; remembered where something of it holds. What another one lacks, its judge will say."""
        told, grounding = self.checked_before_acceptance(move.answer, move.language)
        counted = (self.sheets, self.execution.in_all, language_of(move.language))
        grounding = grounding._replace(text=with_counts(grounding.text, move.answer, *counted))
        same = not grounding.text or (self.draft and self.draft.grounding.text == grounding.text)
        self.missing = self.missing if same else ()
        grounding = grounding._replace(unchecked=left_to_judge(grounding.unchecked, self.judged))
        hint, pictures = self._picture(move), self.pictures
        lost = "" if self.undrawn else undrawn(move.drawn, self.sheets, self.execution, pictures, hint)
        given = (*told.facts, *self.referred, *self._facts())
        unread = () if self.unread else from_nowhere(self.readings, given, self.execution, move.language)
        drafted = Drafted(move, told, grounding, lost, unread)
        self.charts = depicted_in(self._answered(drafted), self.execution, pictures) if grounding.text else ()
        if not (lost or self.untold):
            drafted = drafted._replace(untold=untold(self.charts, self.execution, pictures))
        self.draft = drafted if drafted.grounding.text else self.draft
        return drafted

    def _unanswered(self, *, begun: bool) -> Outcome:
        """What there is where no answer is right as a whole: what holds of the last draft, else what was computed."""
        if self.draft and (self.found or self.draft.told.facts):
            return self._answered(self.draft)
        return self._in_own_words(unfinished=begun)

    def _answered(self, draft: Drafted) -> Outcome:
        """The answer, without what is refuted of it."""
        move, told, grounding = draft.move, draft.told, draft.grounding
        behind = [fact for fact in told.facts if not self.earlier.gave(fact)]
        execution, language, hint = self.execution, language_of(move.language), self._picture(move)
        known = in_language(self._facts(), execution.results, execution.datasets, language)
        facts = (*(as_cited(one, known) if one.cells else one for one in (*told.facts, *self.referred)), *known)
        said = with_its_answer(grounding, facts, move.language)
        insights = Insights(summary=said, insights=self._noticed(), visualization_hint=hint)
        return Outcome(
            insights,
            facts,
            tuple(one for one in self.readings if one not in self._unborne),
            misread=self._unborne,
            by_model=True,
            stated=self._stated(),
            unfinished=misses(self.question, grounding),
            missing=self.missing,
            left_out=len(grounding.removed),
            unchecked=grounding.unchecked,
            language=move.language,
            cited=None if self.earlier.cites else columns_behind(behind),
            drawn=nearest(places_of(move.drawn, self.sheets), execution, self.pictures, hint),
            undrawn=missed(self.question, move.drawn or self.undrawn, self.sheets, execution, self.pictures, hint),
            tables=listed_tables(move.answer, self.sheets),
            rows=None if self.earlier.cites else rows_behind(behind),
            unborne=self.names.unborne(self.sheets, self.execution, self.beside.found),
            judged=bool(self.judged),
        )

    def _settled(self, rounds: tuple[Round, ...]) -> bool:
        """Whether the first calls are enough, and each of them gave what it was to give, whole."""
        gave = len(rounds) == 1 and not any(result.failed for result in rounds[0].results)
        return self.enough and gave and settled(self.computed)

    def _as_it_is(self) -> Outcome:
        """What was computed, for whoever writes one reply from several tasks; its names and purposes are a model's."""
        insights = Insights(summary=in_short(self.computed), insights=self._noticed(), visualization_hint=self._hint())
        facts, stated, unborne = self._facts(), self._stated(), self.names.unborne(self.sheets, self.execution, None)
        return Outcome(insights, facts, self.readings, by_model=True, stated=stated, unborne=unborne)

    def _picture(self, move: Move) -> ChartHint:
        """The chart that the answer names, none of what is not there; where it names none, the last analysis's."""
        if move.drawn.strip() and not places_of(move.drawn, self.sheets):
            return "table"
        return move.visualization_hint if move.visualization_hint != "table" else self._hint()

    def _hint(self) -> ChartHint:
        return self.found[-1].visualization_hint if self.found else "table"

    def _facts(self) -> tuple[Fact, ...]:
        return tuple(fact for found in self.found for fact in found.facts)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What the analyses show of their results."""
        return tuple(self.names.pictured(picture) for found in self.found for picture in found.pictures)

    def _stated(self) -> tuple[str, ...]:
        """What the analyses said themselves, and what is noted beside them."""
        said = (line for found in self.found for line in (found.summary, *found.findings, *found.insights) if line)
        return (*said, *self.execution.noted())

    def _noticed(self) -> tuple[str, ...]:
        """What the analyses noticed beside what was asked."""
        return tuple(dict.fromkeys(line for found in self.found for line in found.insights))

    def _in_own_words(self, *, unfinished: bool) -> Outcome:
        """The analyses' own words, where nobody else has any. Raises ForfeitException where nothing was found."""
        if not self.found:
            raise self.failed[0] if self.failed else ForfeitException("I found no analysis that answers this")
        summary = " ".join(found.summary for found in self.found if found.summary)
        lines = tuple(line for found in self.found for line in found.findings)
        if self.computed:  # a model asked, and nobody is there to answer: what it had computed
            summary, lines = as_computed(self.computed), ()
        hint = self.found[0].visualization_hint
        insights = Insights(summary=summary, findings=lines, insights=self._noticed(), visualization_hint=hint)
        unfinished = unfinished or any(found.undecided for found in self.found)
        return Outcome(insights, self._facts(), self.readings, stated=self._stated(), unfinished=unfinished)
