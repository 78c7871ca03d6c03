"""What the analyses say of calls that a model can make: words, figures and SQL agree."""

import pandas as pd
import pytest
from pydantic import ValidationError

from shared.agents.sdk import AnyColumn, ByColumn, DatasetProfile, Figures, Measure, PlainAnalysis, Query, Statistic
from shared.analysis.conditions import Filter
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.metrics import Metric, MetricCondition, Ordering
from shared.analysis.written_query import Written
from shared.contracts import QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import ByTime
from tests.shared.analysis.running import Tables, values

SALES = pd.DataFrame(
    {
        "region": ["a", "a", "b", "b", "c", "c"],
        "product": ["x", "y", "x", "y", "x", "y"],
        "sales": [65.0, 100.0, 70.0, 30.0, 400.0, 2.0],
        "price": [10.0, 20.0, 30.0, 5.0, 1.0, 2.0],
        "sold": pd.to_datetime(["2023-02-01", "2023-05-01", "2024-02-01", "2024-07-01", "2024-08-01", "2024-09-01"]),
        "returned": ["yes", "no", "no", "no", "yes", "no"],
    }
)
SHOP = Tables(sales=SALES)
TOTAL, PRICE = Metric(function="sum", column="sales"), Metric(function="mean", column="price")
REGION, PRODUCT = ByColumn(column="region"), ByColumn(column="product")
A_OR_B = Filter.model_validate({"column": "region", "operator": "=", "values": ["a", "b"]})
C = Filter(column="region", operator="=", values=("c",))


def test_several_values_are_joined_in_words_and_in_sql_alike():
    assert SHOP.run(Aggregate(metrics=(TOTAL,), filters=(A_OR_B,))).summary == (
        "The total sales where region is a or b are 265."
    )
    share = SHOP.run(ShareOfWhole(metric=Metric(function="count"), part=(A_OR_B,)))
    assert share.facts[1].value == 4
    compared = values(SHOP.run(Comparison(metric=TOTAL, sides=((A_OR_B,), (C,)))))
    assert compared["total sales of a or b"] == 265


def test_a_ranking_goes_by_the_metric_that_it_names():
    ranked = Aggregate(metrics=(TOTAL, PRICE), groups=(REGION,), ordering=Ordering(metric=1, limit=1))
    found = SHOP.run(ranked)
    assert found.summary == "b has the highest average price: 17.50; total sales 100."
    assert [fact.value for fact in found.facts] == [100.0, 17.5]


def test_the_lowest_of_the_highest_is_not_called_the_highest():
    highest = Metric(function="max", column="price")
    told = SHOP.run(Aggregate(metrics=(highest,), groups=(REGION,), ordering=Ordering(descending=False, limit=1)))
    assert told.summary == "c has the lowest highest price: 2."


def test_the_first_few_of_a_ranking_are_never_told_as_all_groups():
    many = Tables(t=pd.DataFrame({"key": [f"k{at:02}" for at in range(30)], "n": range(30)}))
    metric = Metric(function="sum", column="n")
    top = many.run(Aggregate(metrics=(metric,), groups=(ByColumn(column="key"),), ordering=Ordering(limit=3)))
    assert top.summary == "The 3 with the highest total n are k29 (29), k28 (28) and k27 (27)."
    inside = Aggregate(metrics=(TOTAL,), groups=(REGION, PRODUCT), ordering=Ordering(limit=1), within=(REGION,))
    assert SHOP.run(inside).summary.startswith("The product with the highest total ")
    assert " in each region is " in SHOP.run(inside).summary
    second = inside.model_copy(update={"ordering": Ordering(limit=1, offset=1)})
    assert SHOP.run(second).summary.startswith("Place 2 from the highest ")


def test_a_condition_on_groups_is_told_of_the_metric_that_it_is_about():
    having = MetricCondition(metric=1, operator=">", value=10)
    found = SHOP.run(Aggregate(metrics=(TOTAL, PRICE), groups=(REGION,), having=having))
    assert all("whose average price is over 10" in fact.name for fact in found.facts)
    first = Aggregate(metrics=(TOTAL, PRICE), groups=(REGION,), having=having, ordering=Ordering(limit=1))
    assert "whose average price is over 10" in SHOP.run(first).summary


