"""Whether a figure by reference is told of what it belongs to: the right cell under the wrong name is a false figure.

A reference is right in its value by construction. What can be wrong is the sentence around it: another row's name,
another column's, or another unit.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from shared.contracts import Fact
from shared.grounding.owners import Owners
from shared.grounding.spelled import TIME_UNITS
from shared.grounding.subjects import Mention, Span, Topics, moment
from shared.pattern import LazyPattern

_WORD: Final = LazyPattern(r"[^\W\d_]{3,}")
_COMMON: Final = frozenset(
    ["the", "and", "for", "per", "all", "total", "sum", "average", "avg", "mean", "number", "count"]
)
_NAMED_BEFORE: Final = LazyPattern(
    r"(?P<name>\w+(?: \w+)?) (?:is|was|are|were|of|at|c[oa]mes? to|amount(?:s|ed)? to)(?: (?:only|just|about))?\s*$|"
    r"[(:]\s?(?P<label>[a-z]+(?: [a-z]+)?) $"
)
_CLAUSE: Final = LazyPattern(r"[,;:()|\n]")
_PHRASE: Final = LazyPattern(
    r"[,;:()|\n.]|\b(?:of|per|an?|each|for|on|in|at|to|from|by|with|without|out|and|but|or|while|whereas|than|against|as|after)\b"
)
"""What ends the noun behind a figure."""
_COPULA: Final = LazyPattern(r"^[*_\s]*(?:(?:is|are|was|were|in)\s)?")
_STATISTICS: Final = {"average": "mean", "avg": "mean", "mean": "mean", "median": "median", "rate": "share"}
_MEASURES: Final = frozenset({"median", "max", "min", "largest", "longest"})
_SHORT: Final = {"min": "minute", "hr": "hour", "sec": "second", "h": "hour", "d": "day"}
_TIMES: Final = frozenset((*TIME_UNITS, *_SHORT))
_NUMBERS_ROWS: Final = LazyPattern(r"(?:^|_)(?:no|id|nr)(?:_|$)")
_LONG: Final = 6
"""From so many letters on a name may begin a longer word."""
_LAST: Final = LazyPattern(r"[^\W\d]+$")
_COUNTED_NOUN: Final = LazyPattern(r"\d[*_%]*\s\w+")
_DESCRIBED: Final = LazyPattern(r"[a-z]{4,} $")
_COUNTED: Final = LazyPattern(r"\d[*_%]*\s$")
"""A figure right before a noun, which counts it: "the correlation over the 20 countries is …"."""
_OF_ALL_AND_ONE: Final = LazyPattern(r"\bt\d+\..* [-+] |[-+] .*\bt\d+\.")
"""A sum or difference with what all rows come to: it is no row's alone."""
_MOVED: Final = LazyPattern(
    r"\b(?:of|gain|gr[eo]w|ris|ros|fall|fell|drop|los|lost|chang|improv|up|down|declin|add|by|more|fewer|less)"
)
_ALONE: Final = LazyPattern(
    r"[*_]*\s*(?:[.,;:)(|–-]|(?:in|and|to|at|on|or|which|while|from|for|by|an?|per|years?|days?|hours?|min\w*)\b|$)"
)
"""What follows a figure beside which no noun says what it counts."""


@dataclass(frozen=True)
class Cited:
    """A figure that stands by reference at text[start:end].

    `rows` are the names of the rows that it came from, by their columns, and `rivals` all names in those columns;
    `column` is the name of its column and `columns` the other columns' names, empty where it was computed of several;
    `counts` are those of them that hold whole numbers, by which rows may be called.
    `shared` are the names of other rows with the same figure there. `change` is its value where it is a change or a
    difference, whose direction words may state. `at` are the rows themselves, as (table, row); `groups` are the figures
    of its column among which it may be first or last, by the name that these rows have in common, "" for all of them;
    `form` is how it was computed, without the rows: "diff(r.november, r.december)". `figures` are all those of its
    rows, by their columns; `conditions` are the texts and numbers that its queries compare with; `meaning` are
    the words of what its column and those of its rows' names are computed from, empty where that is not known;
    `assumed` says that a factor in it comes from neither a result nor the question.
    """

    start: int
    end: int
    fact: Fact
    rows: tuple[Mapping[str, str], ...] = ()
    rivals: Mapping[str, frozenset[str]] = field(default_factory=dict)
    column: str = ""
    columns: tuple[str, ...] = ()
    counts: frozenset[str] = frozenset()
    change: float | None = None
    shared: frozenset[str] = frozenset()
    at: tuple[tuple[int, int], ...] = ()
    groups: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    form: str = ""
    figures: tuple[Mapping[str, float], ...] = ()
    conditions: tuple[str, ...] = ()
    meaning: str = ""
    assumed: bool = False

    @property
    def value(self) -> float:
        """The figure."""
        return float(self.fact.value or 0)

    @property
    def unit(self) -> str:
        """The unit that it is shown with; empty where there is none."""
        return self.fact.unit or ""

    @property
    def is_difference(self) -> bool:
        """Whether it is one figure less another, of which nobody knows which comes first."""
        return self.fact.name.startswith("difference")

    @property
    def between(self) -> bool:
        """Whether it compares two rows of different names."""
        return len(self.rows) == 2 and self.rows[0] != self.rows[1]

    @property
    def timely(self) -> bool:
        """Whether the rows that it compares are of different times."""
        return bool(self.rows) and all(moment(tuple(row.values())) for row in self.rows)

    @property
    def order(self) -> int:
        """-1 for a difference whose first row is the earlier one: what it lost since is positive there."""
        times = [moment(tuple(row.values())) for row in self.rows]
        if not self.is_difference or len(times) != 2 or not times[0] or not times[1]:
            return 1
        return -1 if times[0] < times[1] else 1

    @property
    def names(self) -> frozenset[str]:
        """All names of its rows."""
        return frozenset(name for row in self.rows for name in row.values())


