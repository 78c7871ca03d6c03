"""Words of a question linked to cell values: as written, in another form, by a synonym, in part, or nearly."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.synonyms import value_synonyms
from shared.offline.reading.meanings.tokens import Token, stem, stem_set, stems_of
from shared.offline.words.lexicon import stop_words, word_list
from shared.table.names import word_set, words_of

_LONGEST = 7
_SCORES = {"exact": 0.995, "folded": 0.97, "form": 0.94, "synonym": 0.9, "part": 0.8}
_DENYING = frozenset({"not", "no", "non", "without", "never", "except", "nor"})
"""Words that deny; alone they are no part of a value."""
_SEVERAL = 3
_COMMON = word_set(word_list("common_cells"))
"""Single words too common to be taken for a value without its column, or its capital letter, beside it."""

_TELLING = word_set("single complete full individual general particular specific")
"""Words that questions mostly use in passing, and that are as often cells."""
_TIMES = word_set("days weeks months quarters years hours minutes seconds times")
"""Words that say how long: alone they are no part of a value ("Same Day")."""


class Entry(NamedTuple):
    """One cell value of one column, prepared."""

    column: ColumnProfile
    value: Scalar
    words: tuple[str, ...]
    stems: tuple[str, ...]


def entries_of(table: DatasetProfile) -> tuple[Entry, ...]:
    """The known values of the columns that rows are told apart by."""
    return tuple(entry for column in table.columns if _listed(column) for entry in _entries(column))


def _listed(column: ColumnProfile) -> bool:
    return column.type == "text" and column.yes is None


def _entries(column: ColumnProfile) -> Iterator[Entry]:
    for count in column.things or column.top_values:
        words = words_of(str(count.value))
        if words:
            yield Entry(column, count.value, words, tuple(stem(word) for word in words))


def value_spans(tokens: tuple[Token, ...], entries: tuple[Entry, ...]) -> Iterator[Span]:
    """Every way that a run of words is a cell value without guessing."""
    index = _Index.of(entries)
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            yield from _run_spans(tokens, start, end, index)


class _Index(NamedTuple):
    """Entries by their words and by their stems."""

    by_words: dict[tuple[str, ...], list[Entry]]
    by_stems: dict[tuple[str, ...], list[Entry]]
    by_part: dict[tuple[str, ...], list[Entry]]

    @staticmethod
    def of(entries: tuple[Entry, ...]) -> "_Index":
        index = _Index({}, {}, {})
        for entry in entries:
            index.by_words.setdefault(entry.words, []).append(entry)
            index.by_words.setdefault(("".join(entry.words),), []).append(entry)
            index.by_stems.setdefault(entry.stems, []).append(entry)
            for part in _parts(entry.stems):
                index.by_part.setdefault(part, []).append(entry)
        return index


def _parts(stems: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Runs of a value's words, from a telling one to another, that may stand for it; texts are only named whole."""
    size, idle = len(stems), stop_words() | _DENYING
    parts = {stems[a:b] for a in range(size) for b in range(a + 1, size + 1) if b - a < size} if size < 5 else set()
    return {part for part in parts if not {part[0], part[-1]} & idle and any(len(word) > 2 for word in part)}


def _run_spans(tokens: tuple[Token, ...], start: int, end: int, index: _Index) -> Iterator[Span]:
    run = tokens[start:end]
    if (
        run[0].kind == "mark"
        or run[-1].kind == "mark"
        or any(token.text not in "/&-" for token in run if token.kind == "mark")
    ):
        return
    words = tuple(part for token in run for part in words_of(token.raw))
    stems = tuple(stem(word) for word in words)
    if run[-1].raw[-1:] == "s" and run[-1].raw[:-1].isupper():  # VWs
        stems = (*stems[:-1], run[-1].text[:-1])
    for how, entry in _matches(words, stems, index):
        written = " ".join(token.raw for token in run)
        how = "exact" if how == "folded" and written == str(entry.value) else how
        if _trusted(tokens, start, end, how, entry):
            score = _SCORES[how] - (0.08 if how == "form" and _other_form(words, entry) else 0.0)
            yield Span(start, end, "value", column=entry.column, value=entry.value, score=score, how=how, text=written)


