"""Noun phrases of columns, groupings and rows: what all other words of a query are built on."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from shared.contracts import DatasetProfile
from shared.query import derived as d
from shared.query import groupings as g
from shared.query.bound import (
    BoundColumn,
    BoundQuery,
    Columns,
    DerivedColumn,
    Found,
    LookedUpColumn,
    PassedColumn,
    ResultColumn,
    TableColumn,
)
from shared.query.conditions import Part
from shared.query.query import Rows
from shared.query.semantics import ProfileSemantics, Semantics
from shared.query.units import of_years
from shared.query.words import values as v
from shared.table.nouns import plural

_PLAIN = re.compile(r"[^\W_]+([ -][^\W_]+)*")
_WORDS = """
    and as by cut except filled for from in is of only or over per plus minus times to under whose with within
    than that those through until not missing known marked
"""
_CONNECTING = frozenset(_WORDS.split())
_PREFIXES = (
    "total",
    "average",
    "median",
    "lowest",
    "highest",
    "earliest",
    "latest",
    "range",
    "rank",
    "length",
    "month",
)
PARTS: dict[Part, str] = {
    "year": "calendar year", "quarter": "quarter of the year", "month": "month of the year", "day": "day of the month",
    "weekday": "weekday", "hour": "hour of the day",
}  # fmt: skip
_ANEW = ", worked out anew"
_OF_TIMES = frozenset({*g.GRAINS, *PARTS.values()})


class Phrase(NamedTuple):
    """A noun phrase. A compound one goes into brackets where something is said of it as a whole."""

    text: str
    compound: bool = False

    @property
    def whole(self) -> str:
        """The phrase as a part of a longer one."""
        return f"({self.text})" if self.compound else self.text


@dataclass(frozen=True)
class Naming:
    """How the columns and rows of one query are called. An `exact` one tells apart whatever differs; one that is not
    says what a person would."""

    exact: ClassVar[bool] = True

    bound: BoundQuery
    semantics: Semantics
    measured: Callable[["Naming", ResultColumn], Phrase]
    """How a figure of an inner query is called; given, since measures are made of columns."""

    def within(self, bound: BoundQuery) -> Self:
        """The same way of naming for another query, such as the one below."""
        return replace(self, bound=bound)

    @property
    def row(self) -> str:
        """One row."""
        return "group" if self._of_groups else self.semantics.row_nouns[0]

    @property
    def rows(self) -> str:
        """Several rows."""
        return "groups" if self._of_groups else self.semantics.row_nouns[1]

    @property
    def _of_groups(self) -> bool:
        source = self.bound.source
        while source is not None and isinstance(source.query, Rows):
            source = source.source
        return source is not None

    def column(self, name: str) -> Phrase:
        """A column of the query's rows."""
        return self.phrase(self.bound.columns[name])

    def phrase(self, column: BoundColumn) -> Phrase:
        """A column, whatever it is made of."""
        if isinstance(column, PassedColumn):
            return self.phrase(column.column)
        if isinstance(column, DerivedColumn):
            return self._anew(self._derived(column), column.columns)
        if isinstance(column, Found):
            return Phrase(self._looked_up(column), compound=True)
        if isinstance(column, ResultColumn):
            inner = self.within(column.query)
            if isinstance(column.node, g.ByColumn | g.ByTime | g.ByPart | g.ByEdges | g.ByWidth):
                return inner.grouping(column.node, named=True)
            return self.measured(inner, column)
        return Phrase(self.table_column(column.name))

    def _anew(self, said: Phrase, before: Columns) -> Phrase:
        """What is made of a column of an inner query, told apart where these words name a column of that query already:
        the tier of a revenue among all orders is another one than that among those that the inner query gives."""
        there = {self.phrase(one).whole for one in before.values() if isinstance(one, PassedColumn | ResultColumn)}
        while said.compound and said.whole in there:
            said = Phrase(f"{said.text}{_ANEW}", compound=True)
        return said

    def table_column(self, name: str) -> str:
        """A column of the table: its words (without the "is" of a yes or no), in quotation marks where a sentence could
        not hold them."""
        return _in_words(name, self.bound.table, self.semantics.words)

    def _looked_up(self, column: Found) -> str:
        """ "segment of customers found by customer id", "… found by customer as id" where the key is called otherwise
        and it matters; "number of visits of calls found by customer id"."""
        lookup = column.lookup
        words = ProfileSemantics(lookup.table).words
        found_by = [
            _matched(self.phrase(own).whole, _in_words(key.name, lookup.table, words) if self.exact else "")
            for own, key in lookup.on
        ]
        dataset = lookup.table.relation if " " in lookup.table.relation else lookup.table.relation.replace("_", " ")
        dataset = dataset if _is_plain(dataset) else f"“{dataset}”"
        if isinstance(column, LookedUpColumn):
            own = _in_words(column.profile.name, lookup.table, words)
        else:
            inner = replace(self, bound=column.figure.query, semantics=ProfileSemantics(lookup.table))
            own = self.measured(inner, column.figure).whole
        of = f" of {dataset}" if self.exact or dataset not in own else ""
        return f"{own}{of} found by {v.listed(found_by)}"

    def figured(self, name: str) -> str:
        """A column whose figures are told, each with the column's unit."""
        return self.column(name).whole

    def several(self, column: BoundColumn) -> str | None:
        """A column of the table in the plural, None where it has none that could not be another's."""
        while isinstance(column, PassedColumn):
            column = column.column
        if not isinstance(column, TableColumn) or column.kind == "number":
            return None
        words = self.table_column(column.name)
        others = {self.table_column(one.name) for one in self.bound.table.columns if one.name != column.name}
        several = " ".join([*words.split()[:-1], plural(words.split()[-1])])
        fits = re.fullmatch(r"([a-z]+ )*[a-z]{3,}", words) and several != words
        return several if fits and several not in others | {plural(one) for one in others} else None

    def unit(self, name: str) -> str | None:
        """What a column's cells are shown with: their unit, or that they are years; None where they are not the
        table's own."""
        column: BoundColumn = self.bound.columns[name]
        if of_years(column):
            return v.YEAR
        while isinstance(column, PassedColumn):
            column = column.column
        if isinstance(column, LookedUpColumn):
            return column.profile.unit
        return self.semantics.unit(column.name) if isinstance(column, TableColumn) else None

    # ---- groupings ---------------------------------------------------------------------------------------------------

    def grouping(self, item: g.AnyGrouping, *, named: bool = False) -> Phrase:
        """What a group is one of: "region", "month of order date", "revenue in steps of 5". The only time that rows
        have goes without its name, unless `named`."""
        own = self.column(item.column)
        of = "" if self.is_only_time(item.column) and not named else f" of {own.whole}"
        kept = " with the missing one" if item.keep_empty and self.may_lack(item.column) else ""
        if isinstance(item, g.ByTime | g.ByPart):
            said = f"{item.grain if isinstance(item, g.ByTime) else PARTS[item.part]}{of}"
            there = {self.phrase(one).whole for one in self.bound.columns.values()} if of else ()
            while said in there:
                said = f"({said.removeprefix('(').removesuffix(')')}{_ANEW})"
            return Phrase(f"{said}{kept}", bool(kept))
        if isinstance(item, g.ByEdges):
            return Phrase(
                f"{own.whole} cut at {v.listed([v.number(edge) for edge in item.edges])}{kept}", compound=True
            )
        if isinstance(item, g.ByWidth):
            return Phrase(f"{own.whole} in steps of {v.number(item.width)}{kept}", compound=True)
        return Phrase(f"{own.whole}{kept}", compound=bool(kept))

    def may_lack(self, name: str) -> bool:
        """Whether a column's cells may be missing."""
        return True

    def is_only_time(self, name: str) -> bool:
        """Whether the column is the one time that the table's rows have, so that no sentence needs to name it."""
        column = self.bound.columns[name]
        times = [one for one in self.bound.columns.values() if one.kind == "time"]
        return isinstance(column, TableColumn) and len(times) == 1

    # ---- derived columns ---------------------------------------------------------------------------------------------

    def _derived(self, column: DerivedColumn) -> Phrase:
        item = column.node
        if isinstance(item, d.Calculation):
            return Phrase(self._calculation(item, column), compound=True)
        if isinstance(item, d.TimeBetween):
            start, end = (self.phrase(column.columns[one]).whole for one in (item.start, item.end))
            return Phrase(f"{item.unit} from {start} to {end}", compound=True)
        own = self.phrase(column.columns[item.column]).whole
        if isinstance(item, d.CleanedNumber):
            comma = " with a decimal comma" if item.decimal_mark == "," else ""
            is_number = column.columns[item.column].kind == "number"
            return Phrase(own if is_number else f"number in {own}{comma}", compound=not is_number)
        if isinstance(item, d.Bucket):
            unit = v.YEAR if of_years(column.columns[item.column]) else None
            edges = v.listed([v.number(edge, unit) for edge in item.edges])
            return Phrase(f"{own} cut at {edges} into {v.listed([f'“{one}”' for one in item.labels])}", compound=True)
        if isinstance(item, d.Recode):
            return Phrase(f"{own} with {recoded(item)}", compound=True)
        if isinstance(item, d.Tier):
            return self._tier(item, own)
        if isinstance(item, d.Filled):
            return Phrase(f"{own} with missing ones filled by {self._fill(item, column)}", compound=True)
        if isinstance(item, d.TimePart):
            return Phrase(f"{PARTS[item.part]} number of {own}", compound=True)
        return Phrase(f"length of {own}" if item.form == "length" else f"{own} in lower case", compound=True)

    def _fill(self, item: d.Filled, column: DerivedColumn) -> str:
        if isinstance(item, d.FilledWithColumn):
            return f"those of {self.phrase(column.columns[item.other]).whole}"
        if isinstance(item, d.FilledWithValue):
            return v.value(item.value, column.columns[item.column].type)
        per = v.listed([self.phrase(column.columns[one]).whole for one in item.per])
        figure = {"mean": "average", "mode": "commonest value"}.get(item.figure, item.figure)
        return f"their {figure}{f' per {per}' if per else ''}"

    def _tier(self, item: d.Tier, own: str) -> Phrase:
        if not self.exact:
            return Phrase(f"tier of {own}")
        low, high = (v.ordinal(round(100 * at, 9)) for at in (item.low, item.high))
        return Phrase(f"tier of {own} cut at the {low} and {high} percentile", compound=True)

    def _calculation(self, item: d.Calculation, column: DerivedColumn) -> str:
        read = [column.columns[one] for one in (item.left, item.right) if isinstance(one, str)]
        unit = v.YEAR if item.operator in ("+", "-") and any(map(of_years, read)) else None
        left, right = (
            self.phrase(column.columns[one]).whole if isinstance(one, str) else v.number(one, unit)
            for one in (item.left, item.right)
        )
        return f"{left} {_OPERATORS[item.operator]} {right}"


