"""A column of a result is one of years by where it comes from, not by its name."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.results.years import numbers_that_name, years_of

COLUMNS = (
    ColumnProfile(name="Season", type="integer", role="dimension", minimum=1700, maximum=2008),
    ColumnProfile(name="held", type="date", role="time"),
    ColumnProfile(name="score", type="integer", role="measure", minimum=1600, maximum=1900),
    ColumnProfile(name="round", type="integer", role="dimension", minimum=1, maximum=9),
)
TABLE = DatasetProfile(dataset_id="d", relation="data", file_name="f.csv", row_count=9, columns=COLUMNS)

LABELS = (
    "season",
    "CAST(season AS INTEGER)",
    "season + 1",
    "season // 10 * 10",
    "floor(season / 10) * 10",
    "EXTRACT(year FROM held)",
    "year(held)",
    "date_part('year', held)",
)
CHOSEN = (
    "min(season)",
    "arg_max(season, score)",
    "arg_max(season, score) FILTER (WHERE round > 1)",
    "first(season ORDER BY score)",
    "mode(season)",
    "any_value(season)",
    "lag(season) OVER (ORDER BY season)",
    "year(max(held))",
)
NONE = (
    "max(season) - min(season)",
    "season - lag(season) OVER (ORDER BY season)",
    "season - 1900",
    "avg(season)",
    "count(DISTINCT season)",
    "year(age(held, DATE '2000-01-01'))",
    "EXTRACT(month FROM held)",
    "max(score)",
    "max(round)",
)


@pytest.mark.parametrize(
    ("figure", "kind"), [*((one, "label") for one in LABELS), *((one, "chosen") for one in CHOSEN)]
)
def test_a_year_stays_one_through_what_keeps_or_chooses_it(figure, kind):
    assert years_of(f"SELECT {figure} AS figure FROM data", (TABLE,)) == {"figure": kind}


@pytest.mark.parametrize("figure", NONE)
def test_a_number_of_years_an_average_and_another_number_are_no_year(figure):
    assert years_of(f"SELECT {figure} AS figure FROM data", (TABLE,)) == {}


def test_a_year_is_followed_through_with_and_through_unions_whose_sides_agree():
    peaks = "WITH p AS (SELECT season, season - lag(season) OVER (ORDER BY season) AS gap FROM data)"
    assert years_of(f"{peaks} SELECT min(season) AS first, avg(gap) AS apart FROM p", (TABLE,)) == {"first": "chosen"}
    both = "SELECT max(season) AS at, 'last' AS which FROM data UNION ALL SELECT min(season), 'first' FROM data"
    assert years_of(both, (TABLE,)) == {"at": "chosen"}
    assert years_of("SELECT max(season) AS at FROM data UNION ALL SELECT max(score) FROM data", (TABLE,)) == {}


def test_a_column_of_ids_names_its_rows_as_years_do_and_a_count_of_them_does_not() -> None:
    member = ColumnProfile(name="Member No", type="integer", role="id", minimum=1001, maximum=1199)
    table = TABLE.model_copy(update={"columns": (*COLUMNS, member)})
    sql = 'SELECT "Member No" AS member, season, max("Member No") AS last, count(*) AS n, score FROM data GROUP BY ALL'
    assert numbers_that_name(sql, (table,)) == {"member", "season", "last"}
