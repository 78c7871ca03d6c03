"""Whole results behind previews that do not show every row: kept, and linked to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shared.contracts import QueryResult, ResultPreview
from shared.errors import StoreUnavailable
from shared.log import logger
from shared.store.results import link_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shared.deps import Deps

BULKY_BYTES: Final = 20_000
"""Of all that one response shows: a reply of several such responses may be thinned."""


def linked(
    previews: Sequence[ResultPreview], results: Sequence[QueryResult], turn_id: str, deps: Deps
) -> tuple[ResultPreview, ...]:
    """The previews, each that does not show all rows with a link to them; without it where they could not be kept."""
    bulky = sum(len(shown.model_dump_json()) for shown in previews) > BULKY_BYTES
    return tuple(
        _linked(shown, result, turn_id, deps) if shown.truncated or (bulky and len(shown.data) > 1) else shown
        for shown, result in zip(previews, results, strict=True)
    )


def _linked(shown: ResultPreview, result: QueryResult, turn_id: str, deps: Deps) -> ResultPreview:
    asked = result.model_copy(update={"rows": result.rows[: shown.row_count], "row_count": shown.row_count})
    try:
        return shown.model_copy(update={"link": link_to(turn_id, deps.results.keep(turn_id, asked))})
    except StoreUnavailable as error:
        logger.warning("a whole result is not kept", extra={"turn_id": turn_id, "why": str(error)})
        return shown
