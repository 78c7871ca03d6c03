"""What an answer says to a watch: which figure its condition is about, and what that figure is now."""

from collections.abc import Iterator

from shared.contracts import (
    AgentResponse,
    AnyChange,
    BoundFigure,
    Fact,
    FigureReading,
    Moment,
    Reply,
    WatchCondition,
    is_number,
)
from shared.errors import RequestError

ANSWERED = ("answered", "partial")
MOST_LISTED = 8
DIGITS = 12
"""To how many digits figures are compared: a sum in another order differs after them."""


class NotWatchable(RequestError):
    """A question, or its answer, cannot be watched; the message is one sentence that says why."""

    status = 422
    code = "not_watchable"


def bound(condition: WatchCondition | None, reply: Reply) -> BoundFigure | None:
    """The figure that a condition is about, None where it is about all or there is no condition. Raises NotWatchable
    where the answer has no such figure, or several that could be meant."""
    if condition is None:
        _answered(reply)
        return None
    numbers = list(_numbers(reply))
    _answered(reply)
    if not numbers:
        raise NotWatchable("The answer has no figure that could be compared; ask for a number.")
    if isinstance(condition, AnyChange):
        return None
    meant = _named(condition.figure, numbers) if condition.figure else numbers
    if len({fact.name for _, fact in meant}) == 1:
        return _figure(*meant[0])
    listed = ", ".join(dict.fromkeys(fact.name for _, fact in numbers[:MOST_LISTED]))
    if not meant:
        raise NotWatchable(f"The answer has no figure {condition.figure!r}; it has: {listed}.")
    raise NotWatchable(f"The answer has several figures; say as `figure` which one is meant: {listed}.")


def read(figure: BoundFigure | None, reply: Reply, at: Moment) -> FigureReading:
    """What the answer says now. Raises NotWatchable where it is none, or lacks the bound figure."""
    _answered(reply)
    value = None
    if figure:
        value = _value(figure, reply)
    return FigureReading(
        at=at,
        turn_id=reply.turn_id,
        value=value,
        figures={
            fact.name: _rounded(fact.value) for fact in _facts(reply) if isinstance(fact.value, int | float | str)
        },
        rows=tuple(sorted(_row(response, fact) for response, fact in _numbers(reply))),
        fingerprints=tuple(sorted({receipt.fingerprint for receipt in reply.receipts})),
    )


def _value(figure: BoundFigure, reply: Reply) -> float:
    numbers = list(_numbers(reply))
    found = [fact for _, fact in numbers if fact.name.casefold() == figure.name.casefold()]
    found = found or [
        fact for response, fact in numbers if _is_alone(response, fact) and _cell(response, fact) == _at(figure)
    ]
    if not found:
        raise NotWatchable(f"The answer no longer has the figure {figure.name!r}.")
    if found[0].unit != figure.unit:
        raise NotWatchable(
            f"The figure {figure.name!r} is in {found[0].unit or 'no unit'} now, no longer in {figure.unit or 'none'}."
        )
    return float(_rounded(found[0].value))


def _answered(reply: Reply) -> None:
    if reply.status in ANSWERED:
        return
    why = reply.forfeit.reason if reply.forfeit else reply.text
    raise NotWatchable(why.strip() or "The question could not be answered.")


def _facts(reply: Reply) -> Iterator[Fact]:
    for response in reply.responses:
        yield from response.facts


def _numbers(reply: Reply) -> Iterator[tuple[AgentResponse, Fact]]:
    for response in reply.responses:
        for fact in response.facts:
            if is_number(fact.value):
                yield response, fact


def _row(response: AgentResponse, fact: Fact) -> str:
    """A figure with the texts of its row, as far as the result shows it."""
    cell, results = fact.own_cell, response.result.results
    data = results[cell.query].data if cell and cell.query < len(results) else ()
    named = [one for one in data[cell.row].values() if isinstance(one, str)] if cell and cell.row < len(data) else []
    return " · ".join((*named, str(_rounded(fact.value))))


def _named(name: str, numbers: list[tuple[AgentResponse, Fact]]) -> list[tuple[AgentResponse, Fact]]:
    """The facts of this name, or else those whose name holds it."""
    sought = name.casefold()
    return [one for one in numbers if one[1].name.casefold() == sought] or [
        one for one in numbers if sought in one[1].name.casefold()
    ]


def _figure(response: AgentResponse, fact: Fact) -> BoundFigure:
    sql, column = _cell(response, fact)
    return BoundFigure(name=fact.name, unit=fact.unit, decimals=fact.decimals, sql=sql, column=column)


def _at(figure: BoundFigure) -> tuple[str, str]:
    return figure.sql, figure.column


def _cell(response: AgentResponse, fact: Fact) -> tuple[str, str]:
    """The query and the column that a fact was read from; nothing where it was calculated from several cells."""
    if len(fact.cells) != 1 or fact.cells[0].query >= len(response.result.queries_executed):
        return "", ""
    return response.result.queries_executed[fact.cells[0].query].sql, fact.cells[0].column


def _is_alone(response: AgentResponse, fact: Fact) -> bool:
    """Whether the fact is read from the one row of a result: of several, none is known by its place."""
    if len(fact.cells) != 1 or fact.cells[0].query >= len(response.result.results):
        return False
    return response.result.results[fact.cells[0].query].row_count == 1


def _rounded(value: object) -> float | str:
    return float(f"{value:.{DIGITS}g}") if isinstance(value, int | float) else str(value)
