"""SQL of a model that goes beyond a plain SELECT, through the whole state machine."""

from contextlib import contextmanager

import pytest

from infra.lab.messages_api import Brain

ANSWERED = {
    "all columns": ("SELECT max(COLUMNS('revenue|units')) FROM data", "30"),
    "a pivot": (
        "SELECT \"West\" FROM (SELECT region, revenue FROM data) PIVOT (sum(revenue) FOR region IN ('West', 'East'))",
        "52.5",
    ),
    "labels for codes": (
        "SELECT sum(revenue) AS revenue, m.side FROM data JOIN (VALUES ('West', 'left'), ('East', 'right')) "
        "AS m(region, side) ON data.region = m.region GROUP BY m.side ORDER BY 1 DESC",
        "52.5",
    ),
    "cells taken apart": (
        "SELECT count(*) AS n, part FROM data, unnest(string_split(rep, 'd')) AS t(part) GROUP BY 2 ORDER BY 1 DESC, 2",
        "3",
    ),
}
MADE_UP = [
    "SELECT v AS revenue FROM (VALUES (4711)) AS t(v)",
    "SELECT sum(t.v) AS revenue FROM \"data\", (VALUES (4711)) AS t(v)",
    "SELECT \"West\" FROM \"data\" PIVOT (max(4711) FOR region IN ('West'))",
]  # fmt: skip


@contextmanager
def running(candor, sql):
    """The system with a model that runs this query and tells its first cell."""
    with candor.minded(Brain(sql=sql, purpose="What was asked")) as server:
        yield server


@pytest.mark.parametrize("case", ANSWERED)
def test_harmless_sql_is_run_and_told(candor, case):
    sql, figure = ANSWERED[case]
    with running(candor, sql):
        reply = candor.ask("What do the figures say?")
    assert (reply.status, reply.source) == ("answered", "claude"), reply.text
    assert figure in reply.text


@pytest.mark.parametrize("sql", MADE_UP)
def test_a_figure_that_only_a_constant_gives_is_never_told(candor, sql):
    with running(candor, sql) as server:
        reply = candor.ask("What do the figures say?")
    assert "4711" not in reply.text
    assert "4,711" not in reply.text
    assert any("no column or row of a table takes part in it" in request.everything for request in server.requests)
