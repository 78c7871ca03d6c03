"""No note names a value or a count that the rows do not have which a figure was computed from, whatever the table, the
conditions and the form of the query."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import duckdb
import pytest

from shared.agents.execution.held_rows import DoubtOfQuery, HeldRows
from shared.contracts import (
    ColumnProfile,
    DatasetProfile,
    ExecutedQuery,
    PlannedQuery,
    QueryOutcome,
    QueryResult,
    SemanticProfile,
    ValueCount,
)
from shared.contracts.dataset import Repair
from shared.engine.doubts import caveats, doubts
from shared.engine.sql.guard import check


class Sale(NamedTuple):
    """A row of the table."""

    sale: int
    qty: int | None
    score: int | None
    town: str
    region: str


TOWNS = ("Leeds", "Leeds City", "Harrogate", "Harogate", "York", "Selby")


def _rows(rng: random.Random) -> list[Sale]:
    some = [
        Sale(
            at,
            rng.choice((1, 2, 3, 999)),
            rng.choice((1, 5, 9, None)),
            rng.choice(TOWNS),
            rng.choice("ABC"),
        )
        for at in range(rng.randint(12, 40))
    ]
    return [*some, *rng.sample(some, rng.randint(1, 4))]


def _profile(rows: Sequence[Sale]) -> DatasetProfile:
    towns = Counter(row.town for row in rows)
    coded = sum(row.qty == 999 for row in rows)
    empty = sum(row.score is None for row in rows)
    again = len(rows) - len(set(rows))
    cells = {count: f"{count} {'cell' if count == 1 else 'cells'}" for count in (coded, empty)}
    kept = f"In column qty, 999 in {cells[coded]} lies far from all other values: it may stand for missing values."
    emptied = f"In column score, 99 in {cells[empty]} was taken to stand for no answer: all others are from 1 to 10."
    return DatasetProfile(
        dataset_id="d1",
        relation="sales",
        file_name="sales.csv",
        row_count=len(rows),
        columns=(
            ColumnProfile(name="sale", type="integer", role="id", distinct=len(rows) - again),
            ColumnProfile(name="qty", type="integer", role="measure", additivity="additive", minimum=1, maximum=999),
            ColumnProfile(name="score", type="integer", role="measure", minimum=1, maximum=9, nulls=empty),
            ColumnProfile(
                name="town",
                type="text",
                role="dimension",
                distinct=len(towns),
                top_values=tuple(ValueCount(value=town, count=count) for town, count in towns.most_common()),
            ),
            ColumnProfile(name="region", type="text", role="dimension"),
        ),
        semantic=SemanticProfile(entity_name="sale"),
        repairs=(
            Repair(kind="null", detail=kept, column="qty", rows=coded, examples=("999",), doubt=True),
            Repair(kind="null", detail=emptied, column="score", rows=empty, examples=("99",), doubt=True),
            Repair(
                kind="other",
                detail="In town, I read “york” as “York”; “SELBY” as “Selby” (7 rows).",
                column="town",
                rows=7,
                doubt=True,
                values=("York", "Selby"),
            ),
            Repair(
                kind="repeated",
                detail=f"{again} {'row repeats' if again == 1 else 'rows repeat'} another row in every column.",
                rows=again,
                doubt=True,
            ),
            Repair(kind="ragged", detail="5 rows were cut in two.", rows=5, doubt=True),
        ),
    )


Condition = tuple[str, Callable[[Sale], bool]]
CONDITIONS: tuple[Condition, ...] = (
    ("region = 'A'", lambda row: row.region == "A"),
    ("region <> 'B'", lambda row: row.region != "B"),
    ("qty < 999", lambda row: row.qty is not None and row.qty < 999),
    ("town IN ('Leeds', 'York')", lambda row: row.town in ("Leeds", "York")),
    ("town = 'Harrogate'", lambda row: row.town == "Harrogate"),
    ("score >= 5", lambda row: row.score is not None and row.score >= 5),
    ("sale < 9", lambda row: row.sale < 9),
    ("(region = 'C' OR sale < 4)", lambda row: row.region == "C" or row.sale < 4),
)
FORMS = (
    "SELECT sum(qty) AS s, avg(score) AS a FROM sales WHERE {met}",
    "SELECT town, sum(qty) AS s FROM sales WHERE {met} GROUP BY town",
    "SELECT sum(qty) FILTER (WHERE {met}) AS s FROM sales",
    "SELECT sum(CASE WHEN {met} THEN qty END) AS s FROM sales",
    "WITH a AS (SELECT *, qty * 2 AS twice FROM sales), b AS (SELECT town, region, sale, score, qty, twice FROM a) "
    "SELECT sum(twice) AS s, count(*) AS n FROM b WHERE {met}",
    "SELECT g.town, avg(g.score) AS s FROM (SELECT * FROM sales WHERE {met}) AS g GROUP BY g.town",
    "WITH a AS (SELECT * FROM sales WHERE {met}), b AS (SELECT town, sum(qty) AS n FROM a GROUP BY town) "
    "SELECT max(n) AS most FROM b",
    "SELECT sum(s.qty) AS s FROM sales AS s JOIN (VALUES ('A'), ('B'), ('C')) AS r(place) ON r.place = s.region "
    "WHERE {met}",
    "SELECT 100.0 * count(*) FILTER (WHERE score >= 5) / count(*) AS s FROM sales WHERE {met}",
)


def _notes(sql: str, rows: Sequence[Sale]) -> tuple[str, ...]:
    table = _profile(rows)

    def ask(queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        allowed = [check(query.sql, {"sales": Sale._fields}).sql for query in queries]
        found = [con.execute(sql).fetchall() for sql in allowed]
        return [
            QueryOutcome(result=QueryResult(columns=(), rows=tuple(each), row_count=1, sql=query.sql))
            for query, each in zip(queries, found, strict=True)
        ]

    with duckdb.connect(":memory:") as con:
        con.execute("CREATE TABLE sales (sale INTEGER, qty INTEGER, score INTEGER, town VARCHAR, region VARCHAR)")
        con.executemany("INSERT INTO sales VALUES (?, ?, ?, ?, ?)", rows)
        con.execute(sql)
        lines = (*doubts([ExecutedQuery(sql=sql, purpose="x")], (table,)), *caveats(sql, (table,)))
        return HeldRows().told([DoubtOfQuery(line, sql) for line in lines], ask)


@pytest.mark.parametrize("seed", range(60))
def test_no_note_names_what_the_rows_of_a_figure_do_not_have(seed: int) -> None:
    rng = random.Random(seed)
    rows = _rows(rng)
    for form in FORMS:
        met = rng.sample(CONDITIONS, rng.randint(1, 3))
        _holds(_notes(form.format(met=" AND ".join(text for text, _ in met)), rows), rows, met)


def _holds(notes: Sequence[str], rows: Sequence[Sale], met: Sequence[Condition]) -> None:
    def left(but: str = "") -> list[Sale]:
        """The rows that the conditions leave, whatever they ask of one column."""
        return [row for row in rows if all(test(row) for text, test in met if not but or but not in text)]

    whole = len(left()) == len(rows)
    towns = {row.town for row in left()}
    for note in notes:
        named = re.findall("“(.*?)”", note)
        counts = {
            "qty, 999": lambda: [sum(row.qty == 999 for row in left())],
            "score, 99 in": lambda: [sum(row.score is None for row in left("score"))],
            "is not included": lambda named=named: [sum(row.town == named[0] for row in left("town"))],
            "repeat": lambda: [len(left()) - len(set(left()))],
            "for score, read as no entry": lambda: [
                sum(row.score is None for row in left("score")),
                len(left("score")),
            ],
        }
        expected = next((count() for said, count in counts.items() if said in note), None)
        if expected is not None:
            assert _counts(note) == expected, note
            assert expected[0], note
        elif "counted separately" in note:
            assert towns.issuperset(named), note
        elif "I read" in note:
            assert towns.issuperset(re.findall("as “(.*?)”", note)), note
            assert whole or "rows)" not in note, note
        else:
            assert "in the whole table" in note or whole, note


def _counts(note: str) -> list[int]:
    """The numbers of rows or cells that a note names."""
    return [int(one) for one in re.findall(r"\b(\d+)(?= (?:cells?|rows?|of \d+|sales?)\b)", note)]


def test_what_is_true_of_all_rows_is_told_of_all_rows() -> None:
    rows = _rows(random.Random(1))
    notes = " ".join(_notes("SELECT town, sum(qty) AS s, avg(score) AS a FROM sales GROUP BY town", rows))
    for said in (
        "qty, 999",
        "score, 99",
        "repeat another row",
        "“york” as “York”",
        "(7 rows)",
        "“Harogate”",
        "5 rows",
    ):
        assert said in notes
