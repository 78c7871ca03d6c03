"""How roughly a figure is told: by its last digit, by the hedge before it, or by one that covers several."""

import re

from shared.pattern import LazyPattern

ABOUT = (
    r"(?P<about>about|around|roughly|approximately|approx\.?|circa|ca\.|some|nearly|almost|just under|close to|over|"
    r"more than|above|at least|just over|under|less than|below|up to|~|≈)"
)
HEDGED = LazyPattern(r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.|some)|[~≈])\s*$", re.IGNORECASE)
COORDINATED = LazyPattern(r",?\s(?:and|to|or|und|oder|bis|et|ou|à|y|o|a)\s|,\s|\s?[–/-]\s?", re.IGNORECASE)
"""What stands between figures that one hedge covers."""
_OVER = frozenset({"over", "more than", "above", "at least", "just over"})
_UNDER = frozenset({"under", "less than", "below", "just under", "up to", "nearly", "almost", "close to"})
_STRICTLY = _UNDER - {"nearly", "almost", "close to"}


def window(value: float, half: float, about: str | None, number: str, scale: float) -> tuple[float, float]:
    """The values that the figure tells, by its last digit, or by its last digit that counts after "about"."""
    low, high = value - half, value + half
    if about is None:
        return low, high
    zeros = 0 if "." in number or "e" in number.lower() else len(number) - len(number.rstrip("0"))
    step = max(10.0**zeros * scale, 2 * half)
    word, some = about.lower(), max(min(step / 2, 0.15 * value), half)
    if word in _OVER:  # decimals are a cell's own, rounded: "over 68.78" of 68.776
        return low if "." in number else value, value + max(min(step, 0.3 * value), half)
    if word in _UNDER:
        return value - some, value if word in _STRICTLY and "." not in number else high
    return value - some, value + some


def part_window(value: float, about: str | None) -> tuple[float, float]:
    """ "More than half" reaches to two thirds, "nearly half" down to a third."""
    word = (about or "").lower()
    if word in _OVER:
        return value, value * 1.34
    if word in _UNDER:
        return value * 0.67, value
    slack = min(value * 0.1, 0.04)
    return value - slack, value + slack
