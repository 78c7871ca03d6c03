"""What the datasets of a question are called in SQL: "data" where there is one, else each by its file's name."""

import re
from collections.abc import Sequence

from shared.contracts import DatasetProfile

ONLY = "data"
_LONGEST = 40
_KEYWORDS = """
    all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast check
    collate collation column columns concurrently constraint create cross default deferrable desc describe distinct
    do else end except false fetch for foreign freeze from full generated glob group having ilike in initially inner
    intersect into is isnull join lambda lateral leading left like limit map natural not notnull null offset on only
    or order outer overlaps pivot pivot_longer pivot_wider placing positional primary qualify references returning
    right select semi show similar some struct summarize symmetric table tablesample then to trailing true try_cast
    tuple union unique unpack unpivot using variadic verbose when where window with
"""
_TAKEN = frozenset(_KEYWORDS.split())


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
