"""What a task has beside its own results: figures that none of its queries gave, as rows that an answer may refer to
like those (findings of earlier tasks, what a table's profile knows), and notes that earlier answers told."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from shared.agents.conversation.derived import UNKNOWN
from shared.contracts import AgentResponse, Fact, QueryResult, is_number
from shared.grounding.sheets import Sheet, Sheets, shown
from shared.query.words.figures import decimals_of, show_number

NAME: Final = "name"
FIGURE: Final = "figure"


class Earlier:
    """The figures of earlier tasks among the sheets of a conversation. `cites` says how each is referred to, by its
    fact's id: "{r3.figure}"; `told_note` whether an answer before this turn told a note, which is not told again."""

    def __init__(
        self,
        responses: Iterable[AgentResponse] = (),
        sheets: Sheets | None = None,
        told_note: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.cites: dict[str, str] = {}
        self.told_note = told_note
        self._facts: dict[tuple[int, int], Fact] = {}
        self._added = 0
        responses = tuple(responses)
        self._known = {(fact.name, fact.value) for one in responses for fact in one.facts}
        kept = Sheets() if sheets is None else sheets
        for facts in _alike(fact for one in responses for fact in one.facts):
            sheet = self._add(facts, kept)
            for row, fact in enumerate(facts):
                self.cites[fact.id] = f"{{r{sheet.first_row + row}.{FIGURE}}}"

    def known(self, facts: Iterable[Fact], sheets: Sheets) -> list[dict[str, object]]:
        """Tables, as a model gets them, of those of an analysis' figures that are in no cell: its words tell them, and
        whoever writes may refer to them."""
        told = [fact for fact in facts if not fact.cells and (fact.name, fact.value) not in self._known]
        self._known |= {(fact.name, fact.value) for fact in told}
        added = [self._add(alike, sheets) for alike in _alike(told)]
        return [shown(sheet, len(sheet.rows)) for sheet in added]

    def gave(self, fact: Fact) -> bool:
        """Whether a fact is one that a profile knows, so that no column is behind it."""
        return not fact.cells and (fact.name, fact.value) in self._known

    def _add(self, facts: list[Fact], sheets: Sheets) -> Sheet:
        """A sheet of figures that are shown in one way; its cells are of no query of this task, so that is below 0."""
        self._added += 1
        query = -self._added
        rows = tuple((fact.name, fact.value) for fact in facts)
        result = QueryResult(columns=(NAME, FIGURE), rows=rows, row_count=len(rows), sql="")
        years = (FIGURE,) if _of_years(facts[0]) else ()
        sheet = sheets.add(result, query=query, units={FIGURE: facts[0].unit}, years=years)
        for row, fact in enumerate(facts):
            self._facts[query, row] = fact
        return sheet

    def told(self, fact: Fact) -> Fact:
        """What a reference came to: the earlier fact itself where it is one, and of other figures the cells of this
        task alone. The cells of earlier ones are in the responses of their tasks."""
        own = tuple(cell for cell in fact.cells if cell.query >= 0)
        cited = [self._facts[cell.query, cell.row] for cell in fact.cells if cell.query < 0]
        if not cited:
            return fact
        if len(fact.cells) == 1 and cited[0].value == fact.value:
            return cited[0].model_copy(update={"id": fact.id, "cells": ()})
        return fact.model_copy(update={"cells": own, "derived": UNKNOWN})


def _alike(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    """The figures among facts, those together that are shown in one way: a sheet's column has one format."""
    figures = filter(_is_figure, facts)
    for _, alike in groupby(sorted(figures, key=_way), key=_way):
        yield list(alike)


def _is_figure(fact: Fact) -> bool:
    return is_number(fact.value)


def _way(fact: Fact) -> tuple[str, int, bool]:
    decimals = decimals_of(_value(fact), fact.unit) if fact.decimals is None else fact.decimals
    return fact.unit or "", decimals, _of_years(fact)


def _of_years(fact: Fact) -> bool:
    """Whether it is told as a year: 1705, and not 1,705."""
    shown = show_number(_value(fact), fact.unit, fact.decimals)
    return shown not in fact.text and f"{_value(fact):g}" in fact.text


def _value(fact: Fact) -> float:
    return fact.value if isinstance(fact.value, int | float) else 0.0
