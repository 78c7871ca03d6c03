"""How far apart the groups with the highest and the lowest figure are."""

from typing import ClassVar

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Frame
from shared.analysis.composed import GroupGap as Asked
from shared.analysis.facts import Facts
from shared.analysis.framed import FramedAnalysis
from shared.analysis.telling import group_name, nothing
from shared.analysis.wording import group_label, metric_name, sentence, unit_of, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException

_INNER_NAME, _INNER_FIGURE = "candor_group", "candor_figure"


class GroupGap(FramedAnalysis, Asked):
    """The difference between the group with the highest and the group with the lowest figure of a metric."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = (
        "Difference between the highest and the lowest group",
        "Gap between the groups",
    )

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        group = sql.grouped(self.group, table.column(self.group.column))
        inner = sql.select(
            table,
            {_INNER_NAME: group, _INNER_FIGURE: sql.metric(self.metric, table)},
            (*self.filters, *sql.present([self.group])),
        ).group_by(group.copy())
        names = {"figure": _INNER_FIGURE, "name": _INNER_NAME}
        figures: dict[str, exp.Expr] = {
            "gap": sql.formula("max(:figure) - min(:figure)", figure=_INNER_FIGURE),
            "highest": sql.formula("max(:figure)", figure=_INNER_FIGURE),
            "lowest": sql.formula("min(:figure)", figure=_INNER_FIGURE),
            "highest_group": sql.formula("arg_max(:name, :figure ORDER BY :name)", **names),
            "lowest_group": sql.formula("arg_min(:name, :figure ORDER BY :name)", **names),
            "groups": sql.formula("count(:figure)", figure=_INNER_FIGURE),
        }
        return (sql.planned(sql.select_from(inner, figures), sentence(self._name(table))[:-1]),)

    def _name(self, table: DatasetProfile) -> str:
        of, by = metric_name(self.metric, table), group_name(self.group)
        return f"difference between the highest and the lowest {of} by {by}{where_text(self.filters, table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results)
        found = int(facts.number("groups"))
        if not found:
            raise nothing(table, self.filters)
        if found < 2:
            raise ForfeitException(f"There is only one {group_name(self.group)} to compare", (self._name(table),))
        unit, name = unit_of(self.metric, table), metric_name(self.metric, table)
        where = where_text(self.filters, table)
        gap = facts.add(self._name(table), unit, column="gap")
        first, last = (group_label(facts.value(end), self.group) for end in ("highest_group", "lowest_group"))
        high = facts.add(f"{name} of {first}{where}", unit, column="highest")
        low = facts.add(f"{name} of {last}{where}", unit, column="lowest")
        told = f"the {self._name(table)} is {gap}: {first} has {high}, {last} {low}"
        return Findings(summary=sentence(told), facts=facts.all(), visualization_hint="number")
