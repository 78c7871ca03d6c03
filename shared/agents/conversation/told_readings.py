"""How a mind read its task, as it is told: what it refers to computed, and what of it tells a figure from nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from shared.agents.execution.execution import Execution
from shared.contracts import Fact
from shared.engine.sql.limits import limits_of
from shared.grounding.languages import language_of
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets
from shared.model.moves import Move
from shared.table.beside import all_written_beside
from shared.turn.readings import ReadAgainst


def readings_told(move: Move, sheets: Sheets, question: str) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
    """The readings of a move with their references computed, and these figures. What cannot be computed stays as it is
    written: such a reading is one of a figure from nowhere."""
    told = [resolve(one, sheets, question=question, language=language_of(move.language)) for one in move.readings]
    return tuple(one.text for one in told), tuple(fact for one in told for fact in one.facts)


def from_nowhere(readings: Sequence[str], facts: Sequence[Fact], execution: Execution, tag: str) -> tuple[str, ...]:
    """Those of the readings, in the language of that tag, that tell a figure which nothing gives: they would be left
    out."""
    turn, datasets = execution.turn, execution.datasets
    notes = (*limits_of(one.sql for one in execution.executed), *all_written_beside(datasets))
    known = ReadAgainst(tuple(facts), tuple(execution.previews), turn.question, turn.asked_at, notes, datasets)
    stand = known.stand(readings, language_of(tag))
    return tuple(one for one in readings if one not in stand)
