"""Completeness of a task's figures: counted beside each query, kept with each fact, told where it matters."""

from collections.abc import Callable, Iterable, Sequence

from shared.analysis.base import Findings
from shared.contracts import (
    Completeness,
    DatasetProfile,
    Fact,
    LookupMatches,
    PlannedQuery,
    QueryFault,
    QueryOutcome,
    QueryResult,
)
from shared.engine.doubts.codes import codes_emptied, codes_together, is_told
from shared.engine.doubts.repeats import unless_counted
from shared.engine.doubts.unmatched import NO_MATCH
from shared.engine.results.accounts import Accounts, accounted
from shared.engine.results.counted_parts import EITHER
from shared.engine.secondary import spared
from shared.query.completeness import completeness_line
from shared.table.names import columns_in_words, in_words, spoken
from shared.table.nouns import plural

_OF_ITS_FORM: frozenset[QueryFault] = frozenset({"rejected", "syntax", "runtime"})
"""Failures that the query itself may not have."""

RunQueries = Callable[[Sequence[PlannedQuery]], list[QueryOutcome]]


class Counts:
    """The counts beside the queries of one task, by the place of each among those that ran."""

    def __init__(self, datasets: tuple[DatasetProfile, ...]) -> None:
        self._datasets = datasets
        self._kept: dict[int, tuple[Accounts, QueryResult]] = {}

    def beside(self, queries: Sequence[PlannedQuery], place: int, ask: RunQueries) -> list[QueryOutcome]:
        """The outcomes of queries, the first of them at that place, each asked together with its counts, and without
        them where that fails."""
        tables = {one.relation for one in self._datasets}
        counts = [None if query.typed else _accounts(query.sql, tables) for query in queries]
        outcomes = ask([_with_counts(query, one) for query, one in zip(queries, counts, strict=True)])
        alone = [at for at, outcome in enumerate(outcomes) if counts[at] and _failed_by_form(outcome)]
        plain = dict(zip(alone, ask([queries[at] for at in alone]), strict=True))
        return [
            self._seen(query, place + at, plain.get(at, outcomes[at]), None if at in plain else counts[at])
            for at, query in enumerate(queries)
        ]

    def _seen(self, query: PlannedQuery, place: int, outcome: QueryOutcome, counts: Accounts | None) -> QueryOutcome:
        """The outcome without its counts, which are kept."""
        self._kept.pop(place, None)
        if counts is None or outcome.result is None:
            return outcome
        self._kept[place] = (counts, outcome.result)
        return outcome.model_copy(update={"result": counts.visible(outcome.result, query.sql)})

    def told(self, findings: Findings) -> Findings:
        """The findings, each fact with what it is a figure of; None stays where that is undetermined."""
        return findings.model_copy(update={"facts": tuple(map(self._with, findings.facts))})

    def _with(self, fact: Fact) -> Fact:
        if fact.completeness is not None or len(fact.cells) != 1 or fact.cells[0].query not in self._kept:
            return fact
        (cell,) = fact.cells
        counts, result = self._kept[cell.query]
        as_of = self._datasets[0].semantic.as_of if len(self._datasets) == 1 else None
        return fact.model_copy(update={"completeness": counts.of(result, cell.row, cell.column, as_of)})


def _accounts(sql: str, tables: set[str]) -> Accounts | None:
    """The query with counts beside its figures; None where it has no form for them, or making them breaks."""
    return next(iter(spared(lambda: (accounted(sql, tables),), "accounts")), None)


def _with_counts(query: PlannedQuery, counts: Accounts | None) -> PlannedQuery:
    return query if counts is None else query.model_copy(update={"sql": counts.sql})


def _failed_by_form(outcome: QueryOutcome) -> bool:
    """Whether it failed in a way in which the query without its counts may not."""
    return outcome.result is None and outcome.failure is not None and outcome.failure.kind in _OF_ITS_FORM


