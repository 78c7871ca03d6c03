"""What counts as a figure, and which values it tells."""

import pytest

from shared.grounding.figures import figures


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sales were 1,234.5 units", [(1234.5, "")]),
        ("a rise of 12 %, then 12%, then 12 percent", [(12, "%")] * 3),
        ("$3.2M, €1.2bn, 3.2 million and £4k", [(3.2e6, ""), (1.2e9, ""), (3.2e6, ""), (4e3, "")]),
        ("three times, 1.5x and 3-fold", [(3, "x"), (1.5, "x"), (3, "x")]),
        ("twice as many; it doubled", [(2, "x"), (2, "x")]),
        ("half of them, a third of sales, two thirds of all", [(0.5, "part"), (1 / 3, "part"), (2 / 3, "part")]),
        ("one in five, three out of four", [(0.2, "part"), (0.75, "part")]),
        ("below 4 in 8 years", [(4.0, ""), (8.0, "")]),
        ("a dozen stores", [(12, "")]),
        ("10–20 and 10-20", [(10, ""), (20, ""), (10, ""), (20, "")]),
        ("10–20 % and between 5 and 7 %", [(10, "%"), (20, "%"), (5, "%"), (7, "%")]),
        ("it is 12.5 percentage points, 3 pp and 50 basis points", [(12.5, "pp"), (3, "pp"), (0.5, "pp")]),
        ("1 234 567.5 EUR and 12,5 %", [(1234567.5, ""), (12.5, "%")]),
        ("0.05 and .5", [(0.05, ""), (0.5, "")]),
        ("twenty-five stores and two hundred orders", [(25, ""), (200, "")]),
        ("12kg in 30 min", [(12, ""), (30, "")]),
        ("| North | 12.3 | 4,500 |", [(12.3, ""), (4500, "")]),
        ("sales rose to 2024 units", [(2024, "")]),
        ("we sold 1950 bikes", [(1950, "")]),
        ("North: 42.", [(42, "")]),
        ("(n = 17)", [(17, "")]),
        ("the top 5", [(5, "")]),
    ],
)
def test_figures_are_found_in_every_form(text, found):
    assert [(pytest.approx(figure.value), figure.unit) for figure in figures(text)] == found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("#98765 of them", 98765),
        ("98_765 returns", 98765),
        ("A-98765 returns", 98765),
        ("the 98765th visit", 98765),
        ("one per 98765 visits", 98765),
        ("id 9876 came", 9876),
        ("⁹⁸⁷⁶⁵ of them", 98765),
        ("⑨⑧ of them", 98),
        ("٩٨ of them", 98),
        ("½ of all", 0.5),
        ("&#57;&#x38; of them", 98),
        ("0x181CD of them", 98765),
        ("7o,ooo of them", 70000),
        ("98.765.000 of them", 98765000),
        ("a million of them", 1e6),
        ("a billion of them", 1e9),
        ("fifteen hundred of them", 1500),
        ("one percent of them", 1),
        ("nine eight seven six five of them", 98765),
    ],
)
def test_a_number_in_disguise_is_one(text, value):
    assert [figure.value for figure in figures(text)] == [pytest.approx(value)]


@pytest.mark.parametrize("text", ["100 m² of floor¹", "sales² in CO₂, per 1,000 and per 100,000", "until 9999-12-31"])
def test_footnotes_units_bases_and_dates_far_off_are_no_numbers_in_disguise(text):
    assert [figure.value for figure in figures(text)] == ([100] if "100 m" in text else [])


@pytest.mark.parametrize(
    "text",
    [
        "In 2024, as in 2019–2023 and 2021/22, and since 1998.",
        "2024 was the best year, 2023 the worst; the 1990s were calm.",
        "On 2024-01-15, 15.01.2024, 01/15/2024, 15 January 2024, January 15, 2024 and Jan 2024 at 10:30 or 3 pm.",
        "The 1st, 2nd and 3rd; first and second.",
        "1. North\n2. South\n  3) East",
        "Q1, H2 2024, FY24, week 12, A-100, B2B, v2, COVID-19, 7up, col_1, 1.2.3 and #12",
        '`column_12` and "v2" and ```sql\nSELECT 12\n```',
        "the first half of the year, a quarter of 2024, the last quarter, twice a week",
        "at the 95 % confidence level (p < 0.05), 24/7",
        "one of the best; sales per 1,000 customers",
        "a 12-month rolling average",
    ],
)
def test_years_dates_ordinals_numbering_and_names_are_none(text):
    assert figures(text) == ()


@pytest.mark.parametrize(
    ("text", "told", "not_told"),
    [
        ("12 %", [11.6, 12.4999], [11.4, 12.6]),
        ("3.2M", [3.15e6, 3.25e6], [3.14e6, 3.26e6]),
        ("3,000", [2999.6, 3000.4], [2990, 3010]),
        ("about 3,000", [2600, 3400], [2400, 3600]),
        ("over 500", [501, 590], [480, 640]),
        ("nearly 20 %", [18.2, 19.9], [14, 21]),
        ("more than half of", [0.51, 0.66], [0.49, 0.7]),
        ("-5", [-5.2], [5, -6]),
        ("+5", [5.2], [-5]),
        ("5", [5, -5], [6]),
    ],
)
def test_a_figure_tells_what_rounds_to_it(text, told, not_told):
    (figure,) = figures(text)
    assert all(figure.tells(value) for value in told)
    assert not any(figure.tells(value) for value in not_told)


def test_a_currency_is_known_by_sign_and_name():
    assert [figure.currency for figure in figures("$5, 5 EUR, 7 dollars, 8")] == ["USD", "EUR", "USD", None]


def test_a_figure_knows_where_it_stands():
    text = "Sales fell by -$1,200.50 in all."
    (figure,) = figures(text)
    assert text[figure.start : figure.end] == figure.text == "-$1,200.50"


def test_a_figure_of_three_groups_is_no_version_number():
    assert [figure.value for figure in figures("It came to 1.484.430,07 in version 1.2.3.")] == [1484430.07]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("at about 29,400 and 29,500", [29367.0, 29540.99]),
        ("between roughly 2,800 and 2,970", [2802.0, 2973.5]),
        ("~51,900, 70,800 and 81,300", [51914.0, 70817.2, 81280.0]),
        ("around $50k to $60k", [51200.0, 59100.0]),
    ],
)
def test_a_hedge_covers_all_figures_that_are_coordinated_with_its_first(text, told):
    assert [one.tells(value) for one, value in zip(figures(text), told, strict=True)] == [True] * len(told)


@pytest.mark.parametrize("text", ["29,400 and 29,500", "about 29,400 in May, and June had 29,500", "about 20; 29,500"])
def test_a_figure_that_no_hedge_covers_is_told_to_its_last_digit(text):
    assert not figures(text)[-1].tells(29540.99)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("their difference of €0.94 may be chance", ["€0.94"]),
        ("a gap of 12 may be chance", ["12"]),
        ("€12 May", ["€12"]),
        ("it rose on 5 May", []),
        ("5 may 2024 was the best day", []),
    ],
)
def test_a_figure_before_a_verb_is_no_day_of_a_month(text: str, found: list[str]) -> None:
    assert [one.text for one in figures(text)] == found
