"""SQL of a model that goes beyond a plain SELECT, through the whole state machine."""

from contextlib import contextmanager

import pytest

from infra.lab.messages_api import Brain, calls

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
    "a row for each day": (
        "SELECT d, count(units) AS n FROM (SELECT unnest(generate_series(DATE '2024-11-01', DATE '2024-11-30', "
        "INTERVAL '1 week')) AS d) LEFT JOIN data ON true GROUP BY 1 ORDER BY 1",
        "4",
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


def test_who_writes_digits_in_place_of_a_pattern_is_told_what_is_meant(candor):
    sql = "SELECT regexp_replace(region, '[A-Z]', ':0') AS told, sum(revenue) AS r FROM data GROUP BY 1"
    with running(candor, sql) as server:
        candor.ask("What do the figures say?")
    assert any(
        "no digits into a replacement but its pattern's groups" in request.everything for request in server.requests
    )


RATED = "id,region,rating,revenue_usd,revenue_eur\n" + "".join(
    f"{n},{('West', 'East')[n % 2]},{1 + n % 5},{n}.5,{n}.25\n" for n in range(1, 31)
)
SAYS_NOTHING = "Adding up rating says nothing; ask for its average or median instead."


def _asked(candor, sql, *, data=RATED):
    with running(candor, sql):
        return candor.ask("What do the figures say?", data).text


@pytest.mark.parametrize(
    ("sql", "note"),
    [
        ("SELECT sum(rating) AS total FROM data", SAYS_NOTHING),
        (
            "SELECT sum(x) AS total FROM (SELECT revenue_usd AS x FROM data UNION ALL SELECT revenue_eur FROM data)",
            "Values of x are in USD and in EUR; they were combined without converting them.",
        ),
        (
            "SELECT sum(a.revenue_usd) AS total FROM data AS a JOIN data AS b ON a.region = b.region",
            "Combining the tables repeats 30 rows of data (450 in all), so some count more than once.",
        ),
    ],
)
def test_what_the_language_would_refuse_is_told_once_beside_the_figure_of_a_free_query(candor, sql, note):
    assert _asked(candor, sql).count(note) == 1


def test_a_model_sees_the_note_and_an_answer_from_a_better_query_is_told_without_it(candor):
    better = calls("run_sql", {"sql": "SELECT avg(rating) AS mean FROM data", "purpose": "The average"}, "second")
    asked = []

    def thinks_again(request, content):
        asked.append(request.everything)
        if not request.results or "answer" not in request.tools:
            return content
        return [better] if SAYS_NOTHING in request.everything and "avg(rating)" not in request.everything else content

    with candor.minded(Brain(sql="SELECT sum(rating) AS total FROM data", purpose="Total", then=thinks_again)):
        reply = candor.ask("How good are the ratings?", RATED)
    assert any(SAYS_NOTHING in one for one in asked)
    assert "mean: 3" in reply.text, reply.text
    assert SAYS_NOTHING not in reply.text