def _other_form(words: tuple[str, ...], entry: Entry) -> bool:
    """Whether one is what was done and the other a thing ("escalated", "Escalations")."""
    return words[-1].endswith("ed") != entry.words[-1].endswith("ed")


def _matches(words: tuple[str, ...], stems: tuple[str, ...], index: _Index) -> Iterator[tuple[str, Entry]]:
    seen: set[tuple[str, Scalar]] = set()
    synonyms = [("synonym", entry) for other in value_synonyms(stems) for entry in index.by_stems.get(other, [])]
    ranked = [("folded", entry) for entry in index.by_words.get(words, [])]
    ranked += [("form", entry) for entry in index.by_stems.get(stems, [])]
    ranked += synonyms
    ranked += [("part", entry) for entry in _sole(index.by_part.get(stems, []))]
    for how, entry in ranked:
        if (entry.column.name, entry.value) not in seen:
            seen.add((entry.column.name, entry.value))
            yield how, entry


def _sole(entries: list[Entry]) -> list[Entry]:
    """Entries that a part identifies: the only value of its column that has it."""
    columns = [entry.column.name for entry in entries]
    return [entry for entry in entries if columns.count(entry.column.name) == 1]


def _trusted(tokens: tuple[Token, ...], start: int, end: int, how: str, entry: Entry) -> bool:
    token = tokens[start]
    if end - start > 1 or token.kind == "quoted":
        return True
    if _anchored(tokens, start, end, entry) or _written_as_code(tokens, start):
        return True
    weak = len(token.text) < 2 or token.text in stop_words() or token.text in _COMMON or token.kind == "number"
    counted = start > 0 and (tokens[start - 1].text == "many" or tokens[start - 1].kind == "number")
    things = counted and token.text.endswith("s") and token.stem == entry.stems[-1]
    named = how == "form" and start > 0 and token.raw[0].isupper()  # "France" is no form of "Franc"
    if (how == "part" and things) or ((how == "part" or named) and not _written_so(token, entry)):
        return False
    weak = weak and not (how in ("exact", "folded") and token.text in _TELLING)
    weak = weak or (how == "part" and token.text in _TIMES)
    if len(token.text) == 1 and how in ("exact", "folded"):
        return start > 0 and token.raw != "I" and token.raw.isupper()
    return not weak or (how == "exact" and start > 0 and token.raw[0].isupper())


def _written_so(token: Token, entry: Entry) -> bool:
    """Whether the word stands in the value, as it is or in the other number: not "appointed" for an appointment."""
    word = token.text
    return bool({word, f"{word}s", word.removesuffix("s"), word.removesuffix("es")} & set(entry.words))


def _written_as_code(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a word stands in capitals among words that don't: US, IT."""
    return shouted(tokens[start]) and not all(shouted(token) for token in tokens if token.kind == "word")


def shouted(token: Token) -> bool:
    """Whether the word is written in capitals."""
    return token.kind == "word" and len(token.raw) > 1 and token.raw.isupper()


def _anchored(tokens: tuple[Token, ...], start: int, end: int, entry: Entry) -> bool:
    beside = {token.stem for token in (*tokens[max(start - 2, 0) : start], *tokens[end : end + 1])}
    return bool(beside & set(stems_of(entry.column.name)))


def loosely(word: str, value: Scalar) -> bool:
    """Whether a word, written small, is one of several of a cell and not the first: "film" of Closing Night Film."""
    words = words_of(str(value))
    return word.islower() and len(words) >= _SEVERAL and word != words[0]


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
    out, into = before[-1] in _OUT or before[-2:] == ["out", "of"], before[-1] in _IN
    if not (out or into):
        return False
    wanted, other = (_ORIGINS, _DESTINATIONS) if out else (_DESTINATIONS, _ORIGINS)
    return _named(span.column, other) and any(_named(column, wanted) for column in table.columns)


def _named(column: ColumnProfile, words: frozenset[str]) -> bool:
    return bool(words & set(Called(column).full))
