"""What a forfeit says and offers."""

import pytest

from shared.contracts import Forfeit, Repair
from shared.offline.forfeit import nearest
from shared.offline.reading.parse import read
from tests.shared.model.answering import planned
from tests.shared.offline.reading.shops import NOW, reading_of, shop


def test_only_columns_that_are_near_are_called_near() -> None:
    profile, _ = shop("orders")
    assert [column.name for column in nearest(("regoin",), profile)] == ["region"]
    assert nearest(("zebra",), profile) == ()


def test_what_begins_otherwise_is_no_slip() -> None:
    assert nearest(("late",), shop("orders")[0]) == ()  # order_date


def _forfeit(question: str) -> Forfeit:
    forfeit = planned(question, NOW, shop("orders")[0]).forfeit
    assert forfeit is not None
    return forfeit


def test_a_word_that_says_what_to_do_is_not_looked_for_in_the_data() -> None:
    told = _forfeit("what percentage of revenue comes from the best regions?")
    assert told.reason == "I could not read what “percentage of” asks for"
    assert "Looked for" not in " ".join(told.attempted_actions)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("compare North with West", "I could not read which figure “compare” asks for"),
        ("whose revenue is missing?", "I could not read what “missing” asks for"),
        ("why did North fall", "I read it as asking for causes, and figures show what happened, not why"),
        ("who is responsible for North", "I could not tell which figure or which rows it asks for"),
    ],
)
def test_the_reason_is_what_was_not_read_and_who_caused_something_is_a_person(question: str, reason: str) -> None:
    assert _forfeit(question).reason == reason


def test_what_was_assumed_of_no_word_of_the_question_is_not_told_of_one_that_was_given_up() -> None:
    tried = " ".join(_forfeit("whose revenue is missing last year?").attempted_actions)
    assert "I read “last year”" in tried
    assert "added up" not in tried
    assert "to be about" not in " ".join(_forfeit("how long do they zog in North on average").attempted_actions)


def test_of_words_that_the_data_does_not_explain_and_others_only_the_former_are_named() -> None:
    told = _forfeit("segment galaxies by value")
    assert told.reason == "I don't understand “segment” or “galaxies”"
    assert "“by”" not in told.reason


def test_two_readings_are_told_apart_by_what_differs() -> None:
    assert "with list price or with sale price" in reading_of("average price of villas", "houses").gaps[0]


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("when was TCK-1250 closed", "TCK-1250"),
        ("total revenue of Müller", "Müller"),
        ("total revenue of a_b zog", "a_b"),
        ("revenue just Cork", "Cork"),
    ],
)
def test_a_word_is_quoted_whole_and_as_it_was_written(question: str, whole: str) -> None:
    assert whole in _forfeit(question).unknown
    assert f"“{whole}”" in _forfeit(question).reason


def test_a_number_that_goes_with_nothing_is_looked_for_nowhere() -> None:
    told = _forfeit("which regions exceeded 10.000")
    assert "10.000" not in told.unknown


def test_a_correction_that_explains_nothing_is_none() -> None:
    told = _forfeit("revenue just Cork")
    assert "corr" not in (told.reason + " ".join(told.attempted_actions)).replace("Cork", "").lower()


def test_each_column_that_is_called_near_is_near_the_word_that_it_is_told_with() -> None:
    told = str(_forfeit("more regoin by zebra").would_help)
    assert told.startswith("The column spelled most like “regoin” is region.")
    assert "more" not in told
    assert "zebra" not in told


def test_of_a_file_that_was_read_in_part_only_that_part_is_said_to_lack_a_word() -> None:
    table = shop("orders")[0]
    unread = Repair(kind="unread", detail="Sheet Orders was read; the workbook also has Depots.", doubt=True)
    parted = table.model_copy(update={"repairs": (unread,)})
    told = planned("revenue by depot", NOW, parted).forfeit
    assert told is not None
    assert told.reason == "No column and no value of what I read of orders.csv is called “depot”"


def test_a_quantity_of_what_the_data_does_not_know_is_told_as_such() -> None:
    assert "“tons”" in _forfeit("how many tons of zog did the regions cause?").reason
    assert "I read it as asking for causes" in _forfeit("what caused the revenue in Atlantis?").reason


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("revenue in April", "in 2023 and 2024"),
        ("revenue in March", "in every year from 2023 to 2025"),
    ],
)
def test_a_month_without_a_year_is_told_with_the_years_that_have_it_and_no_others(question: str, told: str) -> None:
    table = shop("orders")[0]
    dated = table.column("order_date").model_copy(update={"minimum": "2022-11-27", "maximum": "2025-03-14"})
    columns = tuple(dated if one.name == dated.name else one for one in table.columns)
    gap = read(question, table.model_copy(update={"columns": columns}), NOW)[0].gaps[0]
    assert gap.endswith(f"does not say which year, and it falls within the dates of order date {told}")


@pytest.mark.parametrize(
    "question",
    [
        "What were the orders like in the West?",
        "How were the orders in March 2024?",
        "What happened to the orders in the West?",
    ],
)
def test_rows_are_not_counted_where_no_number_is_asked_for(question: str) -> None:
    reading = reading_of(question, "orders")
    assert reading.gaps == ("it asks for no number, and all that I could give is a number of rows",)


def test_one_thing_that_is_named_is_no_number_of_them() -> None:
    told = reading_of("the order of Ann Lee in March 2024").gaps
    assert told == ("I could not tell which figure or which rows it asks for",)
    assert reading_of("order count of Ann Lee in March 2024").answerable


def test_rows_that_are_named_with_nothing_else_are_counted() -> None:
    assert reading_of("orders since March 2024", "orders").answerable


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            "What's the average revenue per rating in each region?",
            "I read it as asking for revenue per rating, a ratio that I do not work out without a model",
        ),
        (
            "is the average revenue of West higher than that of East?",
            "It could be meant for each of West and East, or for all of them together",
        ),
        ("which was the hottest order?", "I could not tell by which column to find the “hottest”"),
        ("How many of the ratings did the West get?", "“How many of the ratings” could count rows or add up rating"),
        ("No, I meant 13 March.", "I don't understand “meant”"),
        (
            "Does revenue depend on the weather?",
            "I don't understand “depend”, and no column and no value of orders.csv is called “weather”",
        ),
        ("outliers in revenue", "I don't understand “outliers”"),
    ],
)
def test_a_reason_says_what_stands_in_the_way_in_words_that_were_written(question: str, reason: str) -> None:
    assert _forfeit(question).reason == reason


@pytest.mark.parametrize(("unit", "told"), [("h", "only where its total is asked for"), ("kg", "could count rows")])
def test_hours_of_a_column_in_hours_count_no_rows(unit: str, told: str) -> None:
    table = shop("orders")[0]
    held = tuple(one.model_copy(update={"unit": unit}) if one.name == "revenue" else one for one in table.columns)
    (gap,) = read("how many hours of revenue?", table.model_copy(update={"columns": held}), NOW)[0].gaps
    assert told in gap


@pytest.mark.parametrize("question", ["revenue per unit by region", "average revenue per unit", "revenue per quantity"])
def test_a_figure_per_amount_is_a_ratio_and_no_group(question: str) -> None:
    assert (
        _forfeit(question).reason == "I read it as asking for a figure per quantity, and I divide no column by another"
    )
