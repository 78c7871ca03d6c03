"""Turns answered by Claude, through the real SDK, against a local server that speaks the Messages API."""

from dataclasses import replace

import pytest

from infra.lab.messages_api import Brain, Fails, calls
from tests.e2e.minded import TOTAL, corrected, saying


def test_an_answer_of_the_model_comes_with_its_query_facts_and_usage(candor):
    with candor.minded(saying("Revenue came to {r1.total_revenue:2} in total.")) as server:
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "claude")
    assert len(server.requests) == 3
    assert "111.00" in reply.text
    assert reply.facts[0].value == pytest.approx(111.0)
    assert reply.usage.input_tokens > 0
    assert reply.receipts[0].model.startswith("claude")
    assert reply.receipts[0].prompt_version


def test_a_figure_that_the_data_did_not_give_never_reaches_the_user(candor):
    with candor.minded(saying("Revenue came to 111.00 in total. That is 47 % more than last year.")):
        reply = candor.ask("What is the total revenue?")
    assert "47" not in reply.text
    assert "111.00" in reply.text
    assert reply.text.count("I left out one sentence") == 1


def test_a_text_of_nothing_but_invented_figures_is_replaced_by_the_facts(candor):
    with candor.minded(saying("Revenue came to 999.00.")):
        reply = candor.ask("What is the total revenue?")
    assert "999" not in reply.text
    assert "111" in reply.text


def test_technical_things_that_the_model_says_are_taken_out(candor):
    leak = "Revenue came to 111.00. KeyError: 'x' in /var/task/shared/deps.py, arn:aws:lambda:us-east-1:123456789012:f"
    with candor.minded(saying(leak)):
        reply = candor.ask("What is the total revenue?")
    assert "111.00" in reply.text
    assert not any(word in reply.text for word in ("KeyError", "/var/task", "arn:aws"))


@pytest.mark.parametrize("status", [401, 500, 529])
def test_a_model_that_fails_gives_way_to_no_model_mode_which_says_so(candor, status):
    with candor.minded(Fails(status)):
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "deterministic")
    assert reply.facts[0].value == pytest.approx(111.0)
    assert "without the language model" in reply.text


def test_answers_of_the_model_that_are_put_together_without_it_are_not_called_answers_without_it(candor):
    twice = {
        "tasks": [{"agent": "sql_analytics", "request": f"What is the {one} revenue?"} for one in ("total", "whole")]
    }

    def shared_out(request, content):
        return [calls("assign_tasks", twice)] if "assign_tasks" in request.tools else content

    brain = Brain(sql=TOTAL, purpose="Total revenue", then=shared_out)

    def putting_nothing_together(request, wire):
        (Fails(400) if set(request.tools) == {"forfeit"} else brain)(request, wire)

    with candor.minded(putting_nothing_together):
        reply = candor.ask("What is the total revenue, and what is the whole revenue?")
    assert "Put together without the language model because" in reply.text, reply.text
    assert "Answered without" not in reply.text


def test_a_wrong_column_name_of_the_model_is_mended_before_it_is_asked_again(candor):
    with candor.minded(Brain(sql='SELECT sum("Revenues") AS total FROM "data"', purpose="Total")) as server:
        reply = candor.ask("What is the total revenue?")
    assert reply.facts[0].value == pytest.approx(111.0)
    assert not any("failure" in request.everything and "mend" in request.system.lower() for request in server.requests)
    assert "Correcting query" in [event.title for event in candor.deps.events.read(reply.turn_id)]


def test_a_query_that_is_no_read_never_runs(candor):
    with candor.minded(Brain(sql="DROP TABLE data", purpose="Total")):
        reply = candor.ask("What is the total revenue?")
    assert reply.status in ("forfeited", "answered")
    assert all("DROP" not in query.sql for response in reply.responses for query in response.result.queries_executed)


def test_a_figure_that_the_model_writes_into_its_query_is_no_answer(candor):
    with candor.minded(Brain(sql="SELECT 98765.43 AS total_revenue", purpose="Total revenue")):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    assert "98" not in reply.text
    assert reply.facts == ()


def test_the_model_can_forfeit(candor):
    with candor.minded(Brain(forfeit="There is no cost column")) as server:
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "There is no cost column" in reply.text
    asked = [request for request in server.requests if "assess a reply" not in request.system]
    assert (len(asked), reply.responses) == (1, ()), "the coordinator forfeits, and nobody works on it"
    assert len(server.requests) == 2, "a judge holds the reason against the tables"


def test_a_plain_question_takes_two_calls_where_the_coordinator_knows_what_to_compute(candor):
    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue", eager=True)) as server:
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "111" in reply.text
    assert len(server.requests) == 2
    assert reply.usage.calls == 2


def test_a_figure_that_follows_from_nothing_goes_back_to_the_model_which_mends_it(candor):
    said = iter(["Revenue is 999.00.", "Revenue is {r1.total_revenue}."])

    def then(request, content):
        return [calls("answer", {"text": next(said)})] if request.results or corrected(request) else content

    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue", then=then)):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "answered"
    assert reply.text == "Revenue is 111."


