"""What is answered to talk, without a model: in words alone, with questions that would be answered."""

import re

import pytest

from shared.contracts import DatasetProfile, Repair, ValueCount
from shared.offline.reading.parse import read
from shared.offline.talk import talk
from shared.query.words.tables import defined
from tests.shared.model.answering import planned
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = shop("orders")[0]


def said(message: str) -> str:
    plan = talk(message, (ORDERS,), NOW)
    assert plan is not None
    return plan.text


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ("Thanks a lot!", "You're welcome!"),
        ("bye bye", "Goodbye!"),
        ("ok cool", "All right. Ask another question whenever you like."),
    ],
)
def test_small_talk_is_answered_shortly(message: str, reply: str) -> None:
    assert said(message) == reply


def test_a_question_is_no_praise_but_a_question_about_languages_is_answered() -> None:
    asked = talk("Is this impressive?", (ORDERS,), NOW)
    assert asked is not None
    assert asked.forfeit is not None
    assert said("do you understand German?").startswith("I read English without a language model, and no other")


@pytest.mark.parametrize("message", ["Hello", "what can you do?"])
@pytest.mark.parametrize("table", ["orders", "employees", "houses"])
def test_what_is_offered_can_be_answered(message: str, table: str) -> None:
    profile = shop(table)[0]
    plan = talk(message, (profile,), NOW)
    assert plan is not None
    offered = re.findall(r"“(.+?)”", plan.text)
    assert len(offered) >= 2
    assert all(read(question, profile, NOW)[0].answerable for question in offered)
    assert not re.search(r"\d", plan.text)


def test_a_column_is_described_by_its_kind_and_values_in_words_and_never_by_a_figure() -> None:
    region = said("define region")
    assert region.startswith("Region is a column of orders.csv that holds text, such as ")
    assert {"West", "East", "North"} <= set(re.findall(r"\w+", region))
    assert said("what does revenue mean?") == (
        "Revenue is a column of orders.csv that holds numbers. The file does not say what it stands for."
    )
    told = "Ann Lee is a value of the column customer in orders.csv. The file does not say what it means."
    assert said("who is Ann Lee?") == told


def test_what_the_file_writes_of_a_column_beside_its_table_is_told_without_figures() -> None:
    lines = ("Revenue is net of returns.", "Status: one of 4 letters", "Made by the office")
    told = ORDERS.model_copy(update={"repairs": (Repair(kind="remarks", detail="Remarks.", examples=lines),)})
    written = "Beside the table the file writes: “Revenue is net of returns.”"
    assert defined(told.column("revenue"), None, told).endswith(written)
    assert defined(told.column("status"), None, told).endswith("A line beside the table names it.")
    assert defined(told.column("region"), None, told).endswith("The file does not say what it stands for.")


def test_what_a_column_is_stands_beside_its_figure_where_only_its_name_is_asked_for() -> None:
    told = planned("what is revenue?", NOW, ORDERS)
    assert told.analyses
    assert told.readings[0].startswith("Revenue is a column of orders.csv that holds numbers")
    for question in ("what is the revenue?", "revenue", "what is the total revenue?", "what is revenue in West?"):
        assert not [one for one in planned(question, NOW, ORDERS).readings if "is a column" in one]


@pytest.mark.parametrize(
    "message",
    [
        "what does sale price mean?", "What does the list price stand for?", "meaning of list price",
        "define list price", "what do list price and sale price mean?",
    ],
)  # fmt: skip
def test_a_column_of_several_words_is_defined_in_whichever_table_it_is(message: str) -> None:
    plan = planned(message, NOW, shop("employees")[0], ORDERS, shop("houses")[0])
    assert plan.text.startswith(("Sale price is a column of houses.csv", "List price is a column of houses.csv"))


def test_of_two_tables_the_one_is_told_in_which_the_whole_name_stands() -> None:
    revenue = ORDERS.column("revenue").model_copy(update={"name": "Unit Price"})
    orders = ORDERS.model_copy(update={"columns": (*ORDERS.columns, revenue)})
    plan = planned("what does sale price mean?", NOW, orders, shop("houses")[0])
    assert plan.text.startswith("Sale price is a column of houses.csv that holds numbers.")


