"""Claude through the real SDK, against a server on loopback: what is made of the answers."""

import json
import subprocess
import sys
from typing import Any

import pytest

from infra.lab.messages_api import Brain, MessagesApi, Says, calls, text
from shared.contracts import ToolUse
from shared.errors import ForfeitException, ModelMisanswered
from shared.model.claude import ClaudeModel, bedrock_client
from shared.model.moves import Route, TaskDraft
from shared.model.port import Opinion, Request, Wording
from shared.model.rounds import Call
from tests.shared.model.claude_cases import (
    EVERY_REQUEST,
    EXPLAIN,
    JUDGE,
    PLAN,
    ROUND,
    ROUTE,
    SECOND_MOVE,
    SYNTHESIZE,
    claude,
    told,
)


def kind(request: Request[Any]) -> str:
    return type(request).__name__


@pytest.mark.parametrize("request_", EVERY_REQUEST, ids=kind)
def test_every_request_is_answered_in_its_type(request_: Request[Any]) -> None:
    with MessagesApi(Brain()) as server:
        answered = claude(server).ask(request_, seconds=5)
    assert type(answered.value) is request_.answer_type()
    assert answered.source == "claude"
    assert (answered.usage.model, answered.usage.provider, answered.usage.calls) == ("claude-test", "anthropic", 1)


@pytest.mark.parametrize("request_", [SYNTHESIZE], ids=kind)
def test_a_forfeit_in_place_of_an_answer_stops_the_work_and_carries_what_it_cost(request_: Request[Any]) -> None:
    given = {"reason": "no prices in it", "attempted_actions": ["looked"], "would_help": "prices"}
    with pytest.raises(ForfeitException) as caught:
        told(request_, calls("forfeit", given))
    assert caught.value.forfeit.reason == "no prices in it"
    assert caught.value.forfeit.would_help == "prices"
    assert caught.value.usage.calls == 1


@pytest.mark.parametrize(
    "given",
    [{"reason": "no"}, {"attempted_actions": ["x"]}, {"reason": " ", "attempted_actions": ["x"]}, {}],
    ids=["nothing was tried", "no reason", "an empty reason", "neither"],
)
def test_a_forfeit_without_a_reason_or_attempts_is_given_back_to_be_corrected(given: dict[str, Any]) -> None:
    wrong, right = calls("forfeit", given), calls("forfeit", {"reason": "no", "attempted_actions": ["x"]})
    with MessagesApi([Says((wrong,), "tool_use"), Says((right,), "tool_use")]) as server:
        with pytest.raises(ForfeitException) as caught:
            claude(server).ask(SYNTHESIZE, seconds=5)
        assert len(server.requests) == 2
    assert caught.value.usage.calls == 2


def total(column: str = "amount") -> dict[str, Any]:
    """The arguments of `analyse` for a total."""
    return {"analysis": "filtered_total", "arguments": {"measure": {"function": "sum", "column": column}}}


def test_parallel_calls_become_one_move_with_what_was_said_to_be_handed_back() -> None:
    said = (
        text("I will look at two things."),
        calls("analyse", total(), "a"),
        calls("run_sql", {"sql": 'SELECT count(*) AS n FROM "data"', "purpose": "how many"}, "b"),
    )
    move = told(PLAN, *said)
    first, second = move.calls
    assert (first.id, first.analysis.measure.column) == ("a", "amount")
    assert (second.id, second.query.purpose) == ("b", "how many")
    assert list(move.content) == list(said)


def test_a_wrong_call_goes_back_alone_beside_right_ones() -> None:
    move = told(PLAN, calls("analyse", total("amout"), "a"), calls("analyse", total(), "b"), calls("launch", {}, "c"))
    wrong, right, unknown = move.calls
    assert "amount" in wrong.problem
    assert right.analysis is not None
    assert "no such tool" in unknown.problem


def test_an_answer_comes_with_its_assumptions_and_picture() -> None:
    move = told(
        PLAN,
        calls("answer", {"text": "It is {r1.total}.", "assumptions": ["as asked"], "chart": "bar", "draw": "t1.x"}),
    )
    assert (move.answer, move.readings, move.visualization_hint) == ("It is {r1.total}.", ("as asked",), "bar")
    assert move.drawn == "t1.x"


