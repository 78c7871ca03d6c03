"""How many keys of a join find nothing in the other table is told, and how many only for how they are written."""

from collections.abc import Sequence

import duckdb
import pytest

from shared.contracts import ColumnProfile, DatasetProfile, SemanticProfile
from shared.engine.doubts import fans_of
from shared.engine.doubts.unmatched import Unmatched, one_of_each, told_together, unless_sought
from shared.engine.sql.guard import check

ROWS = {
    "visits": (
        ("animal", "status", "fee"),
        [
            ("A1", "Done", 1),
            ("A1", "Done", 2),
            ("A2", "Done", 3),
            ("a3", "Done", 4),
            ("A-4", "No-show", 5),
            ("X9", "Done", 6),
            ("X9", "Done", 7),
            (None, "Done", 8),
        ],
    ),
    "animals": (("animal", "species"), [("A1", "Dog"), ("A2", "Cat"), ("A3", "Dog"), ("A4", "Cat"), ("A5", "Dog")]),
    "stays": (("animal", "since"), [("A1", 1), ("A1", 2), ("A2", 3), ("A2", 5)]),
}


def _profile(name: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]) -> DatasetProfile:
    cells = list(zip(*rows, strict=True))
    return DatasetProfile(
        dataset_id=name,
        relation=name,
        file_name=f"{name}.csv",
        row_count=len(rows),
        columns=tuple(
            ColumnProfile(
                name=column,
                type="integer" if column in ("fee", "since") else "text",
                role="dimension",
                distinct=len(set(cells[at]) - {None}),
                nulls=cells[at].count(None),
            )
            for at, column in enumerate(columns)
        ),
    )


TABLES = tuple(_profile(name, *table) for name, table in ROWS.items())


def _told(sql: str) -> list[str]:
    with duckdb.connect() as connection:
        for name, (columns, rows) in ROWS.items():
            kinds = ", ".join(f"{one} {'INTEGER' if one in ('fee', 'since') else 'VARCHAR'}" for one in columns)
            connection.execute(f"CREATE TABLE {name} ({kinds})")
            connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", rows)
        known = {name: list(columns) for name, (columns, _) in ROWS.items()}
        return [
            line
            for one in fans_of(sql, TABLES)
            if isinstance(one, Unmatched)
            for line in one.told(connection.execute(check(one.sql, known).sql).fetchall()[0])
        ]


LOST = "3 of 5 values of animal in visits (4 rows, and 1 without one) have no match in animals, so their rows are left"
LOST += " out; 2 of them would but for capitals, blanks or hyphens."
DONE = "2 of 4 values of animal in visits (3 rows, and 1 without one) have no match in animals, so their rows are left"
DONE += " out; 1 of them would but for capitals, blanks or hyphens."


@pytest.mark.parametrize(
    ("name", "entity", "things"),
    [
        ("animal_id", "row", "animals"),
        ("Animal No", "row", "animals"),
        ("animal", "animal", "animals"),
        ("animal", "visit", "values of animal"),
        ("id", "row", "values of id"),
    ],
)
def test_keys_are_told_as_what_has_them(name: str, entity: str, things: str) -> None:
    columns = tuple(one.model_copy(update={"name": name, "words": ""}) for one in TABLES[0].columns[:1])
    visits, animals = (
        one.model_copy(update={"columns": columns, "semantic": SemanticProfile(entity_name=entity)})
        for one in TABLES[:2]
    )
    (asked,) = fans_of(f'SELECT 1 AS n FROM visits v LEFT JOIN animals a ON v."{name}" = a."{name}"', (visits, animals))
    assert isinstance(asked, Unmatched)
    assert asked.things.casefold() == things


STEPS = "WITH v AS (SELECT animal, min(fee) AS fee FROM visits WHERE status = 'Done' GROUP BY animal), "
JOINED = "FROM visits AS v {side}JOIN animals AS a ON v.animal = a.animal"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        (f"SELECT count(*) AS n {JOINED.format(side='')}", LOST),
        (f"SELECT a.species, list(v.fee) AS s {JOINED.format(side='')} GROUP BY ALL", LOST),
        ("WITH v AS (SELECT * FROM visits) SELECT count(*) AS n FROM v JOIN animals USING (animal)", LOST),
        ("WITH v AS (FROM visits) SELECT count(*) AS n FROM animals AS a JOIN v ON v.animal = a.animal", LOST),
        ("WITH v AS (FROM visits) SELECT count(*) AS n FROM animals AS a LEFT JOIN v ON v.animal = a.animal", LOST),
        ("WITH v AS (FROM visits) SELECT count(*) AS n FROM v, animals AS a WHERE v.animal = a.animal", LOST),
        (
            "WITH v AS (FROM visits), a AS (SELECT animal FROM animals WHERE species = 'Dog') "
            "SELECT count(*) AS n FROM v JOIN a ON v.animal = a.animal",
            LOST,
        ),
        (
            "WITH v AS (FROM visits) SELECT count(*) AS n FROM v JOIN animals AS a ON v.animal = a.animal "
            "WHERE v.status = 'Done' AND a.species = 'Dog'",
            DONE,
        ),
        (
            f"{STEPS} p AS (SELECT animal AS id, fee FROM v) "
            "SELECT count(*) AS n FROM p JOIN animals AS a ON p.id = a.animal",
            DONE.replace("3 rows", "2 rows"),
        ),
    ],
)
def test_keys_that_find_nothing_are_told_with_the_rows_that_are_lost(sql: str, told: str) -> None:
    assert _told(sql) == [told]


