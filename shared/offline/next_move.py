"""NextMove without a model: the reading of the task decides which analysis answers it, or why none does."""

import json
import re
from datetime import datetime
from typing import NamedTuple

from shared.analysis.base import Analysis
from shared.analysis.distinct_rows import of_distinct_rows
from shared.analysis.joins.joined import JoinedAggregate
from shared.contracts import DatasetProfile, Forfeit
from shared.model.moves import Move, NextMove
from shared.offline.filling import filled, is_read, joined_aggregate, side_by_side
from shared.offline.forfeit import forfeit, lacking, partly_read
from shared.offline.intent import in_other_script, said_of
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import MOST, SAME, Match, matched, offered
from shared.offline.reading.meanings.tokens import stem, stems_of
from shared.offline.reading.objections.asking import TWO_THINGS
from shared.offline.reading.parse import ENOUGH, read
from shared.offline.reading.reading import Reading
from shared.offline.talk import defined_of, foreign, talk
from shared.query.groupings import step_of
from shared.table.main_measure import main_measure

MATCHED = 0.8
"""How sure a question is understood that is like an analysis' example, every word of it explained."""


class Candidate(NamedTuple):
    """A reading on one dataset, the analysis that answers it, if any, and the `match` of an example that it is like."""

    table: DatasetProfile
    reading: Reading
    analysis: Analysis | None
    match: Match | None = None

    @property
    def good(self) -> bool:
        """Whether an analysis was found and its reading is confident enough."""
        return self.analysis is not None and self.reading.confidence >= ENOUGH

    @property
    def asked(self) -> bool:
        """Whether the question resembles an example of the analysis, and so is no small talk."""
        return self.analysis is not None and self.match is not None

    @property
    def paraphrase(self) -> bool:
        """Whether the question says what an example of an analysis says, whatever field of it stays open."""
        return self.match is not None and self.match.paraphrase


def next_move(request: NextMove) -> Move:
    """The analysis for the most confident reading over all datasets; a forfeit where none is confident enough."""
    candidates = [_candidate(request, table) for table in request.datasets]
    asked = any(one.asked for one in candidates)
    if told := None if asked else talk(request.task, request.datasets, request.now, request.unready):
        return told
    if in_other_script(request.task, request.datasets):
        return Move(forfeit=foreign(request.task, (), request.datasets))
    if not request.datasets:
        return Move(forfeit=_no_data())
    named = [_misnamed(one.reading.assumptions, request.datasets, one.table) for one in candidates]
    good = [one for one, elsewhere in zip(candidates, named, strict=True) if one.good and not elsewhere]
    if not good:
        best = max(candidates, key=lambda one: (one.match is not None, one.reading.confidence))
        other = foreign(request.task, best.reading.unexplained, request.datasets)
        return _across(request) or Move(forfeit=other or _forfeit(best, request))
    return _planned(max(good, key=lambda one: one.reading.confidence), request)


def _across(request: NextMove) -> Move | None:
    """The figure over several datasets together that answers what none answers alone."""
    found = across(request.playbook, request.task, request.datasets, request.now)
    sure = found and not _misnamed(found[1], request.datasets)
    return Move(analyses=(found[0],), readings=found[1]) if found and sure else None


def _misnamed(told: tuple[str, ...], tables: tuple[DatasetProfile, ...], own: DatasetProfile | None = None) -> bool:
    """Whether a word was taken for a column by which a column of another table is called: budget, for Cost."""
    taken = {stem(word) for one in told for word in re.findall(r"^I took “(\w+)” to mean the column", one)}
    return any(taken & {*stems_of(column.name)} for table in tables if table != own for column in table.columns)


def across(
    playbook: tuple[type[Analysis], ...], question: str, tables: tuple[DatasetProfile, ...], now: datetime
) -> tuple[Analysis, tuple[str, ...]] | None:
    """An analysis over joined tables that answers the question, and its assumptions; None without one."""
    return joined_aggregate(question, tables, now) if JoinedAggregate in playbook else None