@pytest.mark.parametrize(
    "message",
    [
        "so what does revenue actually mean over here?",
        "what do revenue and rating mean to us?",
        "does revenue mean it?",
    ],
)
def test_to_mean_is_no_average(message: str) -> None:
    assert planned(message, NOW, ORDERS).analyses == ()


@pytest.mark.parametrize("message", ["what is the mean revenue?", "which region does the highest mean revenue have?"])
def test_a_mean_is_an_average(message: str) -> None:
    assert "mean" in planned(message, NOW, ORDERS).model_dump_json(include={"analyses"})


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ("fine, thanks", "You're welcome!"),
        ("Fine thank you", "You're welcome!"),
        ("thanks, good", "You're welcome!"),
        ("ok, good", "All right. Ask another question whenever you like."),
        ("ok, fine, bye", "Goodbye!"),
    ],
)
def test_small_talk_is_no_condition_though_values_are_called_so(message: str, reply: str) -> None:
    assert planned(message, NOW, *_noted("Fine", "Good")).text == reply


def test_a_value_is_still_meant_where_something_is_asked_of_it() -> None:
    assert planned("how many are fine", NOW, *_noted("Fine", "Good")).analyses
    assert planned("Fine", NOW, *_noted("Fine", "Good")).text == ""


def _noted(*notes: str) -> tuple[DatasetProfile, ...]:
    """Orders whose status is one of the notes."""
    top = tuple(ValueCount(value=note, count=50) for note in notes)
    status = ORDERS.column("status").model_copy(update={"top_values": top, "distinct": len(top)})
    columns = tuple(status if one.name == "status" else one for one in ORDERS.columns)
    return (ORDERS.model_copy(update={"columns": columns}),)


def test_a_unit_is_told_with_its_column() -> None:
    column = ORDERS.column("revenue").model_copy(update={"unit": "EUR"})
    others = tuple(column if one.name == "revenue" else one for one in ORDERS.columns)
    plan = talk("in which currency is revenue?", (ORDERS.model_copy(update={"columns": others}),), NOW)
    assert plan is not None
    assert "numbers, in EUR" in plan.text


def test_what_is_no_column_is_not_defined() -> None:
    plan = planned("define churn", NOW, ORDERS)
    assert plan.forfeit is not None
    assert "“churn”" in plan.forfeit.reason


def test_an_answer_cannot_be_discussed_without_a_model() -> None:
    plan = planned("are you sure?", NOW, ORDERS)
    assert plan.forfeit is not None
    assert plan.forfeit.reason.startswith("Without a language model I can compute figures, but not discuss")


@pytest.mark.parametrize("message", ["какая выручка?", "Wie hoch ist der gesamte Umsatz?", "売上は？"])
def test_another_language_is_told_that_only_english_is_read(message: str) -> None:
    plan = planned(message, NOW, ORDERS)
    assert plan.forfeit is not None
    assert plan.forfeit.reason.startswith("I read English without a language model")


def test_without_a_file_a_greeting_asks_for_one_and_names_what_is_on_its_way() -> None:
    nothing = talk("hello", (), NOW)
    assert nothing is not None
    assert nothing.text == "Hello!\n\nUpload a file and ask about it."
    coming = talk("hello", (), NOW, ("a.csv is still being read",))
    assert coming is not None
    assert coming.text == "Hello!\n\na.csv is still being read."


@pytest.mark.parametrize(
    "message",
    ["Who are they?", "Which customer was best then?", "what was good", "How many was that", "which one is nice"],
)
def test_a_question_about_the_data_is_no_talk(message: str) -> None:
    assert talk(message, (ORDERS,), NOW) is None or talk(message, (ORDERS,), NOW).forfeit


def test_yes_and_no_are_not_told_as_other_words_than_those_of_the_file() -> None:
    assert said("define returned") == (
        "Returned is a column of orders.csv that holds yes/no values. The file does not say what it stands for."
    )
