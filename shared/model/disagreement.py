"""Where agents that computed the same figure came to different values: told, and never passed over in silence."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from shared.contracts import AgentResponse, Fact, is_number
from shared.errors import QueryFailed
from shared.pattern import LazyPattern

_SAME = 1e-9
_FIGURE = LazyPattern(r"\d[\d.,]*\d|\d")
_MOST = 3

FigureKey = tuple[str, str | None, frozenset[str]]
"""What a figure is: its name, which says its conditions too, its unit, and the tables that it was read from."""


def disagreements(responses: Iterable[AgentResponse]) -> tuple[str, ...]:
    """A sentence for each figure that two tasks give different values, at most three.

    Only figures of analyses are held against each other: their names say all that they are figures of. What a model
    wrote in SQL has the name that it gave, and what a model judged may be judged in two ways.
    """
    computed = [one for one in responses if one.status == "completed" and not one.by_model]
    found: dict[FigureKey, list[tuple[AgentResponse, Fact]]] = {}
    for response in computed if len(computed) > 1 else ():  # one cannot differ from others, and is spared a parser
        for key, fact in _figures(response):
            found.setdefault(key, []).append((response, fact))
    told = (_told(given) for given in found.values() if _differ([fact for _, fact in given]))
    return tuple(told)[:_MOST]


def apart(responses: Sequence[AgentResponse]) -> tuple[str, ...]:
    """What tasks of models computed of other rows than each other, at most three sentences."""
    given = [one.facts for one in responses if one.status == "completed"]
    told = (line for one, other in combinations(given, 2) for line in of_other_rows(one, other))
    return tuple(dict.fromkeys(told))[:_MOST]


def tells_both(text: str, line: str) -> bool:
    """Whether a text tells all figures of such a sentence, however it writes their marks and units."""
    return set(_FIGURE.findall(line.partition(": ")[2])) <= set(_FIGURE.findall(text))


def of_other_rows(facts: Iterable[Fact], others: Iterable[Fact]) -> tuple[str, ...]:
    """A sentence for each figure of models' queries that is computed in the same way for the same group in both, under
    other conditions, and differs, at most three: whoever tells one of them has to say of which rows it is."""
    known: dict[tuple[str, str | None], Fact] = {}
    for fact in facts:
        if fact.derived and fact.derived.of:
            known.setdefault((fact.derived.of, fact.derived.unit), fact)
    pairs = ((known.get((one.derived.of, one.derived.unit)), one) for one in others if one.derived and one.derived.of)
    told = (_of_rows(one, other) for one, other in pairs if one and _met(one) != _met(other) and _differ([one, other]))
    return tuple(dict.fromkeys(told))[:_MOST]


def _met(fact: Fact) -> str:
    return fact.derived.met if fact.derived else ""


def _rows_of(fact: Fact) -> str:
    return f"where {_met(fact)}" if _met(fact) else "of all rows"


def _of_rows(*facts: Fact) -> str:
    of = facts[0].derived.of if facts[0].derived else ""
    told = [f"{_shown(fact.by_itself or fact)} {_rows_of(fact)}" for fact in facts]
    return f"{of[:1].upper()}{of[1:]}: {' and '.join(told)}."


def _figures(response: AgentResponse) -> Iterator[tuple[FigureKey, Fact]]:
    """The figures of a response that its analyses computed, without those whose name is that of several."""
    keyed: dict[FigureKey, list[Fact]] = {}
    for fact in response.facts:
        counted = fact.cells and is_number(fact.value)
        tables = _tables(response, fact) if counted else None
        if tables is not None:
            keyed.setdefault((fact.name, fact.unit, tables), []).append(fact)
    return ((key, facts[0]) for key, facts in keyed.items() if not _differ(facts))


def _tables(response: AgentResponse, fact: Fact) -> frozenset[str] | None:
    """The tables that the figure's queries read; None where a query cannot be read."""
    from shared.engine.sql.names import tables_read  # only where an analysis is among several answers

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
    from shared.query.words.figures import show_number  # only where two results differ

    value = fact.value if isinstance(fact.value, int | float) else 0
    return show_number(value, fact.unit, fact.decimals)


def _rows(fact: Fact) -> str:
    """Of how many rows it is a figure, where that is known."""
    used = [account.used for account in fact.completeness.accounts] if fact.completeness else []
    return f" (from {used[0]:,} rows)" if len(used) == 1 else ""
