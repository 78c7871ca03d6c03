"""How a mind read its task, as it is told: what it refers to computed, what of it tells a figure from nowhere, and what
of it nobody has borne out."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from shared.agents.execution.execution import Execution
from shared.contracts import Claim, Fact
from shared.engine.sql.limits import limits_of
from shared.grounding.languages import language_of
from shared.grounding.references import resolve
from shared.grounding.removal import refers_back
from shared.grounding.sheets import Sheet, Sheets
from shared.grounding.vocabulary import CHOOSING, Vocabulary, words
from shared.model.moves import Move
from shared.pattern import LazyPattern
from shared.table.beside import all_written_beside
from shared.turn.readings import ReadAgainst

_PART: Final = LazyPattern(r"(?<=[.!?])\s+(?=\W*[^\W\d_a-z])|;\s+")
"""Where a reading says another thing: a sentence of its own, or what stands behind a semicolon."""


def parts_of(reading: str) -> tuple[str, ...]:
    """The statements that a reading makes, each of which may be true or false by itself."""
    return tuple(filter(None, map(str.strip, re.split(_PART.compiled, reading))))


def without_parts(reading: str, false: Container[str]) -> str:
    """The reading without those of its statements that are `false`, and without what refers back to them; empty where
    none is left."""
    kept: list[str] = []
    gone = False
    for one in parts_of(reading):
        gone = one in false or (gone and refers_back(one))
        kept += [] if gone else [one]
    told = [one if one[-1] in ".!?" else f"{one}." for one in kept]
    return reading if len(kept) == len(parts_of(reading)) else " ".join(f"{one[:1].upper()}{one[1:]}" for one in told)


class ReadingsTold(NamedTuple):
    """The readings of the writer of an answer, and those of the `plan`, put to a judge statement by statement: what is
    false of one takes nothing from the rest of it."""

    own: tuple[str, ...]
    plan: tuple[str, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The statements that they make."""
        return tuple(Claim(said=part) for one in (*self.own, *self.plan) for part in parts_of(one))

    def _left(self, false: Container[str]) -> dict[str, str]:
        return {one: without_parts(one, false) for one in (*self.own, *self.plan)}

    def judged(self, false: Container[str]) -> dict[str, bool]:
        """Of each reading whether it holds as a whole; what is left of one does."""
        left = self._left(false)
        return dict.fromkeys(left.values(), True) | {one: one == rest for one, rest in left.items()}

    def left(self, false: Container[str]) -> tuple[str, ...]:
        """The writer's without what is `false`, and what is left of the plan's that are not told as they are."""
        found = self._left(false)
        told = (rest for one, rest in found.items() if rest and (one in self.own or rest != one))
        return tuple(dict.fromkeys(told))

    def of_writer(self, false: Mapping[str, str]) -> dict[str, str]:
        """What is false but for the statements of the plan, which its writer cannot put right."""
        planned = {part for one in self.plan for part in parts_of(one)}
        return {one: why for one, why in false.items() if one not in planned}


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
