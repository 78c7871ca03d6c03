"""What is computed for one task: what runs, what is kept of it, and what is told where it finds nothing."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import duckdb
import pandas as pd
import pytest

from shared.agents.execution.execution import Execution, NotComputed
from shared.analysis.query_analysis import QueryAnalysis
from shared.analysis.written_query import Written
from shared.contracts import QueryFailure, QueryOutcome, QueryRequest, QueryResult, Turn
from shared.query.measures import Statistic
from shared.query.query import Figures
from shared.settings import Settings
from tests.shared.analysis.running import Tables

NOW = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="t",
    session_id="s",
    user_id="u",
    question="What did the West bring?",
    asked_at=NOW,
    deadline=NOW + timedelta(minutes=1),
)
TABLES = Tables(orders=pd.DataFrame({"region": ["West", "East", "West"] * 4, "net": [3.0, 5.0, 9.0] * 4}))


class _Well:
    """The health of dependencies that all answer."""

    def may(self, *_asked: object) -> bool:
        return True

    def noting(self, *_asked: object) -> AbstractContextManager[None]:
        return nullcontext()


@dataclass
class _Deps:
    """A query function over tables in memory, and what it was asked."""

    settings: Settings = field(default_factory=Settings)
    health: _Well = field(default_factory=_Well)
    asked: list[str] = field(default_factory=list)

    def query(self, request: QueryRequest) -> list[QueryOutcome]:
        self.asked += request.queries
        return [self._outcome(sql) for sql in request.queries]

    def _outcome(self, sql: str) -> QueryOutcome:
        try:
            frame = TABLES.connection.execute(sql).df()
        except duckdb.Error as error:
            return QueryOutcome(failure=QueryFailure(kind="unknown_name", message=str(error)))
        rows = tuple(map(tuple, frame.astype(object).where(frame.notna(), None).values.tolist()))
        return QueryOutcome(result=QueryResult(columns=tuple(frame.columns), rows=rows, row_count=len(rows), sql=sql))


@pytest.fixture
def deps() -> _Deps:
    return _Deps()


@pytest.fixture
def attempts() -> list[tuple[Any, ...]]:
    return []


@pytest.fixture
def execution(deps: _Deps, attempts: list[tuple[Any, ...]]) -> Execution:
    made: Any = Execution
    pool = SimpleNamespace(left=lambda: 20.0)
    return cast(Execution, made(TURN, TABLES.profiles, (), {}, deps, lambda *told: attempts.append(told), pool))


def _written(sql: str) -> Written:
    return Written(sql=sql, purpose="Net of the West")


def test_what_ran_is_kept_with_its_result_and_noted(execution: Execution, attempts: list[tuple[Any, ...]]) -> None:
    found = execution.analyse(_written("SELECT sum(net) AS net FROM orders WHERE region = 'West'"))
    assert [fact.value for fact in found.facts][:1] == [48.0]
    assert [one.sql for one in execution.executed] == ["SELECT sum(net) AS net FROM orders WHERE region = 'West'"]
    assert [one.data for one in execution.previews] == [({"net": 48.0},)]
    assert ("execute", "Computed: Net of the West", "ok", None, None) in attempts
    assert execution.computed.queries_executed == tuple(execution.executed)


def test_queries_in_the_query_language_are_told_from_those_that_a_model_wrote(execution: Execution) -> None:
    execution.analyse(_written("SELECT count(*) AS n FROM orders"))
    query = Figures(measures=(Statistic(function="mean", column="net", name="usual"),))
    execution.analyse(QueryAnalysis(dataset_id=TABLES.profiles[0].dataset_id, query=query))
    assert execution.written == {0}
    assert set(execution.headings) == {1}


def test_a_figure_that_no_column_takes_part_in_is_not_even_asked_for(execution: Execution, deps: _Deps) -> None:
    with pytest.raises(NotComputed) as refused:
        execution.analyse(_written("SELECT region, 48 AS net FROM orders"))
    assert refused.value.failure.message.startswith("net: no column or row of a table takes part in it")
    assert deps.asked == []


def test_a_slip_in_a_name_is_mended_and_that_is_noted(execution: Execution, attempts: list[tuple[Any, ...]]) -> None:
    execution.analyse(_written("SELECT sum(Orders.NET_) AS total FROM orders"))
    assert execution.results[0].rows == ((68.0,),)
    assert "repair" in [step for step, *_ in attempts]


def test_where_a_condition_leaves_nothing_the_findings_say_which(execution: Execution) -> None:
    found = execution.analyse(_written("SELECT region, net FROM orders WHERE region = 'Moon' AND net > 1"))
    assert found.findings == ("No row matches the condition that region is 'Moon'; the values are 'West' and 'East'.",)
