"""What the cells of a table show to be computed of others is known so, whatever the columns are called."""

import random

import pytest

from shared.table.formulas import Formula, formulas
from shared.table.main_measure import main_measure
from shared.table.understood import understood
from tests.shared.table.columns import number, table

ROWS = 60
CHANCE = random.Random(7)
PIECES = [float(CHANCE.randint(1, 40)) for _ in range(ROWS)]
EACH = [round(CHANCE.uniform(2, 90), 2) for _ in range(ROWS)]
OFF = [CHANCE.choice((0.0, 5.0, 10.0)) for _ in range(ROWS)]
COLUMNS = (number("Menge", type="integer"), number("Einzelpreis"), number("Rabatt"), number("Netto"))


def product(off=lambda row: 1.0):
    return [round(PIECES[row] * EACH[row] * off(row), 2) for row in range(ROWS)]


def found(columns=COLUMNS, **cells):
    def rows(names):
        return list(zip(*(cells[name] for name in names), strict=True))

    return formulas(columns, rows)


def test_an_amount_is_the_product_of_a_quantity_and_what_one_of_it_costs() -> None:
    made = found(Menge=PIECES, Einzelpreis=EACH, Rabatt=OFF, Netto=product())
    assert made.found == (Formula("Netto", "product", ("Menge", "Einzelpreis")),)
    assert made.for_one == {"Einzelpreis"}


@pytest.mark.parametrize("whole", [1.0, 100.0])
def test_an_amount_is_reduced_by_a_percentage_or_by_a_fraction(whole: float) -> None:
    off = [one * whole / 100 for one in OFF]
    made = found(Menge=PIECES, Einzelpreis=EACH, Rabatt=off, Netto=product(lambda row: 1 - off[row] / whole))
    assert made.of("Netto") == ("Menge", "Einzelpreis", "Rabatt")
    assert (made.for_one, made.reductions) == ({"Einzelpreis"}, {"Rabatt"})


def test_of_several_columns_that_reduce_an_amount_alike_the_first_is_taken_each_time() -> None:
    alike = dict.fromkeys(("Rabatt", "Skonto", "Bonus", "Nachlass", "Abzug"), OFF)
    columns = (*COLUMNS[:2], *map(number, alike), COLUMNS[3])
    netto = product(lambda row: 1 - OFF[row] / 100)
    made = found(columns, Menge=PIECES, Einzelpreis=EACH, Netto=netto, **alike)
    assert [one.reduced_by for one in made.found] == list(alike)


def test_a_total_is_the_sum_of_its_parts() -> None:
    columns = (number("a"), number("b"), number("c"))
    made = found(columns, a=[x + y for x, y in zip(EACH, OFF, strict=True)], b=EACH, c=[one + 2 for one in OFF])
    assert not made.found
    parts = [one + 2 for one in OFF]
    made = found(columns, a=[x + y for x, y in zip(EACH, parts, strict=True)], b=EACH, c=parts)
    assert made.of("a") == ("b", "c")
    assert not made.for_one


@pytest.mark.parametrize(
    "cells",
    [
        {"Netto": [one + CHANCE.uniform(-3, 3) for one in product()]},  # near it is not it
        {"Netto": EACH, "Menge": [1.0] * ROWS},  # one of each: the amount is the price
        {"Netto": [0.0] * ROWS, "Menge": [0.0] * ROWS},
        {"Netto": [*product()[:50], *EACH[50:]]},
    ],
)
def test_what_holds_in_some_rows_or_by_rows_that_show_nothing_is_no_computation(cells) -> None:
    assert not found(**({"Menge": PIECES, "Einzelpreis": EACH, "Rabatt": OFF, "Netto": product()} | cells)).found


def test_a_few_typed_cells_are_no_objection() -> None:
    netto = [12.34, *product()[1:]]
    assert found(Menge=PIECES, Einzelpreis=EACH, Rabatt=OFF, Netto=netto).of("Netto")


def test_without_cells_nothing_is_computed() -> None:
    assert not formulas(COLUMNS, None).found


def test_what_the_others_lead_to_is_what_the_table_is_about_and_no_price_is_added_up() -> None:
    cells = {"Menge": PIECES, "Einzelpreis": EACH, "Rabatt": OFF, "Netto": product(lambda row: 1 - OFF[row] / 100)}
    known = understood(table(*COLUMNS), cells=lambda names: list(zip(*(cells[one] for one in names), strict=True)))
    assert [one.default_aggregate for one in known.columns] == ["sum", "mean", "mean", "sum"]
    assert known.column("Rabatt").additivity == "non_additive"
    meant = main_measure(known)
    assert meant is not None
    assert meant.name == "Netto"
    assert meant.meaning == "Netto: an amount that adds up, computed of Menge, Einzelpreis, Rabatt"
