"""Words that say no to a yes/no column: who died did not survive."""

from functools import lru_cache
from typing import Final

from shared.offline.reading.meanings.tokens import stem

_OPPOSITES: Final = {
    "survived": "died perished drowned dead deceased death deaths victims killed die",
    "smoker": "nonsmoker nonsmokers", "married": "unmarried", "active": "inactive dormant",
    "completed": "incomplete uncompleted unfinished", "paid": "unpaid outstanding", "employed": "unemployed jobless",
    "furnished": "unfurnished", "resolved": "unresolved", "insured": "uninsured", "irrigated": "unirrigated rainfed",
    "churned": "retained stayed", "retained": "churned", "passed": "failed", "renovated": "unrenovated",
    "verified": "unverified", "read": "unread", "registered": "unregistered", "vaccinated": "unvaccinated",
}  # fmt: skip
"""What says no to a yes/no column that is named so."""


@lru_cache(maxsize=1)
def opposites() -> dict[str, frozenset[str]]:
    """Words that deny a yes/no column, by the stem of its name."""
    return {stem(name): frozenset(words.split()) for name, words in _OPPOSITES.items()}
