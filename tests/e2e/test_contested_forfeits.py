"""A forfeit whose reason the data contradicts is handed back to the model, and never told as it is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from infra.lab.messages_api import Brain, MessagesApi, calls, text
from infra.lab.recorded import Recorded

if TYPE_CHECKING:
    from tests.conftest import Candor

TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'
NO_REVENUE = {"reason": "The file holds no revenue.", "attempted_actions": ["Read the columns"], "kind": "not_in_data"}
CONTRADICTS = {"score": 0.1, "category": None, "contradicted": [1], "reasons": ["There is a column revenue."]}
AGREES = {"score": 0.9, "category": None}


def _giving_up(opinion: dict[str, Any], *, once: bool = False, given: dict[str, Any] = NO_REVENUE) -> Brain:
    """A brain that gives up in its agent's task, once or always, and a judge of this opinion."""

    def then(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "output_config" in request.body and not request.tools:
            return [text(json.dumps(opinion))]
        if "answer" not in request.tools or request.results or (once and _handed_back(request)):
            return content
        return [calls("forfeit", given)]

    return Brain(sql=TOTAL, purpose="Total revenue", then=then)


def _handed_back(request: Recorded) -> list[str]:
    blocks = request.body["messages"][-1]["content"]
    return [block["content"] for block in blocks if block.get("is_error")]


def _told_back(server: MessagesApi) -> list[str]:
    return [told for request in server.requests for told in _handed_back(request)]


def test_a_reason_that_the_data_contradicts_goes_back_to_the_model_which_answers(candor: Candor) -> None:
    with candor.minded(_giving_up(CONTRADICTS, once=True)) as server:
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "answered"
    assert "111" in reply.text
    (told,) = _told_back(server)
    assert "“The file holds no revenue.” (There is a column revenue.)" in told


def test_a_reason_that_is_given_again_is_left_out(candor: Candor) -> None:
    with candor.minded(_giving_up(CONTRADICTS)) as server:
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    assert len(_told_back(server)) == 1
    assert "no revenue" not in reply.text
    assert "I could not answer this from the data" in reply.text


def test_a_reason_that_holds_stands_and_is_looked_at_once(candor: Candor) -> None:
    given = NO_REVENUE | {"reason": "The file holds no margin."}
    with candor.minded(_giving_up(AGREES, given=given)) as server:
        reply = candor.ask("What is the margin?")
    assert reply.status == "forfeited"
    assert "The file holds no margin" in reply.text
    (judged,) = (request for request in server.requests if "assess a reply" in request.system)
    assert "This reply gives up" in judged.system
    assert reply.assessment
    told = reply.assessment
    assert (told.confidence_score, told.assessment, told.verdict) == (0.9, "PASSED", "PASSED")
    assert (told.judged, told.error_category) == (True, "INSUFFICIENT_INFO")


def test_a_reason_of_which_the_judge_is_not_sure_stands_and_its_doubt_is_noted(candor: Candor) -> None:
    given = NO_REVENUE | {"reason": "The file holds no margin."}
    with candor.minded(_giving_up(AGREES | {"score": 0.4}, given=given)):
        told = candor.ask("What is the margin?").assessment
    assert told
    assert (told.confidence_score, told.assessment, told.verdict) == (0.4, "FAILSAFE_TRIGGERED", "PASSED")


def test_a_reason_that_says_nothing_of_the_data_is_no_question_for_a_judge(candor: Candor) -> None:
    given = NO_REVENUE | {"reason": "Whether that is fair no figure says.", "kind": "judgement"}
    with candor.minded(_giving_up(CONTRADICTS, given=given)) as server:
        reply = candor.ask("Is our revenue fair?")
    assert "Whether that is fair no figure says" in reply.text
    assert not any("assess a reply" in request.system for request in server.requests)


def test_without_a_judge_neither_the_reason_nor_what_was_tried_is_told(candor: Candor) -> None:
    brain = _giving_up({"no": "opinion"}, given=NO_REVENUE | {"attempted_actions": ["Compared all rows"]})
    with candor.minded(replace(brain, score=0.5)):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    assert "no revenue" not in reply.text
    assert "Compared all rows" not in reply.text
    assert "I could not answer this from the data" in reply.text


@pytest.mark.parametrize("kind", ["not_in_data", "ambiguous", "judgement"])
def test_a_column_that_is_there_is_not_denied_whatever_a_judge_says(candor: Candor, kind: str) -> None:
    given = NO_REVENUE | {"reason": "There is no column for revenue in this file.", "kind": kind}
    with candor.minded(_giving_up(AGREES, given=given)) as server:
        reply = candor.ask("What is the total revenue?")
    (told,) = _told_back(server)
    assert "(There is a column revenue, of number values.)" in told
    assert "no column for revenue" not in reply.text


def test_what_was_tried_and_would_help_is_held_against_the_data_as_the_reason_is(candor: Candor) -> None:
    given = NO_REVENUE | {"reason": "The file holds no margin.", "would_help": "A file with costs"}
    given |= {"attempted_actions": ["Looked for costs", "Compared all rows"]}
    with candor.minded(_giving_up(AGREES | {"unsupported": [3]}, given=given)):
        reply = candor.ask("What is the margin?")
    assert "Looked for costs" in reply.text
    assert "Compared all rows" not in reply.text
    assert "A file with costs" in reply.text


def _coordinating(opinion: dict[str, Any], *, once: bool) -> Brain:
    """A brain whose coordinator gives up, once or always, and a judge of this opinion."""

    def then(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "output_config" in request.body and not request.tools:
            return [text(json.dumps(opinion))]
        gives_up = "assign_tasks" in request.tools and not (once and "You gave up." in request.everything)
        return [calls("forfeit", NO_REVENUE)] if gives_up else content

    return Brain(sql=TOTAL, purpose="Total revenue", then=then)


def test_a_coordinators_reason_that_the_data_contradicts_goes_back_to_it_and_the_question_is_answered(
    candor: Candor,
) -> None:
    with candor.minded(_coordinating(CONTRADICTS, once=True)) as server:
        reply = candor.ask("What is the total revenue?")
    assert "111" in reply.text
    (told,) = [one.everything for one in server.requests if "You gave up." in one.everything]
    assert "“The file holds no revenue.” (There is a column revenue.)" in told


def test_a_coordinators_reason_that_is_given_again_is_left_out(candor: Candor) -> None:
    with candor.minded(_coordinating(CONTRADICTS, once=False)) as server:
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "forfeited"
    assert "no revenue" not in reply.text
    assert sum("You gave up." in one.everything for one in server.requests) == 1


def test_a_coordinators_reason_that_holds_stands(candor: Candor) -> None:
    with candor.minded(_coordinating(AGREES, once=False)) as server:
        reply = candor.ask("What is the margin?")
    assert "The file holds no revenue" in reply.text
    assert not any("You gave up." in one.everything for one in server.requests)


def test_a_reason_of_one_of_several_tasks_goes_back_too(candor: Candor) -> None:
    asked = ("Total revenue", "Number of orders")

    def then(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "output_config" in request.body and not request.tools:
            return [text(json.dumps(CONTRADICTS))] if "The file holds no revenue." in request.everything else content
        if "assign_tasks" in request.tools:
            return [calls("assign_tasks", {"tasks": [{"agent": "sql_analytics", "request": one} for one in asked]})]
        if request.fenced("task") == asked[0] and not request.results and not _handed_back(request):
            return [calls("forfeit", NO_REVENUE)]
        return content

    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue", then=then)) as server:
        reply = candor.ask("What is the total revenue, and how many orders are there?")
    (told,) = _told_back(server)
    assert "“The file holds no revenue.”" in told
    assert {response.status for response in reply.responses} == {"completed"}
    judged = [one for one in server.requests if "assess a reply" in one.system and "holds no revenue" in one.everything]
    assert [one.fenced("question") for one in judged] == [asked[0]]
