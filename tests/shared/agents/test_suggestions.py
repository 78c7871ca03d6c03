"""What is offered in place of a question that is given up was computed, and never makes a reply late."""

import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from shared.agents.suggestions import LEAST_LEFT, SECONDS, suggested
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric, Ordering
from shared.contracts import (
    ColumnProfile,
    DatasetProfile,
    Forfeit,
    QueryFailure,
    QueryOutcome,
    QueryRequest,
    QueryResult,
)
from shared.deps import Deps
from shared.errors import QueryUnavailable
from shared.model.moves import Offer, OfferQuestions, Offers
from shared.model.port import Answered
from shared.query.groupings import ByColumn, Grouping

GIVEN_UP = Forfeit(code="not_in_data", reason="No Atlantis", attempted_actions=("Looked",))
ASKED = ("total of cost", "highest cost", "lowest cost", "average cost")


def table(name: str, **cost: Any) -> DatasetProfile:
    return DatasetProfile(
        dataset_id=name,
        file_name="orders.csv",
        row_count=8,
        columns=(
            ColumnProfile.model_validate(
                {"name": "cost", "type": "number", "role": "measure", "distinct": 8, "additivity": "additive"} | cost
            ),
            ColumnProfile(name="currency", type="text", role="dimension", distinct=2),
        ),
    )


class Offering:
    """A mind that offers four questions: over all rows, or who leads by groups."""

    def __init__(self, *groups: Grouping) -> None:
        self.asked = {"groups": groups, **({"ordering": Ordering(limit=1), "entity": True} if groups else {})}

    def ask(self, request: OfferQuestions, *, seconds: float) -> Answered[Offers]:
        functions = ("sum", "max", "min", "mean")
        offers = tuple(
            Offer(
                question=question, analysis=Aggregate(metrics=(Metric(function=function, column="cost"),), **self.asked)
            )
            for question, function in zip(ASKED, functions, strict=True)
        )
        return Answered(Offers(offers=offers), source="deterministic")


class Engine:
    """Gives one figure a query; fails where `broken`, or in all where `timed_out`; takes `seconds`."""

    def __init__(self, *, broken: str = "", seconds: float = 0.0, down: bool = False, timed_out: bool = False) -> None:
        self.broken, self.seconds, self.down, self.timed_out = broken, seconds, down, timed_out
        self.asked: list[str] = []

    def __call__(self, request: QueryRequest) -> tuple[QueryOutcome, ...]:
        if self.down:
            raise QueryUnavailable("down")
        time.sleep(self.seconds)
        self.asked += request.queries
        return tuple(self._outcome(sql) for sql in request.queries)

    def _outcome(self, sql: str) -> QueryOutcome:
        if self.timed_out:
            return QueryOutcome(failure=QueryFailure(kind="timeout", message="no time left"))
        if self.broken and self.broken in sql:
            return QueryOutcome(failure=QueryFailure(kind="runtime", message="broken"))
        names = [part.split('"')[1] for part in sql.split(" AS ")[1:]]
        return QueryOutcome(
            result=QueryResult(columns=tuple(names), rows=((1.5, *(8 for _ in names[1:])),), row_count=1, sql=sql)
        )


def offered(
    name: str, engine: Engine, forfeit: Forfeit = GIVEN_UP, *, seconds: float = SECONDS, **cost: Any
) -> tuple[str, ...]:
    settings = SimpleNamespace(query_max_rows=100)
    deps = cast("Deps", SimpleNamespace(model=Offering(), query=engine, settings=settings))
    data = (table(name, **cost),)
    request = OfferQuestions(question="cost in Atlantis", datasets=data, now=datetime(2026, 1, 1, tzinfo=UTC))
    return suggested(forfeit, request, "u", deps, left=LEAST_LEFT + seconds).suggestions


def test_three_questions_are_offered_that_the_engine_answered() -> None:
    assert offered("plain", Engine()) == ASKED[:3]


def test_a_question_whose_figures_do_not_come_is_not_offered() -> None:
    assert offered("broken", Engine(broken="MAX(")) == (ASKED[0], ASKED[2], ASKED[3])


def test_a_question_that_would_be_refused_is_not_offered() -> None:
    """Which currency has the highest cost: amounts in different currencies are not compared."""
    engine, data = Engine(), (table("money", money=True, unit_column="currency"),)
    deps = SimpleNamespace(
        model=Offering(ByColumn(column="currency")), query=engine, settings=SimpleNamespace(query_max_rows=100)
    )
    request = OfferQuestions(question="cost in Atlantis", datasets=data, now=datetime(2026, 1, 1, tzinfo=UTC))
    assert suggested(GIVEN_UP, request, "u", cast("Deps", deps), left=LEAST_LEFT + SECONDS).suggestions == ()
    assert engine.asked == []


def test_a_total_that_says_nothing_is_not_offered() -> None:
    assert offered("rated", Engine(), additivity="non_additive") == ASKED[1:]


def test_a_question_is_tried_once_for_each_dataset() -> None:
    engine = Engine()
    assert offered("kept", engine) == offered("kept", engine)
    assert len(engine.asked) == len(ASKED)


@pytest.mark.parametrize("engine", [Engine(down=True), Engine(seconds=0.2)], ids=["down", "slow"])
def test_without_the_engine_in_time_a_forfeit_goes_out_as_it_is(engine: Engine) -> None:
    assert offered(f"none {engine.down}", engine, seconds=0.05) == ()


def test_an_engine_that_takes_a_second_to_wake_is_waited_for() -> None:
    assert offered("waking", Engine(seconds=1.0)) == ASKED[:3]


def test_nothing_is_tried_where_the_task_has_no_time_left() -> None:
    engine = Engine()
    assert offered("late", engine, seconds=0.0) == ()
    assert engine.asked == []


def test_what_took_too_long_is_tried_again_the_next_time() -> None:
    assert offered("again", Engine(timed_out=True)) == ()
    assert offered("again", Engine()) == ASKED[:3]


def test_what_no_other_question_would_be_spared_offers_none() -> None:
    assert offered("gone", Engine(), GIVEN_UP.model_copy(update={"code": "unavailable"})) == ()


@pytest.mark.parametrize(
    ("about", "question", "offered"),
    [
        (None, "what did Atlantis pay?", 3),
        (("SELECT sum(cost) AS c FROM data",), "what did Atlantis pay?", 3),
        (("SELECT count(*) AS n, currency FROM data GROUP BY 2",), "which money is used?", 0),
        ((), "what is the cost of Atlantis?", 3),
        ((), "what did Atlantis pay?", 0),
        (("no query",), "what did Atlantis pay?", 0),
    ],
    ids=["no model", "looked at", "another column", "named", "nothing looked at", "unreadable"],
)
def test_where_a_model_understood_the_question_only_what_is_about_the_same_figures_is_offered(
    about: Any, question: str, offered: int
) -> None:
    deps = cast("Deps", SimpleNamespace(model=Offering(), query=Engine(), settings=SimpleNamespace(query_max_rows=100)))
    request = OfferQuestions(
        question=question, datasets=(table(f"t{about}{question}"),), now=datetime(2026, 1, 1, tzinfo=UTC)
    )
    assert len(suggested(GIVEN_UP, request, "u", deps, left=60.0, about=about).suggestions) == offered
