"""The words that a cited cell bears out: its column's meaning, the names of its row, the conditions of its query."""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import Final

from shared.engine.results.marks import ANY, OF_THOSE, RAW, ROLES, SAYS
from shared.grounding.cited import Cited
from shared.grounding.names import tokens
from shared.pattern import LazyPattern
from shared.query.words.figures import is_currency
from shared.query.words.values import MONTHS
from shared.table.units import is_unit

_SHORT: Final = 5
_OFTEN: Final = {"monthly": "month", "quarterly": "quarter", "yearly": "year", "weekly": "week", "daily": "day"}


def words(text: str) -> list[str]:
    """The words of a text as they are compared: numbers without separators of thousands."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.replace("_", " "))
    text = re.sub(r"\b(\d+)k\b", r"\g<1>000", text, flags=re.IGNORECASE)
    return [_one(word) for _, _, word in tokens(text.replace("'s", "").replace("’s", ""))]


def _one(word: str) -> str:
    word = f"{word[:-2]}y" if word.endswith("ie") and len(word) > _SHORT else word
    word = word[:-2] if word.endswith("ed") and len(word) > _SHORT else word
    return _OFTEN.get(word, word)


FORM: Final = frozenset(
    words(
        "a an the of in on at by for from to and with through via is are was were has have had do does did it its "
        "there we our what which how much many this these that so also here while whereas against versus vs compared "
        "come came went go stand stood amount amounted bring brought account accounted reach reached "
        "get got arrive arrives"
    )
)
"""Words, as they are read, that only hold a sentence together: none of them compares, denies or bounds."""
ASKING: Final = FORM | frozenset(
    words(
        "please tell me show give list find calculate compute can could you i m im want know like would need see "
        "curious per each every compare comparison between breakdown develop over who whose grand"
    )
)
"""Of a question."""
_AVERAGE, _MEDIAN = frozenset({"average", "mean"}), frozenset({"median"})
AVERAGING: Final = _AVERAGE | _MEDIAN
"""Of which a noun follows."""
_STATISTICS: Final = (
    _AVERAGE,
    _MEDIAN,
    frozenset({"different", "distinct", "unique"}),
    frozenset({"deviation", "std", "stddev", "dev"}),
    frozenset({"maximum", "max", "highest", "largest", "biggest", "greatest", "most"}),
    frozenset({"minimum", "min", "lowest", "smallest", "least"}),
)
"""Each has to be told where a column is one."""
_PLAIN: Final = frozenset(
    words("total sum overall altogether number count row standard share percentage percent rate")
).union(*_STATISTICS)
_BOUNDS: Final = {
    "above": frozenset(words("above over more than greater higher exceed exceeding")),
    "below": frozenset(words("below under less than fewer lower")),
    "between": frozenset({"between"}),
}
CHOOSING: Final = _PLAIN.union(*_BOUNDS.values()) | frozenset(
    words(
        "not no none never nobody nothing without except excluding exclude other another only just still yet already "
        "almost nearly better best worse worst top bottom first second third fourth last latest next previous leading "
        "leader lead winner win won lose lost high low higher lower same equal twice double half both all any some "
        "good bad great poor strong weak normal usual new old rose rise risen grow grew grown growth increase gain "
        "fall fell fallen decline drop decrease change difference gap than then because due cause effect"
    )
)
"""Words that choose among rows or figures, compare, deny, judge or explain: nobody may take one for a column's."""
TIME: Final = LazyPattern(r"\d{4}(?:-\d\d.*)?")
_DATE: Final = LazyPattern(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?:[t ]00:00.*)?")
_COUNTS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Vocabulary:
    """What may and what has to be said of a cell."""

    def __init__(self, cited: Cited) -> None:
        self.cited = cited
        means = {column: said.partition(OF_THOSE) for column, said in cited.meanings.items()}
        self.meanings = {column: said.partition(SAYS) for column, (said, _, _) in means.items()}
        column = self.meanings.get(cited.column, ("", "", ""))[0]
        self.measured = frozenset(words(column))
        self.core, self.head = _core(column)
        self.names = {column: tuple(self._forms(column, name)) for column, name in (cited.rows or ({},))[0].items()}
        self.of_those = frozenset(words(means.get(cited.column, ("", "", ""))[2]))
        conditions = [one.rpartition(SAYS) for one in cited.conditions]
        self.of_conditions = frozenset(word for own, _, _ in conditions for word in words(own))
        self.needed = [_needed(said) for _, _, said in conditions]
        self.bounded = any(said.split(" ")[0] in _BOUNDS for _, sign, said in conditions if sign)
        own = frozenset(word for name in cited.names for word in words(name))
        self.foreign = frozenset[str]().union(*map(_words_of, cited.rivals.values())) - own
        """Words of other rows' names alone."""

    def leaves(self, told: frozenset[str], known: frozenset[str] = frozenset()) -> frozenset[str]:
        """Those words that it does not bear out: all but what is `known` beside it, what only holds a sentence
        together, and its own; names of other rows are none of these."""
        names = frozenset[str]().union(*self.named(told).values())
        return told - ((FORM | known | self.meaning(told) | self.said_of_conditions()) - self.foreign) - names

    def meaning(self, told: frozenset[str]) -> frozenset[str]:
        """The words that its columns bear out among those told: of a column's name only where its noun is told, "date"
        and "order date" of an order date, and not "order"."""
        return self.measuring(told) | self.naming(told)

    def measuring(self, told: frozenset[str]) -> frozenset[str]:
        """The words that the column of the figure bears out among those told."""
        return self.measured if self.head in told else self.measured - self.core

    def naming(self, told: frozenset[str]) -> frozenset[str]:
        """The words that the columns which name its row bear out among those told."""
        known: set[str] = set()
        for column, (said, _, grain) in self.meanings.items():
            core, head = _core(said.removesuffix(f" {grain}") if grain else said)
            known |= {grain} if grain else set()
            known |= core if column != self.cited.column and head in told else set()
        return frozenset(known)

    @property
    def is_mixed_up(self) -> bool:
        """Whether its row has two names that could each be the other's, or its query columns that could."""
        if any(one.startswith(f"{RAW}{ROLES}") for one in self.cited.conditions):
            return True
        given = list((self.cited.rows or ({},))[0].items())
        return any(
            name in self.cited.rivals.get(column, ()) for own, name in given for column, _ in given if column != own
        )

    @property
    def is_timed(self) -> bool:
        """Whether a time is among the names of its row."""
        return any(TIME.fullmatch(name) for name in self.cited.names)

    @property
    def adds_up(self) -> bool:
        """Whether the figures of its column are parts of a total."""
        return not self.statistics and self.measured != self.core and not self.bounded

    @property
    def counts_rows(self) -> bool:
        """Whether its column counts rows."""
        return {"count", "row"} <= self.measured

    @property
    def statistics(self) -> list[frozenset[str]]:
        """The words of which one has to be told, of each statistic that its column is."""
        return [ones for ones in _STATISTICS if ones & self.measured]

    def said_of_conditions(self) -> frozenset[str]:
        """The words that its conditions may be told in, and those of the rows that alone are in it."""
        return self.of_those | self.of_conditions.union(*(ones for given in self.needed for ones in given))

    def tells_conditions(self, told: frozenset[str]) -> bool:
        """Whether each condition of its query is told."""
        return all(ones & told for given in self.needed for ones in given)

    def named(self, told: frozenset[str]) -> dict[str, frozenset[str]]:
        """The words in which each name of its row stands among those told, by column."""
        found = {column: next((one for one in forms if one <= told), None) for column, forms in self.names.items()}
        return {column: form for column, form in found.items() if form and not form <= self.measured}

    def place(self, way: str) -> int:
        """Which place, from 1, it has in its column from its "high" or "low" end; 0 where it shares it, or none is
        known."""
        among = self.cited.groups.get("", ())
        if among.count(self.cited.value) != 1:
            return 0
        return sorted(among, reverse=way == "high").index(self.cited.value) + 1

    @property
    def rows(self) -> int:
        """How many rows there are in its column; 0 where that is not known."""
        among = self.cited.groups.get("", ())
        return 0 if any(abs(one) == inf for one in among) else len(among)

    def _forms(self, column: str, name: str) -> Iterable[frozenset[str]]:
        """The words, each set of them enough, with which a name is told."""
        found = _DATE.fullmatch(name)
        if found is None:
            return [frozenset(words(name))]
        rivals = [match for one in self.cited.rivals.get(column, ()) if (match := _DATE.fullmatch(one))]
        grain = self.meanings.get(column, ("", "", ""))[2] or _grain_of(rivals)
        return _dated(found, rivals, grain)


