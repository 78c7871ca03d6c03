"""Nothing that a model worded gets into a reply unguarded: not in a reason, not in what was tried."""

from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.contracts import (
    AgentResponse,
    AgentResult,
    Assessment,
    Attempt,
    Claim,
    ColumnProfile,
    DatasetProfile,
    Draft,
    Forfeit,
    ForfeitCode,
    Insights,
    Plan,
    Repair,
    ResultPreview,
    Task,
    Turn,
    Usage,
)
from shared.engine.sql.limits import limits_of
from shared.failure.forfeit import tried, worded
from shared.failure.reasons import plain_reason
from shared.grounding.languages import ENGLISH, language_of
from shared.turn.context import TurnContext
from shared.turn.draft.text_guard import readings_that_stand
from shared.turn.material import Material
from shared.turn.reply.worded_fields import LEFT_OUT, cleaned

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SLIP = "KeyError: 'x' in /var/task/shared/agents/agent.py at 10.0.3.7"
TURN = Turn(
    turn_id="t", session_id="s", user_id="u", question="How many?", asked_at=NOW, deadline=NOW + timedelta(seconds=90)
)


def _usage(calls: int) -> Usage:
    """That of a language model; of none, where it was not called."""
    return Usage(model="some-model" if calls else "", calls=calls)


def material(calls: int = 1, **fields: Any) -> Material:
    response = AgentResponse(agent="sql", task_id="1", task="Count", status="forfeited", usage=_usage(calls), **fields)
    plan = Plan(kind="agents", waves=((Task(task_id="1", agent="sql", request="Count"),),))
    return Material(turn=TURN, plan=plan, responses=(response,))


def attempt(reason: str) -> Attempt:
    return Attempt(agent="sql", task_id="1", step="execute", action="Ran it", outcome="failed", reason=reason, at=NOW)


def test_a_forfeit_without_anything_to_hide_stays_as_it_is() -> None:
    forfeit = worded(Forfeit(reason="There is no column for weather", attempted_actions=("Looked at region, revenue",)))
    assert cleaned(material(forfeit=forfeit)).responses[0].forfeit == forfeit


@pytest.mark.parametrize("field", ["reason", "attempted_actions", "would_help"])
def test_technical_text_in_a_forfeit_is_left_out_and_its_message_worded_anew(field: str) -> None:
    given: dict[str, Any] = {"reason": "no such column", field: (SLIP,) if field == "attempted_actions" else SLIP}
    told = cleaned(material(forfeit=worded(Forfeit(**given)))).responses[0].forfeit
    assert told
    assert "KeyError" not in told.model_dump_json()
    assert "/var/task" not in told.model_dump_json()
    assert told.message


def test_technical_text_in_what_was_tried_is_left_out() -> None:
    found = cleaned(material(attempts=(attempt(SLIP),)))
    assert "KeyError" not in found.model_dump_json()


def test_a_figure_in_a_models_reason_that_no_data_gave_is_left_out() -> None:
    forfeit = worded(Forfeit(reason="The total revenue is 98,765.43."))
    told = cleaned(material(forfeit=forfeit)).responses[0].forfeit
    assert told
    assert "98,765" not in told.reason + told.message


def test_a_figure_in_a_reason_that_no_model_worded_stays() -> None:
    reason = "Insufficient data points (only 6 records found, need at least 10)"
    told = cleaned(material(calls=0, forfeit=worded(Forfeit(reason=reason)))).responses[0].forfeit
    assert told
    assert told.reason == reason


def _assumed(line: str, *conditions: str) -> Material:
    """A turn whose plan and agent assume this, and whose queries have these conditions."""
    queries = [f"SELECT count(*) AS n FROM data WHERE {one}" for one in conditions]
    response = AgentResponse(
        agent="sql",
        task_id="1",
        task="Count",
        status="completed",
        usage=_usage(1),
        readings=(line,),
        limits=limits_of(queries),
        language="de",
    )
    task = Task(task_id="1", agent="sql", request="Count")
    plan = Plan(kind="agents", waves=((task,),), readings=(line,), usage=_usage(1))
    return Material(turn=TURN, plan=plan, responses=(response,))


