"""What a table's rows are called, so that "how many orders" counts them."""

from functools import lru_cache

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.columns import Called, names_of
from shared.offline.reading.meanings.synonyms import column_synonyms
from shared.offline.reading.meanings.tokens import Token, stem, stem_set, stems_of
from shared.offline.words.lexicon import noun_families
from shared.table.names import words_of
from shared.table.telling_apart import panel, unique

_ID_WORDS = stem_set("id no number nr key ref code reference uuid guid num name full first last title")
MASS = stem_set("sales revenue turnover income expenses spending earnings takings proceeds costs usage output")
"""Nouns of an amount rather than of things, though rows may be called so."""
_FILE_WORDS = stem_set("data dataset table export sheet report list sample csv final raw clean train test log")


_NEARLY = 0.95
"""A name that so many rows have alone identifies rows: two persons can share one."""


def row_nouns(table: DatasetProfile) -> dict[tuple[str, ...], float]:
    """Stemmed names of one row, and how sure each is."""
    names = names_of(table)
    own: dict[tuple[str, ...], float] = {}
    if table.semantic.entity_name not in ("row", "record", "") and _named(stems_of(table.semantic.entity_name), table):
        own[stems_of(table.semantic.entity_name)] = 0.972
    for phrase in _file_nouns(table):
        if _named(phrase, table):
            own.setdefault(phrase, 0.97)
    for name in names:
        if unique(name.column, table) and name.column.role in ("id", "text", "dimension"):
            own.setdefault(_without_ids(name), 0.97)
    for phrase in _sold(table):
        own.setdefault(phrase, 0.9)
    own = {phrase: score for phrase, score in own.items() if phrase and not _repeats(phrase, names, table)}
    return {**_family(own), **own}


_MOMENTS = stem_set("weather day reading measurement observation match game fixture")


def _named(phrase: tuple[str, ...], table: DatasetProfile) -> bool:
    """Whether rows can be what the file is called after: in a panel a row is a thing at a time, not a thing."""
    if set(phrase) & _MOMENTS:
        return True
    return not panel(table) and (phrase[-1:] in known_nouns() or phrase in known_nouns() or not _subject(phrase, table))


def _subject(phrase: tuple[str, ...], table: DatasetProfile) -> bool:
    """Whether the file is called after its subject in the singular (crime, sleep), rather than after its rows."""
    words = words_of(table.file_name.rsplit("/", 1)[-1].split(".")[0])
    named = [word for word in words if stem(word) == phrase[-1]]
    return bool(named) and not any(word.endswith("s") or stem(word) != word for word in named)


def names_a_measure(tokens: tuple[Token, ...], table: DatasetProfile) -> bool:
    """Whether these words, though rows are called so too, end with what a column adds up: the total amount, sales."""
    stems = tuple(token.stem for token in tokens)
    measures = [name for name in names_of(table) if name.column.role == "measure" and not numbering(name.column)]
    summed = [name.core for name in measures if name.column.default_aggregate == "sum"]
    return any(stems[-len(core) :] == core for core in summed if core)


def _file_nouns(table: DatasetProfile) -> list[tuple[str, ...]]:
    base = table.file_name.rsplit("/", 1)[-1].split(".")[0]
    stems = tuple(part for part in stems_of(base) if part not in _FILE_WORDS and not part.isdigit())
    last = (words_of(base) or ("",))[-1]
    measured = [name for name in names_of(table) if name.column.role == "measure" and stems[-1:] == name.core[:1]]
    if len(measured) > 1:
        return [stems[:-1]] if len(stems) > 1 else []
    inside = [stems_of(noun) for noun in _counted_nouns() if len(noun) > 4 and last != noun and last.endswith(noun)]
    return [stems, stems[-1:], *inside] if stems else []


def _sold(table: DatasetProfile) -> list[tuple[str, ...]]:
    """ "pizzas" of pizza_sales, where each row is one that was sold."""
    words = words_of(table.file_name.rsplit("/", 1)[-1].split(".")[0])
    single = len(words) == 2 and words[1] in ("sales", "sale")
    return [(stem(words[0]),)] if single else []


def _without_ids(name: Called) -> tuple[str, ...]:
    return tuple(part for part in name.full if part not in _ID_WORDS)


def _repeats(phrase: tuple[str, ...], names: tuple[Called, ...], table: DatasetProfile) -> bool:
    """Whether a column names such things and repeats them, so that rows are not these things."""
    return any(
        _without_ids(name) == phrase
        and not _numbered_line(name, phrase, table)
        and name.column.distinct < _NEARLY * table.row_count
        and not unique(name.column, table)
        and name.column.role in ("id", "dimension", "text")
        for name in names
    )


def numbering(column: ColumnProfile) -> bool:
    """Whether whole numbers number things rather than count them: a column "flight" beside one "flights"."""
    words = words_of(column.name)
    rated = column.role == "measure" and column.additivity == "non_additive"
    return column.type == "integer" and not rated and len(words) == 1 and f"{words[0]}s" in _counted_nouns()


@lru_cache(maxsize=1)
def _counted_nouns() -> frozenset[str]:
    """The plurals that rows are commonly called by."""
    members = [member for family in noun_families().values() for member in family]
    return frozenset(member for member in members if member.endswith("s"))


def _numbered_line(name: Called, phrase: tuple[str, ...], table: DatasetProfile) -> bool:
    """Whether the column numbers regular things (a flight's number), of each of which the file has many rows."""
    if numbering(name.column):
        return phrase in _file_nouns(table)
    return phrase in _file_nouns(table) and name.column.distinct * 4 < table.row_count and len(name.full) > 1


@lru_cache(maxsize=1)
def known_nouns() -> frozenset[tuple[str, ...]]:
    """Stems of every noun that rows are commonly called by."""
    return frozenset().union(*_families())


@lru_cache(maxsize=1)
def _families() -> tuple[frozenset[tuple[str, ...]], ...]:
    """Nouns that rows are called by, as stems, those that mean alike together."""
    return tuple(frozenset(map(stems_of, members)) for members in noun_families().values())


def _family(own: dict[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    related: dict[tuple[str, ...], float] = {}
    for phrase in own:
        for synonym in column_synonyms(phrase):
            related[synonym] = 0.84
        for family in _families():
            if phrase in family or phrase[-1:] in family:
                related.update(dict.fromkeys(family - {phrase}, 0.84))
    return related
