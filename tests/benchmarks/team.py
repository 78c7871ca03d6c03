"""Four agents on one question, with a model at a second a call: side by side, and one after another."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from infra.lab.messages_api import Brain, MessagesApi, Slow, Wire, calls
from infra.lab.recorded import Recorded
from infra.local.cloud import LocalCloud
from shared.mind import choose_model
from shared.settings import Settings
from tests.benchmarks.asking import EXAMPLE
from tests.benchmarks.report import Aim, Section

QUESTION = "What do revenue, its regions, its months and its outliers look like?"
TASKS = (
    ("sql_analytics", "What is the total revenue?"),
    ("segmentation", "What is the revenue of each region?"),
    ("trend_analysis", "What is the revenue of each month?"),
    ("pattern_recognition", "What is the highest revenue?"),
)
SQL = 'SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1'
CALL_SECONDS, ROUNDS = 1.0, 3


@dataclass(frozen=True)
class Plans:
    """How the model plans: with each task's first query, which is all that is asked or not, or its tasks in a row."""

    first: bool = False
    enough: bool = False
    in_a_row: bool = False
    told: str = field(default="", kw_only=True)

    def tasks(self) -> list[dict[str, Any]]:
        """The tasks as `assign_tasks` takes them."""
        return [
            {
                "agent": agent,
                "request": request,
                "depends_on": [at - 1] if self.in_a_row and at else [],
                "first": [at] if self.first else [],
                "enough": self.enough,
            }
            for at, (agent, request) in enumerate(TASKS)
        ]


WAYS = (
    Plans(first=True, enough=True, told="each task's query with the plan, and nothing more asked of it"),
    Plans(first=True, told="each task's query with the plan, worded by its agent"),
    Plans(told="each agent writes its query"),
    Plans(in_a_row=True, told="the same, one after another"),
)


@dataclass(frozen=True)
class Asked:
    """A turn: its seconds, its calls, and the seconds between calls in which no model worked."""

    seconds: float
    calls: int
    besides: tuple[float, ...]

    @property
    def in_a_row(self) -> int:
        """How many stretches there were in which models worked."""
        return len(self.besides) - 1


def team() -> Section:
    """The turn in each way in which a model may plan it."""
    _asked(WAYS[0])  # the SDK is imported once
    found = {plans.told: min((_asked(plans) for _ in range(ROUNDS)), key=lambda one: one.seconds) for plans in WAYS}
    return Section(
        title="Four agents on one question",
        notes=(
            f"One turn in the local cloud, starting process and cloud apart, at a fake Messages API that takes "
            f"{CALL_SECONDS:g} s a call: a plan, four agents, one reply, and a judge of it. The best of {ROUNDS}. The "
            "model decides how much its plan brings along: the queries of the tasks, and whether what they give is all "
            "that is asked. Without a model: the seconds in which no call was under way, by where they fall.",
        ),
        header=("the plan", "wall s", "calls", "in a row", "before, between and after calls, s"),
        rows=[
            (
                name,
                f"{one.seconds:.2f}",
                f"{one.calls}",
                f"{one.in_a_row}",
                " · ".join(f"{gap:.2f}" for gap in one.besides),
            )
            for name, one in found.items()
        ],
        aims=(
            Aim("Wall time of four side by side, s", found[WAYS[0].told].seconds, 4.5, 2),
            Aim("Wall time where each agent writes its query, s", found[WAYS[2].told].seconds, 4.5, 2),
        ),
    )


def _asked(plans: Plans) -> Asked:
    spans: list[tuple[float, float]] = []
    brain = Brain(sql=SQL, then=_assigning(plans))

    def slow(request: Recorded, wire: Wire) -> None:
        begun = time.perf_counter()
        Slow(CALL_SECONDS, brain)(request, wire)
        spans.append((begun, time.perf_counter()))

    with MessagesApi(slow) as server:
        given = {"model": "claude", "anthropic_api_key": "test", "anthropic_base_url": server.base_url}
        model = choose_model(Settings.model_validate(given))
        with LocalCloud() as cloud:
            session = cloud.session((cloud.upload(EXAMPLE).dataset_id,))
            cloud.ask(session, "What is the total revenue?")  # what is imported and parsed once is no part of a turn
            cloud.deps.model = model
            began = time.perf_counter()
            reply = cloud.ask(cloud.session(session.dataset_ids), QUESTION)
            ended = time.perf_counter()
        assert reply.status == "answered", reply.text
        assert len(reply.responses) == len(TASKS)
        return Asked(ended - began, len(spans), _gaps(began, ended, spans))


def _assigning(plans: Plans) -> Callable[[Recorded, list[dict[str, Any]]], list[dict[str, Any]]]:
    queries = [
        calls("run_sql", {"sql": SQL, "purpose": request}, f"toolu_{at}") for at, (_, request) in enumerate(TASKS)
    ]
    planned = [*(queries if plans.first else []), calls("assign_tasks", {"tasks": plans.tasks()})]
    return lambda request, content: planned if _routes(request) else content


def _routes(request: Recorded) -> bool:
    return "assign_tasks" in request.tools


def _gaps(began: float, ended: float, spans: list[tuple[float, float]]) -> tuple[float, ...]:
    """The stretches in which no call was under way."""
    busy = [(began, began)]
    for begin, end in sorted(spans):
        if begin <= busy[-1][1]:
            busy[-1] = (busy[-1][0], max(busy[-1][1], end))
        else:
            busy.append((begin, end))
    busy.append((ended, ended))
    return tuple(later[0] - earlier[1] for earlier, later in pairwise(busy))
