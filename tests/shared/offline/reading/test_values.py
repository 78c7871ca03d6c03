"""What cannot be meant cannot be built: metrics, conditions, rankings."""

from typing import Any

import pytest
from pydantic import ValidationError

from shared.analysis.conditions import Alternative, Filter, Level
from shared.analysis.metrics import Metric, MetricCondition, Ordering

PER = {"kind": "column", "column": "region"}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"function": "mean"}, "needs a column"),
        ({"function": "percentile", "column": "a"}, "percentile"),
        ({"function": "percentile", "column": "a", "parameter": 90}, "0..1"),
        ({"function": "mean", "column": "a", "parameter": 0.5}, "percentile"),
        ({"function": "rate", "column": "a"}, "means yes"),
        ({"function": "mean", "column": "a", "positive": "x"}, "means yes"),
        ({"function": "max", "column": "a", "per": PER}, "mean and median"),
        ({"function": "count", "column": "a", "per": PER}, "number of groups"),
    ],
)
def test_a_metric_that_cannot_be_meant_is_refused_with_what_would_be(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Metric.model_validate(given)


def test_a_metric_that_can_be_meant_is_built() -> None:
    for given in (
        {"function": "count"},
        {"function": "mean", "per": PER},
        {"function": "count", "per": PER},
        {"function": "percentile", "column": "a", "parameter": 0},
        {"function": "rate", "column": "a", "positive": False},
    ):
        assert Metric.model_validate(given).function == given["function"]


STRETCH = {"figure": "deviations", "parameter": 2}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"operator": "="}, "one value, not 0"),
        ({"operator": ">", "values": [1, 2]}, "one value, not 2"),
        ({"operator": "between", "values": [1]}, "two values"),
        ({"operator": "between", "values": [1, 2, 3]}, "two values"),
        ({"operator": "between", "values": [2, 1]}, "lower value first"),
        ({"operator": "between", "values": ["2024-01-01", "2023-01-01"]}, "lower value first"),
        ({"operator": "in"}, "at least one value"),
        ({"operator": "is null", "values": [1]}, "no values"),
        ({"operator": "=", "values": [None]}, "empty cell"),
        ({"operator": "outside", "values": [1, 2]}, "level"),
        ({"operator": "=", "level": {"figure": "mean"}}, "<, <=, > or >="),
        ({"operator": ">", "level": STRETCH}, "between or outside"),
        ({"operator": "between", "level": {"figure": "mean"}}, "<, <=, > or >="),
        ({"operator": ">", "values": [3], "level": {"figure": "mean"}}, "in place of values"),
        ({"operator": "is null", "grain": "weekday"}, "without a grain"),
        ({"operator": "in", "grain": "weekday", "values": [8]}, "from 1 to 7"),
        ({"operator": "=", "grain": "month", "values": [1]}, "grain"),
    ],
)
def test_a_condition_that_cannot_be_meant_is_refused_with_what_would_be(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Filter.model_validate({"column": "a", **given})


@pytest.mark.parametrize("kind", [Filter, Alternative])
def test_one_of_several_values_is_in_however_it_was_written(kind: type[Alternative]) -> None:
    several = kind(column="a", operator="=", values=("x", "y"))
    none = kind.model_validate({"column": "a", "operator": "!=", "values": ["x", "y"]})
    assert (several.operator, none.operator) == ("in", "not in")
    assert kind(column="a", operator="=", values=("x",)).operator == "="


def test_no_model_is_shown_the_label_of_a_condition() -> None:
    assert "label" not in Filter.model_json_schema()["properties"]
    assert "label" not in Alternative.model_json_schema()["properties"]


@pytest.mark.parametrize(
    ("figure", "parameter"),
    [("mean", 0.5), ("percentile", None), ("percentile", 90), ("deviations", None), ("quartiles", 0)],
)
def test_a_level_has_a_parameter_where_its_figure_has_one(figure: str, parameter: float | None) -> None:
    with pytest.raises(ValidationError):
        Level.model_validate({"figure": figure, "parameter": parameter})


def test_places_limits_and_offsets_are_in_range() -> None:
    for given in ({"metric": -1}, {"limit": 0}, {"offset": -1}):
        with pytest.raises(ValidationError):
            Ordering.model_validate(given)
    for given in ({"value": float("inf")}, {"value": 1, "of": {"function": "mean", "per": PER}}):
        with pytest.raises(ValidationError):
            MetricCondition.model_validate({"operator": ">", **given})
