"""One and several of what a table's rows and columns are called."""

import pytest

from shared.table.nouns import agreeing, doing, how_many, plural, singular, some_of, stated, too_few
from shared.table.stems import stem

PAIRS = (
    ("order", "orders"),
    ("party", "parties"),
    ("box", "boxes"),
    ("person", "people"),
    ("child", "children"),
    ("status", "statuses"),
    ("address", "addresses"),
    ("analysis", "analyses"),
    ("house", "houses"),
    ("course", "courses"),
    ("movie", "movies"),
    ("cookie", "cookies"),
    ("leave", "leaves"),
    ("class", "classes"),
    ("bus", "buses"),
    ("product category", "product categories"),
    ("knife", "knives"),
    ("bookshelf", "bookshelves"),
    ("wave", "waves"),
    ("olive", "olives"),
    ("reserve", "reserves"),
    ("perf", "perfs"),
    ("safe", "safes"),
    ("quota", "quotas"),
    ("premium", "premiums"),
    ("bonus", "bonuses"),
    ("virus", "viruses"),
    ("clause", "clauses"),
    ("gas", "gases"),
    ("tie", "ties"),
    ("calorie", "calories"),
    ("cow", "cows"),
    ("blouse", "blouses"),
    ("woman", "women"),
    ("human", "humans"),
    ("specimen", "specimens"),
    ("criterion", "criteria"),
    ("goose", "geese"),
    ("slice", "slices"),
    ("menu", "menus"),
)


@pytest.mark.parametrize(("one", "several"), PAIRS)
def test_a_noun_has_a_plural_and_the_plural_its_singular(one: str, several: str) -> None:
    assert plural(one) == several
    assert singular(several) == one
    assert singular(one) == one


@pytest.mark.parametrize("noun", ["staff", "series", "data", "species", "aircraft", "news", "sheep", "fish"])
def test_a_noun_without_a_plural_of_its_own_stays_as_it_is(noun: str) -> None:
    assert plural(noun) == singular(noun) == noun


@pytest.mark.parametrize("word", ["police", "quota", "specimen", "area", "german"])
def test_a_singular_that_ends_like_some_plural_is_its_own_singular(word: str) -> None:
    assert singular(word) == word


def test_a_phrase_turns_on_the_noun_before_what_stands_behind_it() -> None:
    assert plural("point of sale") == "points of sale"
    assert how_many(1, "rows of the query") == "1 row of the query"
    assert how_many(2, "rows of the query") == "2 rows of the query"


def test_capitals_stay() -> None:
    assert plural("Customer") == "Customers"
    assert plural("SKU").startswith("SKU")


def test_forms_of_a_word_share_a_stem() -> None:
    assert stem("returned") == stem("returns") == stem("return") != stem("region")


@pytest.mark.parametrize(("noun", "several"), [("CITY", "CITIES"), ("SKU", "SKUs"), ("City", "Cities")])
def test_a_noun_in_capitals_stays_in_them_but_for_a_mere_s(noun: str, several: str) -> None:
    assert plural(noun) == several


@pytest.mark.parametrize(
    ("count", "nouns", "told"),
    [
        (1, "reviews", "1 review"),
        ("1", "people", "1 person"),
        (1204, "orders", "1,204 orders"),
        (0, "orders", "0 orders"),
        (1, "rows with both values", "1 row with both values"),
        ("1", "staff", "1 of the staff"),
    ],
)
def test_a_count_and_what_is_counted_agree(count, nouns, told):
    assert how_many(count, nouns) == told


def test_a_verb_agrees_with_a_count():
    assert (agreeing(1), agreeing("1"), agreeing(0), agreeing("2")) == ("is", "is", "are", "are")
    assert agreeing("1", "has", "have") == "has"


@pytest.mark.parametrize(
    "name", ["total sales", "units sold", "hours worked", "Fees", "lowest fees of the West, for orders", "UNITS"]
)
def test_a_name_that_turns_on_a_plural_takes_are(name):
    assert doing(name) == "are"


@pytest.mark.parametrize(
    "name",
    [
        "average price",
        "number of orders",
        "share of total sales by region",
        "gross",
        "physics",
        "kWh",
        "staff",
        "p-value",
    ],
)
def test_any_other_name_takes_is(name):
    assert doing(name) == "is"


def test_none_one_and_several_of_all_take_their_verb():
    assert some_of("0", "40", "customers") == "none of the 40 customers is"
    assert some_of("1", "40", "customers") == "1 of 40 customers is"
    assert some_of("12", "1,204", "customers", "has", "have") == "12 of 1,204 customers have"


def test_too_few_of_what_is_needed_is_none_one_or_several():
    assert too_few(0, "rows", 10) == "(no rows found, need at least 10)"
    assert too_few(1, "rows", 10) == "(only 1 row found, need at least 10)"
    assert too_few(3, "records", 10) == "(only 3 records found, need at least 10)"


@pytest.mark.parametrize(
    ("name", "averaged", "told"),
    [
        ("total units", False, "the total units are 10"),
        ("average price", True, "the average price is 10"),
        ("average units", True, "average units: 10"),
        ("average sales in 2025", True, "average sales in 2025: 10"),
    ],
)
def test_an_average_of_things_in_the_plural_is_told_without_a_verb(name: str, averaged: bool, told: str) -> None:
    assert stated(name, "10", averaged=averaged) == told
