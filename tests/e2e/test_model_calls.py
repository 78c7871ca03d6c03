"""Tool calls of a model that are well-formed and could be answered falsely, through the whole state machine."""

import json
from contextlib import contextmanager

import pytest

from infra.lab.messages_api import Brain, calls
from tests.sampled import sampled

DATA = """region,sales,price,sold,returned
a,65,10,2023-02-01,yes
a,100,20,2023-05-01,no
b,70,30,2024-02-01,no
b,30,5,2024-07-01,no
c,400,1,2024-08-01,yes
c,2,2,2024-09-01,no
"""
QUESTION = "What do the figures say?"


@contextmanager
def minded(candor, *inputs, tool="aggregate", sql="SELECT 1"):
    """The system with a model that calls the analysis with the first input, then with the next ones, the last for
    ever, and answers with what the analysis says."""
    left = list(inputs)

    def called(request, content):
        if "answer" not in request.tools or request.results:
            return content
        given = left.pop(0) if len(left) > 1 else left[0]
        return [calls(tool, given) if tool == "run_sql" else calls("analyse", {"analysis": tool, "arguments": given})]

    with candor.minded(Brain(sql=sql, then=called)) as server:
        yield server


def refusals(server):
    """What was handed back to the model as errors of its calls."""
    last = max(server.requests, key=lambda one: len(one.body["messages"]))
    blocks = [block for message in last.body["messages"] for block in message["content"]]
    return [block["content"] for block in blocks if block.get("is_error")]


TWO = {"column": "region", "operator": "=", "values": ["a", "b"]}
SUM = {"function": "sum", "column": "sales"}


@pytest.mark.parametrize(
    ("tool", "given", "told"),
    [
        ("aggregate", {"metrics": [SUM], "filters": [TWO]}, "265"),
        ("aggregate", {"metrics": [SUM], "filters": [{**TWO, "operator": "!="}]}, "402"),
        ("share_of_whole", {"metric": {"function": "count"}, "part": [TWO]}, "66.7"),
        ("comparison", {"metric": SUM, "sides": [[TWO], [{**TWO, "values": ["c"]}]]}, "265"),
        (
            "aggregate",
            {"metrics": [SUM], "filters": [{"column": "price", "operator": ">", "values": [25], "otherwise": [TWO]}]},
            "265",
        ),
    ],
    ids=["equals", "equals not", "part of a share", "side of a comparison", "alternative"],
)
def test_one_of_two_values_is_what_is_computed_and_what_is_said(candor, tool, given, told):
    with minded(candor, given, tool=tool):
        reply = candor.ask(QUESTION, DATA)
    assert (reply.status, reply.source) == ("answered", "claude")
    assert told in reply.text
    assert "a or b" in reply.text


def test_groups_are_ranked_by_the_metric_that_the_call_names(candor):
    metrics = [SUM, {"function": "mean", "column": "price"}]
    ordering = {"metric": 1, "limit": 1}
    with minded(candor, {"metrics": metrics, "groups": [{"column": "region"}], "ordering": ordering, "entity": True}):
        reply = candor.ask(QUESTION, DATA)
    assert reply.facts[1].name == "average price of b"
    assert reply.facts[1].value == 17.5


def test_a_period_is_told_as_it_is_computed(candor):
    period = {"column": "sold", "operator": "between", "values": ["2023-01-01", "2024-01-01"]}
    with minded(candor, {"metrics": [SUM], "filters": [period]}):
        reply = candor.ask(QUESTION, DATA)
    assert "165" in reply.text
    assert "in 2023" in reply.text


def test_words_of_the_model_never_stand_for_a_condition(candor):
    mislabelled = {"column": "region", "operator": "=", "values": ["a"], "label": "in 2022"}
    with minded(candor, {"metrics": [SUM], "filters": [mislabelled]}) as server:
        reply = candor.ask(QUESTION, DATA)
    assert "where region is a are 165" in reply.text
    assert "in 2022" not in json.dumps(reply.wire())
    assert refusals(server) == []