@pytest.mark.parametrize(
    "wrong",
    [
        {"metrics": ()},
        {"metrics": (Metric(function="mean", column="sales", per=REGION), TOTAL)},
        {"metrics": (Metric(function="mean", column="sales", per=REGION),), "groups": (PRODUCT,)},
        {"metrics": (TOTAL,), "groups": (REGION, REGION)},
        {"metrics": (TOTAL,), "ordering": Ordering(limit=1)},
        {"metrics": (TOTAL,), "groups": (REGION,), "ordering": Ordering(metric=1)},
        {"metrics": (TOTAL,), "groups": (REGION,), "having": MetricCondition(metric=3, operator=">", value=1)},
        {"metrics": (TOTAL,), "groups": (REGION,), "within": (REGION,)},
        {"metrics": (TOTAL,), "groups": (REGION, PRODUCT), "within": (ByTime(column="sold", grain="month"),)},
        {"metrics": (TOTAL,), "having": MetricCondition(operator=">", value=1)},
    ],
)
def test_an_aggregate_whose_parts_do_not_fit_each_other_is_refused(wrong):
    with pytest.raises(ValidationError):
        Aggregate(**wrong)


def test_an_average_over_groups_is_for_the_aggregate_alone():
    per = Metric(function="mean", column="sales", per=REGION)
    assert values(SHOP.run(Aggregate(metrics=(per,))))["average sales per region"] == pytest.approx(667 / 3)
    with pytest.raises(ValidationError, match="aggregate alone"):
        Comparison(metric=per, sides=((A_OR_B,), (C,)))


def test_a_share_is_one_of_a_total_or_of_a_number_of_rows():
    for metric in (PRICE, Metric(function="count", column="sales")):
        with pytest.raises(ValidationError, match="share"):
            ShareOfWhole(metric=metric, part=(C,))


def test_sides_are_called_by_what_tells_them_apart():
    dear, cheap = (Filter(column="price", operator=sign, values=(5,)) for sign in (">", "<="))
    found = values(SHOP.run(Comparison(metric=TOTAL, sides=((dear,), (cheap,)))))
    assert found["total sales of price is over 5"] == 235
    assert found["total sales of price is at most 5"] == 432


@pytest.mark.parametrize(
    ("operator", "given", "told"),
    [
        ("between", ("2023-01-01", "2024-01-01"), "The total sales in 2023 are"),
        ("between", ("2024-02-01", "2024-03-01"), "The total sales in February 2024 are"),
        ("between", ("2024-02-01", "2024-08-02"), "The total sales from 1 February to 1 August 2024 are"),
        (">=", ("2024-08-01",), "sold is 1 August 2024 at 00:00 or later"),
    ],
)
def test_a_stretch_of_time_is_said_as_it_is_compared(operator, given, told):
    condition = Filter(column="sold", operator=operator, values=given)
    assert told in SHOP.run(Aggregate(metrics=(TOTAL,), filters=(condition,))).summary


def test_a_part_of_a_time_is_said_as_that_part():
    weekday = Filter(column="sold", operator="in", grain="weekday", values=(1, 3))
    assert "weekday of sold is Monday or Wednesday" in SHOP.run(Aggregate(metrics=(TOTAL,), filters=(weekday,))).summary


def test_a_rate_says_the_value_that_it_counts():
    no = SHOP.run(Aggregate(metrics=(Metric(function="rate", column="region", positive="a"),)))
    assert "33.3 %" in no.summary
    assert "marked a" in no.summary


def _cut(frame: pd.DataFrame, most: int = 20) -> Tables:
    tables = Tables(t=frame)
    tables.most = most
    return tables


KEYS = pd.DataFrame(
    {"key": [f"k{at:03}" for at in range(99)] + ["zz"], "n": [100.0 + at % 3 for at in range(99)] + [3]}
)


def test_the_ends_of_a_cut_result_are_those_of_all_groups():
    found = _cut(KEYS).run(Aggregate(metrics=(Metric(function="mean", column="n"),), groups=(ByColumn(column="key"),)))
    assert "is between 3 (zz) and 102" in found.summary
    assert 3 in [fact.value for fact in found.facts]


