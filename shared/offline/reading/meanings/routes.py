"""Values that two columns share, told apart by their preposition: from Lisbon, to Vienna."""

from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import Token, stem_set
from shared.table.names import word_set

_ORIGINS: Final = stem_set("origin from departure source start sender pickup home depart embarked")
_DESTINATIONS: Final = stem_set("destination to arrival target end receiver recipient dropoff away arrive dest")
_OUT: Final = word_set("from leaving departing")
_IN: Final = word_set("to into towards toward reaching arriving bound")


def directed(tokens: tuple[Token, ...], spans: list[Span], table: DatasetProfile) -> list[Span]:
    """The spans without values of an origin where the words say "to", and of a destination where they say "from"."""
    return [span for span in spans if not _misdirected(tokens, span, table)]


def _misdirected(tokens: tuple[Token, ...], span: Span, table: DatasetProfile) -> bool:
    if span.kind != "value" or span.column is None or not span.start:
        return False
    before = [token.text for token in tokens[max(0, span.start - 2) : span.start]]
    out, into = _is_out(before), before[-1] in _IN
    if not (out or into):
        return False
    wanted, other = (_ORIGINS, _DESTINATIONS) if out else (_DESTINATIONS, _ORIGINS)
    return _named(span.column, other) and any(_named(column, wanted) for column in table.columns)


def _is_out(before: list[str]) -> bool:
    return before[-1] in _OUT or before[-2:] == ["out", "of"]


def _named(column: ColumnProfile, words: frozenset[str]) -> bool:
    return bool(words & set(Name(column).full))
