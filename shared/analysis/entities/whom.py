"""Whom or what a table is about, and what each of them is worth, where a question leaves it open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from shared.analysis import sql
from shared.analysis.fields import fits
from shared.analysis.wording import entity_noun, rows_name
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import aggregated, spoken
from shared.table.nouns import doing
from shared.table.roles import is_id_name
from shared.table.units import without_unit

_MOST_CATEGORIES: Final = 20
"""So many different names may be categories, such as plans or regions; more are those of entities."""
_MOST_NAMED: Final = 6


def whom(
    given: str | None, table: DatasetProfile, *, repeated: bool = False, apart: str | None = None
) -> ColumnProfile:
    """The column that identifies whom the analysis is about: the one given; else that of the things that a panel is of,
    the only one of ids that come again, the one that names the rows (unless only what is `repeated` will do), the only
    column of names whose values come again, or the only such one with more names than categories have. The column
    `apart` is none of them, and an event, such as an order of several lines, only where nothing else is.

    Raises ForfeitException, with what could be named, where several would do or none does, and where what must be
    repeated over time has one row, or one time, each.
    """
    if given is not None:
        own = table.column(given)
        if repeated and (is_single(own, table) or own.name in table.semantic.grain.events):
            raise _once(own, table)
        return own
    events = table.semantic.grain.events
    for found in (*_candidates(table, repeated, without=events), () if repeated else events):
        left = [name for name in found if name != apart]
        if len(left) == 1:
            return table.column(left[0])
    shared = [name for name in _shared(table, without=events) if name != apart]
    offered = [name for name in shared if is_id_name(name)] or shared
    label = table.semantic.label_column
    if repeated and label and label != apart and is_single(table.column(label), table):
        raise _once(table.column(label), table, offered)
    named = ", ".join(spoken(table.column(name)) for name in offered[:_MOST_NAMED])
    raise ForfeitException(
        "I could not tell whom or what this is about",
        (f"Looked in {table.file_name} for a column that identifies customers, products or the like",),
        f"Name one of these columns: {named}." if named else None,
        "not_understood" if named else "not_in_data",
    )


def _candidates(table: DatasetProfile, repeated: bool, without: tuple[str, ...]) -> Iterator[list[str]]:
    """Groups of columns of which the only one is meant, the surest group first."""
    grain, shared = table.semantic.grain, _shared(table, without)
    yield [name for name in grain.key if name not in grain.times] if grain.times else []
    yield [name for name in shared if is_id_name(name)]
    label = table.semantic.label_column
    yield [label] if label and not repeated and fits(table.column(label), "entity") else []
    yield shared
    yield [name for name in shared if table.column(name).distinct > _MOST_CATEGORIES]


def _shared(table: DatasetProfile, without: tuple[str, ...]) -> list[str]:
    """The columns of names whose values come again: neither years nor a yes and no, which nobody is called, nor numbers
    that are no ids."""
    called = (one for one in table.columns if one.yes is None and not one.of_years)
    named = (one for one in called if not one.numeric or one.role == "id" or is_id_name(one.name))
    names = (one for one in named if fits(one, "entity") and one.name not in without)
    return [one.name for one in names if 1 < one.distinct < table.row_count]


def is_single(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether each value of a column stands in one row alone."""
    return 1 < column.distinct == table.row_count - column.nulls


def _once(column: ColumnProfile, table: DatasetProfile, others: Sequence[str] = ()) -> ForfeitException:
    """That the things of a column have one row each, and by what else could be asked."""
    one, has = entity_noun(column), "one row" if is_single(column, table) else "one time"
    flags = ", ".join(spoken(each) for each in table.columns if each.yes is not None)
    named = ", ".join(spoken(table.column(name)) for name in others[:_MOST_NAMED])
    ways = (
        f"Ask by what says yes or no of the {one}: {flags}." * bool(flags),
        f"Name one of these columns: {named}." * bool(named),
    )
    return ForfeitException(
        f"Each of the {one} has {has}, so the data does not show how any of them changed over time",
        (f"Counted the rows of the {one} in {table.file_name}",),
        " ".join(filter(None, ways)) or "Add a row for each time they were active.",
        "not_in_data",
    )


