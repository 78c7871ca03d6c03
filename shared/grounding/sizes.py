"""How many of a smaller unit a unit has: that an hour has 60 minutes is no figure of the data."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from shared.pattern import LazyPattern

_STEMS: Final = {
    "second": r"seconds?|sekunden?|secondes?|segundos?",
    "minute": r"minutes?|minuten?|minutos?",
    "hour": r"hours?|stunden?|heures?|horas?",
    "day": r"days?|tage?n?|jours?|d[ií]as?",
    "week": r"weeks?|wochen?|semaines?|semanas?",
    "month": r"months?|monate?n?|mois|mes(?:es)?",
    "year": r"years?|jahre?n?|ann[ée]es?|ans?|años?",
}
_SIZES: Final = {
    ("minute", "second"): (60,),
    ("hour", "minute"): (60,),
    ("hour", "second"): (3_600,),
    ("day", "hour"): (24,),
    ("day", "minute"): (1_440,),
    ("week", "day"): (7,),
    ("month", "day"): (28, 29, 30, 31),
    ("year", "month"): (12,),
    ("year", "week"): (52, 53),
    ("year", "day"): (365, 366),
}
_UNIT: Final = "|".join(f"(?P<{unit}>{stem})" for unit, stem in _STEMS.items())
_COUNTED = LazyPattern(
    rf"[^\W\d_]+[ (:=]{{1,2}}(?P<number>\d{{1,3}}(?:,?\d{{3}})?)[ \u00a0](?:{_UNIT})\b", re.IGNORECASE
)


def own_sizes(texts: Iterable[str]) -> Iterator[str]:
    """The sizes of units as texts write them ("of 60 minutes"), where the same text names the larger unit beside it."""
    for text in texts:
        for found in _COUNTED.finditer(text):
            rest = f"{text[: found.start('number')]} {text[found.end() :]}"
            number = int(found["number"].replace(",", ""))
            for (larger, smaller), sizes in _SIZES.items():
                named = re.search(rf"\b(?:{_STEMS[larger]})\b", rest, re.IGNORECASE)
                if smaller == found.lastgroup and number in sizes and named:
                    yield found.group()