def below_the_answer(
    notes: Sequence[str], facts: Iterable[Fact], datasets: Sequence[DatasetProfile]
) -> tuple[str, ...]:
    """What stands below an answer that tells these facts, in the words of a reader: what is noted of their queries, and
    of what they are figures of. It is the same for who is promised it and for who reads it."""
    columns = [column for dataset in datasets for column in dataset.columns]
    told = (columns_in_words(line, columns) for line in with_completeness(notes, facts, datasets))
    return tuple(dict.fromkeys(told))


def with_completeness(
    notes: Sequence[str], facts: Iterable[Fact], datasets: Sequence[DatasetProfile]
) -> tuple[str, ...]:
    """What is noted of the queries, and below it what matters of what the facts are figures of; nothing twice: rows
    that repeat another one, rows that lack a value, and rows that find no match where it is noted how many values
    do."""
    if unmatched := [one for one in notes if NO_MATCH in one]:
        facts = [_without_matches(one, unmatched) for one in facts]
    counted = incomplete(facts, datasets, notes)
    columns = [column for table in datasets for column in table.columns]
    return codes_together((*unless_counted(notes, counted), *counted), columns)


def _without_matches(fact: Fact, unmatched: Sequence[str]) -> Fact:
    """The fact without the share of its rows that found a match, where these notes count the keys that found none."""
    known = fact.completeness
    if known is None:
        return fact
    lookups = tuple(
        one.model_copy(update={"matched": 100.0})
        if any(_is_of(one, note, alone=len(known.lookups) == 1) for note in unmatched)
        else one
        for one in known.lookups
    )
    matched = known.matched if lookups else None
    return fact.model_copy(update={"completeness": known.model_copy(update={"matched": matched, "lookups": lookups})})


def _is_of(lookup: LookupMatches, note: str, *, alone: bool) -> bool:
    """Whether the note counts what of the one dataset found no match in the other; of one `alone` it may be unnamed."""
    counted, _, there = note.partition(NO_MATCH)
    same = there.startswith((f"{lookup.looked_in},", f"{lookup.looked_in}."))
    return same and (alone or f" {lookup.dataset} " in counted)


def incomplete(facts: Iterable[Fact], datasets: Sequence[DatasetProfile], notes: Sequence[str] = ()) -> tuple[str, ...]:
    """What matters of what the facts are figures of, in one short line; nothing where nothing does, or where it is
    noted of the queries, as which code stood in empty cells."""
    figures: dict[tuple[int, str], dict[int, Completeness]] = {}
    for fact in facts:
        if fact.completeness is not None and fact.cells:
            cell = fact.cells[0]
            figures.setdefault((cell.query, cell.column), {})[cell.row] = fact.completeness
    headings = {column.name.casefold(): spoken(column) for table in datasets for column in table.columns}
    rows = plural(datasets[0].semantic.entity_name) if len(datasets) == 1 else "rows"
    lookups = (one for found in figures.values() for figure in found.values() for one in figure.lookups)
    looked_up = {name: one.looked_in for one in lookups for name in one.columns}

    def called(name: str) -> str:
        parts = [name] if name.casefold() in headings else name.split(EITHER)
        words = EITHER.join(headings.get(one.casefold()) or in_words(one) for one in parts)
        return f"{words} (looked up in {looked_up[name]})" if name in looked_up else words

    again = [table.relation for table in datasets if any(one.kind == "repeated" for one in table.repairs)]
    repeating = f"rows of {again[0]}" if len(again) == 1 < len(datasets) else ""
    of_columns = [list(found.values()) for found in figures.values()]
    emptied = {
        column.name: codes for table in datasets for column in table.columns if (codes := codes_emptied(column, table))
    }
    coded = [name for name, codes in emptied.items() if is_told(codes, notes)]
    line = completeness_line(of_columns, called, rows, repeating=repeating, apart=True, coded=coded, noted=notes)
    return (line,) if line else ()
