"""An analysis is found by its examples: the columns fill fields of their kinds, and every other word is explained."""

from datetime import UTC, datetime

import pytest

from shared.analysis.benchmarks.standing import Standing
from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.distributions.distribution_shape import DistributionShape
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.impact.sensitivity import Sensitivity
from shared.analysis.plain import PlainAnalysis
from shared.analysis.prospects.opportunity_score import OpportunityScore
from shared.analysis.prospects.similar_to import SimilarTo
from shared.analysis.segments.playbook import SEGMENTS
from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.running_course import RunningCourse
from shared.analysis.trends.trend import Trend
from shared.contracts import DatasetProfile
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import Match, matched, offered
from shared.query.conditions import Compare, Condition, OneOf, Period
from shared.query.groupings import ByColumn
from shared.query.measures import Statistic
from shared.query.query import Figures, Query, Ranking
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]


class Decline(PlainAnalysis):
    """Which groups have the least of a measure."""

    examples = ("Which {by} is weakest in {measure}?", "Weak {by} for {whom}")

    measure: Measure
    by: Dimension
    whom: Entity | None = None
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        total = Statistic(function="sum", column=self.measure)
        groups = (ByColumn(column=self.by),)
        return (Figures(where=self.where, groups=groups, measures=(total,), ranking=Ranking(by=0, descending=False)),)


class Apart(Decline):
    """Two measures, of which one is high and the other low."""

    examples = ("Which {by} has high use but low {low}?",)

    measure: Measure | None = None  # type: ignore[assignment]
    high: Measure | None = None
    low: Measure | None = None


class Changed(PlainAnalysis):
    """What a change of a rate would do."""

    examples = (
        "What if the {rate} rises by {percent} percent?",
        "What if the {rate} drops by {percent:-} percent?",
        "What if we lose our top {top} {by}?",
        "Why did {amount} drop?",
    )

    amount: Measure | None = None
    rate: Measure | None = None
    by: Dimension | None = None
    percent: float = 10.0
    top: int = 5
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Figures(where=self.where, measures=(Statistic(function="sum", column="revenue"),)),)


def match(question: str, *kinds: type, table: DatasetProfile = ORDERS, now: datetime = NOW) -> Match | None:
    return matched(kinds or (Decline,), LinkedQuestion.of(question, table, now), table, now)


def test_the_columns_of_a_question_fill_the_fields_of_their_kinds() -> None:
    found = match("Which region is weakest in revenue?")
    assert found is not None
    assert found.analysis == Decline(measure="revenue", by="region")
    assert found.likeness > 0.99


@pytest.mark.parametrize(
    ("rest", "condition"),
    [
        ("in the West", Compare(column="region", operator="=", value="West")),
        ("in 2024", Period(column="order_date", start="2024-01-01", end="2025-01-01")),
        ("in the West or East", OneOf(column="region", values=("West", "East"))),
    ],
)
def test_what_compares_becomes_conditions_of_the_query_language(rest: str, condition: Condition) -> None:
    found = match(f"Which customer is weakest in revenue {rest}?")
    assert found is not None
    assert found.analysis is not None
    (given,) = found.analysis.where  # type: ignore[attr-defined]
    assert given.kind == condition.kind
    assert given.column == condition.column or condition.kind == "period"


@pytest.mark.parametrize(
    "question",
    [
        "Which region is weakest in revenue tomorrow or so?",  # no condition
        "Which region is strongest in revenue?",  # no word of the examples
        "Which region is not weakest in revenue?",
        "Which 3 regions are weakest in revenue?",
        "What is the revenue by region?",  # nothing of what the analysis says
    ],
)
def test_a_question_with_a_word_that_is_not_explained_finds_no_analysis(question: str) -> None:
    found = match(question)
    assert found is None or (found.analysis is None and not (found.paraphrase and found.unread))


@pytest.mark.parametrize(
    "question",
    [
        "What's the average revenue in March 2024 at each region?",
        "What are the average ratings for each customer?",
        "What is the average revenue of each region where quantity is above 3?",
        "What is the total revenue in 2024 for each region?",
    ],
)
def test_a_plain_figure_of_each_group_is_no_comparison_with_the_average_of_all(question: str) -> None:
    assert match(question, Standing) is None


@pytest.mark.parametrize(
    "question",
    ["Which regions are above the average revenue?", "How does each region compare with the average revenue?"],
)
def test_what_says_a_word_of_comparing_beside_the_figure_is_one(question: str) -> None:
    found = match(question, Standing)
    assert found is not None
    assert found.analysis is not None


