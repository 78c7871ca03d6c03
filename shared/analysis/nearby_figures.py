"""Which figures of a table a question may mean, and which of its columns come first."""

from collections.abc import Iterable
from typing import Final, TypeVar

from shared.analysis.metrics import Metric, MetricFunction
from shared.analysis.nearby_conditions import conditions_within
from shared.analysis.understanding import Understood
from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.main_measure import main_measure
from shared.table.names import words_of
from shared.table.telling_apart import panel

RANKED: Final = frozenset({"count", "sum", "mean", "median"})
_TOLD: Final = RANKED | {"min", "max"}
"""The functions that a question names in a word; of those that rank, it asks for the group with the highest."""
_LEAST_NUMBERED: Final = 5
"""So many values stand in equally many rows by no chance."""
_OFTEN: Final = 20
"""In so many rows, on average, stands each value of a column of a few kinds."""
_One = TypeVar("_One")


def figures_meant(asked: Understood) -> list[Metric]:
    """The figure that is asked for; then those of the columns that are named; then what adds up and how many rows,
    where some of these are asked for or their groups, and no figure by a name that the table does not know; then the
    table's own measures."""
    table = asked.table
    measures = [one for one in table.having("measure") if one.name in asked.columns or _adds_up(one, table)]
    own = nearest_first([one for one in measures if one.distinct > 1], asked)
    usual = [Metric(function=_usual(one, asked), column=one.name) for one in own]
    named = [one for one in usual if one.column in measures_named(asked)]
    shared = "share" in asked.operations and not measures_named(asked)  # of nothing named: of the rows
    often = "frequent" in asked.operations
    adding = [one for one in usual[:1] if one.function == "sum" and not (shared or often or figures_read(asked))]
    causes = "refused" in asked.operations
    grouped = bool(asked.groups) and not asked.words
    of_rows = shared or often or bool(asked.conditions) or _tells_rows_apart(asked) or causes or grouped
    said = not asked.rows_most and (figures_read(asked) or measures_named(asked))
    state = asked.conditions and (asked.ranking or asked.counting) and not said  # of readings that warn, how many
    counted = [] if usual and panel(table) and not state else [Metric(function="count")]
    if asked.rows_most:
        return once((*counted, *usual))
    if "count" in asked.operations and asked.conditions and not named:  # of things sold, how many rows or how many
        counted += [
            one for one in usual if one.function == "sum" and asked.table.column(str(one.column)).type == "integer"
        ]
    return once(
        (
            *closer_figures(asked),
            *figures_read(asked),
            *named,
            *((*adding, *counted) if of_rows else ()),
            *usual,
            *counted,
        )
    )


def _usual(column: ColumnProfile, asked: Understood) -> MetricFunction:
    """What a question asks of a measure that says no more: an average where it asks for one, a total of amounts of
    money where it asks how much."""
    if asked.averaged:
        return "mean"
    owed = asked.operations & {"much", "concept"} and column.money and column.additivity != "non_additive"
    return "sum" if owed else column.default_aggregate


def figures_read(asked: Understood) -> list[Metric]:
    """The figures that were read; none of a column that was only taken for want of another, and beside a group none
    of one row's."""
    read = [one for one in asked.metrics if one.function in _TOLD and one.per is None]
    guessed = asked.words and not asked.operations & _SAYING
    end: MetricFunction | None = "max" if "at most" in asked.words else "min" if "at least" in asked.words else None
    if end and "count" not in asked.operations:  # how warm it got at most
        read = [one.model_copy(update={"function": end}) if one.function == "mean" else one for one in read]
    return [one for one in read if not (guessed and one.column and one.column not in asked.columns)]


_SAYING: Final = frozenset({"adjective", "aggregate"})
"""Operations that say which figure of a column is meant."""


def measures_named(asked: Understood) -> list[str]:
    """The measures that the question names and puts no condition on."""
    limited = {one.column for one in conditions_within(asked)}
    return [one.name for one in asked.table.having("measure") if one.name in asked.columns - limited]


def closer_figures(asked: Understood) -> list[Metric]:
    """The figures that were read, of columns of which the question says more words: Q2 Budget for Q1 Budget; of several
    of which it says as many, each: Q1 Actual and Q4 Actual."""
    for metric in asked.metrics[:1]:
        if metric.column and metric.function in _TOLD:
            said = {one.name: _overlap(one, asked) for one in asked.table.having("measure")}
            most = max(said.values(), default=0)
            found = [name for name, words in said.items() if words == most > 1]
            if found != [metric.column]:
                return [metric.model_copy(update={"column": name}) for name in found]
    return []


def _overlap(column: ColumnProfile, asked: Understood) -> int:
    """How many words of a column's name the question says, in the plural too."""
    said = asked.said | {one.removesuffix("s") for one in asked.said}
    return len(said & {*words_of(column.name)})


def _adds_up(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a figure of the column is one to ask for: a total is not of whole numbers that number things, as rounds
    do (each of several stands in as many rows), nor that are of a few kinds, as the hours of a week are, nor of
    fractions that are all about as large, as degrees are."""
    if column.default_aggregate != "sum" or column.money:
        return True
    if column.type == "integer":
        if column.distinct < _LEAST_NUMBERED and _OFTEN * column.distinct < table.row_count:
            return False
        return not equally_many(column) or column.top_values[0].count == 1
    low, high = column.minimum, column.maximum
    return not (isinstance(low, int | float) and isinstance(high, int | float) and 0 < high < 2 * low)


def equally_many(column: ColumnProfile) -> bool:
    """Whether each of several values stands in as many rows, so that somebody arranged it."""
    known = _LEAST_NUMBERED <= column.distinct == len(column.top_values)
    return known and len({one.count for one in column.top_values}) == 1


def _tells_rows_apart(asked: Understood) -> bool:
    """Whether it names the rows by a column that has another value in nearly each."""
    return any(names_rows(asked.table.column(name), asked.table) for name in asked.columns)


def names_rows(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether nearly each row has its own value there, so that a group is a row."""
    return not column.numeric and column.distinct * 2 > table.row_count


def nearest_first(columns: Iterable[ColumnProfile], asked: Understood) -> list[ColumnProfile]:
    """The columns, those that are named first; then those whose values repeat, what can be added up, what the table is
    about, money, and amounts before whole numbers of things, of these what has more values: a price stands for many
    rows. Where an average is asked for, percentages come first, then the amount that the
    table is about."""
    main = main_measure(asked.table)
    return sorted(
        columns,
        key=lambda one: (
            one.name not in asked.columns,
            names_rows(one, asked.table),
            -_overlap(one, asked),
            one.numeric and asked.averaged and one.unit != "%",
            main is not None and one != main and not asked.averaged and one.numeric,
            one.numeric and not asked.averaged and one.default_aggregate != "sum",
            one != main or (asked.averaged and one.type == "integer"),
            one.numeric and one.default_aggregate == "sum" and asked.averaged,
            not one.money,
            one.type == "integer",
            -one.distinct * one.numeric,
        ),
    )


def once(given: Iterable[_One]) -> list[_One]:
    """Each once, in order; equal ones need no hash."""
    found: list[_One] = []
    for one in given:
        if one not in found:
            found.append(one)
    return found