def test_an_answer_beside_calls_waits_for_their_results() -> None:
    move = told(PLAN, calls("analyse", total(), "a"), calls("answer", {"text": "Much."}, "b"))
    assert move.answer == ""
    assert "Look at the results" in move.calls[1].problem


def test_words_are_an_answer_once_there_are_results() -> None:
    assert told(SECOND_MOVE, text("It is {r1.total}.")).answer == "It is {r1.total}."


def test_what_the_coordinator_called_already_costs_no_call() -> None:
    first = (ToolUse(id="a", name="run_sql", input={"sql": "SELECT 1 AS one", "purpose": "x"}),)
    with MessagesApi(Says(())) as server:
        answered = claude(server).ask(PLAN.model_copy(update={"first": first}), seconds=5)
        assert server.requests == []
    assert answered.value.calls == (Call(id="a", query={"sql": "SELECT 1 AS one", "purpose": "x"}),)
    assert answered.usage.calls == 0


def test_rounds_are_handed_back_as_they_were_said() -> None:
    with MessagesApi(Brain()) as server:
        claude(server).ask(SECOND_MOVE, seconds=5)
        opening, said, results = server.requests[0].body["messages"]
    assert opening["role"] == "user"
    assert said == {"role": "assistant", "content": list(ROUND.content)}
    assert results["content"][0]["tool_use_id"] == "t1"
    assert results["content"][0]["cache_control"] == {"type": "ephemeral"}


@pytest.mark.parametrize(("left", "told"), [("several", None), ("one", "once more"), ("none", "Nothing more")])
def test_how_many_rounds_are_left_is_said_last_and_outside_of_what_is_cached(left, told) -> None:
    with MessagesApi(Brain()) as server:
        claude(server).ask(SECOND_MOVE.model_copy(update={"left": left}), seconds=5)
        *_, results = server.requests[0].body["messages"]
    result, *closing = results["content"]
    assert result["type"] == "tool_result"
    assert [told in one["text"] and "cache_control" not in one for one in closing] == ([True] if told else [])


def test_a_mind_that_may_compute_nothing_is_told_so_before_anything_was_computed() -> None:
    with MessagesApi(Brain()) as server:
        claude(server).ask(PLAN.model_copy(update={"left": "none"}), seconds=5)
        (asked,) = server.requests[0].body["messages"]
    assert asked["content"][-1]["text"].startswith("Nothing more can be computed")


def test_a_forfeit_beside_other_calls_stops_the_work() -> None:
    move = told(
        PLAN,
        calls("run_sql", {"sql": "SELECT 1 AS one", "purpose": "x"}),
        calls("forfeit", {"reason": "no prices in it", "attempted_actions": ["looked"], "would_help": "prices"}),
    )
    assert move.forfeit.reason == "no prices in it"
    assert move.forfeit.would_help == "prices"
    assert not any(call.query or call.analysis for call in move.calls)


def test_the_route_keeps_what_is_to_be_computed_first_for_an_agent_that_is_alone() -> None:
    query = {"sql": "SELECT 1 AS one", "purpose": "x"}
    one = {"agent": "sql_analytics", "request": "totals"}
    alone = told(ROUTE, calls("assign_tasks", {"tasks": [one]}, "a"), calls("run_sql", query, "b"))
    assert [use.id for use in alone.tasks[0].first] == ["b"]
    both = told(ROUTE, calls("assign_tasks", {"tasks": [one, one]}, "a"), calls("run_sql", query, "b"))
    assert [task.first for task in both.tasks] == [(), ()]


def test_of_several_tasks_each_begins_with_the_calls_that_it_names() -> None:
    queries = [calls("run_sql", {"sql": f"SELECT {at} AS one", "purpose": "x"}, f"q{at}") for at in range(2)]
    one = {"agent": "sql_analytics", "request": "totals", "first": [1], "enough": True}
    other = {"agent": "sql_analytics", "request": "more", "first": [0]}
    route = told(ROUTE, queries[0], calls("assign_tasks", {"tasks": [one, other]}, "a"), queries[1])
    assert [[use.id for use in task.first] for task in route.tasks] == [["q1"], ["q0"]]
    assert [task.enough for task in route.tasks] == [True, False]