def test_of_a_question_that_an_example_says_but_for_a_few_words_it_is_known_which_they_are() -> None:
    found = match("Which region is not weakest in revenue?")
    assert found is not None
    assert [piece.text for piece in found.unread] == ["not"]
    assert not found.paraphrase
    assert offered(found, ORDERS) == "Which region is weakest in revenue?"


def test_a_condition_that_could_mean_several_times_is_no_condition_and_its_reason_is_kept() -> None:
    found = match("Which region is weakest in revenue in April?")
    assert found is not None
    assert found.analysis is None
    assert found.undecided is not None
    assert "does not say which year" in found.undecided.gaps[0]


def test_which_of_two_fields_of_a_kind_a_column_fills_is_not_guessed() -> None:
    assert match("Which region has high quantity but low revenue?", Apart) is None


def test_a_column_that_finds_no_field_of_the_example_is_what_is_asked_about_and_no_measure_is_assumed() -> None:
    few = ORDERS.model_copy(update={"columns": tuple(one for one in ORDERS.columns if one.role != "measure")})
    few = few.model_copy(update={"columns": (*few.columns, ORDERS.column("revenue"))})
    assert match("How is region distributed?", DistributionShape, table=few) is None
    found = match("How is revenue distributed?", DistributionShape, table=few)
    assert found is not None
    assert found.analysis == DistributionShape(measure="revenue")


def test_columns_alone_ask_for_no_analysis() -> None:
    assert match("revenue by region", *SEGMENTS) is None
    assert match("What is the revenue by region?", *SEGMENTS) is None


@pytest.mark.parametrize("question", ["Are orders going up?", "Are orders growing?"])
def test_what_rows_are_called_asks_how_many_there_are(question: str) -> None:
    found = match(question, Trend)
    assert found is not None
    assert found.analysis == Trend()
    assert match("Is the trend going up?", Trend) is None


@pytest.mark.parametrize("question", ["Is the number of orders increasing?", "Are orders falling?"])
def test_a_course_of_rows_that_no_example_asks_for_is_none_of_a_measure(question: str) -> None:
    assert match(question, Trend) is None


def test_how_and_is_alone_make_no_question_one_of_the_example() -> None:
    assert match("How sensitive is revenue to quantity?", Sensitivity) is not None
    assert match("How much is revenue in the West?", Sensitivity) is None


def test_most_alone_makes_no_question_one_of_the_example_nor_is_a_number_one_of_causes() -> None:
    assert match("Find the most similar customers", SimilarTo) is not None
    assert match("Which customer has the most orders?", SimilarTo) is None
    assert match("How much did revenue drop?", ChangeDrivers) is None


def test_to_rank_is_no_opportunity_unless_the_question_says_by_what() -> None:
    assert match("Rank the customers by potential", OpportunityScore) is not None
    assert match("Rank the customers by revenue", OpportunityScore) is None
    assert match("Rank the customers", OpportunityScore) is None


def test_a_required_field_that_no_column_fills_is_offered_with_those_that_could() -> None:
    alike = [column.model_copy(update={"money": False, "additivity": "non_additive"}) for column in ORDERS.columns]
    found = match("Which region is weakest?", table=ORDERS.model_copy(update={"columns": tuple(alike)}))
    assert found is not None
    assert found.analysis is None
    ((slot, columns),) = found.lacking
    assert slot.kind == "measure"
    assert {"revenue", "quantity"} <= {column.name for column in columns}
    assert "revenue" in offered(found, ORDERS) or "quantity" in offered(found, ORDERS)


def test_the_measure_that_the_table_is_about_is_taken_and_said() -> None:
    found = match("Which region is weakest?")
    assert found is not None
    assert found.analysis == Decline(measure="revenue", by="region")
    assert found.assumptions == ("I took revenue, which the table is about.",)


def test_the_only_column_of_its_kind_is_taken_and_said() -> None:
    measures = [column.name for column in ORDERS.having("measure")]
    few = ORDERS.model_copy(update={"columns": tuple(c for c in ORDERS.columns if c.name not in measures[1:])})
    found = match("Which region is weakest?", table=few)
    assert found is not None
    assert found.analysis == Decline(measure=measures[0], by="region")
    assert found.assumptions == (f"I took {measures[0]}, the only column of its kind.",)


