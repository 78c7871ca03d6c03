"""What axes, series and titles of charts are called: as the answer's table says, in the words of the file's column, or
as the writer of a query named its column."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from shared.charts.calendars import called_by_period
from shared.charts.specs import Spec, titled
from shared.contracts import ColumnShown
from shared.engine.results.telling_words import telling_words
from shared.query.words.values import listed

_BY: Final = {"en": "{0} by {1}"}
_BESIDE: Final = "{0} · {1}"
"""How the names of a title stand together, by language; in others no word of English's does."""


def called(column: str, units: Mapping[str, str], shown: Mapping[str, ColumnShown], tag: str = "en") -> str:
    """A column as a reader knows it, in the language of that BCP 47 tag, with a capital and its unit, which is said
    once."""
    title, one, unit = titled(column, units), shown.get(column), units.get(column, "")
    if one is not None and one.called:
        return _capital(one.called if _says(one.called, unit) else f"{one.called} ({unit})")
    if one is None or not one.of:
        return title
    bare = title.removesuffix(f" ({unit})") if unit else title
    if one.of.casefold() not in bare.casefold() or (one.of.casefold() == bare.casefold() and not one.part):
        return title
    own = called_by_period(one, tag) if one.part else one.of
    return _capital(own) + (f" ({unit})" if unit else "")


def call_axes(spec: Spec, units: Mapping[str, str], shown: Mapping[str, ColumnShown], tag: str) -> None:
    """Calls the axes of a specification that have a title what their columns are called."""
    for axis in spec["encoding"].values():
        column = axis.pop("column", "")
        if axis.get("title") and column:
            axis["title"] = called(column, units, shown, tag)


def titled_by(figures: Sequence[str], label: str, own: str, tag: str) -> str:
    """The title of a chart of figures by a grouping, which is called `label` there and `own` in the query or the file:
    within a line of English it keeps the capital only that it has there."""
    pattern = _BY.get(tag.partition("-")[0].lower(), _BESIDE)
    said = label if own[:1].isupper() or pattern == _BESIDE else f"{label[:1].lower()}{label[1:]}"
    return pattern.format(listed(figures, telling_words(tag).both), said)


def _says(heading: str, unit: str) -> bool:
    words = re.findall(r"[^\W\d]+|[%€$£]", unit.casefold())
    return not unit or any(word in re.findall(r"[^\W\d]+|[%€$£]", heading.casefold()) for word in words)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
