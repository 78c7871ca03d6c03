"""An assessment with what its judge found in the data, for whoever writes another text."""

from typing import Final

from shared.contracts import Assessment, Claim
from shared.model.port import Opinion

PART_LEFT_OUT: Final = "a part of the answer was left out"
"""A finding: what was assessed is told without it."""
MOST_FOUND: Final = 6
LONGEST_FOUND: Final = 300
"""In characters: a reason is a short sentence."""


class JudgedDraft(Assessment):
    """An assessment as its turn keeps it: with what the judge found in the data in place of the statements that are
    false. A reply tells the assessment without it."""

    found_instead: tuple[str, ...] = ()

    @property
    def told(self) -> Assessment:
        """The assessment as a reply tells it."""
        return Assessment.model_validate({name: getattr(self, name) for name in Assessment.model_fields})


def found_instead(opinion: Opinion | None, claims: tuple[Claim, ...]) -> tuple[str, ...]:
    """What a judge found in place of those of the claims that are false, each once."""
    found = opinion.found_false.items() if opinion else ()
    told = (why.strip()[:LONGEST_FOUND] for place, why in found if 1 <= place <= len(claims))
    return tuple(dict.fromkeys(filter(None, told)))[:MOST_FOUND]
