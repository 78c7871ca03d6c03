"""The analyses of all agents, by families: each group is tested in a file of its own, so that these can run at once."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from functions.registry import all_agents
from shared.analysis.base import Analysis
from tests.functions.agents.analysis_promises import CASE
from tests.functions.agents.filling import Unfit
from tests.functions.agents.shapes import SHAPES
from tests.functions.agents.told_promises import TOLD

KINDS: Final = sorted(
    {kind for agent in all_agents().values() for kind in agent.playbook}, key=lambda kind: kind.__name__
)
EXAMPLES: Final = 4
WITH_MORE_EXAMPLES: Final = {
    "CategoryBreakdown": 5,
    "ChangeDrivers": 6,
    "PriceResponse": 12,
    "ShownRows": 6,
    "Trend": 6,
    "ValueTiers": 7,
}
"""Analyses that would lose right answers without a model with only four. The list and its numbers only fall."""
REST: Final = "whom the rows are about"
_FAMILIES: Final = {
    "figures": {"figures", "joins", "quality", "relations", "rows", "drawings", "reporting", "texts"},
    "statistics": {"trends", "distributions", "significance", "clusters", "impact"},
    "groups": {"segments", "benchmarks", "change"},
}
GROUPS: Final = (*_FAMILIES, REST)
"""What is in no family named here, an analysis in an agent's own file too, is in REST."""


def group_of(kind: type[Analysis]) -> str:
    """Its group, by the folder of its module."""
    family = kind.__module__.split(".")[2]
    return next((name for name, families in _FAMILIES.items() if family in families), REST)


def named(thing: Any) -> str | None:
    """How a case is called."""
    return getattr(thing, "__name__", None) or getattr(thing, "name", None)


def on_any_table(group: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrizes a test with each analysis of the group, each promise and each shape of table."""
    kinds = [kind for kind in KINDS if group_of(kind) == group]

    def parametrized(test: Callable[..., None]) -> Callable[..., None]:
        test = pytest.mark.parametrize("kind", kinds, ids=named)(test)
        test = pytest.mark.parametrize("promise", [*CASE, *TOLD], ids=named)(test)
        return pytest.mark.parametrize("shape", SHAPES)(test)

    return parametrized


def keeps(kind: type[Analysis], promise: Callable[..., Any], shape: str) -> None:
    """Fails with what is wrong; its SQL passes the guard (Tables sees to that)."""
    try:
        assert not list(promise(kind, shape))
    except Unfit:
        pytest.skip(f"{shape} has no column for {kind.__name__}")
