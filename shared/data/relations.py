"""What the datasets of a question are called in SQL: "data" where there is one, else each by its file's name."""

import re
from collections.abc import Sequence

from sqlglot.dialects import DuckDB

from shared.contracts import DatasetProfile

ONLY = "data"
_LONGEST = 40
_TAKEN = frozenset(word.lower() for word in DuckDB.Tokenizer.KEYWORDS) | {"_each", "_cut", "_placed"}


def told_apart(profiles: Sequence[DatasetProfile]) -> tuple[DatasetProfile, ...]:
    """The profiles with relations that are plain names, no keywords, and different whatever their case.

    The same profiles in the same order always get the same names, so that a query can be checked and run elsewhere.
    """
    if len(profiles) == 1:
        return (profiles[0].model_copy(update={"relation": ONLY}),)
    named: dict[str, DatasetProfile] = {}
    for profile in profiles:
        relation = _free(_slug(profile.file_name), named)
        named[relation] = profile.model_copy(update={"relation": relation})
    return tuple(named.values())


def _slug(file_name: str) -> str:
    stem = re.sub(r"(\.[A-Za-z0-9]{1,8}){1,2}$", "", file_name.rsplit("/", 1)[-1])
    slug = re.sub(r"\W+", "_", stem.lower(), flags=re.ASCII).strip("_")[:_LONGEST].strip("_")
    return slug if slug and not slug[0].isdigit() and slug not in _TAKEN else f"table_{slug}".rstrip("_")


def _free(slug: str, named: dict[str, DatasetProfile]) -> str:
    number = 1
    while (name := slug if number == 1 else f"{slug}_{number}") in named:
        number += 1
    return name