def of_another(cited: Cited, at: Span, spoken: Topics, figures: Mapping[Span, frozenset[str]]) -> str:
    """Why the row of the figure at that place of a statement is not one that the words can name; empty where it is, or
    where they name none. `figures` are all that stand in it, with the names of their rows."""
    own = cited.names | cited.shared
    if _OF_ALL_AND_ONE.search(cited.form) or _written(own - spoken.names, spoken.text):
        return ""
    naming = [one for one in spoken.mentions if not _is_noun(spoken.text[one.start : one.end], cited)]
    kinds = ([one for one in naming if one.parts & rivals] for rivals in cited.rivals.values())
    told = [_told_of(own, at, Owners(spoken.text, kind, figures)) for kind in kinds]
    if any(tied and own & names for names, tied in told):
        told = [(names, tied) for names, tied in told if tied]
    described = frozenset(name for one in naming if _is_described(one, spoken.text) for name in one.parts)
    others = (names for names, _ in told if names and not own & names)
    names = next((names for names in others if not (names <= described and _within(names, own))), None)
    return f"this is the figure of {_listed(own)}, and the sentence speaks of {_listed(names)}" if names else ""


def _written(names: frozenset[str], said: str) -> bool:
    """Whether one of the names stands there as a word that names nobody otherwise, joined or in parts: "low-priority
    tickets", "Teilzeitkräfte", "e-mail"."""
    forms = [rf"(?<!\w){re.escape(name)}" + ("" if len(name) >= _LONG else r"(?!\w)") for name in names]
    return any(re.search(form, text, re.IGNORECASE) for form in forms for text in (said, said.replace("-", "")))


def _is_noun(written: str, cited: Cited) -> bool:
    """Whether a name is written as what the column counts: "9 deaths", where a cause is called Death."""
    return written.islower() and bool(_words(written) & _words(cited.column))


def _is_described(one: Mention, said: str) -> bool:
    """Whether a name stands there as a noun that another word describes: "electric vans"."""
    return said[one.start : one.end].islower() and bool(_DESCRIBED.search(said[: one.start]))


def _within(names: frozenset[str], own: frozenset[str]) -> bool:
    """Whether what is named is a part of the row's own name: "the electric vans", of an e-van."""
    return any(set(re.findall(r"\w+", name)) < set(re.findall(r"\w+", its)) for name in names for its in own)


def _told_of(own: frozenset[str], at: Span, owners: Owners) -> tuple[frozenset[str], bool]:
    """Which names the words tell a figure of, where it is none of theirs, and whether it is tied to them."""
    if tied := owners.tied(at):
        return tied, True
    readings = owners.readings(at) or []
    return frozenset().union(*readings) if not any(own & one for one in readings) else frozenset(), False


def _listed(names: frozenset[str] | set[str]) -> str:
    return " and ".join(sorted(names)[:4])


def under_another(cited: Cited, at: Span, said: str, others: Collection[str] = ()) -> str:
    """Why the column or the unit of time is not the one that the words beside the figure name; empty where it is."""
    return _called_another(cited, at, said, others) or _in_another_unit(cited, said[at[1] :])


