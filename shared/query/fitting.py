"""A column that a query names, and a value that it gives, held against what the rows have."""

import re
from collections.abc import Mapping

from shared.query.base import Value, moment
from shared.query.bound import BoundColumn, ColumnKind, Columns, PassedColumn, ProfiledColumn
from shared.query.columns import KIND_WORDS
from shared.query.problems import QueryProblem, unknown_column, unknown_value

_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?")
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def column_of(name: str, columns: Columns, *kinds: ColumnKind, of: str = "") -> BoundColumn:
    """The column of that name. Raises QueryProblem where there is none, or it is of no kind that `of` needs."""
    found = columns.get(name)
    if found is None:
        raise unknown_column(name, columns)
    if kinds and found.kind not in kinds:
        there = [one.name for one in columns.values() if one.kind in kinds][:8]
        wanted = " or ".join(KIND_WORDS[kind] for kind in kinds)
        offered = f" Columns of {wanted}: {', '.join(there)}." if there else f" There is no column of {wanted}."
        told = f"{of or 'This'} needs a column of {wanted}, and “{name}” holds {KIND_WORDS[found.kind]}.{offered}"
        raise QueryProblem("wrong_kind", told, tuple(there[:3]))
    return found


def require_whole(value: Value, own: BoundColumn) -> None:
    """Raises QueryProblem where the value is one of several things that cells list."""
    if isinstance(own, ProfiledColumn) and any(one.value == value for one in own.profile.things):
        told = f"Cells of “{own.name}” list several things each: ask for those that list {value!r} by the kind lists."
        raise QueryProblem("wrong_value", told)


def require_value(value: Value, own: BoundColumn) -> None:
    """Raises QueryProblem where the value is of another type than the column's cells."""
    fits = {
        "number": not isinstance(value, bool | str),
        "flag": isinstance(value, bool),
        "text": isinstance(value, str),
        "time": isinstance(value, str) and _is_time(value),
        "clock": isinstance(value, str) and _CLOCK.fullmatch(value) is not None,
    }[own.kind]
    if not fits:
        raise QueryProblem("wrong_value", f"“{own.name}” {_expected(own)}, not {value!r}.")
    if isinstance(value, str):
        require_writable(value)


def _expected(own: BoundColumn) -> str:
    """What a column holds, and what it is compared with; the words of a flag that is written as text."""
    profile = own.profile if isinstance(own, ProfiledColumn) else None
    if own.kind == "text" and profile is not None and profile.yes is not None:
        return f"holds {profile.yes!r} and {profile.no!r} as text: compare it with {profile.yes!r}"
    return _EXPECTS[own.kind]


_EXPECTS: Mapping[ColumnKind, str] = {
    "number": "holds numbers: compare it with a number such as 12.5",
    "flag": "holds yes or no: compare it with true or false",
    "text": "holds text: compare it with a text, in quotes",
    "time": "holds dates: compare it with a date such as 2025-03-31",
    "clock": "holds times of day: compare it with one such as 14:30",
}


def _is_time(value: str) -> bool:
    try:
        return moment(value).tzinfo is None
    except ValueError:
        return False


def require_writable(*texts: str) -> None:
    """Raises QueryProblem where a text has signs that no cell could be compared with."""
    if any(_UNWRITABLE.search(text) for text in texts):
        raise QueryProblem("wrong_value", "A text to compare with has no control characters in it.")


def values_of(own: BoundColumn) -> tuple[Value, ...]:
    """The values of a column of texts that are known: the commonest ones."""
    while isinstance(own, PassedColumn):
        own = own.column
    if not isinstance(own, ProfiledColumn) or own.kind != "text":
        return ()
    return tuple(one.value for one in own.profile.top_values if one.value is not None)


def require_held(value: Value, own: BoundColumn) -> None:
    """Raises QueryProblem where all values of a column of texts are known, and this is none of them."""
    known = values_of(own)
    while isinstance(own, PassedColumn):
        own = own.column
    if known and isinstance(own, ProfiledColumn) and own.profile.distinct <= len(known) and value not in known:
        raise unknown_value(own.name, str(value), map(str, known))
