"""Weekdays, months and periods as a picture names them, in the languages that answers have phrases in."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Final

from shared.contracts import ColumnShown, Scalar

_ENGLISH: Final = "en"
_WEEKDAYS: Final = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
_CALLED: Final = {
    "en": {"weekday": "Weekday", "day": "Day", "week": "Week", "month": "Month", "quarter": "Quarter", "year": "Year"},
    "de": {
        "weekday": "Wochentag",
        "day": "Tag",
        "week": "Woche",
        "month": "Monat",
        "quarter": "Quartal",
        "year": "Jahr",
    },
    "fr": {
        "weekday": "Jour",
        "day": "Jour",
        "week": "Semaine",
        "month": "Mois",
        "quarter": "Trimestre",
        "year": "Année",
    },
    "es": {"weekday": "Día", "day": "Día", "week": "Semana", "month": "Mes", "quarter": "Trimestre", "year": "Año"},
}
_TO: Final = {"en": "to", "de": "bis", "fr": "jusqu’au", "es": "hasta el"}
_WITHOUT: Final = {
    "en": "without {0}: the data ends on {1}",
    "de": "ohne {0}: die Daten enden am {1}",
    "fr": "sans {0} : les données s’arrêtent le {1}",
    "es": "sin {0}: los datos terminan el {1}",
}
_KNOWN_OF: Final = {
    "en": "without {0}: {1} of {2} known",
    "de": "ohne {0}: {1} von {2} bekannt",
    "fr": "sans {0} : {1} sur {2} connus",
    "es": "sin {0}: {1} de {2} conocidos",
}
_IN_PART: Final = {
    "en": "without {0}: the data covers only a part",
    "de": "ohne {0}: die Daten decken nur einen Teil ab",
    "fr": "sans {0} : les données n’en couvrent qu’une partie",
    "es": "sin {0}: los datos solo cubren una parte",
}
_LEFT_OUT: Final = {
    "en": "not shown: {0}",
    "de": "nicht gezeigt: {0}",
    "fr": "non montré : {0}",
    "es": "no se muestra: {0}",
}
_QUARTER: Final = {"en": "Q", "de": "Q", "fr": "T", "es": "T"}
_DAY_OF: Final = {"en": "{0} {1} {2}", "de": "{0}. {1} {2}", "fr": "{0} {1} {2}", "es": "{0} de {1} de {2}"}
_DAYS: Final = {"week": 7, "month": 31, "quarter": 92, "year": 366}
_POINTS: Final = {"en": "percentage points", "de": "Prozentpunkte", "fr": "points de pourcentage", "es": "puntos"}
_NAMES: Final[dict[str, tuple[Mapping[str, str], str]]] = {
    "weekday": (_WEEKDAYS, "weekday"),
    "weekday_from_sunday": (_WEEKDAYS, "weekday"),
    "month_of_year": (_MONTHS, "month"),
}


def place_in_calendar(shown: ColumnShown | None, cell: Scalar) -> int | None:
    """Which weekday (from 0, Monday) or month (from 0) a number is; None where it is none."""
    if shown is None or shown.part not in _NAMES or isinstance(cell, bool) or not isinstance(cell, int | float):
        return None
    most = 12 if shown.part == "month_of_year" else 7
    first = 0 if shown.part == "weekday_from_sunday" else 1
    return (int(cell) - 1) % most if cell == int(cell) and first <= cell < first + most else None


def named_in_calendar(shown: ColumnShown | None, cell: Scalar, tag: str) -> Scalar:
    """The name of a weekday or month that a number is, in the language of the BCP 47 tag, else in English."""
    place = place_in_calendar(shown, cell)
    if shown is None or shown.part is None or place is None:
        return cell
    names = _NAMES[shown.part][0]
    return names.get(_language(tag), names[_ENGLISH]).split()[place]


def places_by_name(cells: Collection[str]) -> dict[str, int]:
    """Where each of these names of weekdays, or of months, stands in the calendar; empty where one is no such name."""
    for named in (_WEEKDAYS, _MONTHS):
        for names in named.values():
            order = names.casefold().split()
            if cells and {one.casefold() for one in cells} <= set(order):
                return {one: order.index(one.casefold()) for one in cells}
    return {}


def left_out_in(group: str, tag: str) -> str:
    """That a group is not shown among the others: "not shown: (missing), 12"."""
    return _in(_LEFT_OUT, tag).format(group)


def called_by_period(shown: ColumnShown, tag: str) -> str:
    """What such a column is called, with the words of the column that it is made of: "Year (out date)"."""
    part = _NAMES[shown.part or ""][1] if shown.part in _NAMES else shown.part or ""
    called = _CALLED.get(_language(tag), _CALLED[_ENGLISH]).get(part, "")
    same = called.casefold() == shown.of.casefold() or shown.of.casefold() in ("", "date", "day", "datum")
    return called if same or not called else f"{called} ({shown.of})"


def is_cut(shown: ColumnShown, last: str) -> bool:
    """Whether the data ends within the last of the periods."""
    if not shown.until or not last[:10] <= shown.until or shown.part not in _DAYS:
        return False
    return (date.fromisoformat(shown.until) - date.fromisoformat(last[:10])).days < _DAYS[shown.part]


def without_in(shown: ColumnShown, last: str, tag: str) -> str:
    """That the last of the periods is not shown: "without May 2024: the data ends on 14 May 2024"."""
    until = date.fromisoformat(shown.until)
    day = _in(_DAY_OF, tag).format(until.day, _month(until, tag), until.year)
    return _in(_WITHOUT, tag).format(_period(shown.part, last, tag), day)


def in_part_in(part: str, begins: Iterable[str], tag: str) -> str:
    """That periods are not shown which the data does not fill: "without May 2024: the data covers only a part"."""
    return _in(_IN_PART, tag).format(", ".join(_period(part, one, tag) for one in begins))


def known_in(shown: ColumnShown, last: str, known: int, of: int, tag: str) -> str:
    """That a period is not shown of which so many are known: "without Q2 2025: 14 of 30 known"."""
    return _in(_KNOWN_OF, tag).format(_period(shown.part, last, tag), known, of)


def _period(part: str | None, begins: str, tag: str) -> str:
    """A period as people call it: "May 2024", "Q2 2024"; that of a week by its first day."""
    first = date.fromisoformat(begins[:10])
    if part == "quarter":
        return f"{_in(_QUARTER, tag)}{(first.month + 2) // 3} {first.year}"
    if part == "month":
        return f"{_month(first, tag)} {first.year}"
    return str(first.year) if part == "year" else begins[:10]


def _month(day: date, tag: str) -> str:
    return _in(_MONTHS, tag).split()[day.month - 1]


def _in(words: Mapping[str, str], tag: str) -> str:
    return words.get(_language(tag), words[_ENGLISH])


def until_in(shown: ColumnShown, last: str, tag: str) -> str:
    """That the last of the periods ends with the data: "2024 to 2024-05-14"."""
    begins = last[:4] if shown.part == "year" else last[:7] if shown.part == "month" else last[:10]
    return f"{begins} {_TO.get(_language(tag), _TO[_ENGLISH])} {shown.until}"


def points_in(tag: str) -> str:
    """Percentage points as the unit of an axis."""
    return _POINTS.get(_language(tag), _POINTS[_ENGLISH])


def _language(tag: str) -> str:
    return tag.partition("-")[0].lower()
