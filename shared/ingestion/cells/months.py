"""The names of months in other languages, as the English ones that dates are read with: 5. März 2024, 12 de mayo."""

import re

from shared.quoting import quoted

_NAMES = {
    "Jan": "januar janvier enero gennaio janeiro januari jänner janv ene gen",
    "Feb": "februar février fevrier febrero febbraio fevereiro februari febr févr fevr fév fev",
    "Mar": "märz maerz mars marzo março marco maart mär mrz mrt",
    "Apr": "avril abril aprile avr abr",
    "May": "mai mayo maggio maio mei maj mag",
    "Jun": "juni juin junio giugno junho giu",
    "Jul": "juli juillet julio luglio julho juil lug",
    "Aug": "août aout agosto augustus augusti ago",
    "Sep": "septembre septiembre setiembre settembre setembro set",
    "Oct": "oktober octobre octubre ottobre outubro okt ott out",
    "Nov": "novembre noviembre novembro",
    "Dec": "dezember décembre decembre diciembre dicembre dezembro desember dez déc dic des",
}
_BY_NAME = {foreign: english for english, names in _NAMES.items() for foreign in names.split()}
_WORD = re.compile(r"[^\W\d_]{3,}")
_LINKS = re.compile(r"\b(?:de|del|di)\s+", re.IGNORECASE)
_ORDINAL = re.compile(r"(?<=\d)(?:\.|er|º)(?= [^\W\d])")


def english_months(cell: str) -> str:
    """The cell with the name of its month in English; the cell itself where it has none in another language."""
    english = _WORD.sub(lambda word: _BY_NAME.get(word[0].lower(), word[0]), cell)
    return _ORDINAL.sub("", _LINKS.sub("", english))


def in_english(cell: str) -> str:
    """`english_months` as an SQL expression over the expression of a cell."""
    for english, names in _NAMES.items():
        listed = "|".join(sorted(names.split(), key=len, reverse=True))
        pattern = quoted(rf"(^|[^\pL])({listed})($|[^\pL])")
        cell = f"regexp_replace({cell}, {pattern}, {quoted(chr(92) + '1' + english + chr(92) + '3')}, 'i')"
    linked = f"regexp_replace({cell}, {quoted(chr(92) + 'b(de|del|di) +')}, '', 'gi')"
    return f"regexp_replace({linked}, {quoted('([0-9])(' + chr(92) + '.|er|º) ')}, {quoted(chr(92) + '1 ')})"
