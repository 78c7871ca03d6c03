"""Sides that are compared, figures and numbers without a column fill what an example leaves open."""

from datetime import UTC, datetime

import pytest

from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.figures.sides_compared import SidesCompared
from shared.analysis.impact.price_response import PriceResponse
from shared.analysis.rows.shown_rows import ShownRows
from shared.analysis.segments.playbook import SEGMENTS
from shared.analysis.segments.value_tiers import ValueTiers
from shared.analysis.significance.association import Association
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.significance.playbook import SIGNIFICANCE
from shared.model.moves import RouteQuestion
from shared.model.port import PreviousTurn
from shared.offline.ability import Abilities
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import Match, matched
from shared.offline.next_move import candidate
from shared.offline.reading.parse import read
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]


def found(question: str, *playbook: type[Analysis], at: datetime = NOW) -> Match | None:
    return matched(playbook, LinkedQuestion.of(question, ORDERS, at), ORDERS, at)


def side(value: str) -> tuple[Filter, ...]:
    return (Filter(column="region", operator="=", values=(value,)),)


WEST, EAST, NORTH = side("West"), side("East"), side("North")


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("Compare West and East", {"measure": "revenue", "one": WEST, "other": EAST}),
        ("West vs East", {"measure": "revenue", "one": WEST, "other": EAST}),
        ("compare East to West in quantity", {"measure": "quantity", "one": EAST, "other": WEST}),
        ("How does West compare to East?", {"measure": "revenue", "one": WEST, "other": EAST}),
        ("Compare West, East and North", {"measure": "revenue", "one": WEST, "other": EAST, "more": (NORTH,)}),
        ("Compare the average revenue of West and East", {"measure": "revenue", "figure": "mean", "one": WEST}),
        (
            "Compare West and East for completed orders",
            {"filters": (Filter(column="status", operator="=", values=("completed",)),)},
        ),
    ],
)
def test_values_of_one_column_are_the_sides_of_a_comparison(question: str, given: dict[str, object]) -> None:
    match = found(question, SidesCompared)
    assert match is not None
    assert isinstance(match.analysis, SidesCompared)
    assert {name: getattr(match.analysis, name) for name in given} == given


def test_stretches_of_time_are_sides_too() -> None:
    match = found("Compare March 2023 and April 2023", SidesCompared)
    assert match is not None
    assert isinstance(match.analysis, SidesCompared)
    assert match.analysis.other[0].values == ("2023-04-01", "2023-05-01")


@pytest.mark.parametrize(
    "question",
    [
        "Compare West",
        "Compare prices",
        "Compare revenue and quantity",
        "Compare West with the average",
        "Compare West and East with the average",
        "Compare West and completed",
        "Compare West and East over time",
        "Compare the growth of West and East",
        "Is West better than East?",
    ],
)
def test_what_names_no_two_sides_or_asks_for_more_compares_none(question: str) -> None:
    match = found(question, SidesCompared)
    assert match is None or match.analysis is None


def test_rows_over_a_number_are_so_by_the_one_column_whose_figures_reach_it() -> None:
    match = found("Show me all orders over 90", ShownRows)
    assert match is not None
    assert match.analysis == ShownRows(filters=(Filter(column="revenue", operator=">", values=(90,)),))


def test_a_number_that_several_columns_reach_is_asked_back_for_by_their_names() -> None:
    match = found("Show me all orders over 4", ShownRows)
    assert match is not None
    assert match.undecided is not None
    assert match.undecided.gaps == ("it does not say of what: quantity or rating",)  # revenue begins at 10.5


@pytest.mark.parametrize("question", ["Show me all orders over 9000", "Show me all orders over the last year"])
def test_a_number_that_no_column_reaches_and_a_time_are_no_condition_on_figures(question: str) -> None:
    match = found(question, ShownRows)
    assert match is None or match.analysis is None


def test_a_price_that_no_column_is_called_is_looked_for_by_the_analysis() -> None:
    match = found("What if prices rise 10 %", PriceResponse)
    assert match is not None
    assert match.analysis == PriceResponse(percent=10)


def test_what_rows_are_called_can_be_segmented_by_value_tiers() -> None:
    match = found("Segment orders by value tiers", *SEGMENTS)
    assert match is not None
    assert match.analysis == ValueTiers()


def test_a_word_that_is_taken_for_a_column_by_a_guess_does_not_cost_what_the_question_says() -> None:
    customer = next(column for column in ORDERS.columns if column.name == "customer")
    segment = customer.model_copy(update={"name": "segment"})
    table = ORDERS.model_copy(update={"columns": (*(one for one in ORDERS.columns if one != customer), segment)})
    question = "Segment orders by value tiers"
    reading, asked = read(question, table, NOW)[0], LinkedQuestion.of(question, table, NOW)
    assert [one.column for one in reading.groups] == ["segment"]  # tiers, by a synonym
    assert candidate(SEGMENTS, reading, table, asked, NOW).analysis == ValueTiers()


TESTS = {"patterns": (*SIGNIFICANCE, SidesCompared)}


@pytest.mark.parametrize(
    ("before", "completed"),
    [
        ("Compare West and East", "Does revenue differ significantly by region for West or East?"),
        ("Compare West to East in quantity", "Does quantity differ significantly by region for West or East?"),
        ("Compare March 2023 and April 2023", None),
    ],
)
def test_a_question_that_lacks_columns_takes_those_of_the_one_before(before: str, completed: str | None) -> None:
    history = (PreviousTurn(question=before),)
    request = RouteQuestion(
        question="Which test shows that?", agents=(), playbooks=TESTS, datasets=(ORDERS,), history=history,
        now=datetime(2024, 7, 15, tzinfo=UTC),
    )  # fmt: skip
    assert Abilities(request).filled_from(request.question, before) == completed


@pytest.mark.parametrize(
    ("question", "kind", "given"),
    [
        ("Which test applies to revenue and region?", GroupDifference, {"measure": "revenue", "group": "region"}),
        ("Which test applies to region and status?", Dependence, {"one": "region", "other": "status"}),
        ("Which test applies to revenue and quantity?", Association, {"one": "revenue", "other": "quantity"}),
        ("What if the quantity goes up by 10 percent?", PriceResponse, {"price": "quantity", "percent": 10.0}),
        ("What if the quantity goes down by 5 %?", PriceResponse, {"price": "quantity", "percent": -5.0}),
    ],
)
def test_the_kinds_of_the_named_columns_decide_which_analysis_is_asked_for(
    question: str, kind: type[Analysis], given: dict[str, object]
) -> None:
    match = found(question, *SIGNIFICANCE, PriceResponse)
    assert match is not None
    assert isinstance(match.analysis, kind)
    assert match.analysis.model_dump(include=set(given)) == given