@given(
    limit=st.integers(0, 5000) | st.integers(1, 99).map(lambda one: one / 100),
    sign=st.sampled_from((">", "<", ">=", "<=", "=")),
    words=st.sampled_from(
        (
            "A rainy day is a day with precipitation above {n}.",
            "Katholisch heißt eine Provinz mit mehr als {n} katholisch.",
            "Small means at most {n} pupils; the others are large.",
            "Only values of {n} and more count.",
        )
    ),
    percent=st.booleans(),
)
def test_an_assumption_that_only_repeats_a_condition_of_the_queries_is_never_dropped(
    limit, sign, words, percent
) -> None:
    told = limit * 100 if percent and limit < 1 else limit
    line = words.format(n=f"{told:g} %" if percent else f"{limit:g}")
    turn = _assumed(line, f"x {sign} {limit}")
    assert readings_that_stand(turn, ENGLISH) == (line,)
    assert cleaned(turn).readings == (line,)


@pytest.mark.parametrize(
    ("line", "condition"),
    [
        ("Above 90 is read as 91 and more.", "x > 90"),
        ("The last year is read as the last 52 weeks.", "x > 0"),
        ("Satisfaction runs from 1 to 5.", "x > 0"),
    ],
)
def test_an_assumption_that_tells_the_datas_edges_a_years_weeks_or_what_a_limit_means_is_kept(line, condition) -> None:
    turn = _assumed(line, condition)
    scores = ColumnProfile(name="satisfaction", type="integer", role="measure", minimum=1, maximum=5)
    table = DatasetProfile(dataset_id="d", file_name="tickets.csv", row_count=800, columns=(scores,))
    turn = turn.model_copy(update={"context": TurnContext(datasets=(table,))})
    assert readings_that_stand(turn, ENGLISH) == (line,)
    assert cleaned(turn).readings == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "“Next year” is 2027 by the time of asking, so the subscriptions active at the end of 2025 are the base.",
        "The coming year is read as 2027.",
        "Fiscal 2027 begins in July.",
        "Recent is read as the last 90 days.",
        "The forecast is of the next 6 months.",
        "The skipped hour is 60 minutes, which are taken off the duration.",
        "Begonnen heißt mit einem Beginn vom 1.1. bis zum 31.12.2024.",
        "Eine Schicht ist ein Tag mit 24 Stunden, ab dem 15.3. gerechnet.",
    ],
)
def test_an_assumption_that_names_a_period_beyond_the_data_or_by_its_length_is_kept(line: str) -> None:
    turn = _assumed(line, "x > 0")
    assert readings_that_stand(turn, language_of("de") if "t ein" in line else ENGLISH) == (line,)
    assert cleaned(turn).readings == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "West sold 2027 units.",
        "Orders took 90 days.",
        "An hour has 70 minutes here.",
        "Jobs took 60 minutes.",
        "The next 6 months bring 900 orders.",
        "The base is 2032.",
    ],
)
def test_an_assumption_with_a_number_that_is_dressed_as_a_period_is_dropped(line: str) -> None:
    turn = _assumed(line, "x > 0")
    assert readings_that_stand(turn, ENGLISH) == ()
    assert cleaned(turn).readings == ()


@pytest.mark.parametrize("doubt", [True, False], ids=["counts as empty", "any other value"])
def test_an_assumption_may_name_the_codes_that_a_legend_says_are_no_values(doubt) -> None:
    line = "“Don't know” and “no answer” (8 and 9 by the Codebook), and an age of 0, are left out of the average."
    turn = _assumed(line, "x > 0")
    codes = tuple(
        Repair(kind="null", detail=f"{one} counts as empty", column="score", examples=(one,), doubt=doubt)
        for one in ("8", "9", "0")
    )
    table = DatasetProfile(dataset_id="d", file_name="survey.csv", row_count=640, columns=(), repairs=codes)
    turn = turn.model_copy(update={"context": TurnContext(datasets=(table,))})
    assert readings_that_stand(turn, ENGLISH) == ((line,) if doubt else ())


