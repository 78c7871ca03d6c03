"""The query whose result a model's analysis is about, held against the tables before anything runs."""

from typing import Any

import pytest

from functions.agents.pattern_recognition import agent
from infra.lab.messages_api import calls
from shared.contracts import ColumnProfile
from shared.model.prompts.computing import ANALYSE
from shared.model.prompts.notation import tool_name
from shared.model.rounds import Call
from tests.shared.model.claude_cases import PLAN, TABLE, told

NUMBER = ColumnProfile(name="amount", type="number", role="measure", additivity="additive", distinct=90)
WHO = ColumnProfile(name="customer", type="text", role="id", distinct=40)
WHERE = ColumnProfile(name="region", type="text", role="dimension", distinct=3)
ORDERS = TABLE.model_copy(update={"relation": "orders", "row_count": 100, "columns": (WHO, WHERE, NUMBER)})
VISITS = TABLE.model_copy(update={"relation": "visits", "row_count": 100, "columns": (WHO, WHERE)})
ASKING = PLAN.model_copy(update={"datasets": (ORDERS,), "playbook": agent.playbook})
SPENT: dict[str, Any] = {
    "kind": "figures",
    "groups": [{"kind": "column", "column": "customer"}, {"kind": "column", "column": "region"}],
    "measures": [{"kind": "statistic", "function": "sum", "column": "amount", "name": "spent"}],
}
TESTED = {"group": "region", "measure": "spent", "source": SPENT}


def _read(arguments: dict[str, Any], analysis: str = "group_difference", asking: Any = ASKING) -> Call:
    return told(asking, calls("analyse", {"analysis": analysis, "arguments": arguments})).calls[0]


def _analysis(arguments: dict[str, Any], asking: Any = ASKING) -> Any:
    read = _read(arguments, asking=asking)
    assert read.analysis, read.problem
    return read.analysis


def test_the_fields_name_the_columns_of_the_source() -> None:
    read = _analysis(TESTED)
    assert (read.measure, read.source.measures[0].name) == ("spent", "spent")


def test_a_source_is_read_in_any_form_that_can_mean_one_thing() -> None:
    loose = {"kind": "figures", "groups": ["customer", "region"], "measures": SPENT["measures"]}
    assert _analysis({**TESTED, "source": loose}).source == _analysis(TESTED).source


def test_a_column_may_be_derived_of_those_of_the_source() -> None:
    double = {"kind": "calculation", "name": "twice", "operator": "*", "left": "spent", "right": 2}
    assert _analysis({**TESTED, "measure": "twice", "derived": [double]}).derived[0].left == "spent"


def test_a_source_of_several_tables_keeps_the_one_that_it_reads() -> None:
    both = ASKING.model_copy(update={"datasets": (VISITS, ORDERS)})
    assert _analysis(TESTED, both).relation == "orders"
    assert _analysis({**TESTED, "relation": "orders"}, both).relation == "orders"
    assert "no dataset “order”" in _read({**TESTED, "relation": "order"}, asking=both).problem


def test_repeated_rows_count_once_in_the_query_that_reads_the_table() -> None:
    over = {"kind": "rows", "source": SPENT}
    read = _analysis({**TESTED, "source": over, "distinct_rows": True})
    assert (read.distinct_rows, read.source.distinct_rows, read.source.source.distinct_rows) == (False, False, True)


WRONG = {
    "a column that the query does not give": (
        {**TESTED, "measure": "amount"},
        "There is no column 'amount'. Nearest: spent",
    ),
    "a text where numbers are tested": ({**TESTED, "measure": "customer"}, "holds texts"),
    "a query that does not fit": (
        {**TESTED, "source": SPENT | {"groups": [{"kind": "column", "column": "custmer"}]}},
        "In the source: There is no column “custmer”. Did you mean “customer”",
    ),
    "a query of another form": ({**TESTED, "source": {"kind": "figures"}}, "In the source: This field is needed"),
    "a limit": (
        {**TESTED, "source": SPENT | {"ranking": {"by": "spent", "limit": 10}}},
        "In the source: The first rows of an order say nothing of all rows: a source has no limit and no offset.",
    ),
    "no query": ({**TESTED, "source": "orders"}, "A source is a Query, as declared"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_source_that_cannot_be_meant_is_refused_with_what_could(case: str) -> None:
    arguments, problem = WRONG[case]
    assert problem in _read(arguments).problem


def test_an_analysis_of_a_tables_own_rows_names_those_that_take_a_source() -> None:
    other = next(one for one in agent.playbook if not one.takes_source and not one.in_query)
    problem = _read({"source": SPENT}, tool_name(other)).problem
    assert "takes no source. What does:" in problem
    assert "group_difference" in problem


def test_a_model_is_told_of_the_source_where_it_asks_an_analysis() -> None:
    assert "source (a Query)" in str(ANALYSE.arguments.model_json_schema())
