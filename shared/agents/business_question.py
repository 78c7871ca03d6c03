"""The business question of a consultation where nothing could read it: its forfeit beside the rest of the plan."""

from collections.abc import Sequence
from typing import Final

from shared.contracts import Forfeit, ForfeitCode

OF_WORDS: Final[tuple[ForfeitCode, ...]] = ("not_understood", "not_in_data")
"""The forfeits that other words would have spared."""
UNREAD: Final = (
    "This takes a language model, and none is at hand; without one I compute what bears on it, but can't weigh it"
)


def in_brief(forfeit: Forfeit, questions: Sequence[str]) -> Forfeit:
    """The forfeit of the business question beside the rest of its plan: without a model it could not be read, which is
    no fault of the person's; what the plan asks anyway is not offered again."""
    asked = "\n".join(questions).casefold()
    reason = f"{UNREAD}. {forfeit.reason}" if forfeit.code in OF_WORDS else forfeit.reason
    left = tuple(one for one in forfeit.suggestions if one.casefold() not in asked)
    return forfeit.model_copy(update={"reason": reason, "suggestions": left})
