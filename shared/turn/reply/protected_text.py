"""Protected text: a sentence of which only the words can change; its figures, dates, names and quotations are opaque.

"In Status, I read “Sold” as “sold” (78 rows)." is "In ⟦1⟧, I read ⟦2⟧ as ⟦3⟧ (⟦4⟧ rows)."
"""

import re
from collections.abc import Iterable
from datetime import date
from itertools import groupby
from typing import Final, NamedTuple

from shared.grounding.languages import Language
from shared.pattern import LazyPattern
from shared.query.words.values import MONTHS

_MONTH: Final = "|".join(MONTHS)
_PARTS: Final = (
    ("quotation", r"“[^”]*”|`[^`]*`"),
    ("date", rf"\b(?:(?P<day>\d{{1,2}}) )?(?P<month>{_MONTH}) (?P<year>\d{{4}})\b"),
    ("period", r"\bQ(?P<quarter>[1-4]) (?P<of>\d{4})\b"),
    ("figure", r"[^\s()\[\]“”]*\d(?:[^\s()\[\]“”]*[\d%€$£])?"),
)
_FIGURE = LazyPattern(r"[€$£]?-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?%?")
_PLACE = LazyPattern(r"⟦(\d+)⟧")
_ODD = LazyPattern(r"[\d⟦⟧\n<>\[\]{}|`]|https?:")
"""What no translation has beside what stays as it is."""
_LONGER, _MORE = 3, 60
"""How many times as many characters a translation may have, and how many more."""


class Opaque(NamedTuple):
    """A sentence as it is given away: `text` with placeholders; `values` stand for them, each with its kind."""

    text: str
    values: tuple[tuple[str, str], ...]

    def filled(self, translation: str) -> str | None:
        """The translation with what stays as it is in its places; None where it lost, doubled, exchanged or added
        something."""
        told = translation.strip()
        places = [int(one[1]) - 1 for one in _PLACE.finditer(told)]
        if sorted(places) != list(range(len(self.values))) or _ODD.search(_PLACE.compiled.sub("", told)):
            return None
        if self._by_kind(places) != self._by_kind(sorted(places)) or len(told) > _LONGER * len(self.text) + _MORE:
            return None
        if not re.search(r"[^\W\d_]", _PLACE.compiled.sub("", told)):
            return None
        return _PLACE.compiled.sub(lambda one: self.values[int(one[1]) - 1][1], told)

    def _by_kind(self, places: list[int]) -> dict[str, list[int]]:
        """Whatever is of one kind keeps its order: “a” as “b” is not “b” as “a”."""
        sides = sorted(((self.values[at][0], order, at) for order, at in enumerate(places)))
        return {kind: [at for _, _, at in found] for kind, found in groupby(sides, key=lambda one: one[0])}


def opaque(line: str, names: Iterable[str], language: Language) -> Opaque:
    """The sentence with opaque parts, `names` among them; its figures and dates as they are written in that language,
    where Candor knows how, else dates by ISO 8601."""
    known = sorted(filter(None, names), key=len, reverse=True)
    named = [("name", "|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in known))] if known else []
    quotation, *others = _PARTS
    pattern = re.compile("|".join(f"(?P<{kind}>{part})" for kind, part in (quotation, *named, *others)))
    values: list[tuple[str, str]] = []

    def hidden(match: re.Match[str]) -> str:
        kind = str(match.lastgroup)
        values.append((kind, _written(match, kind, language)))
        return f"⟦{len(values)}⟧"

    return Opaque(pattern.sub(hidden, line), tuple(values))


def _written(match: re.Match[str], kind: str, language: Language) -> str:
    if kind == "figure" and not language.is_english and _FIGURE.fullmatch(match[0]):
        return match[0].translate({ord(","): language.group, ord("."): language.decimal})
    if kind not in ("date", "period"):
        return match[0]
    if kind == "period":
        form, day = "quarter", date(int(match["of"]), 3 * int(match["quarter"]), 1)
    else:
        form = "day" if match["day"] else "month"
        day = date(int(match["year"]), MONTHS.index(match["month"]) + 1, int(match["day"] or 1))
    if not language.is_english:
        return language.spelled(day.isoformat(), form)
    return match[0] if form == "quarter" else day.isoformat()[: 10 if form == "day" else 7]
