"""Grades one answer against what a question accepts: right, wrong, or forfeited.

Right is a headline figure, an entity, an ordered list of entities or a whole table that equals an accepted one. Figures
are equal within 1e-6 of their size, or within the rounding with which they are shown. Percentages count on either
scale, 12.5 or 0.125.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from shared.analysis.change.change_drivers import NO_CAUSE
from shared.contracts import Fact, QueryResult, Scalar

Grade = Literal["right", "wrong", "forfeited"]
Accepted = Mapping[str, Any]

_TOLERANCE = 1e-6
_SIX_DECIMALS = 1.1e-6


@dataclass(frozen=True)
class Answer:
    """What came of a question: a forfeit with its reason, or facts and the results that they were read from; or
    several of these, where it can be read in several ways that differ."""

    forfeited: bool
    reason: str = ""
    summary: str = ""
    facts: tuple[Fact, ...] = ()
    results: tuple[QueryResult, ...] = ()
    readings: tuple[str, ...] = ()
    confidence: float = 0.0
    readings_beside: tuple["Answer", ...] = ()


def grade(kind: str, accept: Sequence[Accepted], answer: Answer, skill: str = "") -> Grade:
    """The grade. A forfeit is "forfeited" whatever the kind; an answer to the unanswerable is wrong, but for one asked
    for a cause that tells the parts of a change and says itself that it knows no cause."""
    if answer.forfeited:
        return "forfeited"
    if kind == "unanswerable":
        return "forfeited" if skill == "causal" and NO_CAUSE in answer.summary else "wrong"
    if answer.readings_beside:
        return _graded_beside(kind, accept, answer)
    return "right" if any(_accepts(item, answer) for item in accept) else "wrong"


def _graded_beside(kind: str, accept: Sequence[Accepted], answer: Answer) -> Grade:
    """Readings that differ, side by side: right where the question is ambiguous and one is accepted; where it has one
    answer, and that is among them, it is answered no better than by asking back."""
    accepted = any(_accepts(item, one) for one in answer.readings_beside for item in accept)
    if not accepted:
        return "wrong"
    return "right" if kind == "ambiguous" else "forfeited"


def _accepts(item: Accepted, answer: Answer) -> bool:
    if item["type"] == "number":
        return bool(answer.facts) and equal(item["value"], answer.facts[0], percent=item.get("percent", False))
    if item["type"] == "label":
        named = labels(answer)
        return bool(named) and _same(named[0], item["value"])
    if item["type"] == "labels":
        return _same_labels(item, labels(answer))
    return _same_table(item["rows"], answer, percent=item.get("percent", False))


def equal(expected: float, fact: Fact, *, percent: bool = False) -> bool:
    """Whether a fact's value is the expected figure."""
    return _close(expected, fact.value, fact.decimals, percent=percent)


def _close(expected: float, value: Scalar, decimals: int | None = None, *, percent: bool = False) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    scales = (1.0, 100.0) if percent else (1.0,)
    return any(
        abs(value - expected * scale) <= max(_TOLERANCE * abs(expected * scale), _SIX_DECIMALS * scale)
        for scale in scales
    )


def labels(answer: Answer) -> list[str]:
    """The entities of an answer, most important first."""
    found = [_label(fact, answer.results, _figures(answer)) for fact in answer.facts]
    return list(dict.fromkeys(label for label in found if label is not None))


def _label(fact: Fact, results: tuple[QueryResult, ...], figures: frozenset[str]) -> str | None:
    if isinstance(fact.value, str):
        return fact.value
    if not fact.cells:
        return None
    cell = fact.cells[0]
    record = results[cell.query].records()[cell.row]
    parts = [_text(value) for column, value in record.items() if column not in figures and not _of_share(column)]
    return " | ".join(parts) if parts else None


_YES_NO = {"true": "yes", "false": "no", "y": "yes", "n": "no"}


def _of_share(column: str) -> bool:
    """Whether a column holds the part or the whole that stand beside a share."""
    return column == "rows" or column.startswith("part_of_") or column.endswith("_in_all")


def _figures(answer: Answer) -> frozenset[str]:
    """The result columns that facts were read from: the others tell whose the figure is."""
    return frozenset(cell.column for fact in answer.facts for cell in fact.cells if not isinstance(fact.value, str))


def _text(value: Scalar) -> str:
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


def _same(label: str, expected: object) -> bool:
    return _folded(label) == _folded(str(expected))


def _folded(label: str) -> frozenset[str]:
    """A key whatever the order of its groups, and whether a day is written with its midnight."""
    parts = (re.sub(r"[T ]00:00(:00)?$|^.* (?=(yes|no)$)", "", part.strip(), flags=re.I) for part in label.split("|"))
    return frozenset(_YES_NO.get(part.casefold(), part.casefold()) for part in parts)


def _same_labels(item: Accepted, found: list[str]) -> bool:
    expected = [_folded(str(value)) for value in item["values"]]
    given = [_folded(label) for label in found]
    if item.get("ordered", False):
        return given == expected
    return len(given) == len(expected) and set(given) == set(expected)


def _same_table(rows: Mapping[str, float], answer: Answer, *, percent: bool) -> bool:
    given = table(answer)
    expected = {_folded(key): value for key, value in rows.items()}
    if set(given) != set(expected):
        return False
    return all(_close(value, given[key], percent=percent) for key, value in expected.items())


def table(answer: Answer) -> dict[frozenset[str], Scalar]:
    """The groups of an answer and their figures; of a comparison, its sides."""
    if len(answer.results) > 1:
        return _sides(answer)
    return {
        _folded(label): fact.value
        for fact in answer.facts
        if (label := _label(fact, answer.results, _figures(answer))) is not None and not isinstance(fact.value, str)
    }


def _sides(answer: Answer) -> dict[frozenset[str], Scalar]:
    single = [fact for fact in answer.facts if len(fact.cells) == 1]
    return {_folded(re.sub(r" where .*$", "", fact.name).rsplit(" of ", 1)[-1]): fact.value for fact in single}
