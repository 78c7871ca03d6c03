"""What was understood of a question on a table, for questions near to it."""

import re
from dataclasses import dataclass, field
from typing import Final

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric
from shared.analysis.wording import rows_name
from shared.contracts import DatasetProfile
from shared.query.groupings import Grouping

_RANKING: Final = frozenset({"adjective", "extreme", "quality", "who", "frequent"})
"""Operations of a question that asks for the first of several things."""
_COUNTING: Final = frozenset({"count", "much", "share"})


@dataclass(frozen=True)
class Understood:
    """What was understood of a question on a table: figures, groups, conditions, the `columns` that it names, the
    `operations` that it asks for, and the `words` that were left. `ahead`: its period is not one that the data
    covers; `lowest`: of what it ranks it asks for the lowest."""

    table: DatasetProfile
    question: str = ""
    metrics: tuple[Metric, ...] = ()
    groups: tuple[Grouping, ...] = ()
    conditions: tuple[Filter, ...] = ()
    columns: frozenset[str] = field(default_factory=frozenset)
    operations: frozenset[str] = field(default_factory=frozenset)
    words: frozenset[str] = field(default_factory=frozenset)
    ahead: bool = False
    lowest: bool = False

    @property
    def known(self) -> int:
        """How much of the question the table knows, a value of which it says only a part as none; and whether there is
        anything to compute."""
        said = self.question.casefold()
        values = [value for one in self.conditions for value in one.values if str(value).casefold() in said]
        known = len(self.columns) + len(self.groups) + len(self.metrics) + len(values)
        called = {self.table.semantic.entity_name.casefold(), rows_name(self.table).casefold()}
        known += any(re.search(rf"\b{re.escape(one)}\b", said) is not None for one in called)
        main = [one for one in self.table.having("measure") if one.money and one.additivity != "non_additive"]
        return known + bool(known and self.table.having("measure")) + bool("much" in self.operations and main)

    @property
    def rows_most(self) -> bool:
        """Whether it ranks by a number of rows: "the most work orders", "the most warnings"."""
        values = [str(value) for one in self.conditions for value in one.values]
        called = [self.table.semantic.entity_name, rows_name(self.table), *values]
        rows = "|".join(re.escape(one.casefold()) for one in called)
        return bool(re.search(rf"\b(most|fewest)\s+(\w+\s+)?({rows})", self.question.casefold()))

    @property
    def said(self) -> frozenset[str]:
        """The words of the question."""
        return frozenset(re.findall(r"\w+", self.question.casefold()))

    @property
    def averaged(self) -> bool:
        """Whether it asks for an average."""
        return bool(self.said & {"average", "mean"})

    @property
    def ranking(self) -> bool:
        """Whether it asks for the first of several things."""
        return bool(self.operations & _RANKING)

    @property
    def counting(self) -> bool:
        """Whether it asks for an amount or a number."""
        return bool(self.operations & _COUNTING)

    @property
    def groups_said(self) -> bool:
        """Whether it says what to group by."""
        few = {one.name for one in self.table.having("dimension")}
        return bool(self.groups or few & self.columns)

    @property
    def rows_asked(self) -> bool:
        """Whether it may ask for the rows that meet its conditions: for no figure of them, and for no group. "Which"
        asks for rows that it names, and where a table has no figures."""
        figures = self.operations & {"count", "much", "share", "aggregate", "rate", "distinct", "compare", "trend"}
        which = bool(
            re.match(rf"(show|list|(which|what) {re.escape(rows_name(self.table))})\b", self.question.casefold())
        )
        asks = {"who", "list", "when"} | ({"which"} if not self.table.having("measure") else set())
        read = {one.column for one in self.metrics if one.column} - {one.column for one in self.conditions}
        by = bool(self.groups) or ("by" in self.operations and not which)
        return bool(self.conditions) and (which or bool(self.operations & asks)) and not (figures or read or by)

    @property
    def by_groups(self) -> bool:
        """Whether it asks for groups that it does not say, or by words that are not known."""
        return bool(self.operations & {"by", "who", "list"}) or ("which" in self.operations and self.ranking)

    @property
    def nothing(self) -> bool:
        """Whether nothing of it is known: no column, no condition, and no figure that it asks for."""
        asks = self.counting or self.ranking or self.operations & {"aggregate", "by", "compare"}
        return not (self.columns or self.metrics or self.groups or self.conditions or asks)
