"""What a model's tokens cost."""

from typing import get_args

import pytest
from anthropic.types import Model

from shared.contracts import Price, Usage
from shared.model.prices import DEFAULT_PRICES, price_of
from shared.settings import Settings

OWN = Price(input=2.0, output=8.0, cache_read=0.2, cache_write=2.5)


def test_each_kind_of_token_has_its_price() -> None:
    used = Usage(input_tokens=1_000_000, cache_read_tokens=400_000, cache_write_tokens=100_000, output_tokens=10_000)
    assert Price().of(used) == pytest.approx(0.5 * 3 + 0.4 * 0.30 + 0.1 * 3.75 + 0.01 * 15)


def test_what_is_kept_for_an_hour_has_its_own_price_and_costs_a_budget_no_more() -> None:
    used = Usage(input_tokens=1000, cache_write_tokens=900, cache_write_hour_tokens=800)
    assert Price().of(used) == pytest.approx((100 * 3 + 100 * 3.75 + 800 * 6.0) / 1e6)
    assert Price().warm(used) == pytest.approx((100 * 3 + 900 * 0.30) / 1e6)


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        ("claude-sonnet-5-5", 3.0),
        ("eu.anthropic.claude-Haiku-5-5-v1:0", 1.0),
        ("claude-opus-5-5", 5.0),
        ("us.anthropic.claude-opus-4-1-20250805-v1:0", 15.0),
        ("claude-opus-4-20250514", 15.0),
        ("claude-mythos-5-2", 10.0),
        ("in-house-7b", 2.0),
        ("never-heard-of", 10.0),
    ],
)
def test_a_model_is_known_by_a_part_of_its_id_and_else_costs_as_the_dearest_family(model: str, dollars: float) -> None:
    assert price_of(model, {"in-house": OWN}).input == dollars


def test_every_model_that_the_sdk_names_has_a_price_of_its_own() -> None:
    ids = get_args(get_args(Model)[0])
    assert ids
    assert [one for one in ids if not any(family in one for family in DEFAULT_PRICES)] == []


def test_a_price_that_is_set_for_a_family_holds_for_all_of_it() -> None:
    assert price_of("claude-opus-4-1-20250805", {"opus": OWN}) == OWN


def test_prices_are_a_setting() -> None:
    settings = Settings.from_env({"CANDOR_MODEL_PRICES": '{"sonnet": {"input": 2, "output": 8}}'})
    assert price_of("claude-sonnet-5-5", settings.model_prices).output == 8.0
    assert price_of("claude-haiku-5-5", settings.model_prices).output == 5.0
