"""A forfeit says nothing untrue of the data: what is there is not denied, and what was not looked at is not claimed."""

import re

import pytest

from shared.analysis.standard import STANDARD
from shared.analysis.trends.running_course import RunningCourse
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.contracts import ColumnProfile, DatasetProfile, Forfeit, ValueCount
from shared.model.moves import NextMove
from shared.offline.forfeit import forfeit
from shared.offline.next_move import next_move
from shared.offline.reading.reading import Reading
from tests.shared.model.answering import CARD, planned
from tests.shared.offline.reading.shops import NOW, shop

SHOPS = ("orders", "employees", "houses")


def _forfeit(question: str, *tables: DatasetProfile) -> Forfeit:
    told = planned(question, NOW, *tables).forfeit
    assert told is not None
    return told


def _denied(reason: str) -> str:
    """The words that a reason says are found nowhere."""
    return " ".join(re.findall(r"(?:is called|understand) ((?:“[^”]*”(?:, | and | or )?)+)", reason))


@pytest.mark.parametrize("name", SHOPS)
def test_no_column_and_no_value_is_ever_said_to_be_missing(name: str) -> None:
    table, _ = shop(name)
    texts = [column for column in table.columns if column.type == "text" and column.top_values]
    words = [column.name.replace("_", " ") for column in table.columns]
    words += [str(column.top_values[0].value) for column in texts]
    for word in words:
        reason = _forfeit(f"zog {word} flibber {word}", table).reason
        denied = _denied(reason).lower()
        assert "zog" in denied
        assert not set(re.findall(r"\w+", word.lower())) & set(re.findall(r"\w+", denied)), reason


def test_a_column_that_stayed_unread_is_told_as_there() -> None:
    table = DatasetProfile(
        dataset_id="votes",
        file_name="votes.csv",
        row_count=51,
        columns=(
            ColumnProfile(name="State", type="text", role="dimension", distinct=51),
            ColumnProfile(name="Clinton", type="integer", role="measure", distinct=50, minimum=1, maximum=90),
            ColumnProfile(name="Trump", type="integer", role="measure", distinct=50, minimum=1, maximum=90),
        ),
    )
    told = _forfeit("Did Clinton beat Trump by a larger share in Atlantis zog?", table)
    assert "Found “Clinton” (the column Clinton) and “Trump” (the column Trump)" in told.attempted_actions
    assert "“Atlantis”" in _denied(told.reason)
    assert "o column and no known value of votes.csv is called" in told.reason


def test_what_was_recognised_of_a_question_is_told_beside_what_was_not() -> None:
    told = _forfeit("total revenue of zogs in the West", shop("orders")[0])
    [line] = [one for one in told.attempted_actions if one.startswith("Recognised ")]
    assert line == "Recognised “revenue” (the column revenue) and “West” (region West)"


def test_what_would_have_been_computed_is_not_told_as_done() -> None:
    told = _forfeit("Which zog sold the most in 2024?", shop("orders")[0])
    assert not [one for one in told.attempted_actions if "I ranked" in one or "I averaged" in one]


def _years_told(question: str) -> str:
    years = ColumnProfile(name="Joined", type="integer", role="dimension", distinct=16, minimum=2009, maximum=2024)
    name = ColumnProfile(name="Member", type="text", role="dimension", distinct=64)
    table = DatasetProfile(dataset_id="c", file_name="choir.csv", row_count=64, columns=(name, years))
    return _forfeit(question, table).reason


@pytest.mark.parametrize("question", ["how many joined after 2020", "number of members by month"])
def test_where_years_stand_it_is_not_said_that_no_column_has_them(question: str) -> None:
    assert "years stand in Joined, and I could not tell that they are meant" in _years_told(question)


def test_what_is_ranked_is_missed_and_not_the_figure_that_is_named() -> None:
    reason = _forfeit("top 3 revenue", shop("orders")[0]).reason
    assert reason == "I could not read what to rank by revenue"


def test_a_word_of_a_column_name_and_a_word_of_a_value_are_told_as_what_they_are() -> None:
    table = DatasetProfile(
        dataset_id="staff",
        file_name="staff.csv",
        row_count=3,
        columns=(
            ColumnProfile(
                name="office_city",
                type="text",
                role="dimension",
                distinct=1,
                top_values=(ValueCount(value="Porto Alegre", count=3),),
            ),
            ColumnProfile(name="signed_on", type="date", role="time", distinct=3, minimum="2024-01-01"),
        ),
    )
    reading = Reading(
        question="?", unexplained=("office", "alegre", "Porto Alegre", "May 2024", "zog")
    )  # a time is looked for nowhere
    told = forfeit(reading, table, (), NOW)
    found = " ".join(told.attempted_actions)
    assert "“office” (close to the column name office city)" in found
    assert "“alegre” (part of a value of office city)" in found
    assert "“Porto Alegre” (a value of office city)" in found
    assert "May 2024" not in found  # a time is looked for nowhere
    assert "value of staff.csv is called “zog”" in told.reason