def _called_another(cited: Cited, at: Span, said: str, others: Collection[str]) -> str:
    """Why the column is not the one that the words beside the figure name: "⟦a⟧ orders", "orders came to ⟦a⟧"; those
    that open the sentence name it unless they name the column of one of the `others`."""
    own = _words(cited.column)
    if not own or not cited.columns:
        return ""
    before, after = _CLAUSE.split(said[: at[0]])[-1], said[at[1] :]
    alone, next_words = bool(_ALONE.match(after)), _PHRASE.split(_COPULA.sub("", after))[0].split()
    next_words = [word for word in next_words if word.casefold() not in " ".join(cited.names).split()]
    named = _NAMED_BEFORE.search(before)
    named = None if named and _COUNTED.search(before[: named.start()] + _LAST.sub("", named["name"] or "")) else named
    name = _words(named["name"] or named["label"]) if named else frozenset[str]()
    called = name if not own & _words(before) else frozenset[str]()
    opening = _words(" ".join(said.split()[:3])) if alone and not own & _words(said) else frozenset[str]()
    opening = frozenset[str]() if opening & _words(" ".join(others)) else opening
    clause = _words(_COUNTED_NOUN.sub(" ", f"{before}{said[at[0] : at[1]]}{_CLAUSE.split(after)[0]}"))
    statistics = _statistics(before) - _statistics(cited.column) if alone and cited.unit != "%" else set[str]()
    if _of_a_pair(cited, before, next_words) or _no_statistic(cited, named, next_words):
        return f"this is {cited.column.replace('_', ' ')}, and the text calls it something else"
    for other in (name for name in cited.columns if not _NUMBERS_ROWS.search(name)):
        telling, distinct = _words(other) - own - _TIMES, own - _words(other)
        if not telling or _is_part(cited, other):
            continue
        near = distinct & _words(f"{before} {' '.join(next_words[: len(telling) + 2])}")
        if {cited.column, other} <= cited.counts and cited.column not in others:
            near |= {word for word in distinct if any(one.startswith(word) for one in clause)}
        follows = _words(" ".join(next_words[: len(telling)])) if not near else frozenset[str]()
        if not own & follows and follows & telling >= telling - _MEASURES and telling - _MEASURES and not near:
            return f"this is {cited.column.replace('_', ' ')}, and the text calls it {other.replace('_', ' ')}"
        topic = frozenset[str]() if other in cited.counts else opening
        if (telling <= name and distinct and not near) or (
            not own & name and any(telling <= words and not own & words for words in (follows, called, topic))
        ):
            return f"this is {cited.column.replace('_', ' ')}, and the text calls it {other.replace('_', ' ')}"
        if not own & name and cited.column in cited.counts and statistics & _statistics(other):
            return f"this is {cited.column.replace('_', ' ')}, and the text calls it {statistics.pop()}"
    return ""


def _is_part(cited: Cited, other: str) -> bool:
    """Whether a count may be one of what another column of its row counts: "28 films flopped", of 240 films."""
    counted = {cited.column, other} <= cited.counts and len(cited.figures) == 1
    return counted and cited.value < cited.figures[0].get(other, 0)


def _of_a_pair(cited: Cited, before: str, next_words: list[str]) -> bool:
    """Whether a change is told as a level: as what two other columns count, before and after."""
    noun = _words(" ".join(next_words[:1]) if next_words[:1] and next_words[0][0] != "-" else "") - _words(cited.column)
    paired = [other for other in cited.columns if noun & _words(other)]
    return cited.change is not None and len(paired) > 1 and not _MOVED.search(before)


def _no_statistic(cited: Cited, named: re.Match[str] | None, next_words: list[str]) -> bool:
    """Whether a count is told as the mean or median that stands in another column: "a median of ⟦homes⟧ dollars"."""
    told = _statistics((named["name"] or "") if named else "") - _statistics(cited.column)
    if cited.column not in cited.counts or _words(cited.column) & _words(" ".join(next_words[:2])):
        return False
    return any(told & _statistics(other) for other in cited.columns)


def _statistics(text: str) -> set[str]:
    """The statistics that a text names: mean, median, share."""
    words = re.findall(r"[a-z]+", text.casefold().replace("_", " "))
    return {_STATISTICS[word] for word in words if word in _STATISTICS}


def _in_another_unit(cited: Cited, after: str) -> str:
    """Why the unit of time behind the figure is not the one of its column."""
    written = re.match(r"\s?([a-z]+)\b", after)
    said = _times(written[1]) if written else frozenset[str]()
    own = _times(f"{cited.column} {cited.unit}")
    if len(own) == 1 and said and said != own:
        return f"this is in {next(iter(own))}s, and the text says {next(iter(said))}s"
    timed = any(said & _times(other) and len(_words(other)) > 1 for other in cited.columns)
    if said and not own and timed and (cited.column in cited.counts or cited.unit == "%"):
        return f"this is no time, and the text says {next(iter(said))}s"
    return ""


def _times(text: str) -> frozenset[str]:
    words = (word.casefold().rstrip("s") for word in re.findall(r"[A-Za-z]+", text.replace("_", " ")))
    return frozenset(_SHORT.get(word, word) for word in words).intersection(TIME_UNITS)


def _words(text: str) -> frozenset[str]:
    found = (word.casefold() for word in _WORD.findall(text.replace("_", " ")))
    return frozenset(word.rstrip("s") for word in found if word not in _COMMON)
