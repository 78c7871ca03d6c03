"""PlanAnalyses without a model: the reading of the task decides which analysis answers it, or why none does."""

from dataclasses import dataclass
from itertools import combinations

from shared.analysis.base import Analysis
from shared.analysis.joins import links
from shared.analysis.wording import listed
from shared.contracts import DatasetProfile, Forfeit
from shared.model.port import AnalysisPlan, PlanAnalyses
from shared.reading.about import about_candor
from shared.reading.confidence import ENOUGH
from shared.reading.meanings.columns import spoken
from shared.reading.parse import nearest, read
from shared.reading.reading import Reading


@dataclass(frozen=True)
class Candidate:
    """A reading on one dataset, and the analysis that answers it, where one does."""

    table: DatasetProfile
    reading: Reading
    analysis: Analysis | None

    @property
    def good(self) -> bool:
        """Whether it is sure enough to be answered."""
        return self.analysis is not None and self.reading.confidence >= ENOUGH


def plan(request: PlanAnalyses) -> AnalysisPlan:
    """The analysis of the surest reading over all datasets; a forfeit where none is sure."""
    told = about_candor(request.task, request.agent, request.datasets)
    if told:
        return AnalysisPlan(text=told)
    if not request.datasets:
        return AnalysisPlan(forfeit=_no_data())
    candidates = [_candidate(request, table) for table in request.datasets]
    good = sorted((one for one in candidates if one.good), key=lambda one: -one.reading.confidence)
    if not good:
        best = max(candidates, key=lambda one: one.reading.confidence)
        return _across(request) or AnalysisPlan(forfeit=_unlinked(candidates) or _forfeit(best, request))
    return _planned(good, request)


def _across(request: PlanAnalyses) -> AnalysisPlan | None:
    """The analysis of several datasets together that answers what none answers alone."""
    for kind in request.playbook:
        found = kind.read_across(request.task, request.datasets, request.now)
        if found is not None:
            return AnalysisPlan(analyses=(found[0],), readings=found[1])
    return None


def _planned(good: list[Candidate], request: PlanAnalyses) -> AnalysisPlan:
    best = good[0]
    if best.analysis is None:
        raise ValueError("a good candidate has an analysis")
    readings = best.reading.assumptions
    if len(request.datasets) > 1:
        readings = (f"I answered from {best.table.file_name}.", *readings)
    return AnalysisPlan(
        analyses=(best.analysis.model_copy(update={"relation": best.table.relation}),), readings=readings
    )


def _candidate(request: PlanAnalyses, table: DatasetProfile) -> Candidate:
    return candidate(request.playbook, read(request.task, table, request.now)[0], table)


def candidate(playbook: tuple[type[Analysis], ...], reading: Reading, table: DatasetProfile) -> Candidate:
    """The first analysis of the playbook that answers the reading, if one does."""
    for kind in playbook:
        own = kind.understood(reading, table)
        analysis = kind.read(own, table) if own.answerable else None
        if analysis is not None:
            return Candidate(table, own, analysis)
    return Candidate(table, reading, None)


def _no_data() -> Forfeit:
    return Forfeit(
        reason="No datasets available for your account",
        attempted_actions=("Searched for user datasets", "Checked for uploaded files"),
        would_help="Upload a file with the data that the question is about.",
    )


def _forfeit(best: Candidate, request: PlanAnalyses) -> Forfeit:
    reading, table = best.reading, best.table
    return Forfeit(
        reason=_reason(reading, table),
        attempted_actions=_tried(reading, table, request),
        would_help=reading.would_help or _help(reading, table),
    )


def _unlinked(candidates: list[Candidate]) -> Forfeit | None:
    """The forfeit of a question whose words two datasets explain together, where nothing joins the two."""
    for one, other in combinations(candidates, 2):
        apart = not set(one.reading.unexplained) & set(other.reading.unexplained)
        lacking = one.reading.unexplained and other.reading.unexplained
        if lacking and apart and not links((one.table, other.table)):
            return Forfeit(
                reason=f"{_lack(one)} and {_lack(other)}; together they would do, but I found no column by which their "
                "rows belong together",
                attempted_actions=(
                    f"Matched the question with the columns of {one.table.file_name} and {other.table.file_name}",
                    "Compared their columns by name and by values",
                ),
                would_help="Give both files a column with the same name and the same values, such as a customer's id.",
            )
    return None


def _lack(candidate: Candidate) -> str:
    unknown, file_name = _unknown(candidate.reading), candidate.table.file_name
    if unknown:
        return f"{file_name} does not explain {_quoted(unknown)}"
    return f"{file_name} has nothing that {_quoted(candidate.reading.unapplied)} could apply to"


def _reason(reading: Reading, table: DatasetProfile) -> str:
    parts = []
    if _unknown(reading):
        words = _quoted(_unknown(reading))
        parts.append(f"nothing in {table.file_name} explains {words}, and leaving that out could change the answer")
    elif reading.unapplied:
        parts.append(f"I found nothing in the rest of the question that {_quoted(reading.unapplied)} could apply to")
    parts += reading.gaps
    if not parts:
        parts.append("my reading of the question is not sure enough to give a number for it")
    return "; ".join(parts)[:1].upper() + "; ".join(parts)[1:]


def _unknown(reading: Reading) -> tuple[str, ...]:
    """The words that the data does not explain; without those that say what to do."""
    return tuple(word for word in dict.fromkeys(reading.unexplained) if word not in reading.unapplied)


def _quoted(words: tuple[str, ...]) -> str:
    return listed([f"“{word}”" for word in dict.fromkeys(words)])


def _tried(reading: Reading, table: DatasetProfile, request: PlanAnalyses) -> tuple[str, ...]:
    tried = [f"Matched the question with the {len(table.columns)} columns of {table.file_name}"]
    if _unknown(reading):
        tried.append(f"Looked for {_quoted(_unknown(reading))} among columns and cell values")
    if reading.assumptions:
        tried.append("Read the rest: " + " ".join(reading.assumptions[:3]))
    if len(request.datasets) > 1:
        tried.append(
            "Did the same with the other datasets: "
            + ", ".join(one.file_name for one in request.datasets if one != table)
        )
    return tuple(tried)


def _help(reading: Reading, table: DatasetProfile) -> str:
    words = _unknown(reading)
    if words:
        near = [spoken(column) for column in nearest(words, table)]
        known = (
            f"the nearest columns are {listed(near)}"
            if len(near) > 1
            else f"the nearest column is {near[0]}"
            if near
            else ""
        )
        known = known or f"its columns are {listed([spoken(column) for column in table.columns[:12]])}"
        what = "these" if len(words) > 1 else f"“{words[0]}”"
        return f"Say {what} with a column or a value of the data; {known}."
    measures = [spoken(column) for column in table.having("measure")]
    groups = [spoken(column) for column in table.having("dimension")]
    named = [metric.column for metric in reading.metrics if metric.column] or measures
    example = f", for example “average {named[0]} by {groups[0]}”" if named and groups else ""
    return f"Say which column to measure, and what to compute of it{example}."
