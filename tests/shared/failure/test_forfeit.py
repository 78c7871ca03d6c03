"""What an admission reads like."""

import ast
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

from shared.contracts import AgentResponse, Attempt, Forfeit, ForfeitCode
from shared.failure.describe import RETRY_SUGGESTIONS
from shared.failure.forfeit import (
    complete_event_data,
    folded,
    forfeit_event_data,
    forfeit_message,
    merge_forfeits,
    of_failed,
    tried,
    worded,
)
from shared.model.prompts.forfeiting import Forfeiting

ROOT = Path(__file__).parents[3]
AT = datetime(2026, 5, 1, tzinfo=UTC)

PRICES = Forfeit(
    code="not_in_data",
    reason="The dataset doesn't contain pricing information needed to analyze cost trends",
    attempted_actions=(
        "Searched for price-related columns in the dataset",
        "Checked for alternative pricing metrics",
        "Looked for related financial data",
    ),
)


def test_what_was_tried_is_told_once_with_why_it_gave_nothing():
    failed = Attempt(
        agent="a", task_id="1", step="execute", action="Ran one", outcome="failed", reason="it was too large", at=AT
    )
    ran = failed.model_copy(update={"action": "Ran two", "outcome": "ok", "reason": None})
    assert tried((failed, failed, ran)) == ("Ran one (it was too large)", "Ran two")


def test_the_message_is_word_for_word_the_specifications():
    assert forfeit_message(PRICES) == (
        "I apologize, but I'm unable to complete this request.\n\n"
        "**Reason:** The dataset doesn't contain pricing information needed to analyze cost trends\n\n"
        "**What I tried:**\n"
        "- Searched for price-related columns in the dataset\n"
        "- Checked for alternative pricing metrics\n"
        "- Looked for related financial data\n\n"
        "Please try rephrasing your question or ensure your data contains the necessary information."
    )


def test_what_would_help_stands_in_the_place_of_the_general_advice():
    helped = PRICES.model_copy(update={"would_help": "a column with prices"})
    told, advice = forfeit_message(PRICES).rsplit("\n\n", 1)
    assert advice.startswith("Please try rephrasing")
    assert forfeit_message(helped) == f"{told}\n\n**What would help:** a column with prices"


def test_questions_that_are_answered_are_numbered_at_the_end():
    offering = PRICES.model_copy(update={"suggestions": ("total revenue by region", "revenue in West")})
    told = "\n\n**You could ask:**\n1. total revenue by region\n2. revenue in West"
    assert forfeit_message(offering) == forfeit_message(PRICES) + told


def test_a_folded_text_says_why_and_what_can_be_asked_alone():
    offering = worded(PRICES.model_copy(update={"suggestions": ("total revenue by region",)}))
    folded_text = folded(f"Before.\n\n{offering.message}\n\nAfter.", offering)
    assert folded_text == (
        "Before.\n\nI apologize, but I'm unable to complete this request.\n\n"
        f"**Reason:** {PRICES.reason}\n\n**You could ask:**\n1. total revenue by region\n\nAfter."
    )


def test_a_forfeit_that_names_nothing_tells_at_least_that_the_question_was_read():
    told = worded(Forfeit(reason="No datasets available for your account", attempted_actions=("  ",)))
    assert told.attempted_actions == ("Read the question",)
    assert "**What I tried:**\n- Read the question" in told.message


