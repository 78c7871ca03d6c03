"""Tables of counts: each row stands for as many as it says."""

import duckdb
import pandas as pd
import pytest

from shared.table.tally import tallies
from tests.shared.model.answering import figure, planned
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

CROSSED = pd.DataFrame(
    [
        {"Class": one, "Sex": sex, "Survived": lived, "Freq": 7 * at + 3 * len(sex) + 5 * (lived == "Yes")}
        for at, one in enumerate(("First", "Second", "Crew"), start=1)
        for sex in ("Male", "Female")
        for lived in ("No", "Yes")
    ]
)


def told(frame: pd.DataFrame) -> str | None:
    connection = duckdb.connect()
    connection.register("given", frame)
    connection.execute("CREATE TABLE t AS SELECT * FROM given")
    found = tallies(profile_table(connection, "t", "t.csv"))
    return ", ".join(one.name for one in found) or None


def test_the_counts_of_a_cross_table_are_known_and_no_others() -> None:
    assert told(CROSSED) == "Freq"
    assert told(CROSSED.assign(number=range(1, 13))[["number", *CROSSED.columns]]) == "Freq"
    assert told(CROSSED.assign(Fare=[at + 0.5 for at in range(12)])) is None
    assert told(CROSSED.assign(Freq11=CROSSED.Freq)) == "Freq, Freq11"
    assert told(CROSSED.rename(columns={"Freq": "Price"})) is None
    assert told(CROSSED.assign(Class=[f"c{at}" for at in range(12)])) is None


@pytest.mark.parametrize(
    ("question", "rows"),
    [("How many survived?", CROSSED.Survived == "Yes"), ("How many male survived?", CROSSED.index % 4 == 1)],
)
def test_the_number_of_those_that_rows_stand_for_is_added_up(question: str, rows: pd.Series) -> None:
    connection = duckdb.connect()
    connection.register("given", CROSSED)
    connection.execute("CREATE TABLE voyage AS SELECT * FROM given")
    profile = profile_table(connection, "voyage", "voyage.csv")
    assert figure(question, profile, connection, NOW) == CROSSED.Freq[rows].sum()


def test_a_rate_of_rows_is_not_told_for_one_of_those_they_stand_for() -> None:
    connection = duckdb.connect()
    connection.register("given", CROSSED)
    connection.execute("CREATE TABLE voyage AS SELECT * FROM given")
    forfeit = planned("survival rate by class", NOW, profile_table(connection, "voyage", "voyage.csv")).forfeit
    assert forfeit is not None
