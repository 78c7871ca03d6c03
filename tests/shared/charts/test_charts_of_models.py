"""A chart of a model's answer draws what the answer tells."""

from typing import Any

import pytest

from shared.charts.charts import chart_of, charts_of
from shared.contracts import AgentResponse, AgentResult, Cell, ColumnShown, Fact
from tests.shared.charts.previews import preview


def of_model(*cited: tuple[str, ...] | None, drawn: tuple[str, ...] = ("", "")) -> AgentResponse:
    """A response of a model to two results of regions, with the columns of each that its answer tells figures of, and
    the one that it names to be drawn."""
    results = tuple(
        preview(*VISITS).model_copy(update={"cited": columns, "drawn": tuple(filter(None, (column,)))})
        for columns, column in zip(cited, drawn, strict=True)
    )
    facts = tuple(
        Fact(id=f"f{at}{name}", name=name, value=10.0, text="It is 10.", cells=(Cell(query=at, row=0, column=name),))
        for at, columns in enumerate(cited)
        for name in columns or ("visits",)
    )
    result = AgentResult(results=results, visualization_hint="bar")
    return AgentResponse(
        agent="a", task_id="1", task="t", status="completed", result=result, facts=facts, by_model=True
    )


VISITS = ({"region": "West", "visits": 10, "rate": 4.0}, {"region": "East", "visits": 20, "rate": 3.0})
TOLD = ("visits", "rate")


@pytest.mark.parametrize(
    ("cited", "charts"), [((TOLD, ()), 1), (((), TOLD), 1), ((TOLD, TOLD), 1), (((), ()), 2), ((None, None), 2)]
)
def test_an_answer_of_a_model_has_one_chart_of_what_it_tells(cited: Any, charts: int) -> None:
    assert len(charts_of([of_model(*cited)])) == charts


@pytest.mark.parametrize("cited", [(TOLD, TOLD), (TOLD, ()), (None, None)])
def test_the_column_is_drawn_that_a_model_names(cited: Any) -> None:
    (chart,) = charts_of([of_model(*cited, drawn=("", "rate"))])
    assert chart.title == "Rate by region"
    assert [value["x"] for value in chart.vega_lite["data"]["values"]] == [4.0, 3.0]


def test_the_title_of_an_answer_in_another_language_has_no_english_word() -> None:
    (chart,) = charts_of([of_model(TOLD, drawn=("rate",)).model_copy(update={"language": "de-AT"})])
    assert chart.title == "Rate · Region"


@pytest.mark.parametrize(("counts", "free", "charts"), [(True, True, 0), (False, True, 1), (True, False, 1)])
def test_how_often_each_free_text_occurs_is_no_picture(counts: bool, free: bool, charts: int) -> None:
    answer = of_model(("visits",), drawn=("",))
    shown = {"visits": ColumnShown(counts=counts), "region": ColumnShown(of="region", free=free)}
    result = answer.result.results[0].model_copy(update={"shown": shown})
    made = answer.result.model_copy(update={"results": (result,)})
    assert len(charts_of([answer.model_copy(update={"result": made})])) == charts


def test_where_what_is_told_first_is_no_picture_the_next_is_drawn() -> None:
    answer = of_model(TOLD, ("rate",))
    total = preview({"visits": 30, "rate": 3.5}).model_copy(update={"cited": TOLD})
    result = answer.result.model_copy(update={"results": (total, answer.result.results[1])})
    (chart,) = charts_of([answer.model_copy(update={"result": result})])
    assert chart.title == "Rate by region"


VETS = (
    {"vet": "Abara", "number": 7, "visits": 402, "fees_per_hour": 245.0},
    {"vet": "Koehler", "number": 3, "visits": 491, "fees_per_hour": 218.0},
)


def test_of_a_models_result_the_figure_is_drawn_that_its_answer_tells_first() -> None:
    chart = chart_of(preview(*VETS), "bar", {"fees_per_hour": "EUR"}, ("fees_per_hour", "visits"))
    assert chart is not None
    assert chart.title == "Fees per hour (EUR) by vet"
    assert chart.vega_lite["data"]["values"] == [{"y": "Abara", "x": 245.0}, {"y": "Koehler", "x": 218.0}]


def test_no_figure_is_drawn_that_a_models_answer_does_not_tell() -> None:
    assert chart_of(preview(*VETS), "bar", {}, ()) is None


def test_a_model_s_result_by_year_in_numbers_has_the_year_beside_the_bars() -> None:
    rows = ({"year": 2023, "orders": 9, "paid": 4.5}, {"year": 2024, "orders": 7, "paid": 6.5})
    chart = chart_of(preview(*rows), "bar", {}, ("year", "paid"))
    assert chart is not None
    assert chart.vega_lite["data"]["values"] == [{"y": 2023, "x": 4.5}, {"y": 2024, "x": 6.5}]
