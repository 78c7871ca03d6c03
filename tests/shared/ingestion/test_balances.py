"""Lines of a statement that say a balance in words: below the header, at the end, between the pages."""

import random

import pytest

TOLD = "where the others have dates or numbers"
HEADER = "Posted;Text;Partner;Amount;Balance"
DAYS = ("{0:02d}.04.2024", "2024-04-{0:02d}", "{0:02d}/04/24", "{0} April 2024")
WORDS = ("Closing balance", "Schlusssaldo", "Solde final au 30/04/2024", "Übertrag", "Saldo końcowe", "期末残高")


def _lines(day: str, rows: int = 12) -> list[str]:
    rng = random.Random(rows)
    return [
        f"{day.format(at + 14)};{rng.choice(['Card', 'Transfer'])};{rng.choice(['Ott', 'Ferry', 'Mill'])};"
        f"{rng.randint(-900, 900)},{rng.randint(10, 99)};{rng.randint(1_000, 9_000)},10"
        for at in range(rows)
    ]


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("day", DAYS)
def test_a_balance_at_the_end_is_no_row(read, day, words):
    found = read("\n".join([HEADER, *_lines(day), f"{words};;;;4711,10"]))
    assert len(found.rows) == 12
    assert found.types() == ["date", "text", "text", "number", "number"]
    assert (TOLD in found.told()) is True
    assert any(one.doubt for one in found.profile.repairs if TOLD in one.detail)
    assert "no date" not in found.told()


def test_balances_above_and_below_the_rows_are_both_left_out(read):
    lines = [HEADER, "Opening balance;;;;1000,10", *_lines(DAYS[0]), "Closing balance;;;;4711,10"]
    found = read("\n".join(lines))
    assert (len(found.rows), found.profile.rows_dropped) == (12, 2)


def test_a_balance_in_a_numbered_list_is_no_row(read):
    lines = [f"{at};{line}" for at, line in enumerate(_lines(DAYS[1]), 1)]
    found = read("\n".join(["No;" + HEADER, *lines, "Carried forward;;;;;4711,10"]))
    assert len(found.rows) == 12
    assert found.types()[0] == "integer"


@pytest.mark.parametrize(
    "last",
    [
        "pending;Card;Ott;-12,50;",
        "unknown;Card;Ott;-12,50;4711,10",
        "n/a;;;-12,50;",
        "30.04.2024;;;;4711,10",
        "Sept. 30 2024;;;;4711,10",
    ],
)
def test_a_row_that_may_be_one_of_data_stays(read, last):
    assert len(read("\n".join([HEADER, *_lines(DAYS[0]), last])).rows) == 13


def test_rows_of_words_stay_where_many_have_words(read):
    lines = [HEADER, *_lines(DAYS[0], 6), *(f"later {at};;;;{at},10" for at in range(1, 5))]
    assert len(read("\n".join(lines)).rows) == 10


def test_balances_between_the_pages_are_left_out_even_where_they_are_many(read):
    lines = _lines(DAYS[0])
    carried = ["Carried forward;;;;4711,10", "Brought forward;;;;4711,10"]
    assert len(read("\n".join([HEADER, *lines[:4], *carried, *lines[4:8], *carried, *lines[8:]])).rows) == 12


def test_names_in_a_first_column_of_names_stay(read):
    lines = [
        "Shop;Text;Partner;Amount;Balance",
        *(f"Shop {at};Card;Ott;{at},50;7,10" for at in range(9)),
        "Kiosk;;;;7,10",
    ]
    assert len(read("\n".join(lines)).rows) == 10


@pytest.mark.parametrize("words", ["Opening balance", "Saldo inicial", "期首残高"])
def test_balances_without_a_date_at_the_ends_are_no_rows(read, words):
    lines = [HEADER, f";{words};;;1000,10", *_lines(DAYS[1]), ";Saldo final;;;4711,10"]
    found = read("\n".join(lines))
    assert (len(found.rows), found.profile.rows_dropped) == (12, 2)
    assert any(one.doubt and words in one.detail for one in found.profile.repairs)


@pytest.mark.parametrize("last", [";Card;Ott;-12,50;", ";Card;Ott;-12,50;4711,10", ";;;;4711,10"])
def test_a_row_that_lacks_its_date_alone_stays(read, last):
    assert len(read("\n".join([HEADER, *_lines(DAYS[1]), last])).rows) == 13
