"""Amounts in different currencies are told by currency, or not at all; of other units, as they are."""

import pandas as pd
import pytest

from shared.agents.execution.currencies import by_currency
from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.distributions.distribution_shape import DistributionShape
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.metrics import Metric, Ordering
from shared.analysis.quality.overview import Overview
from shared.analysis.written_query import Written
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn, Grouping
from tests.shared.analysis.running import Tables

CLIENTS = ["Ito", "Roux", "Lund", "Mori"]
INVOICES = pd.DataFrame(
    {
        "client": [CLIENTS[at % 4] for at in range(24)],
        "amount": [100.0 * (at % 7 + 1) for at in range(24)],
        "currency": [["JPY", "EUR", "DKK"][at % 3] for at in range(24)],
        "weight": [float(at) for at in range(24)],
        "unit": [["kg", "lb"][at % 2] for at in range(24)],
    }
)
TABLES = Tables(invoices=INVOICES)
TOTAL = Metric(function="sum", column="amount")
BY_CLIENT = (ByColumn(column="client"),)


def _ran(analysis: Analysis) -> dict[str, object]:
    """The facts of an analysis as it is run: each figure by its name."""
    found = TABLES.run(by_currency(analysis, TABLES.profiles[0]))
    return {fact.name: fact.value for fact in found.facts}


def test_a_total_over_several_currencies_is_one_for_each() -> None:
    own = INVOICES.groupby("currency").amount.sum()
    assert _ran(Aggregate(metrics=(TOTAL,))) == {f"total amount of {name}": total for name, total in own.items()}


def test_why_there_is_a_group_that_nobody_asked_for_is_said() -> None:
    found = TABLES.run(by_currency(Aggregate(metrics=(TOTAL,)), TABLES.profiles[0]))
    assert "amount: amounts in different currencies, which currency says, are not taken together." in found.findings


def test_amounts_without_a_currency_are_told_apart_and_stay_in_the_sum() -> None:
    bare = Tables(invoices=INVOICES.assign(currency=INVOICES.currency.where(INVOICES.index != 3)))
    found = bare.run(by_currency(Aggregate(metrics=(TOTAL,)), bare.profiles[0]))
    assert sum(float(fact.value) for fact in found.facts) == INVOICES.amount.sum()


def test_who_leads_is_told_of_each_currency() -> None:
    first = Aggregate(metrics=(TOTAL,), groups=BY_CLIENT, ordering=Ordering(limit=1), entity=True)
    own = INVOICES.groupby(["currency", "client"]).amount.sum().groupby("currency").max()
    assert sorted(_ran(first).values()) == sorted(own)


@pytest.mark.parametrize("groups", [BY_CLIENT, (ByColumn(column="currency"), *BY_CLIENT)], ids=["split", "asked"])
def test_amounts_of_one_currency_stand_together_and_those_of_two_are_not_compared(groups: tuple[Grouping, ...]) -> None:
    found = TABLES.run(by_currency(Aggregate(metrics=(TOTAL,), groups=groups), TABLES.profiles[0]))
    assert "between" not in found.summary
    places = [found.summary.index(f"{name}, ") for name in ("DKK", "EUR", "JPY")]
    assert places == sorted(places)
    own = INVOICES[INVOICES.currency == "DKK"].groupby("client").amount.sum()
    assert f"DKK, {own.idxmax()}: {own.max():,.0f}; DKK, " in found.summary


@pytest.mark.parametrize(("place", "there"), [(4, True), (5, False)])
def test_a_later_place_is_told_of_each_currency_that_has_so_many(place: int, there: bool) -> None:
    ordering = Ordering(limit=1, offset=place - 1)
    asked = by_currency(
        Aggregate(metrics=(TOTAL,), groups=BY_CLIENT, ordering=ordering, entity=True), TABLES.profiles[0]
    )
    if there:
        assert TABLES.run(asked).facts
        return
    with pytest.raises(ForfeitException, match="There are not so many groups"):
        TABLES.run(asked)


@pytest.mark.parametrize(
    "analysis",
    [
        Aggregate(metrics=(TOTAL,), filters=(Filter(column="currency", operator="=", values=("EUR",)),)),
        Aggregate(metrics=(TOTAL,), groups=(ByColumn(column="currency"),)),
        Aggregate(metrics=(Metric(function="count"),)),
        Aggregate(metrics=(Metric(function="sum", column="weight"),)),
        Written(sql='SELECT sum("amount") FROM "invoices"', purpose="Amounts"),
    ],
    ids=["of one", "by currency", "counts rows", "of a weight", "a model's query"],
)
def test_what_takes_no_currencies_together_and_what_a_model_wrote_is_as_it_was(analysis: Analysis) -> None:
    assert by_currency(analysis, TABLES.profiles[0]) is analysis


@pytest.mark.parametrize(
    "analysis",
    [
        ShareOfWhole(metric=TOTAL, groups=BY_CLIENT),
        Aggregate(metrics=(TOTAL,), groups=(ByColumn(column="currency"),), ordering=Ordering(limit=1), entity=True),
        DistributionShape(measure="amount"),
        Aggregate(metrics=(Metric(function="mean", column="amount", per=ByColumn(column="client")),)),
    ],
    ids=["shares", "currencies by ranks", "a statistic", "an average over groups"],
)
def test_what_has_no_form_by_currency_is_refused_with_one_to_ask_about(analysis: Analysis) -> None:
    with pytest.raises(ForfeitException) as refused:
        by_currency(analysis, TABLES.profiles[0])
    assert "amount is in several currencies, as currency says" in refused.value.forfeit.reason
    assert refused.value.forfeit.would_help in {
        f"Asking about one currency, such as “{one}”." for one in INVOICES.currency
    }


def test_a_summary_tells_amounts_by_currency_and_nothing_over_all() -> None:
    overview = Overview()
    assert by_currency(overview, TABLES.profiles[0]) is overview
    assert INVOICES.amount.sum() not in _ran(overview).values()