PER = {"function": "mean", "column": "sales", "per": {"column": "region"}}
REFUSED = {
    "an average over groups beside a maximum": ({"metrics": [PER, {"function": "max", "column": "sales"}]}, "alone"),
    "a mean of nothing": ({"metrics": [{"function": "mean"}]}, "needs a column"),
    "a rate of nothing": ({"metrics": [{"function": "rate", "column": "returned"}]}, "value that means yes"),
    "a rate of a value that is not there": (
        {"metrics": [{"function": "rate", "column": "returned", "positive": "maybe"}]},
        "yes",
    ),
    "no metric": ({"metrics": []}, "at least 1"),
    "between one value": (
        {"metrics": [SUM], "filters": [{"column": "sales", "operator": "between", "values": [1]}]},
        "two values",
    ),
    "a condition on a metric that is not there": (
        {"metrics": [SUM], "groups": [{"column": "region"}], "having": {"metric": 3, "operator": ">", "value": 1}},
        "at most 0",
    ),
    "a mean of texts": ({"metrics": [{"function": "mean", "column": "region"}]}, "numbers"),
    "a month of a text": ({"metrics": [SUM], "groups": [{"column": "region", "grain": "month"}]}, "grouping by month"),
    "a number as a text": (
        {"metrics": [SUM], "filters": [{"column": "sales", "operator": "=", "values": ["65"]}]},
        "numbers",
    ),
    "an argument that it has not": ({"metrics": [SUM], "weights": []}, "has no weights; it takes "),
    "an unknown alternative": (
        {
            "metrics": [SUM],
            "filters": [{**TWO, "otherwise": [{"column": "regoin", "operator": "=", "values": ["c"]}]}],
        },
        "Nearest: region",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_call_that_cannot_be_meant_is_given_back_and_its_correction_is_answered(candor, case):
    wrong, why = REFUSED[case]
    right = {"metrics": [{"function": "max", "column": "sales"}]}
    with minded(candor, wrong, right) as server:
        reply = candor.ask(QUESTION, DATA)
    assert [why in told for told in refusals(server)] == [True]
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "highest sales are 400" in reply.text


@pytest.mark.parametrize("case", sampled(REFUSED))
def test_a_model_that_never_corrects_its_call_ends_in_a_forfeit_after_its_rounds(candor, case):
    with minded(candor, REFUSED[case][0]) as server:
        reply = candor.ask(QUESTION, DATA)
    assert (reply.status, reply.error_context, reply.facts) == ("forfeited", None, ())
    assert len(refusals(server)) == 3


def _wide(groups):
    """A table with a value for each of many keys; the lowest value comes last of the keys and is cut off."""
    rows = [f"k{at:04},{1000 + at % 7}" for at in range(groups - 1)]
    return "key,amount\n" + "\n".join([*rows, "zz,3"]) + "\n"


def test_the_ends_of_more_groups_than_are_fetched_are_those_of_all_groups(candor):
    metric = {"function": "mean", "column": "amount"}
    with minded(candor, {"metrics": [metric], "groups": [{"column": "key"}]}):
        reply = candor.ask(QUESTION, _wide(1500))
    assert reply.status == "answered"
    assert {3, 1006} <= {fact.value for fact in reply.facts}


def test_without_a_model_the_ends_of_many_groups_are_those_of_all(candor):
    reply = candor.ask("What is the average amount by key?", _wide(1500))
    assert (reply.status, reply.source) == ("answered", "deterministic")
    assert "is between 3 (zz) and 1,006" in reply.text


def test_free_sql_whose_result_is_cut_is_given_back_and_else_not_told(candor):
    given = {"sql": 'SELECT "key", sum(amount) AS total FROM "data" GROUP BY 1 ORDER BY 1', "purpose": "Total by key"}
    with minded(candor, given, tool="run_sql", sql=given["sql"]) as server:
        reply = candor.ask(QUESTION, _wide(1500))
    assert any("1,500 rows" in request.everything for request in server.requests)
    assert (reply.status, reply.facts) == ("forfeited", ())


def test_a_sum_that_is_too_large_for_a_number_is_said_to_be_that(candor):
    data = "name,amount\na,1e308\nb,1e308\nc,1.5\n"
    with minded(candor, {"metrics": [{"function": "sum", "column": "amount"}]}):
        reply = candor.ask(QUESTION, data)
    assert reply.status == "forfeited"
    assert "too large" in reply.text
    assert "has the values" not in reply.text