def test_more_groups_are_counted_as_there_are():
    metrics = (Metric(function="mean", column="n"), Metric(function="count"))
    assert "and 88 more" in _cut(KEYS).run(Aggregate(metrics=metrics, groups=(ByColumn(column="key"),))).summary


def test_the_ends_of_many_figures_of_free_sql_are_among_its_facts():
    rows = tuple((f"k{at}", 100 - at) for at in range(90))
    result = QueryResult(columns=("key", "n"), rows=rows, row_count=90, sql="")
    facts = Written(sql="", purpose="n by key").findings(SHOP.only, (result,)).facts
    assert {11, 100} <= {fact.value for fact in facts}


def test_the_facts_of_free_sql_say_of_whom_and_of_when_they_are():
    result = QueryResult(
        columns=("state", "year", "rate"), rows=(("NM", 1982, 3.94), ("NM", 1988, 3.24)), row_count=2, sql=""
    )
    facts = Written(sql="", purpose="Rates").findings(SHOP.only, (result,)).facts
    assert [fact.text for fact in facts] == ["Rates: rate (NM, 1982) is 3.94.", "Rates: rate (NM, 1988) is 3.24."]


def test_a_year_that_was_chosen_is_told_as_one_and_a_label_alone_is_a_fact():
    sql = "SELECT max(year(sold)) AS peak, count(*) AS sold FROM sales"
    result = QueryResult(columns=("peak", "sold"), rows=((2024, 2024),), row_count=1, sql=sql)
    facts = Written(sql=sql, purpose="Peak").findings(SHOP.only, (result,)).facts
    assert [fact.text for fact in facts] == ["Peak: peak is 2024.", "Peak: sold is 2,024."]
    sql = "SELECT year(sold) AS season FROM sales ORDER BY sales DESC LIMIT 1"
    result = QueryResult(columns=("season",), rows=((2024,),), row_count=1, sql=sql)
    facts = Written(sql=sql, purpose="Peak").findings(SHOP.only, (result,)).facts
    assert [fact.text for fact in facts] == ["Peak: season is 2024."]


def test_a_figure_that_is_no_finite_number_is_said_to_be_that():
    huge = Tables(t=pd.DataFrame({"kind": ["a", "a", "b"], "n": [1e308, 1e308, 5.0]}))
    for analysis in (
        Aggregate(metrics=(Metric(function="sum", column="n"),)),
        Aggregate(metrics=(Metric(function="sum", column="n"),), groups=(ByColumn(column="kind"),)),
        ShareOfWhole(metric=Metric(function="sum", column="n"), groups=(ByColumn(column="kind"),)),
    ):
        with pytest.raises(ForfeitException, match="too large"):
            huge.run(analysis)


def test_the_first_and_the_last_of_texts_of_each_group_are_told_as_they_are_written():
    found = SHOP.run(Ends(name="product"))
    assert [fact.value for fact in found.facts] == ["x", "y"] * 3
    assert found.summary == ("“a”: alphabetically first product “x”; alphabetically last product “y” (by region).")


class Ends(PlainAnalysis):
    """The first and the last of a text in each region."""

    examples = ("First and last of {name}", "Ends of {name}")

    name: AnyColumn

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        ends = (Statistic(function="min", column=self.name), Statistic(function="max", column=self.name))
        return (Figures(groups=(ByColumn(column="region"),), measures=ends),)


class Sum(PlainAnalysis):
    """Adds up a measure."""

    examples = ("Add up {measure}", "Sum of {measure}")

    measure: Measure

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Figures(measures=(Statistic(function="sum", column=self.measure),)),)


def test_a_figure_that_would_mislead_is_refused_with_what_can_be_asked():
    rated = Tables(films=pd.DataFrame({"film": ["a", "b", "c"], "sales": [1, 2, 4], "rating": [7.5, 8.0, 6.5]}))
    assert rated.run(Sum(measure="sales")).facts[0].value == 7
    with pytest.raises(ForfeitException, match="ask for its average"):
        rated.run(Sum(measure="rating"))
