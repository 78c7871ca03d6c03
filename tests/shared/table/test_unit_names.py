"""The unit that a column's name states: its own, and not what it is counted by."""

import pytest

from shared.contracts import ColumnProfile
from shared.table.units import unit_in_name, without_unit


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("weight_kg", "kg"),
        ("Preis (EUR)", "EUR"),
        ("discount_pct", "%"),
        ("margin_percent", "%"),
        ("Share percent", "%"),
        ("price_per_kg", None),
        ("Preis €/kg", None),
        ("cost per km", None),
        ("upper_kg", "kg"),
        ("Ist_Mio_EUR", None),
        ("plan_thousand_usd", None),
        ("team_eur", "EUR"),
        ("price_eur_mwh", None),
        ("output_mwh", "MWh"),
        ("Takings £", "£"),
        ("price_€", "€"),
        ("area m²", "m²"),
        ("temp °C", "°C"),
        ("Speed km/h", "km/h"),
        ("Miete je m²", None),
        ("Preis €/m²", None),
        ("rent € m²", None),
        ("Plan Mio. €", None),
        ("Umsatz T€", None),
        ("€", None),
    ],
)
def test_a_unit_behind_per_or_a_scale_is_not_the_columns_own(name: str, unit: str | None) -> None:
    assert unit_in_name(name) == unit


@pytest.mark.parametrize(
    ("name", "words", "short"),
    [
        ("amount_eur", "amount eur", "amount"),
        ("Bill (EUR)", "Bill (EUR)", "Bill"),
        ("weight_in_kg", "weight in kg", "weight"),
        ("discount %", "discount %", "discount"),
        ("Takings £", "Takings £", "Takings"),
        ("discount_pct", "discount pct", "discount"),
        ("eur", "eur", "eur"),
        ("flight_hrs", "flight hrs", "flight hrs"),
        ("First response (min)", "First response (min)", "First response"),
        ("price_per_kg", "price per kg", "price per kg"),
    ],
)
def test_a_name_is_told_without_the_unit_that_its_figures_carry(name: str, words: str, short: str) -> None:
    column = ColumnProfile(name=name, words=words, type="number", role="measure", unit=unit_in_name(name))
    assert without_unit(column, (column,)) == short


def test_a_unit_that_tells_two_columns_apart_stays_in_their_names() -> None:
    names = ("fee_eur", "fee_usd", "weight_kg", "weight")
    columns = [
        ColumnProfile(name=one, words=one.replace("_", " "), type="number", role="measure", unit=unit_in_name(one))
        for one in names
    ]
    assert [without_unit(one, columns) for one in columns] == ["fee eur", "fee usd", "weight kg", "weight"]
