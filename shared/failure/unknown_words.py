"""How words of a question are told that nothing in the data explains."""

import re
from typing import Final

_LONGEST: Final = 60
_BEFORE_NAMES: Final = re.compile(
    r"(?:^|\W)(?:of|in|by|for|at|from|per|where|is|with|than|the|an?|any|which|what|whose|many|much|our|my|their|top"
    r"|total|average|or|and|number|\d+|\w+est|most|least)\W+$"
)
"""What stands before the name of a thing, rather than before what is done or how something is."""


def unknown(words: tuple[str, ...], question: str, lacks: str) -> str:
    """A clause that says what nothing explains: of what may be a name that the data `lacks` it ("no column of a.csv"),
    of all other words ("depend", "still") that they are not understood."""
    names = tuple(word for word in words if _is_name(word, question))
    others = tuple(word for word in words if word not in names)
    told = [f"I don't understand {_listed(others)}"] if others else []
    return ", and ".join([*told, *([f"{lacks} is called {_listed(names)}"] if names else [])])


def _is_name(word: str, question: str) -> bool:
    """Whether a word of a question stands where a name does, behind another such word too, or is written like one."""
    at = question.casefold().find(word.casefold())
    before = question[: max(at, 0)].casefold()
    alone = at < 0 or not question.strip().casefold().replace(word.casefold(), "").strip(" ?.")
    return (
        alone
        or bool(before.strip() and (word[:1].isupper() or word[:1].isdigit()))
        or _BEFORE_NAMES.search(before) is not None
    )


def _listed(words: tuple[str, ...]) -> str:
    """The words in quotation marks; what is too long to be a word is cut."""
    return " or ".join(f"“{word if len(word) <= _LONGEST else f'{word[:_LONGEST]}…'}”" for word in words)
