"""Breaks the queries of every analysis, and the tables of its statistics, one way after the other, and looks whether
what it finds is still what is recorded.

`python -m tests.mutation.analyses [--only NAME]`: exit code 1 where one stays green that is not listed here.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlglot import exp, parse_one

from shared.analysis.base import Analysis, Findings
from shared.analysis.statistical import StatisticalAnalysis
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from tests.functions.agents import analysis_promises
from tests.functions.agents.contracted import KINDS
from tests.functions.agents.recorded_findings import TABLES, found
from tests.functions.agents.test_recorded_findings import RECORDED, about

UNSEEN: Final = {
    ("DistinctValues", "order"): "it tells how many there are, and which were chosen is not up to it",
    ("MeaningMatch", "order"): "it lists all texts, and the vectors order what is told",
    ("OutlierCounts", "order"): "each column has its place in what is told",
    ("Dependence", "sign"): "it counts, and no value takes part",
    ("Missing", "sign"): "it counts empty cells",
    ("Outliers", "sign"): "the counting of values is broken, and none becomes empty by that",
    ("SeasonalPattern", "sign"): "it tells how strong a season is",
    ("ShareOfWhole", "sign"): "a share of the negative whole is the same",
    ("ShownRows", "sign"): "it tells how many rows are shown",
    ("Dependence", "order_of_statistic"): "it tells the test, and no cell of the table that is tested",
    ("Dependence", "group_of_statistic"): "it tells the test, and no cell of the table that is tested",
    ("SeasonalPattern", "order_of_statistic"): "it tells the highest and the lowest place by their row of the test",
    ("SeasonalPattern", "group_of_statistic"): "it tells the highest and the lowest place by their row of the test",
}
"""What changes nothing, and why."""
Breaking = Callable[[exp.Expr, DatasetProfile], bool]
BreakingStatistic = Callable[[QueryResult], QueryResult]


def order(tree: exp.Expr, table: DatasetProfile) -> bool:
    """Every ORDER BY the other way round."""
    ordered = list(tree.find_all(exp.Ordered))
    for one in ordered:
        one.set("desc", not one.args.get("desc"))
    return bool(ordered)


def sign(tree: exp.Expr, table: DatasetProfile) -> bool:
    """The first sum, mean or median negative; without one, the first measure that is read."""
    total = next((one for one in tree.find_all(exp.Sum, exp.Avg, exp.Median) if _is_of_values(one)), None)
    if total is not None:
        total.replace(exp.Neg(this=exp.paren(total.copy())))
        return True
    measures = {column.name for column in table.columns if column.role == "measure"}
    read = next((one for one in tree.find_all(exp.Column) if one.name in measures), None)
    if read is None:
        return False
    negative = exp.Neg(this=read.copy())
    in_select = isinstance(read.parent, exp.Select)
    read.replace(exp.alias_(negative, read.name, quoted=True) if in_select else exp.paren(negative))
    return True


def _is_of_values(one: exp.Expr) -> bool:
    return one.find_ancestor(exp.Window) is None and one.find(exp.Count) is None


def group(tree: exp.Expr, table: DatasetProfile) -> bool:
    """The first column that is grouped by becomes another one of its type."""
    own = next((one for one in _grouped(tree) if one in {column.name for column in table.columns}), None)
    if own is None:
        return False
    alike = [one for one in table.columns if one.name != own and one.type == table.column(own).type]
    if not alike:
        return False
    other = min(alike, key=lambda one: one.role != table.column(own).role)
    for column in list(tree.find_all(exp.Column)):
        if column.name == own:
            column.replace(exp.column(other.name, table=column.args.get("table"), quoted=True))
    return True


def _grouped(tree: exp.Expr) -> Iterator[str]:
    for select in tree.find_all(exp.Select):
        for key in select.args["group"].expressions if select.args.get("group") else ():
            meant = select.selects[int(key.name) - 1] if isinstance(key, exp.Literal) else key
            yield from (column.name for column in meant.find_all(exp.Column))


BREAKINGS: Final[tuple[Breaking, ...]] = (order, sign, group)


def order_of_statistic(given: QueryResult) -> QueryResult:
    """Its rows the other way round."""
    return given.model_copy(update={"rows": given.rows[::-1]})


def sign_of_statistic(given: QueryResult) -> QueryResult:
    """Each number that has a fraction, negative."""
    rows = tuple(tuple(-cell if isinstance(cell, float) else cell for cell in row) for row in given.rows)
    return given.model_copy(update={"rows": rows})


def group_of_statistic(given: QueryResult) -> QueryResult:
    """The first column, which names its rows, moved on by one of them."""
    moved = (*given.rows[1:], *given.rows[:1])
    rows = tuple((other[0], *row[1:]) for row, other in zip(given.rows, moved, strict=True))
    return given.model_copy(update={"rows": rows})


BREAKINGS_OF_STATISTICS: Final[tuple[BreakingStatistic, ...]] = (
    order_of_statistic,
    sign_of_statistic,
    group_of_statistic,
)


def statistic_stays_green(kind: type[StatisticalAnalysis], breaking: BreakingStatistic) -> bool | None:
    """Whether an analysis whose statistics' tables are broken still finds what is recorded; None where there is nothing
    to break."""
    own, applied = kind.findings, False

    def broken(self: StatisticalAnalysis, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        nonlocal applied
        first = len(self.queries(table))
        made = tuple(breaking(one) for one in results[first:])
        applied = applied or [one.rows for one in made] != [one.rows for one in results[first:]]
        return own(self, table, (*results[:first], *made))

    return _same_with(kind, "findings", broken, lambda: applied)


def stays_green(kind: type[Analysis], breaking: Breaking) -> bool | None:
    """Whether the broken analysis still finds what is recorded; None where there is nothing to break."""
    own, applied = kind.queries, False

    def broken(self: Analysis, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        nonlocal applied
        made = []
        for query in own(self, table):
            tree = parse_one(query.sql, read="duckdb")
            done = not (breaking is order and query.typed) and breaking(tree, table)  # statistics order for themselves
            applied = applied or done
            made.append(query.model_copy(update={"sql": tree.sql(dialect="duckdb")}) if done else query)
        return tuple(made)

    return _same_with(kind, "queries", broken, lambda: applied)


def _same_with(kind: type[Analysis], name: str, broken: Any, applied: Callable[[], bool]) -> bool | None:
    """Whether an analysis with a method replaced finds what is recorded; None where nothing was broken by that."""
    kept = vars(kind).get(name)
    setattr(kind, name, broken)
    analysis_promises.outcome.cache_clear()
    try:
        said = RECORDED[kind.__name__]
        same = all(found(kind, shape) == about(said[shape]) for shape in TABLES if shape in said)
    finally:
        if kept is None:
            delattr(kind, name)
        else:
            setattr(kind, name, kept)
        analysis_promises.outcome.cache_clear()
    return same if applied() else None


def main() -> int:
    """Every analysis, or those whose name holds the text that is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    only = parser.parse_args().only
    tried, survivors = 0, []
    for kind in (one for one in KINDS if only in one.__name__):
        for breaking in BREAKINGS:
            green = stays_green(kind, breaking)
            tried += green is not None
            if green and (kind.__name__, breaking.__name__) not in UNSEEN:
                survivors.append(f"{kind.__name__}: {breaking.__name__}")
        for each in BREAKINGS_OF_STATISTICS if issubclass(kind, StatisticalAnalysis) else ():
            green = statistic_stays_green(kind, each)
            tried += green is not None
            if green and (kind.__name__, each.__name__) not in UNSEEN:
                survivors.append(f"{kind.__name__}: {each.__name__}")
    print(f"{tried} broken, {len(survivors)} unseen: {', '.join(survivors)}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