def test_an_assumption_with_a_figure_that_no_query_names_is_dropped() -> None:
    turn = _assumed("A rainy day has more than 7.3 mm.", "precipitation > 0")
    assert readings_that_stand(turn, ENGLISH) == ()
    assert cleaned(turn).readings == ()


def test_what_an_assumption_may_say_is_no_figure_of_the_data_elsewhere() -> None:
    turn = _assumed("Above 90 is read as 91 and more.", "x > 90")
    tried = Forfeit(reason="There are 52 regions", attempted_actions=("Counted 91 of them", "Counted them"))
    response = turn.responses[0].model_copy(update={"forfeit": worded(tried), "usage": _usage(1)})
    told = cleaned(turn.model_copy(update={"responses": (response,)})).responses[0].forfeit
    assert told
    assert (told.reason, told.attempted_actions) == (plain_reason("other"), ("Counted them",))


def test_what_may_not_be_shown_of_a_list_leaves_no_trace_in_it() -> None:
    tried = ("Looked for a cost column", "Traceback (most recent call last):")
    told = cleaned(material(forfeit=worded(Forfeit(reason="There is no cost", attempted_actions=tried))))
    forfeit = told.responses[0].forfeit
    assert forfeit
    assert forfeit.attempted_actions == ("Looked for a cost column",)
    assert LEFT_OUT not in forfeit.message


@pytest.mark.parametrize("code", get_args(ForfeitCode))
def test_a_reason_that_may_not_be_shown_becomes_a_plain_sentence_by_the_forfeits_kind(code: ForfeitCode) -> None:
    slip = Forfeit(
        code=code, reason="Traceback (most recent call last):", would_help="Traceback (most recent call last):"
    )
    told = cleaned(material(forfeit=worded(slip))).responses[0].forfeit
    assert told
    assert (told.reason, told.would_help) == (plain_reason(code), "")
    assert f"**Reason:** {told.reason}" in told.message
    assert LEFT_OUT not in told.message


@pytest.mark.parametrize("field", ["reason", "would_help"])
def test_a_forfeit_may_tell_what_the_agent_that_gave_up_had_computed(field: str) -> None:
    """Its count, and nothing that it did not count."""
    counted = ResultPreview(purpose="How many months there are", data=({"months": 47},), row_count=1)
    for told, stays in (("The file holds 47 months", True), ("The file holds 48 months", False)):
        said = {"reason": "There is too little", field: told}
        forfeit = cleaned(material(forfeit=worded(Forfeit(**said)), result=AgentResult(results=(counted,))))
        kept = forfeit.responses[0].forfeit
        assert kept
        assert (getattr(kept, field) == said[field]) is stays


@pytest.mark.parametrize(
    ("task", "shown"),
    [
        ("Forecast the revenue of January to March 2027", True),
        ("Forecast the next 3 months (2027-01-01 to 2027-03-31)", True),
        ("Forecast the 90 months after", False),
        ("Compare it with 2012", False),
        ("Explain the loss of 4,711 customers", False),
    ],
)
def test_a_task_may_name_the_months_that_a_time_means_and_no_figure_of_its_own(task, shown) -> None:
    days = ColumnProfile(name="day", type="timestamp", role="time", minimum="2024-01-01", maximum="2026-12-31")
    table = DatasetProfile(dataset_id="d", file_name="tickets.csv", row_count=800, columns=(days,))
    given = material(forfeit=worded(Forfeit(reason="There is too little")))
    responses = (given.responses[0].model_copy(update={"task": task}),)
    known = given.model_copy(update={"responses": responses, "context": TurnContext(datasets=(table,))})
    assert cleaned(known).responses[0].task == (task if shown else "A part of the question")


