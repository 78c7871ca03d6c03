"""How a mind read its task, as it is told: what it refers to computed, what of it tells a figure from nowhere, and what
of it nobody has borne out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shared.agents.execution.execution import Execution
from shared.contracts import Fact
from shared.engine.sql.limits import limits_of
from shared.grounding.languages import language_of
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheet, Sheets
from shared.grounding.vocabulary import CHOOSING, Vocabulary, words
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


def unborne(readings: Sequence[str], sheets: Sheets, question: str) -> tuple[str, ...]:
    """Those of the readings that say more than the question and one computed column do: what it is computed from, what
    names its rows, what its query compares with. No word that chooses, compares or denies is the question's to bear
    out: its query might not heed it."""
    said = [one for sheet in sheets for one in _said(sheet, sheets)]
    asked = frozenset(words(question)) - CHOOSING
    told = {one: frozenset(words(one)) for one in readings}
    return tuple(one for one, ones in told.items() if not any(not each.leaves(ones, asked) for each in said))


def _said(sheet: Sheet, sheets: Sheets) -> Iterator[Vocabulary]:
    """What the first cell of each of its columns of figures says, where it is known what that is computed from."""
    for at, column in enumerate(sheet.columns):
        if sheet.rows and isinstance(sheet.rows[0][at], int | float) and not sheet.is_named(0, at):
            cited = resolve(f"{{r{sheet.first_row}.{column.key}}}", sheets).cited
            yield from (Vocabulary(one) for one in cited if one.meanings)
