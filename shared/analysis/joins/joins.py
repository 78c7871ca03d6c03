"""How tables belong together: columns that may link them, and the query that proves how many rows match how many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final, Literal

from pydantic.json_schema import SkipJsonSchema

from shared.analysis import sql
from shared.contracts import ColumnProfile, Contract, DatasetProfile
from shared.query.trees import exp
from shared.table.keys import ID_WORDS, bare, noun_of_file, said

Multiplicity = Literal["1:1", "1:n", "n:1", "n:n"]
_LEAST_ALIKE: Final = 0.7
_LEAST_OVERLAP: Final = 0.8
_LEAST_VALUES: Final = 5


class Link(Contract):
    """Two columns that hold the same things: rows of `left` belong to the rows of `right` with the same value.
    `as_numbers` says that one side writes its numbers as text ("0042" for 42), so that both are compared as numbers."""

    left: str
    left_column: str
    right: str
    right_column: str
    likeness: SkipJsonSchema[float] = 1.0
    as_numbers: SkipJsonSchema[bool] = False

    @property
    def told(self) -> str:
        """ "orders.customer_id = customers.id"."""
        return f"{self.left}.{self.left_column} = {self.right}.{self.right_column}"

    def key(self, column: exp.Column) -> exp.Expr:
        """What is compared of a column: its cells, or the numbers that they write."""
        return exp.TryCast(this=column, to=exp.DataType.build("BIGINT")) if self.as_numbers else column


def links(tables: tuple[DatasetProfile, ...]) -> tuple[Link, ...]:
    """Pairs of columns that may link two tables, the likeliest first, each pair once: the side whose values are unique,
    as far as the profiles tell, is the right one."""
    found = [link for left, right in permutations(tables, 2) for link in _between(left, right)]
    return tuple(sorted(found, key=lambda link: -link.likeness))


def _between(left: DatasetProfile, right: DatasetProfile) -> Iterator[Link]:
    for own in left.columns:
        for other in right.columns:
            if not unique(other, right) or (unique(own, left) and left.relation > right.relation):
                continue
            likeness = _likeness(own, left, other, right)
            if likeness >= _LEAST_ALIKE:
                yield Link(
                    left=left.relation,
                    left_column=own.name,
                    right=right.relation,
                    right_column=other.name,
                    likeness=likeness,
                    as_numbers=written_apart(own, other),
                )


def written_apart(own: ColumnProfile, other: ColumnProfile) -> bool:
    """Whether one of two columns holds whole numbers and the other the same as text."""
    return {own.type, other.type} == {"integer", "text"}


def unique(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether the profile says that no two rows share a value: a hint, which a query has to prove."""
    fits = not column.temporal and column.type not in ("boolean", "number", "time")
    return fits and column.distinct > 1 and column.distinct >= table.row_count - column.nulls


def _likeness(own: ColumnProfile, left: DatasetProfile, other: ColumnProfile, right: DatasetProfile) -> float:
    """0..1, by name and by the values that both profiles show; 0 where types differ or no value is shared."""
    apart = written_apart(own, other)
    if (own.numeric != other.numeric and not apart) or own.temporal or own.type in ("boolean", "number"):
        return 0.0
    if apart:
        return _alike_by_name(own, left, other, right) if _of_numbers(own) and _of_numbers(other) else 0.0
    overlap = _overlap(own, other)
    named = _alike_by_name(own, left, other, right)
    if overlap == 0.0 and _whole(own) and _whole(other):
        return 0.0
    if named:
        return named
    texts = not own.numeric and own.distinct >= _LEAST_VALUES
    return _LEAST_ALIKE if texts and overlap >= _LEAST_OVERLAP else 0.0


def _alike_by_name(own: ColumnProfile, left: DatasetProfile, other: ColumnProfile, right: DatasetProfile) -> float:
    mine, theirs = said(own.name), said(other.name)
    if mine == theirs:
        return 0.6 if set(mine) <= ID_WORDS else 1.0
    thing, other_thing = bare(mine), bare(theirs)
    if thing and thing == other_thing:
        return 0.9
    if thing and not other_thing and thing == noun_of_file(right.file_name):
        return 0.95
    return 0.0


