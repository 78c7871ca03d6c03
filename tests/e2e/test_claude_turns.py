"""Turns answered by Claude, through the real SDK, against a local server that speaks the Messages API."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from infra.local.messages_api import Brain, Fails, MessagesApi, calls, text
from shared.model.choice import choose_model
from shared.settings import Settings

TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'


@contextmanager
def minded(candor, script) -> Iterator[MessagesApi]:
    """The system with a mind that is reached over HTTP."""
    with MessagesApi(script) as server:
        settings = Settings(model="claude", anthropic_api_key="test", anthropic_base_url=server.base_url)
        before, candor.deps.model = candor.deps.model, choose_model(settings)
        try:
            yield server
        finally:
            candor.deps.model = before


def _saying(words):
    """A brain that works as it should and then words its reply like this."""

    def reworded(_request, content):
        given = json.loads(content[0]["text"]) if content[0]["type"] == "text" else {}
        return [text(json.dumps({"text": words}))] if set(given) == {"text"} else content

    return Brain(sql=TOTAL, purpose="Total revenue", then=reworded)


def test_an_answer_of_the_model_comes_with_its_query_facts_and_usage(candor):
    with minded(candor, _saying("Revenue came to 111.00 in total.")):
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "111.00" in reply.text
    assert reply.facts[0].value == pytest.approx(111.0)
    assert reply.usage.input_tokens > 0
    assert reply.receipts[0].model.startswith("claude")
    assert reply.receipts[0].prompt_version


def test_a_figure_that_the_data_did_not_give_never_reaches_the_user(candor):
    with minded(candor, _saying("Revenue came to 111.00 in total. That is 47 % more than last year.")):
        reply = candor.ask("What is the total revenue?")
    assert "47" not in reply.text
    assert "111.00" in reply.text
    assert "could not verify" in reply.text


def test_a_text_of_nothing_but_invented_figures_is_replaced_by_the_facts(candor):
    with minded(candor, _saying("Revenue came to 999.00.")):
        reply = candor.ask("What is the total revenue?")
    assert "999" not in reply.text
    assert "111" in reply.text


def test_technical_things_that_the_model_says_are_taken_out(candor):
    leak = "Revenue came to 111.00. KeyError: 'x' in /var/task/shared/deps.py, arn:aws:lambda:us-east-1:123456789012:f"
    with minded(candor, _saying(leak)):
        reply = candor.ask("What is the total revenue?")
    assert "111.00" in reply.text
    assert not any(word in reply.text for word in ("KeyError", "/var/task", "arn:aws"))


def test_a_draft_that_is_not_confident_is_replaced_and_the_verified_facts_are_kept(candor):
    hedged = "I'm not sure, maybe I can't say; I don't know, it could be anything. I think it is unclear."
    with minded(candor, Brain(sql=TOTAL, purpose="Total revenue", score=0.2, then=_saying(hedged).then)):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "partial"
    assert reply.assessment.verdict == "FAILSAFE_TRIGGERED"
    assert reply.assessment.model_score == 0.2
    assert hedged[:20] not in reply.text


@pytest.mark.parametrize("status", [401, 500, 529])
def test_a_model_that_fails_gives_way_to_no_model_mode_which_says_so(candor, status):
    with minded(candor, Fails(status)):
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "deterministic")
    assert reply.facts[0].value == pytest.approx(111.0)
    assert "without the language model" in reply.text


def test_a_wrong_column_name_of_the_model_is_mended_before_it_is_asked_again(candor):
    with minded(candor, Brain(sql='SELECT sum("Revenues") AS total FROM "data"', purpose="Total")) as server:
        reply = candor.ask("What is the total revenue?")
    assert reply.facts[0].value == pytest.approx(111.0)
    assert not any("failure" in request.everything and "mend" in request.system.lower() for request in server.requests)


def test_a_query_that_is_no_read_never_runs(candor):
    with minded(candor, Brain(sql="DROP TABLE data", purpose="Total")):
        reply = candor.ask("What is the total revenue?")
    assert reply.status in ("forfeited", "answered")
    assert all("DROP" not in query.sql for response in reply.responses for query in response.result.queries_executed)


def test_a_figure_that_the_model_writes_into_its_query_is_no_answer(candor):
    with minded(candor, Brain(sql="SELECT 98765.43 AS total_revenue", purpose="Total revenue")):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    assert "98" not in reply.text
    assert reply.facts == ()


def test_the_model_can_forfeit(candor):
    with minded(candor, Brain(forfeit="There is no cost column")):
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "There is no cost column" in reply.text


def _forfeiting_at(mark):
    """A brain that works as it should until it is asked what this mark stands in, and forfeits there."""

    def given_up(request, content):
        forfeit = calls("forfeit", {"reason": "Nothing here tells the margin", "attempted_actions": ["Read the facts"]})
        return [forfeit] if mark in request.system else content

    return Brain(sql=TOTAL, purpose="Total revenue", then=given_up)


def test_an_agent_can_forfeit_after_its_queries_ran_and_says_what_it_tried(candor):
    with minded(candor, _forfeiting_at("say what the facts mean")):
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "Nothing here tells the margin" in reply.text
    assert any(attempt.action.startswith("Computed") for attempt in reply.attempts)
    assert reply.usage.calls >= 3


def test_an_agent_can_forfeit_while_it_repairs_a_query(candor):
    broken = _forfeiting_at("mend a query that failed")
    with minded(candor, replace(broken, sql='SELECT quite_unheard_of_thing FROM "data"')):
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "Nothing here tells the margin" in reply.text


def test_a_forfeit_of_the_whole_answer_keeps_the_verified_facts(candor):
    with minded(candor, _forfeiting_at("write the one reply")):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "partial"
    assert reply.assessment.verdict == "FAILSAFE_TRIGGERED"
    assert "111" in reply.text


def _never_content(tokens):
    """A brain that plans eight queries, all of which fail, however often it mends them; each call costs that much."""

    def planned(request, content):
        if "run_sql" not in request.tools:
            return content
        queries = ({"sql": f"SELECT nothing_like_it_{at} FROM data", "purpose": f"Part {at}"} for at in range(8))
        return [calls("run_sql", query, call_id=f"t{at}") for at, query in enumerate(queries)]

    return Brain(sql="SELECT nothing_like_it FROM data", tokens=tokens, then=planned)


@pytest.mark.parametrize(("tokens", "most"), [(100, 8), (6_000, 4)], ids=["8 calls", "20 k tokens"])
def test_an_agent_that_is_never_content_ends_at_its_budget_with_a_forfeit_or_a_verified_answer(candor, tokens, most):
    with minded(candor, _never_content(tokens)) as server:
        reply = candor.ask("What is the total revenue?")
    work = ("plan the analysis", "mend a query", "say what the facts mean")
    assert sum(any(mark in request.system for mark in work) for request in server.requests) == most
    assert reply.status in ("answered", "partial", "forfeited")
    assert reply.forfeit or "111" in reply.text
    assert any(attempt.outcome == "failed" for attempt in reply.attempts)
