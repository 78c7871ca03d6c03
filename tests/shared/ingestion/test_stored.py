"""What was written as Parquet is believed only when it reads back as what came in."""

import duckdb
import pytest

from shared.errors import UnreadableData
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.tallies import Tallies
from shared.ingestion.parquet import sha256, write_parquet

CELLS = "(VALUES ('1', 'North', NULL), ('2', 'South', 'x'), ('3', 'North', '')) AS cells(c0, c1, c2)"


class Disk:
    """A database that writes something else than it was told to."""

    def __init__(self, instead):
        self.real, self.instead = duckdb.connect(), instead

    def execute(self, sql, *given):
        return self.real.execute(sql.replace("COPY data", f"COPY ({self.instead})"), *given)


@pytest.fixture(params=["tallied", "not tallied"])
def stored(request, tmp_path):
    def store(instead: str):
        con = Disk(instead)
        con.execute(f"CREATE TABLE raw AS SELECT * FROM {CELLS}")
        con.execute("CREATE TABLE data AS SELECT c0::BIGINT AS id, c1 AS region, c2 AS note FROM raw")
        tallies = Tallies(con)
        tally = tallies.of if request.param == "tallied" else lambda cell: None
        texts = (
            Choice(name, cell, "text", "{c}", tally=tally(cell)) for name, cell in (("region", "c1"), ("note", "c2"))
        )
        target = tmp_path / "data.parquet"
        return write_parquet(con, (Choice("id", "c0", "integer", "{c}"), *texts), target), target

    return store


def test_what_reads_back_the_same_is_stored(stored):
    fingerprint, target = stored("SELECT * FROM data")
    assert fingerprint == sha256(target)


@pytest.mark.parametrize(
    "instead",
    [
        "SELECT * FROM data LIMIT 2",
        "SELECT * FROM data UNION ALL SELECT * FROM data",
        "SELECT * REPLACE (id + (id = 2)::BIGINT AS id) FROM data",
        "SELECT * REPLACE (CASE WHEN id < 3 THEN id END AS id) FROM data",
        "SELECT * REPLACE (CASE id WHEN 3 THEN 'South' ELSE region END AS region) FROM data",
        "SELECT * REPLACE (nullif(note, '') AS note) FROM data",
        "SELECT * REPLACE (coalesce(note, '') AS note) FROM data",
    ],
    ids=[
        "rows lost",
        "rows twice",
        "a number changed",
        "a number lost",
        "a text changed",
        "a text lost",
        "a text made up",
    ],
)
def test_what_reads_back_otherwise_is_refused_and_removed(stored, instead, tmp_path):
    with pytest.raises(UnreadableData, match="without loss"):
        stored(instead)
    assert list(tmp_path.iterdir()) == []


def test_a_tally_that_finds_no_room_is_forgotten():
    with duckdb.connect() as con:
        con.execute(f"CREATE TABLE raw AS SELECT * FROM {CELLS}")
        tallies = Tallies(con, most_bytes=80)
        assert con.execute(f"SELECT * FROM {tallies.of('c1')} ORDER BY 1").fetchall() == [("North", 2), ("South", 1)]
        tallies.of("c2")
        assert tallies.kept("c1") == "tally_c1"
        assert tallies.kept("c2") is None
        assert con.execute("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall() == [("tally_c1",)]
