"""What an analysis asks of the table: given back with the nearest that there is."""

import pandas as pd
import pytest

from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Alternative, Filter, Level
from shared.analysis.fields import OrderedColumn, TimeColumn
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.fitness import Misfit, fitted
from shared.analysis.metrics import Metric
from shared.analysis.relations.correlation import Correlation
from shared.analysis.rows.listing import Listing
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.query.groupings import ByColumn, TimeStep, by_step
from tests.shared.analysis.running import Tables

SHOP = pd.DataFrame(
    {
        "region": ["a", "a", "b", "Canary Ltd"] * 5,
        "sales": range(20),
        "returned": ["yes", "no"] * 10,
        "open": [True, False] * 10,
        "day": pd.Series(pd.date_range("2024-01-01", periods=20)).dt.date,
        "at": pd.date_range("2024-01-01T08:30", periods=20, freq="7h"),
    }
)
TABLES = Tables(shop=SHOP, staff=pd.DataFrame({"name": ["x", "y"], "age": [30, 40]})).profiles
TOTAL = Metric(function="sum", column="sales")


def where(column: str, operator: str, *values: object) -> Aggregate:
    condition = Filter.model_validate({"column": column, "operator": operator, "values": values})
    return Aggregate(metrics=(Metric(function="count"),), filters=(condition,))


def of(function: str, column: str, **more: object) -> Aggregate:
    return Aggregate(metrics=(Metric.model_validate({"function": function, "column": column, **more}),))


def by(column: str, step: TimeStep) -> Aggregate:
    return Aggregate(
        metrics=(TOTAL,),
        groups=(by_step(next(one for table in TABLES for one in table.columns if one.name == column), step),),
    )


class Course(Analysis):
    """How something goes."""

    time: TimeColumn
    by: OrderedColumn

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return ()

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        return Findings(summary="", facts=())


MISFITS: dict[str, tuple[Analysis, str]] = {
    "unknown column": (of("sum", "sale"), "Nearest: sales"),
    "unknown column of an alternative": (
        Aggregate(
            metrics=(TOTAL,),
            filters=(
                Filter(
                    column="region",
                    operator="=",
                    values=("a",),
                    otherwise=(Alternative(column="rejion", operator="=", values=("b",)),),
                ),
            ),
        ),
        "Nearest: region",
    ),
    "columns of two tables": (
        Aggregate(metrics=(TOTAL,), groups=(ByColumn(column="name"),)),
        "No single table has all",
    ),
    "unknown table": (Listing(column="region", relation="orders"), "Tables: shop, staff"),
    "mean of texts": (of("mean", "region"), "numbers"),
    "sum of yes and no": (of("sum", "open"), "numbers"),
    "median of days": (of("median", "day"), "numbers"),
    "rate of a value that is not there": (of("rate", "returned", positive="maybe"), "Its values: "),
    "rate of a text for yes": (of("rate", "open", positive="yes"), "true or false"),
    "month of a text": (by("region", "month"), "A grouping by month"),
    "hour of a day": (by("day", "hour"), "no time of day"),
    "number as a text": (where("sales", ">", "5"), "without quotes"),
    "text as a number": (where("region", "=", 5), "as its cells are written"),
    "order of texts": (where("region", ">", "a"), "no order"),
    "day that there is not": (where("day", "=", "2024-02-31"), "days like"),
    "moment for a day": (where("day", "<", "2024-02-03T10:00"), "days like"),
    "moment with a zone": (where("at", "<", "2024-02-03T10:00+02:00"), "without a time zone"),
    "day for a moment": (where("at", "=", "2024-01-02"), "between"),
    "an empty stretch": (where("day", "between", "2024-01-02", "2024-01-02"), "leaves out the second"),
    "level of texts": (
        Aggregate(metrics=(TOTAL,), filters=(Filter(column="region", operator=">", level=Level(figure="mean")),)),
        "numbers",
    ),
    "course over numbers": (Course(time="sales", by="at"), "dates or times"),
    "course by texts": (Course(time="at", by="region"), "numbers or times"),
    "correlation of texts": (Correlation(first="sales", second="region"), "numbers"),
}


@pytest.mark.parametrize("case", MISFITS)
def test_what_the_table_cannot_give_is_given_back_with_what_it_can(case: str) -> None:
    analysis, told = MISFITS[case]
    with pytest.raises(Misfit, match=told):
        fitted(analysis, TABLES, samples=True)


@pytest.mark.parametrize("case", MISFITS)
def test_no_cell_is_told_where_samples_are_not_shared(case: str) -> None:
    with pytest.raises(Misfit) as refused:
        fitted(MISFITS[case][0], TABLES, samples=False)
    assert "Canary" not in str(refused.value)
    assert "Its values" not in str(refused.value)


def test_what_fits_is_about_the_table_that_has_its_columns() -> None:
    assert fitted(of("mean", "age"), TABLES, samples=True).relation == "staff"
    for right in (
        where("at", ">=", "2024-01-02"),
        where("day", "between", "2024-01-02", "2024-01-03"),
        where("open", "=", True),
        of("rate", "returned", positive="no"),
        by("day", "month"),
    ):
        assert fitted(right, TABLES[:1], samples=True) == right
