"""The words of a question that no cell says: which are asked about, and what an answer may say in them."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile, QueryResult, ValueCount
from shared.engine.results.marks import RAW, SAYS
from shared.grounding.asked import UnsaidWords, unsaid_words
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

COUNT = {"n": "number count row row"}
BY_TEAM = {"team": "team", "points": "points point total sum"}
TEAMS = (("Reds", 30), ("Blues", 20))
CITY = ColumnProfile(
    name="city", type="text", role="dimension", top_values=(ValueCount(value="London", count=3),), samples=("Paris",)
)
TABLE = DatasetProfile(dataset_id="d", file_name="t.csv", row_count=9, columns=(CITY,))


def _sheets(meanings, rows, conditions=()):
    sheets = Sheets()
    result = QueryResult.model_validate(
        {"columns": tuple(meanings), "rows": rows, "row_count": len(rows), "sql": "SELECT"}
    )
    sheets.add(result, query=0, meanings=meanings, conditions=conditions)
    return sheets


def _is_put_to_a_judge(text, question, words, *, meanings=COUNT, rows=((42,),), conditions=()):
    sheets = _sheets(meanings, rows, conditions)
    told, tables = resolve(text, sheets), whole_results(sheets)
    found = UnsaidWords(words, "n" if "n" in meanings else "points", len(rows) == 1)
    checked = ground(
        told.text,
        facts=told.facts,
        results=tables,
        resolved=told,
        tables=tables,
        question=question,
        found=found,
    )
    return bool(checked.unchecked or checked.wrong)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How many pupils scored in maths?", ("pupil", "scor", "math")),
        ("How many rows are there?", None),
        ("How many pupils did not score?", None),
        ("How many of the best pupils?", None),
        ("How many pupils live in London?", None),
        ("How many pupils live in Paris?", None),
        ("How many pupils are over 12?", None),
        ("Did pupils score?", None),
        ("Why do pupils score?", None),
        ("How many pupils or teachers?", None),
        ("How many pupils, teachers, parents, guests, visitors, helpers?", None),
    ],
)
def test_words_that_no_cell_says_are_asked_about_unless_they_choose_deny_or_are_values(question, found):
    about = unsaid_words(question, _sheets(COUNT, ((42,),)), (TABLE,))
    assert (about.words if about else None) == found


def test_of_several_results_nothing_is_asked():
    sheets = _sheets(COUNT, ((42,),))
    sheets.add(
        QueryResult.model_validate({"columns": ("n",), "rows": ((1,),), "row_count": 1, "sql": "SELECT"}),
        query=1,
        meanings=COUNT,
    )
    assert unsaid_words("How many pupils scored?", sheets, ()) is None


SCORED = ("How many pupils scored below 40?", ("pupil", "scor"))


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("{r1.n} pupils scored below 40.", False),
        ("{r1.n} pupils are scoring below 40.", False),
        ("{r1.n} pupils scored above 40.", True),
        ("{r1.n} pupils scored below 50.", True),
        ("{r1.n} pupils failed below 40.", True),
        ("{r1.n} pupils scored below 40 in art.", True),
        ("{r1.n} pupils never scored below 40.", True),
        ("Only {r1.n} pupils scored below 40.", True),
        ("{r1.n} % of pupils scored below 40.", True),
        ("{2 * r1.n} pupils scored below 40.", True),
    ],
)
def test_a_figure_that_stands_alone_may_be_told_in_the_words_that_were_found(text, judged):
    conditions = (f"mark{SAYS}below 40",)
    assert _is_put_to_a_judge(text, *SCORED, conditions=conditions) is judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("Customers placed {r1.n} purchases.", False),
        ("{r1.n} purchases were placed by customers.", False),
        ("{r1.n} customers placed purchases.", True),
        ("Customers are {r1.n}.", True),
        ("Customers placed {r1.n} in purchases.", True),
    ],
)
def test_a_figure_counts_what_its_column_or_the_question_counts_and_no_other_word_of_it(text, judged):
    asked = ("How many purchases did customers place?", ("customer", "plac"))
    meanings = {"n": "purchase number count row row"}
    assert _is_put_to_a_judge(text, *asked, meanings=meanings) is judged


def test_what_a_question_of_few_words_asks_for_first_is_counted_too():
    asked = ("customers in the West", ("customer",))
    conditions = (f"region{SAYS}west",)
    assert not _is_put_to_a_judge("There are {r1.n} customers in the West.", *asked, conditions=conditions)


def test_without_those_words_it_is_put_to_a_judge():
    assert _is_put_to_a_judge("{r1.n} pupils scored.", "How many pupils scored?", ())


def test_a_condition_that_is_in_no_words_needs_none_where_the_query_was_found_to_be_what_is_asked():
    asked = ("How many bakers come from London?", ("baker",))
    like = (f"{RAW}town LIKE '%London%'",)
    assert _is_put_to_a_judge("{r1.n} bakers come from York.", *asked, conditions=like)
    assert not _is_put_to_a_judge("There are {r1.n} bakers.", asked[0], ("baker", "london"), conditions=like)


@pytest.mark.parametrize(
    ("question", "text", "judged"),
    [
        ("Who won, by points?", "Blues won, with points of {r2.points}.", True),
        ("Who won, by points?", "Reds had points of {r1.points}, and Blues won, with points of {r2.points}.", True),
        ("Who won, by points?", "Blues won, with the lowest points, {r2.points}.", True),
        ("Who won the highest points?", "Reds won the highest points, {r1.points}.", False),
        ("Who won the highest points?", "Blues won the highest points, {r2.points}.", True),
        ("Points won by team?", "Reds won points of {r1.points}, Blues won points of {r2.points}.", False),
        ("Points won by team?", "Reds won points of {r2.points}, Blues won points of {r1.points}.", True),
        ("Points won by team?", "Points won by team:\n- Reds: {r1.points}\n- Blues: {r2.points}", False),
        ("Points won by team?", "Points won by team:\n- Reds: {r2.points}\n- Blues: {r1.points}", True),
    ],
)
def test_of_one_group_such_a_word_is_told_only_where_it_has_the_place_that_is_asked_for(question, text, judged):
    assert _is_put_to_a_judge(text, question, ("won",), meanings=BY_TEAM, rows=TEAMS) is judged


def test_another_column_is_not_told_in_them():
    both = {"points": "points point total sum", "goals": "goals goal total sum"}
    asked = ("How many points and goals were scored?", ("scor",))
    assert not _is_put_to_a_judge(
        "{r1.points} points were scored.", "Points scored?", ("scor",), meanings=both, rows=((5, 3),)
    )
    assert _is_put_to_a_judge("{r1.goals} goals were scored.", *asked, meanings=both, rows=((5, 3),))


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        (
            "The average game score is highest for the Reds, at {r1.points}, and Blues come second with {r2.points}.",
            False,
        ),
        ("The average game score is highest for the Blues, at {r2.points}.", True),
        ("The average game score of the Reds is {r2.points}.", True),
        ("The average is highest for the Reds in a game, at {r1.points}.", True),
        ("The game with the highest average is the Reds', at {r1.points}.", True),
        ("The average game length is highest for the Reds, at {r1.points}.", True),
        ("The game score is highest for the Reds, at {r1.points}.", True),
    ],
)
def test_words_that_name_what_is_averaged_are_said_of_the_figure_and_of_no_group(text, judged):
    asked = ("What is the average game score by team?", ("game", "scor"))
    meanings = {"team": "team", "points": "points point average mean"}
    assert _is_put_to_a_judge(text, *asked, meanings=meanings, rows=TEAMS) is judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("Reds won the most, with {r1.points} points.", False),
        ("Blues won the most, with {r2.points} points.", True),
        ("Blues won points of {r2.points}.", True),
        ("Reds won points of {r1.points} at the most.", True),
    ],
)
def test_who_has_the_most_is_who_has_the_highest_figure(text, judged):
    assert _is_put_to_a_judge(text, "Who won the most?", ("won",), meanings=BY_TEAM, rows=TEAMS) is judged