def test_that_a_language_model_failed_is_told_with_the_numbers_of_its_name() -> None:
    asked = Attempt(
        agent="sql",
        task_id="1",
        step="model",
        action="Asked the language model some-model-77-3",
        outcome="failed",
        reason="it is overloaded",
        at=NOW,
    )
    forfeit = worded(Forfeit(reason="There is no cost", attempted_actions=tried((asked,))))
    response = cleaned(material(attempts=(asked,), forfeit=forfeit)).responses[0]
    assert response.attempts == (asked,)
    assert response.forfeit == forfeit


def test_the_beginning_of_a_draft_that_may_not_be_shown_is_not_kept_in_the_assessment() -> None:
    def assessed(preview: str) -> Material:
        verdict = Assessment(
            confidence_score=0.2,
            rule_score=0.2,
            assessment="FAILSAFE_TRIGGERED",
            verdict="FAILSAFE_TRIGGERED",
            original_response_preview=preview,
            timestamp=NOW,
        )
        return cleaned(Material(turn=TURN, assessment=verdict))

    for preview, kept in ((SLIP, None), ("I am not sure.", "I am not sure.")):
        assessment = assessed(preview).assessment
        assert assessment
        assert assessment.original_response_preview == kept


def test_a_figure_in_a_reason_of_candors_own_stays_where_a_model_was_asked_in_vain() -> None:
    reason = "Insufficient data points (only 6 records found, need at least 10)"
    given = material(forfeit=worded(Forfeit(reason=reason)))
    (response,) = given.responses
    vain = given.model_copy(update={"responses": (response.model_copy(update={"usage": Usage(calls=3)}),)})
    told = cleaned(vain).responses[0].forfeit
    assert told
    assert told.reason == reason


@pytest.mark.parametrize(
    "told",
    [
        "Revenue fell by seventy per cent",
        "It made a million in all",
        "Found ninety-eight thousand orders",
        "Half of it is lost",
    ],
)
def test_a_size_in_words_that_only_a_judge_could_bear_out_is_in_no_field_that_none_sees(told: str) -> None:
    tried = Forfeit(reason=told, would_help=told, attempted_actions=(told, "Looked at two columns"))
    forfeit = cleaned(material(forfeit=worded(tried))).responses[0].forfeit
    assert forfeit
    assert (forfeit.reason, forfeit.would_help) == (plain_reason("other"), "")
    assert forfeit.attempted_actions == ("Looked at two columns",)
    assert readings_that_stand(_assumed(told, "x > 0"), ENGLISH) == ()


def test_an_assumption_with_a_figure_near_a_cell_is_dropped_as_any_other() -> None:
    cell = ResultPreview(purpose="Revenue by region", data=({"region": "West", "total": 90076.85},), row_count=1)
    turn = _assumed("West has 98,000.", "x > 0")
    given = turn.model_copy(
        update={"responses": (turn.responses[0].model_copy(update={"result": AgentResult(results=(cell,))}),)}
    )
    assert readings_that_stand(given, ENGLISH) == ()


def test_what_is_counted_beside_a_models_query_is_told_though_no_fact_has_its_figures() -> None:
    line = "12 of 60 orders have no entry for amount and are left out."
    assert cleaned(material(doubts=(line, SLIP))).responses[0].doubts[0] == line


@pytest.mark.parametrize("contradicted", [(), (2,)])
def test_what_a_judge_found_false_is_in_no_field_of_a_reply(contradicted: tuple[int, ...]) -> None:
    right, wrong = "East sold more than West.", "West grew faster than East."
    said = AgentResult(insights=Insights(summary=f"{right} {wrong}", findings=(right, wrong)))
    draft = Draft(
        text=f"{right} {wrong}", source="claude", grounded=True, unchecked=(Claim(said=right), Claim(said=wrong))
    )
    verdict = Assessment(
        confidence_score=0.9,
        rule_score=0.9,
        assessment="PASSED",
        verdict="PASSED",
        judged=True,
        contradicted=contradicted,
        timestamp=NOW,
    )
    given = material(result=said, by_model=True).model_copy(update={"draft": draft, "assessment": verdict})
    told = cleaned(given).responses[0].model_dump_json()
    assert right in told
    assert (wrong in told) == (not contradicted)
