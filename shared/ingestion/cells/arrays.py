"""Text columns whose cells are lists of texts in JSON, as ["red", "deep-sea"]: what each lists, as red; deep-sea."""

import json
from collections.abc import Sequence
from typing import Final

from shared.ingestion.database import duckdb
from shared.quoting import quoted

_SIGNS: Final = (";", "|", "\n")
_CUT: Final = 200
"""Sampled cells are this long at most, and may end within their list."""


def separator_of_arrays(con: duckdb.DuckDBPyConnection, cell: str, sample: Sequence[str]) -> str:
    """The sign to be put between what the cells list: one that stands in none of them; empty where they are no lists of
    texts."""
    if not sample or not any(map(_holds, sample)) or not all(_is_list(one) or len(one) >= _CUT for one in sample):
        return ""
    lists = (
        f"json_valid({cell}) AND json_type({cell}) = 'ARRAY' AND NOT list_contains(json_type({cell}, '$[*]'), 'OBJECT')"
    )
    kept = f"{cell} IS NULL OR trim({cell}) = '' OR ({lists})"
    held = ", ".join(f"count_if(contains({cell}, {quoted(sign)}))" for sign in _SIGNS[:-1])
    found = con.execute(f"SELECT count_if(NOT ({kept})), {held}, 0 FROM raw").fetchone() or (1,)
    return "" if found[0] else next(sign for sign, cells in zip(_SIGNS, found[1:], strict=True) if not cells)


def as_listed(separator: str) -> str:
    """SQL, with {c} for the cell: what it lists, a sign between each two; NULL where that is nothing."""
    between = quoted(f"{separator} ".replace("\n ", "\n"))
    listed = f"array_to_string(CAST(CAST({{c}} AS JSON) AS VARCHAR[]), {between})"
    return f"CASE WHEN trim({{c}}) <> '' THEN nullif({listed}, '') END"


def _holds(cell: str) -> bool:
    return cell.strip().startswith('["')


def _is_list(cell: str) -> bool:
    try:
        found = json.loads(cell)
    except ValueError:
        return False
    return isinstance(found, list) and all(isinstance(one, str) for one in found)
