"""Figures of some months of each year are told from those of whole years."""

import pytest

from shared.engine.results.season_figures import season_figures


@pytest.mark.parametrize(
    ("computed", "last"),
    [
        ("sum(net) FILTER (WHERE month(day) <= 6)", 6),
        ("sum(net) FILTER (WHERE month(day) < 7 AND status = 'sold')", 6),
        ("sum(CASE WHEN month(day) IN (2, 3) THEN net END)", 3),
        ("sum(net) FILTER (WHERE extract(month FROM day) BETWEEN 1 AND 9)", 9),
        ("sum(net) FILTER (WHERE month(day) >= 6)", None),
        ("sum(net) FILTER (WHERE month(day) <= 6 OR status = 'sold')", None),
        ("sum(net) FILTER (WHERE status = 'sold')", None),
        ("sum(net)", None),
    ],
)
def test_the_last_month_that_a_figure_takes_is_known(computed: str, last: int | None) -> None:
    found = season_figures(f"SELECT year(day) AS y, {computed} AS a, count(*) AS b FROM orders GROUP BY 1")
    assert found == ({"a": last} if last else {})


def test_a_condition_of_the_query_holds_for_every_figure() -> None:
    sql = (
        "WITH s AS (SELECT year(day) AS y, sum(net) AS a FROM orders WHERE month(day) <= 6 GROUP BY 1) SELECT * FROM s"
    )
    assert season_figures(sql) == {"a": 6}
    assert season_figures("no query") == {}
