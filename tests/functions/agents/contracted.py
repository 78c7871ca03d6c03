"""The analyses of all agents, by families: each group is tested in a file of its own, so that these can run at once."""

from itertools import product
from typing import Any, Final

from functions.registry import all_agents
from shared.analysis.base import Analysis
from tests.functions.agents.analysis_promises import CASE
from tests.functions.agents.filling import Unfit
from tests.functions.agents.picture_promises import PICTURED, draws_what_it_hints_at
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


def of_group(group: str) -> list[type[Analysis]]:
    """Its analyses."""
    return [kind for kind in KINDS if group_of(kind) == group]


def broken_promises(kind: type[Analysis]) -> list[str]:
    """What is wrong with it, of every promise on every shape of table; its SQL passes the guard (Tables sees to that).
    A shape that has no column for it says nothing."""
    wrong = [*draws_what_it_hints_at(kind)]
    for promise, shape in product((*CASE, *TOLD, *PICTURED), SHAPES):
        try:
            wrong += promise(kind, shape)
        except Unfit:
            continue
        except Exception as error:
            error.add_note(f"{promise.__name__}, {kind.__name__} on the table “{shape}”")
            raise
    return wrong