def _built(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Forfeit"


def test_every_forfeit_that_is_built_in_code_says_what_was_tried_and_of_which_kind_it_is():
    sources = (path.read_text() for folder in ("shared", "functions") for path in (ROOT / folder).rglob("*.py"))
    calls = [node for source in sources if "Forfeit(" in source for node in ast.walk(ast.parse(source)) if _built(node)]
    assert len(calls) > 10
    for call in calls:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        assert {"code", "reason", "attempted_actions"} <= set(given)
        assert ast.unparse(given["attempted_actions"]) != "()"


def test_every_forfeit_that_is_raised_says_what_was_tried():
    sources = (path.read_text() for folder in ("shared", "functions") for path in (ROOT / folder).rglob("*.py"))
    trees = [ast.parse(source) for source in sources if "raise ForfeitException(" in source]
    raised = [node.exc for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    calls = [one for one in raised if isinstance(one, ast.Call) and ast.unparse(one.func) == "ForfeitException"]
    assert len(calls) > 30
    silent = [ast.unparse(call) for call in calls if len(call.args) < 2 or ast.unparse(call.args[1]) == "()"]
    assert silent == []


def test_agents_that_failed_are_told_with_what_each_tried():
    def failed(agent, *tried):
        attempts = tuple(
            Attempt(agent=agent, task_id=agent, step="execute", action=one, outcome="failed", reason="it broke", at=AT)
            for one in tried
        )
        return AgentResponse(
            agent=agent, task_id=agent, task=f"of {agent}", status="failed", error_type="timeout", attempts=attempts
        )

    merged = merge_forfeits([of_failed(failed("risk", "Ran one", "Ran two")), of_failed(failed("trends"))])
    assert merged.code == "agents_failed"
    assert merged.attempted_actions == ("Ran one", "Ran two", "Gave this to trends: of trends")
    assert "“of risk”: it broke" in merged.reason
    assert "“of trends”: nothing came of the work on it" in merged.reason
    assert merged.would_help == RETRY_SUGGESTIONS["timeout"]


def test_line_breaks_in_a_reason_do_not_break_the_form():
    assert "**Reason:** one two\n" in forfeit_message(Forfeit(reason="one\n\ntwo"))


def test_the_events_have_the_specified_shape():
    data = forfeit_event_data(PRICES, "turn")
    assert set(data) == {"reason", "attempted_actions", "message", "scope", "code"}
    assert data["message"] == forfeit_message(PRICES)
    assert (data["reason"], data["attempted_actions"]) == (PRICES.reason, list(PRICES.attempted_actions))
    assert complete_event_data("forfeited", PRICES) == {
        "status": "forfeited",
        "forfeited": True,
        "metadata": {"forfeit_reason": PRICES.reason, "forfeit_code": "not_in_data"},
    }
    assert complete_event_data("answered") == {"status": "answered", "forfeited": False, "metadata": {}}


def test_a_part_answer_is_no_forfeit_but_keeps_the_reason():
    assert complete_event_data("partial", PRICES)["forfeited"] is False
    assert complete_event_data("partial", PRICES)["metadata"]["forfeit_reason"] == PRICES.reason


def test_several_forfeits_are_told_once_each_in_order():
    other = Forfeit(reason="No dates.", attempted_actions=("Looked for related financial data", "Looked for dates"))
    merged = merge_forfeits([PRICES, other, other])
    assert merged.reason == f"{PRICES.reason}; No dates"
    assert merged.attempted_actions == (*PRICES.attempted_actions, "Looked for dates")
    assert merged.message == forfeit_message(merged)


def test_no_forfeits_merge_to_none():
    assert merge_forfeits([]) is None


@pytest.mark.parametrize("code", get_args(ForfeitCode))
def test_only_where_other_data_or_words_would_help_they_are_advised(code):
    told = forfeit_message(Forfeit(code=code, reason="It did not work", attempted_actions=("Looked",)))
    assert ("Please try rephrasing" in told) == (code not in ("agents_failed", "unavailable", "cancelled"))


def test_a_long_task_that_failed_is_named_by_its_beginning() -> None:
    task = (
        "Forecast the visitors of each month from July to September, allow for the time of year, and name the method."
    )
    forfeit = of_failed(AgentResponse(agent="trends", task_id="1", task=task, status="failed"))
    assert (
        "“Forecast the visitors of each month from July to September, allow for the time of year, …”" in forfeit.reason
    )


@pytest.mark.parametrize(
    ("tag", "titles"),
    [
        ("de", ("Grund:", "Was ich versucht habe:", "Was helfen würde:", "Sie könnten fragen:")),
        ("fr-CA", ("Raison :", "Ce que j’ai essayé :", "Ce qui aiderait :", "Vous pourriez demander :")),
        ("es", ("Motivo:", "Lo que intenté:", "Lo que ayudaría:", "Podría preguntar:")),
        ("ja", ("Reason:", "What I tried:", "What would help:", "You could ask:")),
    ],
)
def test_a_forfeit_is_framed_in_its_language_and_in_english_where_there_is_no_frame(tag, titles):
    asked = {"would_help": "x", "suggestions": ("y",), "language": tag}
    told = worded(PRICES.model_copy(update=asked))
    assert [line.split("**")[1] for line in told.message.split("\n") if line.startswith("**")] == list(titles)
    brief = forfeit_message(told.model_copy(update={"attempted_actions": ()}), brief=True)
    assert folded(told.message, told) == brief
    closed = forfeit_message(PRICES.model_copy(update={"language": tag}))
    assert closed.endswith("necessary information.") == (tag == "ja")


def test_forfeits_of_one_language_are_merged_in_it():
    german = PRICES.model_copy(update={"language": "de"})
    merged = [merge_forfeits((german, other)) for other in (german, PRICES)]
    assert [one.language for one in merged if one] == ["de", "en"]


def test_a_model_names_the_language_that_its_forfeit_is_framed_in():
    given = Forfeiting(reason="Es gibt keine Preise.", attempted_actions=("Spalten gelesen",), language="de")
    assert worded(given.forfeit()).message.startswith("Es tut mir leid")
