"""What stands over the columns of a query's result, and over the result, in words of what is computed: what its writer
calls them may say anything."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlglot import exp

from shared.contracts import UNSTATED, DatasetProfile
from shared.engine.results.classes import ClassValue
from shared.engine.results.lineage import KnownTexts, followed, told_of, told_of_query
from shared.engine.results.telling_words import TellingWords, telling_words
from shared.engine.results.tellings import Telling, telling_of
from shared.query.words.values import listed
from shared.table.names import spoken
from shared.table.nouns import plural

LONGEST: Final = 90
"""What a column is called, in characters: the words of a longer formula are told by the columns that it reads."""
_MOST: Final = 160
"""What a result is called, in characters, with the conditions of its query."""
_BETWEEN: Final = "\0"
_STATISTICS: Final[dict[type[exp.Expr], str]] = {
    exp.Sum: "total",
    exp.Avg: "average",
    exp.Median: "median",
    exp.Min: "lowest",
    exp.Max: "highest",
    exp.Count: "number",
}


@dataclass(frozen=True)
class OwnHeadings:
    """Candor's own words: `columns` by the names of a result's columns, `purpose` for the result as a whole. `read` are
    the words of the columns of tables that each is computed from, with those of the statistics in it, and `classes`
    what the rows meet of which a cell is that the query writes itself, by the names of its columns."""

    columns: dict[str, str] = field(default_factory=dict)
    purpose: str = UNSTATED
    read: dict[str, tuple[str, ...]] = field(default_factory=dict)
    classes: dict[str, Mapping[ClassValue, str]] = field(default_factory=dict)


def own_headings(
    sql: str, datasets: Iterable[DatasetProfile], columns: Sequence[str] = (), tag: str = "en"
) -> OwnHeadings:
    """What a query computes, in the language of that BCP 47 tag as far as there are words in it. `columns` are those of
    its result, where it has been run."""
    given = tuple(datasets)
    telling = telling_of(sql, given, tag, columns)
    read = _read(sql, given)
    names = columns or tuple(read)
    said = {name: words for name in names if (words := _called(name, telling, read, tag))}
    classes = {name: kind.met for name in names if telling and (kind := telling.classes_in(name))}
    return OwnHeadings(said, _purpose(telling, read, tag), {name: _sources(read, name) for name in names}, classes)


def is_figure(read: Sequence[str]) -> bool:
    """Whether a column is a figure of several rows, by what it is computed from."""
    return any(one in _STATISTICS.values() for one in read)


def _called(name: str, telling: Telling | None, read: dict[str, str], tag: str) -> str:
    """A column by what it computes, else by what it is computed from; empty where neither is known."""
    classes = telling.classes_in(name) if telling else None
    told = classes.words if classes else telling.of(name) if telling else None
    if told and len(told) <= LONGEST:
        return _capital(told)
    sources = [one for one in _sources(read, name) if one not in _STATISTICS.values()]
    return _from(sources, tag) if sources else ""


def _from(sources: Sequence[str], tag: str) -> str:
    words = telling_words(tag)
    return _capital(words.computed_from.format(listed(list(sources), words.both)))


def _purpose(telling: Telling | None, read: dict[str, str], tag: str) -> str:
    """The whole result: its figures by its groups and under its conditions, else what it is made from by what."""
    words = telling_words(tag)
    sources = {name: _sources(read, name) for name in read}
    figures = [told for told in sources.values() if is_figure(told)]
    labels = [told for told in sources.values() if not is_figure(told)]
    given = (telling.figures if telling.grouped else {**telling.labels, **telling.figures}) if telling else {}
    if telling and given:
        untold = len(figures) > len(given) if telling.grouped else len(sources) > len(given)
        said = _short(list(dict.fromkeys(given.values())), words, untold=untold)
        groups = list(dict.fromkeys(telling.labels.values())) if telling.grouped else []
    else:
        of = dict.fromkeys(each for told in figures or labels for each in told if each not in _STATISTICS.values())
        said = words.computed_from.format(_short(list(of), words)) if of else ""
        groups = list(dict.fromkeys(each for told in labels for each in told)) if figures else []
    said = words.grouped.format(said, listed(groups, words.both)) if groups and said else said
    met = f" {words.both} ".join(one.words for one in telling.where) if telling else ""
    whole = words.of_all.format(said, met) if met and said else said
    return _capital(whole if len(whole) <= _MOST else said) or UNSTATED


def _short(parts: Sequence[str], words: TellingWords, *, untold: bool = False) -> str:
    """Parts in a row, as many of the first of them as there is room for; others are `untold`, too."""
    kept = [one for at, one in enumerate(parts) if at == 0 or sum(map(len, parts[: at + 1])) <= LONGEST]
    return listed(kept, words.both) if len(kept) == len(parts) and not untold else f"{', '.join(kept)} …"


def _sources(read: dict[str, str], name: str) -> tuple[str, ...]:
    found = next((told for key, told in read.items() if key.casefold() == name.casefold()), "")
    return tuple(filter(None, found.split(_BETWEEN)))


def _read(sql: str, datasets: Sequence[DatasetProfile]) -> dict[str, str]:
    """What each result column is computed from."""
    rows = {one.relation.casefold(): plural(one.semantic.entity_name) for one in datasets}
    tables = {
        one.relation.casefold(): {column.name.casefold(): spoken(column) for column in one.columns} for one in datasets
    }

    def told(one: exp.Expr, known: KnownTexts) -> str | None:
        found: dict[str, None] = {}
        for part in one.find_all(exp.Column, exp.Subquery, *_STATISTICS, bfs=False):
            own = told_of(part, known) if isinstance(part, exp.Column) else None
            own = told_of_query(part, known) if isinstance(part, exp.Subquery) else own
            found |= dict.fromkeys((own or _STATISTICS.get(type(part), "")).split(_BETWEEN))
        counts = any(isinstance(count.this, exp.Star) for count in one.find_all(exp.Count))
        found |= dict.fromkeys(rows.values()) if counts and len(rows) == 1 else {}
        return _BETWEEN.join(filter(None, found)) or None

    return followed(sql, tables, told)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
