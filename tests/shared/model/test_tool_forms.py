"""The arguments of the tool that computes."""

import json

import pytest
from pydantic import ValidationError

from shared.model.prompts.computing import ANALYSE, Analyse
from shared.model.spoken import ToolCall

QUERY = {"kind": "figures", "measures": [{"kind": "rows"}]}


def test_a_query_given_as_its_json_text_is_the_query():
    assert ANALYSE.read(ToolCall(id="a", name="analyse", input={"query": json.dumps(QUERY)})) == Analyse(query=QUERY)


def test_a_text_that_is_no_json_is_refused():
    with pytest.raises(ValidationError):
        ANALYSE.read(ToolCall(id="a", name="analyse", input={"query": "mean of mass"}))