def test_what_is_offered_is_called_what_it_is() -> None:
    many = tuple(ColumnProfile(name=f"f{at}", type="number", role="measure") for at in range(20))
    table = DatasetProfile(dataset_id="wide", file_name="wide.csv", row_count=3, columns=many)
    assert "The first 15 columns are f0" in str(_forfeit("zebra", table).would_help)
    assert "The column spelled most like “legions” is region" in str(_forfeit("legions", shop("orders")[0]).would_help)


def test_two_files_are_not_said_to_lack_what_one_of_them_has() -> None:
    told = _forfeit("zog revenue flibber salary", shop("orders")[0], shop("employees")[0])
    assert "revenue" not in _denied(told.reason) or "salary" not in _denied(told.reason)
    assert "neither a column nor a known value “revenue”" not in told.reason.split("orders.csv")[-1].split(";")[0]


def test_of_several_files_the_reason_names_each_that_was_read_and_what_it_lacks() -> None:
    tables = shop("orders")[0], shop("employees")[0]
    assert "no value of orders.csv or employees.csv is called “zog”" in _forfeit("total zog", *tables).reason
    told = _forfeit("revenue of zog in the kitchen department", *tables)
    assert told.attempted_actions[0] == "Matched the question with the columns of orders.csv and employees.csv"
    assert told.reason.endswith("I could not read the question of employees.csv either, nor of them together")
    assert str(told.would_help).startswith("The columns of orders.csv are")


@pytest.mark.parametrize(
    ("question", "untrue"),
    [
        ("Top 3 of the East by revenue, please", "names none"),
        ("the 2 shortest of the orders", "no column says"),
    ],
)
def test_what_was_not_found_is_not_said_not_to_be_there(question: str, untrue: str) -> None:
    assert untrue not in (planned(question, NOW, shop("orders")[0]).forfeit or Forfeit(reason="")).reason


def test_a_word_that_stands_for_another_is_no_missing_column() -> None:
    told = _forfeit("Do the regions keep their zogs?", shop("orders")[0])
    assert "zogs" in _denied(told.reason)
    assert "their" not in _denied(told.reason)


@pytest.mark.parametrize(
    "question",
    ["total revenue, and what is it for West?", "what is the total revenue and how much of it is from West?"],
)
def test_no_half_of_a_question_is_answered_in_silence(question: str) -> None:
    assert "two things at once" in _forfeit(question, shop("orders")[0]).reason


def test_no_analysis_answers_a_half_of_a_question_either() -> None:
    task = "total revenue, and what is it for West?"
    request = NextMove(
        task=task, agent=CARD, instructions="", playbook=(RunningCourse,), datasets=(shop("orders")[0],), now=NOW
    )
    assert next_move(request).forfeit is not None


@pytest.mark.parametrize("left_out", [(), ("order_id", "status", "note")])
def test_an_example_is_given_only_where_it_can_be_computed(left_out: tuple[str, ...]) -> None:
    table = shop("orders")[0]
    kept = tuple(one for one in table.columns if one.name not in left_out)
    told = _risky("Which region has the most customers at risk?", table.model_copy(update={"columns": kept}))
    assert told.reason.startswith("I could not read in the question which measure to use")
    assert told.would_help == ("I can read this: “Which region has the most revenue at risk?”." if left_out else None)


def test_a_field_is_missed_only_of_what_was_asked_for() -> None:
    assert "measure" not in _risky("Which region has the most customers?", shop("orders")[0]).reason


def _risky(question: str, table: DatasetProfile) -> Forfeit:
    playbook = (*STANDARD, RiskConcentration)
    told = next_move(
        NextMove(task=question, agent=CARD, instructions="", playbook=playbook, datasets=(table,), now=NOW)
    ).forfeit
    assert told is not None
    return told


def test_a_quarter_in_the_names_of_columns_is_looked_up_in_no_date() -> None:
    names = ("Q1 Plan", "Q1 Actual", "Q2 Plan", "Q2 Actual", "paid in")
    columns = (
        ColumnProfile(name="branch", type="text", role="dimension", distinct=6),
        *(ColumnProfile(name=name, type="integer", role="measure", distinct=20) for name in names),
    )
    table = DatasetProfile(dataset_id="plans", file_name="plans.csv", row_count=24, columns=columns)
    assert _forfeit("total plan in Q2", table).reason == "I could not tell which of Q2 Plan and Q2 Actual is meant"
    assert "I found no column of dates" in _forfeit("total Q2 Plan in July 2024", table).reason