def _giving_up(when):
    """A brain that works as it should until that is so of a request, and forfeits there."""

    def given_up(request, content):
        forfeit = calls("forfeit", {"reason": "Nothing here tells the margin", "attempted_actions": ["Read the facts"]})
        return [forfeit] if when(request) else content

    return Brain(sql=TOTAL, purpose="Total revenue", then=given_up)


def test_an_agent_can_forfeit_after_its_queries_ran_and_says_what_it_tried(candor):
    with candor.minded(_giving_up(lambda request: bool(request.results))):
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "Nothing here tells the margin" in reply.text
    assert any(attempt.action.startswith("Computed") for attempt in reply.attempts)
    assert reply.usage.calls >= 3


def test_an_agent_can_forfeit_when_its_query_failed(candor):
    with candor.minded(replace(_giving_up(corrected), sql='SELECT quite_unheard_of_thing FROM "data"')):
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "Nothing here tells the margin" in reply.text


def test_a_query_that_fails_goes_back_to_the_model_with_what_is_wrong_and_is_put_right(candor):
    def put_right(request, content):
        return [calls("run_sql", {"sql": TOTAL, "purpose": "Total revenue"})] if corrected(request) else content

    with candor.minded(Brain(sql='SELECT sum(revenue_total) FROM "data"', then=put_right)) as server:
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "111" in reply.text
    (told,) = [
        block["content"] for block in server.requests[2].body["messages"][-1]["content"] if block.get("is_error")
    ]
    assert "does not have" in told
    assert '"nearest_names": ["revenue"]' in told


def test_an_agent_that_is_never_content_ends_with_its_rounds_and_a_forfeit(candor):
    def planned(request, content):
        if "run_sql" not in request.tools or "assign_tasks" in request.tools:
            return content
        queries = ({"sql": f"SELECT nothing_like_it_{at} FROM data", "purpose": f"Part {at}"} for at in range(8))
        return [calls("run_sql", query, call_id=f"t{at}") for at, query in enumerate(queries)]

    with candor.minded(Brain(then=planned)) as server:
        reply = candor.ask("What is the total revenue?")
    assert sum("work out one task" in request.system for request in server.requests) == 4
    assert reply.status == "forfeited"
    assert "could not compute" in reply.text


def test_a_model_that_dies_in_mid_conversation_leaves_what_was_computed(candor):
    asked = []

    def dying(request, wire):
        asked.append(request)
        (Fails(401) if request.results else Brain(sql=TOTAL, purpose="Total revenue"))(request, wire)

    with candor.minded(dying):
        reply = candor.ask("What is the total revenue?")
    assert "111" in reply.text
    assert reply.source == "deterministic"
    assert "without the language model" in reply.text


def _asking(*queries):
    """A brain that asks these in the query language, one after the other until one has a result, and tells its cell."""
    left = list(queries)

    def then(request, content):
        if request.results:
            return [calls("answer", {"text": "It is {r1.revenue}."})]
        if "assign_tasks" in request.tools:
            return content
        return [calls("analyse", {"query": left.pop(0)}, call_id=f"q{len(left)}")]

    return Brain(then=then)


REVENUE = {"kind": "statistic", "function": "sum", "column": "revenue", "name": "revenue"}
WEST = {"kind": "one_of", "column": "region", "values": ["West", "East"]}


def test_the_query_language_answers_with_its_own_words_for_its_conditions(candor):
    with candor.minded(_asking({"kind": "figures", "measures": [REVENUE], "where": [WEST]})):
        reply = candor.ask("What is the revenue of West and East together?")
    assert reply.text.startswith("It is 87.75.")
    assert reply.facts[0].value == pytest.approx(87.75)
    assert "region is East or West" in reply.facts[1].text or "region is West or East" in reply.facts[1].text
    (executed,) = reply.responses[0].result.queries_executed
    assert "_candor_source" not in executed.sql, "the counts beside the figures are no part of what is shown"
    assert reply.receipts[0].sql == executed.sql
    assert reply.facts[1].completeness is not None


def test_a_query_that_cannot_be_meant_goes_back_with_what_would_be_right(candor):
    unknown = {"kind": "figures", "measures": [{**REVENUE, "column": "revenu"}]}
    empty = {"kind": "figures", "measures": []}
    with candor.minded(_asking(unknown, empty, {"kind": "figures", "measures": [REVENUE]})) as server:
        reply = candor.ask("What is the total revenue?")
    assert reply.text == "It is 111."
    told = [
        block["content"]
        for request in server.requests
        for block in request.body["messages"][-1]["content"]
        if block.get("is_error")
    ]
    assert "Did you mean “revenue”" in told[0]
    assert "measures" in told[1]


def test_an_answer_in_german_has_german_figures_and_headings(candor):
    given = {
        "text": "Der Umsatz beträgt {r1.total_revenue:2}.",
        "language": "de",
        "assumptions": ["Alle Zeilen zählen."],
    }

    def in_german(request, content):
        return [calls("answer", given)] if request.results else content

    with candor.minded(Brain(sql=TOTAL, purpose="Umsatz insgesamt", then=in_german)):
        reply = candor.ask("Wie hoch ist der Umsatz?")
    assert reply.status == "answered"
    assert "Der Umsatz beträgt 111,00." in reply.text
    assert "*So habe ich die Frage gelesen:*\n- Alle Zeilen zählen." in reply.text
    assert "How I read" not in reply.text
