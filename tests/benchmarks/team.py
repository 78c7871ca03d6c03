"""Four agents on one question, with a model at a second a call: side by side, and one after another."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from infra.lab.messages_api import Brain, MessagesApi, Recorded, Slow, Wire, calls
from infra.local.cloud import LocalCloud
from shared.model.choice import choose_model
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
CALL_SECONDS, ROUNDS = 1.0, 3


@dataclass(frozen=True)
class Asked:
    """A turn: its seconds, its calls, and the seconds between calls in which no model worked."""

    seconds: float
    calls: int
    besides: tuple[float, ...]


def team() -> Section:
    """The turn, and the same turn with its tasks in a row."""
    _asked(in_a_row=False)  # the SDK is imported once
    together = min((_asked(in_a_row=False) for _ in range(ROUNDS)), key=lambda one: one.seconds)
    apart = min((_asked(in_a_row=True) for _ in range(ROUNDS)), key=lambda one: one.seconds)
    return Section(
        title="Four agents on one question",
        notes=(
            f"One turn in the local cloud, starting process and cloud apart, at a fake Messages API that takes "
            f"{CALL_SECONDS:g} s a call: a plan, four agents that each compute and answer, one reply. The best of "
            f"{ROUNDS}. Beside it the same tasks where each waits for the one before. Without a model: the seconds in "
            "which no call was under way, by where they fall.",
        ),
        header=("tasks", "wall s", "calls", "before, between and after calls, s"),
        rows=[
            (name, f"{one.seconds:.2f}", f"{one.calls}", " · ".join(f"{gap:.2f}" for gap in one.besides))
            for name, one in (("side by side", together), ("one after another", apart))
        ],
        aims=(Aim("Wall time of four side by side, s", together.seconds, 4.5, 2),),
    )


def _asked(*, in_a_row: bool) -> Asked:
    spans: list[tuple[float, float]] = []
    brain = Brain(sql='SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1', then=_assigning(in_a_row))

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


def _assigning(in_a_row: bool) -> Callable[[Recorded, list[dict[str, Any]]], list[dict[str, Any]]]:
    tasks = [
        {"agent": agent, "request": request, "depends_on": [at - 1] if in_a_row and at else []}
        for at, (agent, request) in enumerate(TASKS)
    ]
    return lambda request, content: [calls("assign_tasks", {"tasks": tasks})] if _routes(request) else content


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
