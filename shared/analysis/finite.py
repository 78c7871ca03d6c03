"""Overflow and infinity in results: such a figure is refused with its reason, never told as if its cell were empty."""

from collections.abc import Sequence

from shared.contracts import QueryResult
from shared.errors import ForfeitException
from shared.query.words.values import listed


def require_finite(results: Sequence[QueryResult], *, undefined: bool = False) -> None:
    """Raises ForfeitException where a figure is infinite, or undefined unless that means something to the analysis:
    such a cell looks empty, and is not."""
    names = [name for one in results for name in (*one.infinite, *(() if undefined else one.undefined))]
    if names:
        told = listed([name.replace("_", " ") for name in dict.fromkeys(names)])
        raise ForfeitException(
            f"I cannot tell the {told}: the values are too large to compute with, or are not finite numbers themselves",
            (f"Computed the {told}",),
            "Leave out the rows with infinite or extremely large values, or ask for the median or the highest value.",
        )