def test_rows_that_stay_lack_what_is_looked_up() -> None:
    (told,) = _told(f"WITH x AS (SELECT v.fee, a.species {JOINED.format(side='LEFT ')}) SELECT count(*) AS n FROM x")
    assert told.startswith(
        "3 of 5 values of animal in visits (4 rows, and 1 without one) have no match in animals, so their rows lack"
    )


def test_keys_are_compared_as_the_query_compares_them() -> None:
    (told,) = _told(
        "WITH v AS (SELECT upper(animal) AS id FROM visits) SELECT 1 AS n FROM v JOIN animals a ON v.id = a.animal"
    )
    assert told.startswith("2 of 5 values of animal in visits (3 rows, and 1 without one)")


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT v.animal AS id {JOINED.format(side='LEFT ')} WHERE a.animal IS NULL",
        f"SELECT count(*) FILTER (WHERE a.animal IS NULL) AS unknown {JOINED.format(side='LEFT ')}",
        f"SELECT CASE WHEN a.animal IS NULL THEN 'unknown' ELSE a.species END AS s {JOINED.format(side='LEFT ')}",
        "SELECT a.species AS s FROM stays AS s JOIN animals AS a ON s.animal = a.animal",
        "SELECT 1 AS n FROM visits AS v JOIN visits AS w ON v.animal = w.animal",
        "SELECT 1 AS n FROM visits AS v JOIN stays AS s ON v.animal = s.animal AND s.since < v.fee",
        "SELECT 1 AS n FROM visits AS v CROSS JOIN animals AS a",
        "SELECT 1 AS n FROM visits AS v JOIN (SELECT count(*) AS animal FROM animals) AS a ON v.fee = a.animal",
        "SELECT 1 AS n FROM animals AS a WHERE EXISTS (SELECT 1 FROM visits AS v WHERE v.animal = a.animal)",
        "no query",
    ],
)
def test_a_join_that_loses_nothing_or_is_told_beside_its_figures_is_left_in_peace(sql: str) -> None:
    assert _told(sql) == []


LINE = "6 of 311 values of donor in gifts have no match in donors, so their rows {then}."


def test_of_rows_that_one_query_leaves_out_and_another_keeps_one_sentence_says_both() -> None:
    lost, kept = LINE.format(then="are left out"), LINE.format(then="lack what is looked up there")
    both = LINE.format(then="are left out of some figures, and lack what is looked up there in others")
    assert one_of_each((lost, "X.", kept)) == one_of_each((kept, "X.", lost)[::-1]) == (both, "X.")
    assert one_of_each((lost,)) == (lost,)
    assert one_of_each((kept, lost)) == (both,)


def test_of_queries_that_take_more_rows_and_fewer_one_sentence_tells_the_most_of_them() -> None:
    of_june = "5 of 103 values of donor in gifts (8 rows) have no match in donors, so their rows lack what is looked up"
    of_june += " there."
    told = (
        "Up to 6 of 311 values of donor in gifts have no match in donors, so their rows are left out of some figures, "
    )
    told += "and lack what is looked up there in others."
    lost = LINE.format(then="are left out")
    assert one_of_each((of_june.replace("8 rows", "5 rows"), "X.", lost)) == (told, "X.")
    (most,) = one_of_each((of_june, lost))
    assert most.startswith("Up to 5 of 103 values of donor in gifts (8 rows) have no match in donors, so their rows ")
    spaced = [one.replace("in donors", "in all donors").replace("in gifts", "in the gifts") for one in (of_june, lost)]
    assert len(one_of_each(spaced)) == 1
    other = lost.replace("in donors", "in towns")
    assert one_of_each((lost, other)) == (lost, other)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT count(*) FROM gifts WHERE NOT donor IN (SELECT donor FROM donors)", False),
        ("SELECT count(*) FROM gifts g WHERE NOT EXISTS (SELECT 1 FROM donors d WHERE d.donor = g.donor)", False),
        (
            "WITH d AS (SELECT DISTINCT * FROM donors) SELECT count(*) FILTER (WHERE d.donor IS NULL) AS n "
            "FROM gifts g LEFT JOIN d ON d.donor = g.donor",
            False,
        ),
        ("SELECT count(*) FROM gifts WHERE donor IN (SELECT donor FROM donors)", True),
        ("SELECT count(*) FROM gifts g JOIN donors d ON d.donor = g.donor WHERE d.town IS NULL", True),
        ("SELECT count(*) FROM gifts WHERE NOT donor IN (SELECT donor FROM lapsed)", True),
    ],
)
def test_rows_without_a_match_that_a_query_asks_about_itself_are_not_told_again(sql: str, said: bool) -> None:
    line = LINE.format(then="are left out")
    assert unless_sought((line,), ("no query", sql), ("gifts", "donors", "lapsed")) == ((line,) if said else ())


def test_a_key_that_finds_nothing_in_several_tables_is_told_once() -> None:
    lines = (
        "1 of 163 values of customer in invoices has no match in customers, so its rows lack what is looked up there.",
        "Prices are in euros.",
        "1 of 163 values of customer in invoices has no match in plans, so its rows lack what is looked up there.",
    )
    assert told_together(lines) == (
        "1 of 163 values of customer in invoices has no match in customers, and as many have none in plans, so its "
        "rows lack what is looked up there.",
        lines[1],
    )
    assert told_together(lines[:2]) == lines[:2]