@pytest.mark.parametrize(
    ("question", "matches"),
    [
        ("Describe each segment as a segment", True),
        ("Describe each region as a segment", True),
        ("What is the average revenue by segment?", False),
        ("How many orders are there per segment?", False),
    ],
)
def test_a_column_called_segment_is_a_column(question: str, matches: bool) -> None:
    customer = next(column for column in ORDERS.columns if column.name == "customer")
    segment = customer.model_copy(update={"name": "segment"})
    table = ORDERS.model_copy(update={"columns": (*(c for c in ORDERS.columns if c != customer), segment)})
    assert (match(question, *SEGMENTS, table=table) is not None) == matches


def test_a_value_that_an_example_speaks_of_is_not_taken_for_the_word() -> None:
    at = datetime(2025, 1, 1, tzinfo=UTC)
    region = next(column for column in ORDERS.columns if column.name == "region")
    weak = region.model_copy(update={"top_values": (region.top_values[0].model_copy(update={"value": "Weakest"}),)})
    table = ORDERS.model_copy(update={"columns": tuple(weak if c == region else c for c in ORDERS.columns)})
    assert match("Which customer is weakest in revenue?", table=table, now=at) is None


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("What if the quantity rises by 12 %?", {"rate": "quantity", "percent": 12.0}),
        ("What if the quantity drops by 7.5 percent?", {"rate": "quantity", "percent": -7.5}),
        ("What if we lose our top 3 regions?", {"by": "region", "top": 3}),
    ],
)
def test_numbers_fill_the_fields_that_an_example_has_numbers_for(question: str, given: dict[str, object]) -> None:
    found = match(question, Changed)
    assert found is not None
    assert found.analysis is not None, found.lacking
    assert found.analysis.model_dump(include=set(given)) == given


@pytest.mark.parametrize(
    "question",
    [
        "What if the quantity rises or drops by 12 %?",  # no one example says both
        "What if the quantity rises by 12 % and 3 %?",
        "What if the quantity rises by 12 % in Atlantis?",
        "What if the quantity drops not by 12 %?",
        "What if the quantity rises or stays by 12 %?",
        "What if the quantity falls by 12 %?",  # a word that is passed over elsewhere
    ],
)
def test_an_example_with_a_number_says_every_word_of_the_question(question: str) -> None:
    found = match(question, Changed)
    assert found is None or found.analysis is None


def test_what_a_table_is_about_is_not_assumed_where_the_question_names_something_else() -> None:
    found = match("Why did returned drop?", Changed)
    assert found is None or found.analysis is None


def test_a_measure_that_an_example_names_beside_what_it_is_about_is_never_assumed() -> None:
    found = match("What if it rises by 12 %?", Changed)
    assert found is None or found.analysis is None


class BestOfEach(PlainAnalysis):
    """The best of each."""

    examples = ("Which {best} leads by {measure} in each {each}?",)

    each: Dimension
    measure: Measure
    best: Entity | None = None

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Figures(groups=(ByColumn(column=self.each),), measures=(Statistic(function="sum", column="revenue"),)),)


@pytest.mark.parametrize(
    ("question", "best", "each"),
    [
        ("Which region leads in each status by revenue?", "region", "status"),
        ("Which status leads in each region by revenue?", "status", "region"),
        ("Which status leads by revenue in each region?", "status", "region"),
    ],
)
def test_columns_of_one_kind_fill_the_fields_in_the_order_of_the_example(question: str, best: str, each: str) -> None:
    found = match(question, BestOfEach)
    assert found is not None
    assert found.analysis == BestOfEach(each=each, best=best, measure="revenue")


def test_a_named_thing_is_whom_others_are_compared_with_and_no_condition() -> None:
    found = match("Find the regions most similar to West", SimilarTo)
    assert found is not None
    assert found.analysis == SimilarTo(entity="region", like="West")


def test_a_grain_fills_the_field_that_an_example_has_for_it() -> None:
    found = match("Running total of revenue by month", RunningCourse)
    assert found is not None
    assert found.analysis == RunningCourse(measure="revenue")
    for asked, grain in (("by week", "week"), ("per week", "week"), ("by quarter", "quarter")):
        other = match(f"Running total of revenue {asked}", RunningCourse)
        assert other is not None
        assert other.analysis == RunningCourse(measure="revenue", grain=grain)


def test_two_grains_fill_no_field_for_one() -> None:
    found = match("Running total of revenue by week and by month", RunningCourse)
    assert found is None or found.analysis is None


def test_a_grain_that_only_another_example_says_is_obeyed_and_not_dropped() -> None:
    found = match("What is the growth rate of revenue by year?", PeriodGrowth)
    assert found is not None
    assert found.analysis == PeriodGrowth(measure="revenue", grain="year")
    own = match("Year over year growth of revenue", PeriodGrowth)
    assert own is not None
    assert own.analysis == PeriodGrowth(measure="revenue")
