"""A figure that a text tells by reference: right in its value by construction, and what is known of its cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.contracts import Fact


@dataclass(frozen=True)
class Cited:
    """A figure that stands by reference at text[start:end].

    `rows` are the names of the rows that it came from, by their columns, and `rivals` all names in those columns;
    `column` is the name of its column and `columns` the other columns' names, empty where it was computed of several;
    `counts` are those of them that hold whole numbers. `shared` are the names of other rows with the same figure there.
    `groups` are the figures of its column among which it may be first or last, by the name that these rows have in
    common, "" for all of them; `form` is how it was computed, without the rows: "diff(r.november, r.december)".
    `conditions` are the texts and numbers that its queries compare with; `meanings` are the words of what its column
    and those of its rows' names are computed from, by column, empty where that is not known; `assumed` says that a
    factor in it comes from neither a result nor the question. `parts` are the two figures that it was worked out of by
    `function` (pct, change or diff); the second of a share of its column's total is the total, of no row.
    """

    start: int
    end: int
    fact: Fact
    rows: tuple[Mapping[str, str], ...] = ()
    rivals: Mapping[str, frozenset[str]] = field(default_factory=dict)
    column: str = ""
    columns: tuple[str, ...] = ()
    counts: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    groups: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    form: str = ""
    conditions: tuple[str, ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)
    assumed: bool = False
    function: str = ""
    parts: tuple["Cited", ...] = ()

    @property
    def value(self) -> float:
        """The figure."""
        return float(self.fact.value or 0)

    @property
    def unit(self) -> str:
        """The unit that it is shown with; empty where there is none."""
        return self.fact.unit or ""

    @property
    def names(self) -> frozenset[str]:
        """All names of its rows."""
        return frozenset(name for row in self.rows for name in row.values())
