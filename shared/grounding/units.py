"""The unit, scale and sign that words put beside a figure, against its own."""

import re
from typing import Final

from shared.grounding.evidence import Datum, compatible
from shared.grounding.figures import TextFigure
from shared.pattern import LazyPattern
from shared.table.units import CURRENCIES

_MOST_PERCENT: Final = 100
"""Up to that a figure of an unknown unit may be one of percent; beyond where its column is called so."""
_CALLED_PERCENT: Final = LazyPattern(r"%|(?:^|[\W_])(?:pct|percent(?:age)?)(?:$|[\W_])", re.IGNORECASE)
_BARE_POINTS: Final = LazyPattern(r"(?<!percentage )(?<!basis )\bpoints?$")
_DIVIDED: Final = LazyPattern(r"divided by (1000|1e\+06|1e\+09)$")
_SCALED: Final = LazyPattern(r"\s?(?:thousand|million|billion|trillion|percent|%)(?!\w)", re.IGNORECASE)
SCALES: Final = (1e3, 1e6, 1e9)
_SIGN: Final = rf"(?:[%€$£¥]|{'|'.join(code for code in CURRENCIES if code.isalpha() and code.isupper())})"
_ABBREVIATED: Final = r"(?:[kMGTP](?:W|Wh|B|Hz|V|Pa|J)|Wh|hPa|kg|km(?:/h)?|cm|mm|ml|mg|°[CF]|m[²³])"
"""Units that are no word in any language that Candor writes."""
_UNIT_AFTER: Final = LazyPattern(rf"[\s\u00a0]?(?:{_SIGN}|{_ABBREVIATED})(?!\w)")
_MONEY_BEFORE: Final = LazyPattern(rf"(?<!\w){_SIGN}\s?$")
_HAS_UNIT: Final = LazyPattern(r"[^\d.,'’\s\u00a0\u202f+\-−eE]")
_OF_MONEY: Final = LazyPattern(
    r"\s(?:thousand|million|billion)\s(?:euros?|dollars?|pounds?|(?-i:[A-Z]{3})\b|[$€£])", re.IGNORECASE
)


def misshown(figure: TextFigure, at: tuple[int, int], known: Datum, said: str, *, counts: bool = False) -> str:
    """Why the unit, sign or scale that the words put beside a figure by reference is not its own; one that `counts`
    rows is none of percent."""
    before, shown, after = said[: at[0]], said[at[0] : at[1]], said[at[1] :]
    if (_SCALED.match(after) and not shown[-1:].isdigit()) or _has_two(before, shown, after):
        return "this has its unit already"
    if (figure.start, figure.end) == at or (not known.measure and _OF_MONEY.match(said[at[1] :])):
        return ""
    value = compatible(figure, known, in_table=False)
    if value is not None and (scaled := _DIVIDED.search(known.name)):
        value *= float(scaled[1])
    bare_points = figure.unit == "pp" and known.unit == "" and _BARE_POINTS.search(figure.text)
    if value is None and (figure.unit in ("x", "part") or bare_points) and known.unit == "":
        value = known.value
    may_be_percent = (
        not counts
        and known.unit == known.measure == ""
        and (abs(known.value) <= _MOST_PERCENT or _CALLED_PERCENT.search(known.name))
    )
    if value is None and figure.unit in ("%", "pp") and may_be_percent:
        value = known.value
    return "" if value is not None and figure.tells(value) else "this is not its unit, scale or sign"


def _has_two(before: str, shown: str, after: str) -> bool:
    """Whether a figure stands with two units: its own and one more, or money's before and behind it."""
    sides = (_MONEY_BEFORE.search(before) is not None, _UNIT_AFTER.match(after) is not None)
    return any(sides) if _HAS_UNIT.search(shown) else all(sides)


def adds_scale(figure: TextFigure, known: Datum) -> bool:
    """Whether a figure by reference is told in thousands, millions or billions of what it is, in words or by a suffix:
    of a column in millions that its name does not tell, a reader may know it."""
    same = figure._replace(unit=known.unit, currency=None)
    return any(unscaled(same, scale).tells(known.value) for scale in SCALES)


def unscaled(figure: TextFigure, scale: float) -> TextFigure:
    """The figure so many times smaller."""
    return figure._replace(value=figure.value / scale, low=figure.low / scale, high=figure.high / scale)


def counts_points(known: tuple[Datum, ...]) -> bool:
    """Whether points are what the data counts, as a league does."""
    return any("point" in word for one in known for word in (one.name, one.measure))


def without_points(figure: TextFigure) -> TextFigure:
    """The figure, its bare "points" taken for what is counted and not for a hundredth."""
    return figure._replace(unit="") if _BARE_POINTS.search(figure.text) else figure