@pytest.mark.parametrize(
    ("first", "begins", "enough"),
    [([1, 3], ["q1"], False), ([0, 1], ["q0", "q1"], True), ([1, 2], ["q0", "q1"], True), ([7], [], False)],
    ids=["one is not there", "from 0", "assign_tasks was counted too", "none is there"],
)
def test_a_task_begins_with_those_of_the_calls_it_names_that_are_there(
    first: list[int], begins: list[str], enough: bool
) -> None:
    queries = [calls("run_sql", {"sql": f"SELECT {at} AS one", "purpose": "x"}, f"q{at}") for at in range(2)]
    tasks = [
        {"agent": "sql_analytics", "request": "a", "first": first, "enough": True},
        {"agent": "sql_analytics", "request": "b"},
    ]
    route = told(ROUTE, calls("assign_tasks", {"tasks": tasks}, "a"), *queries)
    assert [use.id for use in route.tasks[0].first] == begins
    assert route.tasks[0].enough is enough


def test_an_agent_that_is_alone_words_what_the_plan_computed() -> None:
    query = calls("run_sql", {"sql": "SELECT 1 AS one", "purpose": "x"}, "b")
    task = {"agent": "sql_analytics", "request": "totals", "first": [0], "enough": True}
    assert not told(ROUTE, calls("assign_tasks", {"tasks": [task]}, "a"), query).tasks[0].enough


def test_a_route_that_computes_but_assigns_nobody_is_told_what_is_missing_in_it() -> None:
    query = calls("run_sql", {"sql": "SELECT 1 AS one", "purpose": "x"})
    with MessagesApi(Says([query])) as server:
        with pytest.raises(ModelMisanswered):
            claude(server).ask(ROUTE, seconds=5)
        assert "assign_tasks" in json.dumps(server.requests[1].body["messages"][-1])


def test_the_route_keeps_tasks_dependencies_and_assumptions() -> None:
    tasks = [
        {"agent": "sql_analytics", "request": "totals"},
        {"agent": "sql_analytics", "request": "more", "depends_on": [0]},
    ]
    assert told(ROUTE, calls("assign_tasks", {"tasks": tasks, "assumptions": ["as asked"]})) == Route(
        tasks=(
            TaskDraft(agent="sql_analytics", request="totals"),
            TaskDraft(agent="sql_analytics", request="more", depends_on=(0,)),
        ),
        readings=("as asked",),
    )


@pytest.mark.parametrize(
    ("request_", "fields", "value"),
    [
        (JUDGE, {"score": 0.4, "category": "UNCERTAINTY"}, Opinion(score=0.4, category="UNCERTAINTY")),
        (EXPLAIN, {"text": "Es dauerte zu lange – 名前 😀"}, Wording(text="Es dauerte zu lange – 名前 😀")),
    ],
)
def test_structured_output_is_read(request_: Request[Any], fields: dict[str, Any], value: object) -> None:
    assert told(request_, text(json.dumps(fields))) == value


def test_json_wrapped_in_prose_by_a_server_without_structured_output_is_read() -> None:
    assert told(JUDGE, text('Here it is:\n```json\n{"score": 0.5}\n```\nDone.')) == Opinion(score=0.5)


@pytest.mark.parametrize(
    ("request_", "fields"),
    [(JUDGE, {"score": 1.7}), (JUDGE, {"score": -0.1}), (JUDGE, {"score": "high"}), (EXPLAIN, {"words": "It broke."})],
)
def test_an_object_of_another_shape_is_given_back_once_and_then_refused(
    request_: Request[Any], fields: dict[str, Any]
) -> None:
    with MessagesApi(Says([text(json.dumps(fields))])) as server:
        with pytest.raises(ModelMisanswered):
            claude(server).ask(request_, seconds=5)
        assert len(server.requests) == 2


