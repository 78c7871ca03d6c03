"""Values that no profile lists are looked up by the words that nothing else explains; what fails changes nothing."""

from types import SimpleNamespace
from typing import cast

import pytest

from shared.agents.execution.value_lookup import LONGEST, MOST_FOUND, MOST_NAMES, looked_up, names_in
from shared.contracts import (
    ColumnProfile,
    DatasetProfile,
    Forfeit,
    QueryFailure,
    QueryOutcome,
    QueryRequest,
    QueryResult,
    ValueCount,
)
from shared.deps import Deps
from shared.errors import CandorError, QueryUnavailable, StoreUnavailable

LISTED = ValueCount(value="Oslo", count=3)
TOWNS = DatasetProfile(
    dataset_id="d",
    file_name="towns.csv",
    row_count=900,
    columns=(
        ColumnProfile(name="town", type="text", role="dimension", distinct=900, top_values=(LISTED,)),
        ColumnProfile(name="visitors", type="integer", role="measure", distinct=900),
    ),
)
UNKNOWN = Forfeit(code="not_in_data", reason="No Bergen", attempted_actions=("Looked",), unknown=("Bergen",))


class Engine:
    """Finds these rows for every query; fails in the way that is given."""

    def __init__(self, *rows: tuple[str, int], fails: QueryFailure | CandorError | None = None) -> None:
        self.rows, self.fails = rows, fails
        self.asked: list[QueryRequest] = []

    def __call__(self, request: QueryRequest) -> tuple[QueryOutcome, ...]:
        self.asked.append(request)
        if isinstance(self.fails, CandorError):
            raise self.fails
        if self.fails is not None:
            return tuple(QueryOutcome(failure=self.fails) for _ in request.queries)
        return tuple(
            QueryOutcome(result=QueryResult(columns=("town", "n"), rows=self.rows, row_count=len(self.rows), sql=sql))
            for sql in request.queries
        )


def values(engine: Engine, *, forfeit: Forfeit = UNKNOWN, left: float = 5.0) -> tuple[ValueCount, ...]:
    deps = cast("Deps", SimpleNamespace(query=engine))
    (table,) = looked_up("visitors in Bergen", forfeit, (TOWNS,), "u", deps, left)
    return table.column("town").top_values


def test_what_is_found_joins_the_values_that_the_profile_lists() -> None:
    engine = Engine(("Bergen", 2))
    assert values(engine) == (LISTED, ValueCount(value="Bergen", count=2))
    assert (engine.asked[0].user_id, engine.asked[0].max_rows, len(engine.asked[0].queries)) == ("u", MOST_FOUND, 1)


def test_a_value_that_is_listed_already_is_not_listed_twice() -> None:
    assert values(Engine(("Oslo", 3))) == (LISTED,)


@pytest.mark.parametrize(
    "fails",
    [
        QueryUnavailable("down"),
        StoreUnavailable("down"),
        QueryFailure(kind="timeout", message="no time left"),
        QueryFailure(kind="syntax", message="no such column"),
    ],
)
def test_an_engine_that_fails_leaves_the_datasets_as_they_are(fails: QueryFailure | CandorError) -> None:
    assert values(Engine(("Bergen", 2), fails=fails)) == (LISTED,)


def test_nothing_is_asked_without_unknown_words_or_time() -> None:
    engine = Engine(("Bergen", 2))
    assert values(engine, forfeit=UNKNOWN.model_copy(update={"unknown": ()})) == (LISTED,)
    assert values(engine, left=0.0) == (LISTED,)
    assert engine.asked == []


def test_names_are_runs_of_words_that_hold_an_unknown_one() -> None:
    assert names_in("Visitors of Sao Tome, please", ["Tome"])[-1] == "tome"
    assert "sao tome" in names_in("Visitors of Sao Tome, please", ["Tome"])
    assert "visitors of" not in names_in("Visitors of Sao Tome, please", ["Tome"])


def test_names_are_few_and_short_however_long_the_question() -> None:
    found = names_in("word " * 500 + "x", ["word"])
    assert len(found) <= MOST_NAMES
    assert max(len(one.split()) for one in found) <= LONGEST
