"""Where agents that computed the same figure came to different values: told, and never passed over in silence."""

import math
from collections.abc import Iterable, Iterator

from shared.contracts import AgentResponse, Fact
from shared.errors import QueryFailed

_SAME = 1e-9
_MOST = 3

Key = tuple[str, str | None, frozenset[str]]
"""What a figure is: its name, which says its conditions too, its unit, and the tables that it was read from."""


def disagreements(responses: Iterable[AgentResponse]) -> tuple[str, ...]:
    """A sentence for each figure that two tasks give different values, at most three.

    Only figures of analyses are held against each other: their names say all that they are figures of. What a model
    wrote in SQL has the name that it gave, and what a model judged may be judged in two ways.
    """
    found: dict[Key, list[tuple[AgentResponse, Fact]]] = {}
    for response in responses:
        if response.status == "completed" and not response.by_model:
            for key, fact in _figures(response):
                found.setdefault(key, []).append((response, fact))
    told = (_told(given) for given in found.values() if _differ([fact for _, fact in given]))
    return tuple(told)[:_MOST]


def _figures(response: AgentResponse) -> Iterator[tuple[Key, Fact]]:
    """The figures of a response that its analyses computed, without those whose name is that of several."""
    keyed: dict[Key, list[Fact]] = {}
    for fact in response.facts:
        counted = fact.cells and isinstance(fact.value, int | float) and not isinstance(fact.value, bool)
        tables = _tables(response, fact) if counted else None
        if tables is not None:
            keyed.setdefault((fact.name, fact.unit, tables), []).append(fact)
    return ((key, facts[0]) for key, facts in keyed.items() if not _differ(facts))


def _tables(response: AgentResponse, fact: Fact) -> frozenset[str] | None:
    """The tables that the figure's queries read; None where a query cannot be read."""
    from shared.engine.names import tables_read  # only where an analysis is among several answers

    ran = response.result.queries_executed
    try:
        read = [tables_read(sql) for sql in {ran[cell.query].sql for cell in fact.cells if cell.query < len(ran)}]
    except QueryFailed:
        return None
    return frozenset().union(*read)


def _differ(facts: list[Fact]) -> bool:
    first, *others = [float(fact.value) for fact in facts if isinstance(fact.value, int | float)]
    return any(not math.isclose(first, other, rel_tol=_SAME, abs_tol=_SAME) for other in others)


def _told(given: list[tuple[AgentResponse, Fact]]) -> str:
    (_, first), *_ = given
    values = [f"{_shown(fact)} by “{response.task.rstrip('?. ')}”{_rows(fact)}" for response, fact in given]
    return (
        f"My results disagree on the {first.name}: {', '.join(values[:-1])} and {values[-1]}. I cannot tell which "
        "holds, so take neither as certain."
    )


def _shown(fact: Fact) -> str:
    from shared.analysis.wording import show_number  # only where two results differ

    value = fact.value if isinstance(fact.value, int | float) else 0
    return show_number(value, fact.unit, fact.decimals)


def _rows(fact: Fact) -> str:
    """Of how many rows it is a figure, where that is known."""
    used = [account.used for account in fact.completeness.accounts] if fact.completeness else []
    return f" (from {used[0]:,} rows)" if len(used) == 1 else ""