def _needed(said: str) -> list[frozenset[str]]:
    """The words of which one has to be told, for each of those that say a condition."""
    if said.startswith(RAW):
        return [frozenset({RAW})]
    any_of = [_nouns(words(part.replace(ANY, " "))) for part in said.split(" ") if ANY in part]
    others = words(" ".join(part for part in said.split(" ") if ANY not in part))
    return [*map(frozenset, any_of), *(_BOUNDS.get(word, frozenset({word})) for word in others)]


def _nouns(given: list[str]) -> list[str]:
    """Those words that are no units; all of them where there are no others."""
    return [word for word in given if not (is_unit(word) or is_currency(word.upper()) or word.isdecimal())] or given


@lru_cache(maxsize=256)
def _core(said: str) -> tuple[frozenset[str], str]:
    """The words of a column's name without those of statistics, and the noun among them: the last that is no unit."""
    given = words(said)
    core = [word for word in given if word not in _PLAIN] or given
    return frozenset(core), (_nouns(core) or [""])[-1]


def _grain_of(dates: list[re.Match[str]]) -> str:
    """That of dates which are all the first of a month, where there are a few."""
    return "month" if len(dates) > 2 and {one["day"] for one in dates} == {"01"} else "day"


def _dated(date: re.Match[str], rivals: list[re.Match[str]], grain: str) -> list[frozenset[str]]:
    year, month, day = date["year"], int(date["month"]), int(date["day"])
    quarter, name = f"q{(month + 2) // 3}", MONTHS[month - 1].casefold()
    alone = {one["year"] for one in rivals} == {year}
    short = {"month": [{name}, {name[:3]}], "quarter": [{quarter}]}.get(grain, []) if alone else []
    forms = {
        "year": [{year}],
        "quarter": [{quarter, year}],
        "month": [{name, year}, {name[:3], year}],
    }.get(grain, [{str(day), one, year} for one in (name, name[:3])])
    return [frozenset(_one(word) for word in form) for form in (*forms, *short)]


@lru_cache(maxsize=64)
def _words_of(names: frozenset[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in words(name))


@lru_cache(maxsize=1024)
def numbered(word: str) -> int:
    """The count that a word is; 0 where it is none."""
    return int(word) if word.isdecimal() else _COUNTS.index(word) + 1 if word in _COUNTS else 0