def _whole(column: ColumnProfile) -> bool:
    """Whether the profile shows all values."""
    return column.distinct == len(column.top_values)


def _overlap(own: ColumnProfile, other: ColumnProfile) -> float:
    """The share of the shown values of one column that the other shows too; of an id, of which a profile shows some
    samples alone, the share of these that are values of a column that shows all of its own."""
    mine = {count.value for count in own.top_values}
    theirs = {count.value for count in other.top_values}
    if not theirs and _whole(own) and other.type == "text":
        theirs = set(other.samples)
        return len(mine & theirs) / len(theirs) if theirs else 0.0
    return len(mine & theirs) / len(mine) if mine else 0.0


def _of_numbers(column: ColumnProfile) -> bool:
    """Whether all cells that the profile shows write whole numbers, with or without leading zeros."""
    shown = [column.minimum, column.maximum, *(count.value for count in column.top_values)]
    return all(str(value).lstrip("-").isdecimal() for value in shown)


PROVEN: Final = frozenset(
    {f"{side}_{name}" for side in ("left", "right") for name in ("rows", "keys", "without_key", "most", "unmatched")}
    | {"shared_keys", "alike_keys"}
)
"""The columns of `proof`."""


def proof(link: Link) -> exp.Select:
    """One row that proves the link: rows, keys (distinct values), rows without a key, the most rows of one key, and
    rows whose key the other side lacks, for each side; the keys that both sides have; and those of the left that the
    right has but for capitals, blanks or hyphens."""
    sides = {"left": (link.left, link.left_column), "right": (link.right, link.right_column)}
    both = (exp.alias_(_shared(), "shared_keys"), exp.alias_(_alike(), "alike_keys"))
    query = exp.select(*_measured("left", "right"), *_measured("right", "left"), *both)
    for side, (relation, column) in sides.items():
        query = query.with_(f"_{side}", as_=_keys(relation, link.key(sql.column(column))))
    return query


def _keys(relation: str, key: exp.Expr) -> exp.Select:
    count = exp.Count(this=exp.Star())
    columns = (exp.alias_(key, "key", quoted=True), exp.alias_(count, "n", quoted=True))
    return exp.select(*columns).from_(exp.table_(relation, quoted=True)).group_by(key.copy())


def _measured(side: str, other: str) -> list[exp.Expr]:
    known = "key IS NOT NULL"
    lacking = f"{known} AND key NOT IN (SELECT key FROM _{other} WHERE {known})"
    measured = {
        "rows": f"SELECT coalesce(sum(n), 0) FROM _{side}",
        "keys": f"SELECT count(key) FROM _{side}",
        "without_key": f"SELECT coalesce(sum(n), 0) FROM _{side} WHERE key IS NULL",
        "most": f"SELECT coalesce(max(n), 0) FROM _{side} WHERE {known}",
        "unmatched": f"SELECT coalesce(sum(n), 0) FROM _{side} WHERE {lacking}",
    }
    return [exp.alias_(f"({select})", f"{side}_{name}") for name, select in measured.items()]


def _shared() -> str:
    return "(SELECT count(*) FROM _left WHERE key IN (SELECT key FROM _right WHERE key IS NOT NULL))"


def _alike() -> str:
    written = "regexp_replace(lower(CAST(key AS VARCHAR)), '[-_/ .]', '', 'g')"
    lacking = "key NOT IN (SELECT key FROM _right WHERE key IS NOT NULL)"
    return f"(SELECT count(*) FROM _left WHERE {lacking} AND {written} IN (SELECT {written} FROM _right))"


def multiplicity(left_most: float, right_most: float) -> Multiplicity:
    """How rows of the left match rows of the right, from the most rows that one key has on either side."""
    if right_most <= 1:
        return "1:1" if left_most <= 1 else "n:1"
    return "1:n" if left_most <= 1 else "n:n"
