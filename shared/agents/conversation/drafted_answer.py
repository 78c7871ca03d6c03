"""An answer that a model drafted: checked, and handed back with what is the matter with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from shared.contracts import Claim
from shared.grounding.grounding import Grounding
from shared.grounding.languages import language_of
from shared.grounding.references import Resolved
from shared.grounding.removal import refers_back, without
from shared.model.moves import Move
from shared.model.rounds import CallResult, Round

MOST_WRONG: Final = 6

_NOT_RIGHT: Final = "This is not right yet"
_DOUBTFUL: Final = "Please look at this again"
_FALSE: Final = "Somebody who compared your answer with the rows found this false or without support there"
KEPT: Final = "as before"
"""What stands for the text of a right answer that is given again with another chart."""
_RIGHT: Final = f'The text is right and kept. Call `answer` again, its `text` just "{KEPT}"'
_OTHERS_DRAWN: Final = ", with other columns in `draw` or none"
_READ_AGAIN: Final = ", with its assumptions put right"
_UNREAD: Final = "These assumptions tell a figure that nothing gives; without it they are kept: "
_AGAIN: Final = "What is right in its words as it stands, say again: it is asked once."

_PUT_RIGHT: Final = "Look at the rows again, and put it right or leave it out."
_MISSING: Final = "This was asked, and your answer neither says it nor that it cannot be said"
_ANSWER: Final = "Say it from the rows that you have, compute it, or say that it is missing."


class Objected(NamedTuple):
    """What a judge has against a draft: the statements that are false, and why; and what was asked and is missing."""

    false: Mapping[str, str]
    missing: tuple[str, ...]


NOTHING: Final = Objected({}, ())


class Drafted(NamedTuple):
    """An answer of a model: with its references computed, what is wrong with its figures, `undrawn`, a sentence on what
    no chart can draw of what it names, the assumptions beside it that tell a figure from nowhere, and `untold`, one on
    rows that its chart leaves out."""

    move: Move
    told: Resolved
    grounding: Grounding
    undrawn: str = ""
    unread: tuple[str, ...] = ()
    untold: str = ""

    @property
    def may_be_kept(self) -> bool:
        """Whether nothing beside its text is to be put right."""
        return not (self.undrawn or self.unread or self.untold)

    def corrected(self) -> Round:
        """The draft as a failed tool result, which tells the model what to correct."""
        wrong = "; ".join((*self.told.problems, *self.grounding.wrong)[:MOST_WRONG])
        refuted = self.told.problems or self.grounding.removed
        said = f"{_NOT_RIGHT if refuted else _DOUBTFUL}: {wrong}. Use references, put it right, or leave it out."
        return self._handed_back(said if refuted else f"{said} {_AGAIN}")

    def refused(self, found: Objected) -> Round:
        """It handed back with the statements that a judge found false, and why, and with what was asked and is not
        answered."""
        false = [f"“{one}”" + (f" ({why})" if why else "") for one, why in list(found.false.items())[:MOST_WRONG]]
        said = [f"{_FALSE}: {'; '.join(false)}. {_PUT_RIGHT}"] if false else []
        said += [f"{_MISSING}: {'; '.join(f'“{one}”' for one in found.missing)}. {_ANSWER}"] if found.missing else []
        return self._handed_back(" ".join((*said, *([] if false else [_AGAIN]))))

    def without(self, false: Iterable[str]) -> Drafted:
        """The answer without the statements that were found `false`, and with nothing left to judge."""
        rest = without(self.grounding.text, frozenset(false), language_of(self.move.language))
        before = self.grounding
        removed = (*rest.removed, *before.removed) if rest.headless else (*before.removed, *rest.removed)
        left = before._replace(
            text=rest.text,
            removed=removed,
            headless=before.headless or rest.headless,
            gap=before.gap or rest.gap,
            unchecked=(),
        )
        return self._replace(grounding=left)

    def redrawn(self) -> Round:
        """The round that hands the answer back because no chart can draw what it names, or for its assumptions: its
        text is kept."""
        return self._handed_back(
            f"{_RIGHT}{_OTHERS_DRAWN if self.undrawn else ''}{_READ_AGAIN if self.unread else ''}."
        )

    def with_chart_of(self, again: Move) -> Move:
        """The move that answers what was `redrawn`: this text with its chart and assumptions, unless it words the text
        anew. A chart that can be drawn is kept where it names none."""
        if again.answer.strip(' ."“”').casefold() != KEPT:
            return again
        kept = self.move if not self.undrawn and not again.drawn else again
        chart = {"visualization_hint": kept.visualization_hint, "drawn": kept.drawn}
        told = {"readings": again.readings, "calls": again.calls, "content": again.content}
        return self.move.model_copy(update=chart | told)

    def _handed_back(self, said: str) -> Round:
        unread = f"{_UNREAD}{'; '.join(f'“{one}”' for one in self.unread)}." if self.unread else ""
        said = " ".join(filter(None, (said, self.undrawn, self.untold, unread)))
        ids = [call.id for call in self.move.calls] or [""]
        results = tuple(CallResult(id=one, told=said, failed=True) for one in ids)
        return Round(content=self.move.content, results=results)


def left_to_judge(claims: Iterable[Claim], judged: Mapping[str, bool]) -> tuple[Claim, ...]:
    """The statements of a draft but for those that a judge has let stand as they are, who `judged` whether each of
    them holds; what was found false and is said again stays so until one bears it out, in other words too. What refers
    back is of what stands before it now."""
    again = not all(judged.values())
    left = (
        one.model_copy(update={"refuted": True} if one.said in judged else {"reworded": again})
        if not judged.get(one.said)
        else one
        for one in claims
        if not judged.get(one.said) or refers_back(one.said)
    )
    return tuple(left)
