"""Facts of a model's queries, named by what is computed, so that no word of a model's is needed to tell them."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from shared.contracts import DatasetProfile, DerivedName, Fact, QueryResult
from shared.engine.results.classes import ClassValue
from shared.engine.results.shown import shown_as
from shared.engine.results.tellings import Telling, telling_of
from shared.engine.results.units import units_of
from shared.engine.results.years import years_of
from shared.grounding.languages import ENGLISH, Language
from shared.grounding.values import MOST_CELLS
from shared.query.words.figures import show_plain
from shared.query.words.values import listed

UNKNOWN = DerivedName()
_PERIODS: Final = ("month", "quarter", "year")
"""What a date begins that stands for such a period is told as that."""
LONGEST_NAME: Final = 60
"""What a row may go by, in characters: what is longer is a text, and no label."""


def derived(
    facts: Iterable[Fact],
    query: int,
    result: QueryResult,
    datasets: tuple[DatasetProfile, ...],
    language: Language = ENGLISH,
) -> tuple[Fact, ...]:
    """The facts, those that the `query`-th query gave with what their cells are computed from, in that language."""
    telling = telling_of(result.sql, datasets, language.tag, result.columns)
    units = units_of(result.sql, datasets, result.columns)
    years = years_of(result.sql, datasets)
    shown = shown_as(result.sql, datasets) if telling and telling.labels else {}
    periods = {name.casefold(): one.part for name, one in shown.items() if one.part in _PERIODS}

    def told(fact: Fact) -> Fact:
        if [cell.query for cell in fact.cells] != [query]:
            return fact
        own = _derived(fact, result, telling, units, years, periods, language) if telling else UNKNOWN
        return fact.model_copy(update={"derived": own})

    return tuple(map(told, facts))


def in_language(
    facts: tuple[Fact, ...], results: Sequence[QueryResult], datasets: tuple[DatasetProfile, ...], language: Language
) -> tuple[Fact, ...]:
    """The facts, those of a model's queries with their second names in that language."""
    asked = {fact.cells[0].query for fact in facts if fact.derived and fact.cells} if language != ENGLISH else ()
    for query in asked:
        facts = derived(facts, query, results[query], datasets, language)
    return facts


def _derived(
    fact: Fact,
    result: QueryResult,
    telling: Telling,
    units: Mapping[str, str],
    years: Collection[str],
    periods: Mapping[str, str],
    language: Language,
) -> DerivedName:
    (cell,), value = fact.cells, fact.value
    computed = telling.figures.get(cell.column)
    if not computed or not isinstance(value, int | float):
        return UNKNOWN
    record = dict(zip(map(str.casefold, result.columns), result.rows[cell.row], strict=True))
    cells = {name: record[name.casefold()] for name in (telling.labels or telling.figures) if name.casefold() in record}
    kinds = [telling.classes[name].met.get(_as_cell(cells[name])) for name in cells if name in telling.classes]
    if not all(kinds) or len(cells) < len(telling.labels):
        return UNKNOWN
    spelled = {
        name: language.spelled(value, periods[name.casefold()])
        for name, value in cells.items()
        if isinstance(value, str) and name.casefold() in periods
    }
    shown_of = dict(_names({**cells, **spelled}, cell.column, telling))
    if any(name != cell.column and name not in telling.classes and not _is_a_label(cells[name]) for name in cells):
        return UNKNOWN
    told = set(spelled.values())
    named = [f"{value} ({words})" if value in told else f"{words} {value}" for words, value in shown_of.items()]
    names = listed(named, telling.words.both)
    met = f" {telling.words.both} ".join(one.words for one in telling.where if one.pinned not in shown_of)
    of = telling.says("of_group", computed, names) or computed
    of = telling.says("where", of, f" {telling.words.both} ".join(map(str, kinds))) or of
    name, unit = telling.says("of_all", of, met) or of, units.get(cell.column)
    shown = show_plain(value) if cell.column in years else language.shown(value, unit)
    return DerivedName(name=name, of=of, met=met, unit=unit, text=f"{name[:1].upper()}{name[1:]}: {shown}.")


def _as_cell(value: object) -> ClassValue:
    """A cell, as classes have it."""
    return float(value) if isinstance(value, int | float) else None if value is None else str(value)


def _is_a_label(value: object) -> bool:
    """Whether a row may go by it: no long text, and no list or record of things."""
    if not isinstance(value, str):
        return value is None or isinstance(value, int | float)
    return len(value) <= LONGEST_NAME and not (value.lstrip().startswith(("[", "{")) and _is_json(value))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _names(cells: Mapping[str, object], column: str, telling: Telling) -> Iterator[tuple[str, str]]:
    """What tells a row from others, what it is and its value: the keys of a group but for classes; of a row as it is,
    its texts."""
    for name, value in cells.items():
        words = (telling.labels or telling.figures)[name]
        if telling.labels and name != column and name not in telling.classes:
            shown = show_plain(value) if isinstance(value, str | int | float) else telling.words.missing
            yield words, shown.removesuffix("T00:00:00")
        elif not telling.labels and not telling.grouped and name != column and isinstance(value, str):
            yield words, value


def as_cited(fact: Fact, known: Iterable[Fact]) -> Fact:
    """A figure by reference, named as the fact of its cell is; what was computed of several has no other name."""
    of_cell = next((one for one in known if one.cells == fact.cells and one.value == fact.value), None)
    own = of_cell.by_itself if of_cell else None
    told = DerivedName(name=own.name, unit=own.unit, text=own.text) if own else UNKNOWN
    return fact.model_copy(update={"derived": told})


def of_analyses(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts that no query of a model's gave: a judge sees the rows of those, and a look around gives hundreds."""
    return (one for one in facts if one.derived is None)


def rows_behind(told: Collection[Fact]) -> frozenset[tuple[int, int]] | None:
    """The rows that an answer's figures come from, as (place of the query, row); None where not each of them says so,
    or one comes from too many to be named."""
    known = columns_behind(told) is not None and all(len(fact.cells) < MOST_CELLS for fact in told)
    return frozenset((cell.query, cell.row) for fact in told for cell in fact.cells) if known else None


def columns_behind(told: Collection[Fact]) -> frozenset[tuple[int, str]] | None:
    """What an answer's figures come from, as (place of the query, column); None where not each of them says so."""
    known = told and all(fact.cells for fact in told)
    return frozenset((cell.query, cell.column) for fact in told for cell in fact.cells) if known else None
