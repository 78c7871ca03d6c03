"""Names of columns and questions as words."""

import pytest

from shared.table.names import in_words, words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("orderDate", ("order", "date")),
        ("HTTPServer", ("http", "server")),
        ("CustomerID", ("customer", "id")),
        ("DVDs", ("dvds",)),
        ("order_IDs", ("order", "ids")),
        ("pH", ("ph",)),
        ("kWh_used", ("kwh", "used")),
        ("aDate", ("a", "date")),
    ],
)
def test_a_name_is_cut_where_its_words_begin_and_neither_in_a_plural_of_capitals_nor_in_a_symbol(
    name: str, words: tuple[str, ...]
) -> None:
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("orderDate", "order date"),
        ("order_date", "order date"),
        ("Order Date", "Order Date"),
        ("Verbrauch kWh", "Verbrauch kWh"),
        ("water_pH", "water pH"),
        ("iPhones", "i phones"),
        ("MwSt %", "MwSt %"),
    ],
)
def test_a_sentence_says_a_name_in_words_and_a_symbol_as_it_is(name: str, told: str) -> None:
    assert in_words(name) == told
