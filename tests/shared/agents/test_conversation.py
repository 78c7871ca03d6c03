"""When a mind is told that it has to come to an end."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.agents.conversation.allowance import MOST_ROUNDS
from shared.agents.conversation.conversation import Conversation
from shared.agents.execution.code_books import CodeBooks
from shared.agents.execution.execution import Execution, NotComputed
from shared.agents.execution.held_rows import HeldRows
from shared.agents.execution.lone_values import LoneValues
from shared.agents.execution.sources import TaskSources
from shared.analysis.base import Analysis, Findings
from shared.analysis.written_query import Written
from shared.contracts import Fact, Forfeit, PlannedQuery, QueryFailure, QueryResult, ResultPreview, Turn
from shared.errors import ForfeitException
from shared.failure.reasons import plain_reason
from shared.grounding.sheets import Sheets
from shared.model.moves import Move
from shared.model.port import Answered
from shared.model.rounds import Call, Round, RoundsLeft
from shared.turn.progress import Progress

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class _Engine(Execution):
    """Refuses the first queries, and finds nothing in the others."""

    def __init__(self, refused: int, *, computes_first: bool = False) -> None:
        self.left_to_refuse, self.computes_first = refused, computes_first
        self.datasets, self.by_model = (), False
        counted = QueryResult(columns=("n",), rows=((3,),), row_count=1, sql="SELECT count(*) AS n FROM data")
        self.executed, self.previews, self.results = [], [], [counted]
        self._held, self._fans, self.headings = HeldRows(), {}, {}
        self._sources, self._lone = TaskSources((), lambda _queries: []), LoneValues((), lambda _queries: [])
        self._books = CodeBooks((), lambda _queries: [])

    def purposes(self, analysis: Analysis) -> tuple[str, ...]:
        return ()

    def analyse(self, analysis: Analysis) -> Findings:
        self.left_to_refuse -= 0 if self.computes_first else 1
        if self.left_to_refuse < 0 or self.computes_first:
            self.computes_first = False
            return Findings(summary="There are three.", facts=())
        raise NotComputed(PlannedQuery(sql="", purpose="Count"), QueryFailure(kind="rejected", message="no"), ())


class _Silent(Progress):
    at_work = False

    def __init__(self) -> None: ...

    def computing(self, purposes: Iterable[str]) -> None: ...

    def computed(self, facts: Iterable[Fact]) -> None: ...

    @contextmanager
    def working(self, step: int = 4) -> Iterator[None]:
        self.at_work = True
        yield
        self.at_work = False


def _rounds_left(refused: int, seconds: float, *, computed_first: bool = False) -> list[RoundsLeft]:
    """How many rounds a mind that only computes was told to have left, each time it was asked."""
    told: list[RoundsLeft] = []
    query = PlannedQuery(sql="SELECT count(*) AS n FROM data", purpose="Count")

    def ask(_rounds: tuple[Round, ...], left: RoundsLeft) -> Answered[Move]:
        told.append(left)
        return Answered(value=Move(calls=(Call(id="1", query=query),)), source="claude")

    held: Any = Conversation(
        _Engine(refused, computes_first=computed_first), ask, _Silent(), "How many?", lambda: seconds
    )
    try:
        held.held()
    except NotComputed:
        assert refused >= MOST_ROUNDS
    return told


@pytest.mark.parametrize("seconds", [60.0, 8.0])
def test_a_mind_whose_queries_were_refused_may_compute_as_long_as_there_are_rounds(seconds: float) -> None:
    assert _rounds_left(MOST_ROUNDS, seconds) == ["several", "several", "one", "one"]


def test_whoever_is_refused_in_the_last_round_of_computing_may_put_it_right_once() -> None:
    assert _rounds_left(3, 60.0, computed_first=True) == ["several", "several", "one", "one", "none"]
    assert _rounds_left(3, 8.0, computed_first=True) == ["several", "none", "none", "none"]


def test_a_mind_that_has_computed_is_told_to_end_in_the_last_round_and_where_time_is_short() -> None:
    assert _rounds_left(1, 60.0) == ["several", "several", "one", "none"]
    assert _rounds_left(1, 8.0) == ["several", "several", "none", "none"]


@pytest.mark.parametrize(
    ("queries", "told"),
    [
        (1, ["several", "several", "one", "none"]),
        (2, ["several", "several", "one", "one", "none"]),
        (3, ["several", "several", "one", "none", "one", "none"]),
    ],
)
def test_an_answer_that_is_handed_back_may_take_one_more_query_to_be_mended(queries: int, told: list[str]) -> None:
    assert _rounds_left_of_answers(queries, 60.0) == told


def test_without_time_for_another_query_an_answer_of_the_last_round_is_not_handed_back() -> None:
    assert _rounds_left_of_answers(3, 11.0) == ["several", "none", "none", "none"]


def _rounds_left_of_answers(queries: int, seconds: float) -> list[RoundsLeft]:
    """How many rounds a mind was told to have left that computes so often, and then gives a figure from nowhere."""
    told: list[RoundsLeft] = []
    query = PlannedQuery(sql="SELECT count(*) AS n FROM data", purpose="Count")
    engine, until = _Engine(0), NOW + timedelta(minutes=1)
    engine.previews = [ResultPreview(purpose="Count", data=({"n": 3},), row_count=1)]
    engine.turn = Turn(turn_id="t", session_id="s", user_id="u", question="How many?", asked_at=NOW, deadline=until)

    def ask(_rounds: tuple[Round, ...], left: RoundsLeft) -> Answered[Move]:
        told.append(left)
        wrong = Move(answer=f"There are 987,65{len(told)} of them.", calls=(Call(id="1"),))
        return Answered(
            value=wrong if len(told) > queries else Move(calls=(Call(id="1", query=query),)), source="claude"
        )

    held: Any = Conversation(engine, ask, _Silent(), "How many?", lambda: seconds)
    held.held()
    return told


def test_without_time_for_a_query_a_mind_is_told_to_end_at_once() -> None:
    assert _rounds_left(MOST_ROUNDS, 2.0)[0] == "none"


@pytest.mark.parametrize("calls", [True, False], ids=["round by round", "at once"])
def test_a_sign_of_life_may_be_given_while_each_query_runs(calls: bool) -> None:
    progress, seen = _Silent(), []

    class Looking(_Engine):
        def analyse(self, analysis: Analysis) -> Findings:
            seen.append(progress.at_work)
            return super().analyse(analysis)

    query = PlannedQuery(sql="SELECT count(*) AS n FROM data", purpose="Count")
    computes = (
        Move(calls=(Call(id="1", query=query),)) if calls else Move(analyses=(Written(sql=query.sql, purpose=""),))
    )

    def ask(rounds: tuple[Round, ...], _last: bool) -> Answered[Move]:
        return Answered(value=Move(text="Three.") if rounds else computes, source="claude")

    held: Any = Conversation(Looking(0), ask, progress, "How many?", lambda: 60.0)
    held.held()
    assert seen == [True]
    assert not progress.at_work


def test_a_forfeit_tells_no_figure_with_a_factor_that_nothing_gives() -> None:
    given = Forfeit(reason="The count is {r1.n}, a part of it {r1.n*0.3}", attempted_actions=("Counted {r1.n} rows",))
    result = QueryResult(columns=("n",), rows=((3,),), row_count=1, sql="SELECT count(*) AS n FROM data")
    sheets = Sheets()
    sheets.add(result, query=0)

    def ask(_rounds: tuple[Round, ...], _left: RoundsLeft) -> Answered[Move]:
        return Answered(value=Move(forfeit=given), source="claude")

    held: Any = Conversation(
        _Engine(0),
        ask,
        _Silent(),
        "How many?",
        lambda: 60.0,
        sheets=sheets,
    )
    with pytest.raises(ForfeitException) as raised:
        held.held()
    told = raised.value.forfeit
    assert (told.reason, told.attempted_actions) == (plain_reason("other"), ("Counted 3 rows",))