def _planned(best: Candidate, request: NextMove) -> Move:
    if best.analysis is None:
        raise ValueError("a good candidate has an analysis")
    asked = (request.task, (best.table,), request.now)
    defined = (defined_of(*asked),) * (said_of(*asked).words == "what is it")  # what Brix is, or how much of it?
    source = (f"I answered from {best.table.file_name}.",) * (len(request.datasets) > 1)
    readings = (*source, *defined, *best.reading.assumptions)
    analysis = best.analysis.model_copy(update={"relation": best.table.relation})
    return Move(analyses=(of_distinct_rows(analysis, best.table),), readings=readings)


def _candidate(request: NextMove, table: DatasetProfile) -> Candidate:
    reading = read(request.task, table, request.now)[0]
    asked = LinkedQuestion.of(request.task, table, request.now)
    return candidate(request.playbook, reading, table, asked, request.now)


def candidate(
    playbook: tuple[type[Analysis], ...], reading: Reading, table: DatasetProfile, asked: LinkedQuestion, now: datetime
) -> Candidate:
    """How the playbook answers the question: by an analysis of whose examples it is a paraphrase, else by the first
    that answers the reading, else by one whose examples it is like."""
    match = matched([kind for kind in playbook if not is_read(kind)], asked, table, now)
    if match is not None and TWO_THINGS in reading.gaps and match.likeness < SAME:
        match = None
    close = None if match is None else _matched(match, reading, table)
    close = None if close is not None and _loses_a_group(close, reading) else close
    if close is not None and close.paraphrase:
        return close
    if (ways := side_by_side(playbook, reading, main_measure(table))) is not None:
        read = reading.others or (reading,)
        common = tuple(line for line in read[0].assumptions if all(line in one.assumptions for one in read))
        update = {"gaps": (), "confidence": min(one.confidence for one in read), "assumptions": common}
        return Candidate(table, reading.model_copy(update=update), ways)
    for kind in playbook:
        analysis = filled(kind, reading)
        if analysis is not None:
            return Candidate(table, reading, analysis)
    return close or Candidate(table, reading, None)


def _loses_a_group(close: Candidate, reading: Reading) -> bool:
    """Whether a sure reading groups by a column that the match took for a word of its example: “sales by segment”."""
    held = "" if close.analysis is None else close.analysis.model_dump_json()
    lost = any(json.dumps(one.column, ensure_ascii=False) not in held for one in reading.groups if not step_of(one))
    guessed = any(told.startswith("I took “") for told in reading.assumptions)  # tiers, for the column segment
    return bool(held) and lost and not guessed and reading.answerable and reading.confidence >= ENOUGH


def _matched(match: Match, reading: Reading, table: DatasetProfile) -> Candidate:
    if match.analysis is None:
        return Candidate(table, reading, None, match)
    update = {"unexplained": (), "gaps": (), "assumptions": match.assumptions, "confidence": MATCHED}
    return Candidate(table, reading.model_copy(update=update), match.analysis, match)


def _no_data() -> Forfeit:
    return Forfeit(
        code="no_dataset",
        reason="No datasets available for your account",
        attempted_actions=("Looked for data that this session brings along: none",),
        would_help="Upload a file with the data that the question is about.",
    )


def _forfeit(best: Candidate, request: NextMove) -> Forfeit:
    others = tuple(one for one in request.datasets if one != best.table)
    if best.match is not None and (best.match.unread or best.match.said >= MOST):
        example = offered(best.match, best.table)
        tried = _candidate(request.model_copy(update={"task": example}), best.table)
        example = example if tried.good and tried.analysis and tried.analysis.plannable(best.table) else ""
        if best.match.unread:
            return partly_read(best.match, best.reading, best.table, request.now, example)
        return lacking(best.match, best.table, example)
    return forfeit(best.reading, best.table, others, request.now)