def _in_words(name: str, table: DatasetProfile, words_of: Callable[[str], str]) -> str:
    """A column of a dataset, which has these words for each."""
    others = {words_of(one.name).lower() for one in table.columns if one.name != name}
    words = words_of(name)
    marked = re.sub(r"^(is|was) (?=\w)", "", words) if table.column(name).type == "boolean" else words
    words = marked if marked.lower() not in others else words
    lower = words.lower().split()
    misread = lower[:1] and lower[0] in _PREFIXES and " ".join(lower[1:]) in others
    timed = words.lower() in _OF_TIMES and any(one.temporal for one in table.columns)
    return words if _is_plain(words) and not misread and not timed else f"“{words}”"


def _is_plain(words: str) -> bool:
    """Whether a sentence can hold the words without quotation marks."""
    return _PLAIN.fullmatch(words) is not None and not _CONNECTING & set(words.lower().split())


def _matched(own: str, key: str) -> str:
    """What a lookup finds by: a column, and the key that it is matched with where that is called otherwise."""
    return f"{own} as {key}" if key and key.strip("“”") != own.strip("“”") else own


def recoded(item: d.Recode) -> str:
    """Every value that is told as another: "“ACME Ltd” and “Acme Limited” as “Acme”"."""
    told = [(v.listed([f"“{value}”" for value in one.values]), one.to) for one in item.merged]
    told += [("all others", item.others)] if item.others else []
    return v.listed([f"{values} as “{name}”" for values, name in told])


_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