def require_counting(table: DatasetProfile) -> None:
    """Raises ForfeitException where a number of rows says nothing: there is one for each thing and time."""
    grain = table.semantic.grain
    things = [name for name in grain.key if name not in grain.times]
    if not things or not grain.times:
        return
    thing, time = (spoken(table.column(one)) for one in (things[0], grain.times[0]))
    measures = ", ".join(spoken(one) for one in table.having("measure")[:6])
    raise ForfeitException(
        f"Nothing says what to compare by, and the number of rows shows nothing: each {thing} has one for each {time}",
        (f"Looked in {table.file_name} for the one amount that adds up",),
        f"Name one of these columns: {measures}." if measures else None,
        "not_understood" if measures else "not_in_data",
    )


def known_column(name: str, table: DatasetProfile) -> ColumnProfile:
    """A column that has values. Raises ForfeitException where all its cells are empty."""
    own = table.column(name)
    if not own.distinct and table.row_count:
        raise ForfeitException(
            f"No row has {doing(spoken(own), 'a known', 'known')} {spoken(own)}",
            (f"Looked for values of {spoken(own)} in {table.file_name}",),
            "Name another column.",
            "not_in_data",
        )
    return own


class Worth(NamedTuple):
    """What a set of rows is worth: the total of a measure that adds up, the average of any other, else how many rows
    there are."""

    column: ColumnProfile | None
    name: str
    averaged: bool = False

    @staticmethod
    def of(measure: str | None, table: DatasetProfile, *, averaged: bool = False) -> Worth:
        """By the measure given, else by the only one of money that adds up, or the only one at all, else by the number
        of rows; by its average where that is asked for, or it does not add up. Raises ForfeitException where the
        measure has no known value, and where there is nothing but rows and each has one at each time."""
        added = [one for one in table.having("measure") if one.default_aggregate == "sum"]
        meant = next((some for some in ([one for one in added if one.money], added) if len(some) == 1), [])
        chosen = measure or next((one.name for one in meant), None)
        if chosen is None:
            require_counting(table)
            return Worth(None, f"number of {rows_name(table)}")
        own = known_column(chosen, table)
        said = without_unit(own, table.columns)  # its figures carry that
        total = "" if said.lower().startswith("total ") else "total "
        averaged = averaged or own.default_aggregate != "sum"
        return Worth(own, aggregated("average", said) if averaged else f"{total}{said}", averaged)

    @property
    def adds_up(self) -> bool:
        """Whether totals over entities mean something."""
        return self.column is None or not self.averaged

    @property
    def unit(self) -> str | None:
        return self.column.unit if self.column else None

    def known(self, condition: exp.Expr) -> exp.Expr:
        """How many of those rows have a value; 0 where a total over them would be one of nothing."""
        if self.column is None:
            return sql.formula("count_if(:met)", met=condition)
        return sql.formula("count(:cell) FILTER (WHERE :met)", cell=self.column.name, met=condition)

    def within(self, condition: exp.Expr | None = None) -> exp.Expr:
        """The aggregate over those rows of a group that meet the condition; 0 where none does and it is a total. Of all
        rows a total is unknown where none has a value."""
        if self.column is None:
            return sql.formula("count(*)") if condition is None else sql.formula("count_if(:met)", met=condition)
        added = not self.averaged
        if condition is None:
            return sql.formula("sum(:cell)" if added else "avg(:cell)", cell=self.column.name)
        part = "coalesce(sum(:cell) FILTER (WHERE :met), 0)" if added else "avg(:cell) FILTER (WHERE :met)"
        return sql.formula(part, cell=self.column.name, met=condition)