UNFIT_ROUTES = [
    {"tasks": []},
    {"tasks": [{"agent": "nobody", "request": "x"}]},
    {"tasks": [{"agent": "sql_analytics", "request": " "}]},
    {"tasks": [{"agent": "sql_analytics", "request": "x", "depends_on": [0]}]},
    {"tasks": [{"agent": "sql_analytics", "request": "x", "depends_on": [-1]}]},
    {"tasks": [{"agent": "sql_analytics", "request": "x"}] * 50},
    {"tasks": "all"},
]
UNFIT_MOVES = [
    ("forfeit", {"reason": "", "attempted_actions": ["x"]}),
    ("forfeit", {"reason": "no"}),
    ("answer", {"text": ""}),
    ("answer", {"text": "x", "assumptions": "all"}),
]
UNFIT_CALLS = [
    ("analyse", {"analysis": "filtered_total", "arguments": {}}),
    ("analyse", {**total(), "filter": "West"}),
    ("analyse", {"analysis": "filtered_total", "arguments": {**total()["arguments"], "filter": "West"}}),
    ("analyse", total("prices")),
    ("analyse", {"analysis": "guess", "arguments": {}}),
    ("run_sql", {"sql": "", "purpose": "x"}),
    ("run_sql", {"sql": "SELECT " + "1," * 9000, "purpose": "x"}),
    ("drop_table", {}),
]


@pytest.mark.parametrize("call", UNFIT_CALLS, ids=lambda call: str(call)[:80])
def test_a_call_that_cannot_be_carried_out_says_what_is_wrong_with_it(call: tuple[str, dict[str, Any]]) -> None:
    (read,) = told(PLAN, calls(*call)).calls
    assert read.problem
    assert read.analysis is read.query is None


@pytest.mark.parametrize(
    ("request_", "call"),
    [(ROUTE, calls("assign_tasks", route)) for route in UNFIT_ROUTES] + [(PLAN, calls(*move)) for move in UNFIT_MOVES],
)
def test_wrong_arguments_are_given_back_once_and_then_refused(request_: Request[Any], call: dict[str, Any]) -> None:
    with MessagesApi(Says([call])) as server:
        with pytest.raises(ModelMisanswered) as failure:
            claude(server).ask(request_, seconds=5)
        assert len(server.requests) == 2
        assert failure.value.usage.calls == 2
        assert failure.value.usage.input_tokens == 200


def test_a_wrong_answer_is_corrected_in_a_second_round() -> None:
    wrong, right = calls("answer", {"text": " "}, "one"), calls("answer", {"text": "Much."}, "two")
    thinking = {"type": "thinking", "thinking": "hm", "signature": "s"}
    with MessagesApi([Says([thinking, wrong], "tool_use"), Says([right], "tool_use")]) as server:
        answered = claude(server).ask(PLAN, seconds=5)
        first, second = server.requests
    assert answered.value.answer == "Much."
    assert answered.usage.calls == 2
    assert second.body["messages"][0] == first.body["messages"][0]
    assert second.body["messages"][1] == {"role": "assistant", "content": [thinking, wrong]}
    result, told_ = second.body["messages"][2]["content"]
    assert (result["type"], result["tool_use_id"], result["is_error"]) == ("tool_result", "one", True)
    assert "text" in told_["text"]


def test_a_model_that_talks_instead_of_looking_is_told_so() -> None:
    with MessagesApi([Says([text("The total is 42.")]), Brain()]) as server:
        assert claude(server).ask(PLAN, seconds=5).value.calls
        assert "Call a tool" in server.requests[1].text


def test_usage_counts_the_cache_apart() -> None:
    usage = {
        "input_tokens": 10,
        "output_tokens": 5,
        "cache_creation_input_tokens": 300,
        "cache_read_input_tokens": 2000,
    }
    with MessagesApi(Says([text('{"score": 1}')], usage=usage)) as server:
        spent = claude(server).ask(JUDGE, seconds=5).usage
    assert (spent.input_tokens, spent.output_tokens) == (2310, 5)
    assert (spent.cache_write_tokens, spent.cache_read_tokens) == (300, 2000)


def test_bedrock_is_asked_by_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with MessagesApi(Brain()) as server:
        model = ClaudeModel(lambda: bedrock_client("eu-west-1", server.base_url), "anthropic.claude-x", "bedrock")
        answered = model.ask(JUDGE, seconds=5)
        sent = server.requests[0]
    assert answered.usage.provider == "bedrock"
    assert sent.path == "/model/anthropic.claude-x/invoke-with-response-stream"
    assert sent.headers["authorization"].startswith("AWS4-HMAC-SHA256")
    assert "eu-west-1/bedrock" in sent.headers["authorization"]


def test_nothing_but_claude_imports_the_sdk() -> None:
    modules = "shared.model.failover, shared.model.budget, shared.model.prompts, shared.model.spoken, sys"
    code = f"import {modules}; sys.exit('anthropic' in sys.modules or 'boto3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
