"""Whether an answer says no more than the cells that it cites, so that nobody has to judge its words."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from shared.grounding import orders
from shared.grounding.asked import Granted, UnsaidWords
from shared.grounding.clauses import Clauses, clauses_of, is_beside, is_later, is_part, left_of, with_their_wholes
from shared.grounding.questions import not_repeated, tells_each, widens
from shared.grounding.statements import Referenced, Text, table_around
from shared.grounding.tables import cells_of, is_rule
from shared.grounding.vocabulary import ASKING, FORM, TIME, Vocabulary, numbered, words
from shared.pattern import LazyPattern

_SIGNS: Final = LazyPattern(r"[^\w\s.,;:()'’\"“”!?*_`|–—&-]")
"""Signs that say something of a figure: a unit, a bound, a direction."""
_MARKER: Final = LazyPattern(r"^[ \t>]*(?:[-*+•]|\d+[.)])[ \t]")
_FOLLOWS: Final = LazyPattern(r"\bfollowed by\b", re.IGNORECASE)
_AHEAD: Final = LazyPattern(r"\bahead of\b|\b(?:more|higher|larger|greater) than\b", re.IGNORECASE)
_BEHIND: Final = LazyPattern(r"\b(?:behind|after)\b|\b(?:less|lower|fewer|smaller) than\b", re.IGNORECASE)
ROSE: Final = frozenset(
    words("rose rises rise risen grew grow grows grown growth increased increase increases up gain gained")
)
FELL: Final = frozenset(
    words("fell falls fall fallen declined decline declines dropped drop drops decreased decrease decreases down")
)
_MOVED: Final = frozenset(words("changed change difference gap lead"))
WHOLE: Final = frozenset(words("total sum overall altogether all combined together"))
_PARTED: Final = frozenset(words("share percent percentage total all overall"))
_CHANGED: Final = ROSE | FELL | _MOVED
_OF_TWO: Final = _CHANGED | frozenset(words("develop compare comparison"))
"""Asks for two times of those from one to another; whatever else is asked of them is of all between."""
_WORKED_OUT: Final = {"pct": _PARTED, "change": _CHANGED, "diff": _MOVED}
_FROM, _TO = LazyPattern(r"\bfrom\W*$", re.IGNORECASE), LazyPattern(r"\bto\W*$", re.IGNORECASE)


@dataclass
class _ClauseTold:
    """What a clause told: of which rows, by column, and what its figure was."""

    names: Mapping[str, str] = field(default_factory=dict)
    said: Vocabulary | None = None


class Borne:
    """A text whose figures stand by reference, and the question that it answers; `found` are words of it that somebody
    found to be what was computed."""

    def __init__(self, told: Text, question: str, found: UnsaidWords | None = None) -> None:
        self._told, self._question = told, question
        self._granted = Granted(found, question)
        self._said = {one.start: Vocabulary(one) for one in told.cited}
        self._all = frozenset(words(told.text)) | frozenset(words(question))
        self._plain = [said for said in self._said.values() if not said.cited.parts]
        parts = [Vocabulary(part) for said in self._said.values() for part in said.cited.parts if part.column]
        self._cells = [*self._plain, *parts]
        self._plain = self._plain or parts[:1]
        self._mixed = len({said.cited.conditions for said in self._cells}) > 1
        """Whether its figures are of queries with different conditions, so that each has to tell its own."""
        self._way = orders.ways(question)[-1:]
        """The end from which places are counted: as the text said last, else as the question says."""
        self._before = _ClauseTold()
        self._superlatives: set[str] = set()
        self._compared: set[str] = set()
        self._moving: set[int] = set()
        """Where the figures stand of which it is told that they rose or fell, rightly."""

    def holds(self, places: Sequence[int], known: Collection[int] = ()) -> bool:
        """Whether each word of these statements, but for those `known` otherwise, and of the question is said by the
        cells: what a column is computed from, what names its row, what its query compares with, its place in its
        column, what of its total it is, or how it changed; and whether what is to be told is: each name of a row, each
        condition, which column and which statistic a figure is. Of a verb, another column's name or another place, the
        cells say nothing. Of a text that is known as a whole, each word of the question is one of its own."""
        two = self._cells if self._asked & _OF_TWO else ()
        if widens(self._question, two) or (widens(self._told.text) and not set(places) <= set(known)):
            return False
        if set(places) <= set(known):
            left = not_repeated(self._question, self._told.text)
            return not (self._granted.but(left, self._plain) if self._plain else left)
        is_known = all((*said.cited.parts, said.cited)[0].meanings for said in self._said.values())
        if not self._plain or not is_known or any(said.is_mixed_up for said in self._cells):
            return False
        for at in places:
            if at in known:
                self._before = _ClauseTold()
            elif not self._is_said(at):
                return False
        whole = {part for one in self._told.cited if one.function == "total" for part in map(id, one.parts)}
        rows = [one for one in self._cells if id(one.cited) not in whole]  # a total tells all rows
        return self._is_whole() and self._answers() and tells_each(self._question, rows, of_two=bool(two))

    def _is_said(self, at: int) -> bool:
        rows = table_around(self._told.statements, at)
        if rows:
            return rows.start == at and self._is_table(rows)
        given = self._told.told(at)
        return self._is_sentence(at, given) if given else self._is_heading(self._told.said(at))

    def _is_whole(self) -> bool:
        """Whether conditions (by the text if it alone says "total"), statistics and what is measured are told."""
        own = frozenset(words(self._told.text))
        by = own if (own - self._asked) & WHOLE else self._all
        return all(
            (self._granted.is_of(said) or (said.tells_conditions(by) and said.head in self._all))
            and all(ones & self._all for ones in said.statistics)
            for said in self._cells
        )

    def _answers(self) -> bool:
        """Whether the first figure, and what names the rows, say all words of the question."""
        first = self._plain[0]
        asked = orders.without_places(self._question)
        ways = set(orders.ways(self._question))
        if not all(
            way in self._superlatives or first.place(way) == 1 for way in ways if not orders.nth_in(self._question)
        ):
            return False
        if (nth := orders.nth_in(self._question)) and not (
            len(ways) == 1 and any(first.place(way) == nth for way in ways)
        ):
            return False
        known = first.meaning(frozenset(words(asked))).union(*(said.said_of_conditions() for said in self._cells))
        known |= {word for said in self._cells for forms in said.names.values() for form in forms for word in form}
        for said in self._said.values():
            known |= _WORKED_OUT.get(said.cited.function, frozenset())
            if said.cited.function == "change" and self._asked & _CHANGED:
                known |= {"percentage", "percent"}
        left = frozenset(words(asked)) - ASKING - known - self._compared - ({"or"} if self._compared else set())
        return all(self._is_top(numbered(word)) for word in self._granted.but(left, (first,)))

    def _is_sentence(self, at: int, given: tuple[Referenced, ...]) -> bool:
        text = _MARKER.sub(lambda found: " " * len(found.group()), self._told.said(at))
        clauses = clauses_of(text, given, self._told.names.all)
        if clauses is None or not self._moves(text, clauses):
            return False
        given_cells = [self._said[one.start] for _, one in clauses]
        self._granted.read([around for around, _ in clauses], given_cells)
        more = self._compares(text, given_cells)
        for (before, after), one in with_their_wholes(clauses):
            said = self._said[one.start]
            if _SIGNS.search(before + (after.replace("%", " ", 1) if one.unit == "%" else after)):
                return False
            before, after = (re.sub(rf"\b{more}\b(?! than)", " ", part) if more else part for part in (before, after))
            if said.cited.parts:
                if not self._is_worked_out(f"{before} {after}", said, text):
                    return False
            elif not self._granted.counts(before, after, said) or not self._is_clause(f"{before} {after}", said):
                return False
        return True

    def _compares(self, text: str, given: list[Vocabulary]) -> str:
        """The word with which a sentence calls its first figure more or less than all others of it, rightly."""
        first, *others = given
        alike = others and all(not one.cited.parts and one.measured == first.measured for one in others)
        if not alike or any(one.bounded for one in given):
            return ""
        own, rest = first.cited.value, [one.cited.value for one in others]
        for word, holds in (("more", own > max(rest)), ("fewer", own < min(rest))):
            if re.search(rf"\b{word}\b(?! than)", text) and holds:
                self._compared.add(word)
                return word
        return ""

    def _is_clause(self, text: str, said: Vocabulary) -> bool:
        """Whether the words around a figure are its cell's."""
        left = self._without_place(text, said)
        if left is None:
            return False
        told = frozenset(words(left))
        names = said.named(told)
        if self._mixed and not said.tells_conditions(told):
            return False
        unsaid = said.leaves(told, ROSE | FELL if said.cited.start in self._moving else frozenset())
        if not self._granted.is_said(unsaid, said, text):
            return False
        if not self._is_of(said, names, told) or not self._is_column(said, told) or not self._is_of_those(said, told):
            return False
        self._before = _ClauseTold(said.cited.rows[0] if said.cited.rows else {}, said)
        return True

    def _is_of(self, said: Vocabulary, names: Mapping[str, frozenset[str]], told: frozenset[str]) -> bool:
        """Whether every name of its row is told, or goes on from the clause before, or is the one that is asked for,
        where nothing of all is told."""
        own = said.cited.rows[0] if said.cited.rows else {}
        asked = said.named(frozenset(words(self._question)))
        for column, name in own.items():
            goes_on = self._before.names.get(column)
            if column in names or goes_on == name:
                continue
            rivals = [one for one in said.cited.rivals.get(column, ()) if frozenset(words(one)) <= self._asked]
            if goes_on is not None or column not in asked or len(rivals) > 1 or told & WHOLE:
                return False
        return True

    def _is_of_those(self, said: Vocabulary, told: frozenset[str]) -> bool:
        """Whether it is told of which rows alone a figure is: where it stands, or by the question if that is all that
        is asked for."""
        before = self._before.said
        goes_on = before is not None and before.of_those == said.of_those
        return said.of_those <= told or goes_on or (len(self._plain) == 1 and said.of_those <= self._asked)

    @property
    def _asked(self) -> frozenset[str]:
        return frozenset(words(self._question))

    def _is_column(self, said: Vocabulary, told: frozenset[str]) -> bool:
        """Whether a figure is told as its column's, where the text has figures of several."""
        others = {one.measured for one in self._plain} - {said.measured}
        if not others or any((said.measured - other) & told for other in [frozenset().union(*others)]):
            return True
        return self._before.said is not None and self._before.said.measured == said.measured

    def _without_place(self, text: str, said: Vocabulary) -> str | None:
        """A clause without the words that give its figure the place that it has; None where it has another."""
        if said.is_timed and any(one.search(text) for one in (_FOLLOWS, _AHEAD, _BEHIND)):
            return None
        if _FOLLOWS.search(text):
            before, way = self._before.said, self._way[-1] if self._way else ""
            if not (before and way and is_beside(before, said) and before.place(way)):
                return None
            if said.place(way) != before.place(way) + 1:
                return None
            text = _FOLLOWS.sub(" ", text)
        for found, higher in ((_AHEAD.search(text), True), (_BEHIND.search(text), False)):
            if not found or said.bounded:
                continue
            before, beyond = self._before.said, frozenset(words(text[found.end() :]))
            named = bool(said.named(beyond))
            if not (before and named and is_beside(before, said) and self._way[-1:] != ["low"]):
                return None
            if before.cited.value == said.cited.value or (before.cited.value > said.cited.value) != higher:
                return None
            text = f"{text[: found.start()]} {text[found.end() :]}"
        return self._without_superlatives(text, said)

    def _without_superlatives(self, text: str, said: Vocabulary) -> str | None:
        nth = orders.nth_in(text)
        for match in reversed(list(orders.SUPERLATIVE.finditer(text))):
            way = match.lastgroup or ""
            if {*words(match.group())} <= said.measured:
                continue
            bare = match.group().casefold() == "most" and not text[: match.start()].casefold().endswith("the ")
            if bare or said.place(way) != (nth or 1):
                return None
            self._way.append(way)
            self._superlatives.add(way)
            text = f"{text[: match.start()]} {text[match.end() :]}"
        if nth and (not self._way or said.place(self._way[-1]) != nth):
            return None
        return orders.PLACED.sub(" ", text) if nth else text

    def _is_worked_out(self, text: str, said: Vocabulary, sentence: str) -> bool:
        """Whether the words around a share of a total, a change or a difference are those of its cells."""
        one, other = (Vocabulary(part) for part in (*said.cited.parts, said.cited)[:2])
        if self._mixed:
            return False
        if said.cited.function == "total":
            return one.adds_up and one.of_those <= self._all and not _total(one).leaves(frozenset(words(text)), _PARTED)
        if said.cited.function == "pct":
            of_whom = frozenset(words(text.rpartition(" of ")[2]))
            is_total = one.of_those <= of_whom if not other.cited.column else is_part(one.cited, other.cited)
            return is_total and self._is_share(text, one, sentence)
        return self._is_change(text, said, one, other, sentence)

    def _is_share(self, text: str, one: Vocabulary, sentence: str) -> bool:
        told, whole = frozenset(words(text)), frozenset(words(sentence))
        names = one.named(told)
        says_so = {"of", "share", "percentage"} & (whole | self._asked)
        if not one.adds_up or not says_so or not one.of_those <= whole or one.leaves(told, _PARTED):
            return False
        if not self._is_of(one, names, told - _PARTED):
            return False
        self._before = _ClauseTold(one.cited.rows[0], None)
        return True

    def _is_change(self, text: str, said: Vocabulary, one: Vocabulary, other: Vocabulary, sentence: str) -> bool:
        whole = frozenset(words(sentence)) | self._asked
        mine, others = one.cited.rows[0], other.cited.rows[0]
        columns = [column for column in mine if mine[column] != others.get(column)]
        if len(columns) != 1 or not all(columns[0] in each.named(whole) for each in (one, other)):
            return False
        told = frozenset(words(text))
        names = frozenset().union(*one.named(told).values(), *other.named(told).values())
        known = (one.meaning(told) | one.said_of_conditions() | _MOVED | FORM) - (one.foreign & other.foreign) | names
        column, value = columns[0], said.cited.value
        if TIME.fullmatch(mine[column]) and TIME.fullmatch(others[column]):
            rose, fell = bool(told & ROSE), bool(told & FELL)
            if mine[column] <= others[column] or (rose and value <= 0) or (fell and value >= 0):
                return False
            return not told - known - ROSE - FELL and not _FROM.search(text) and "from" not in told
        ahead, behind = _AHEAD.search(text), _BEHIND.search(text)
        found = ahead or behind
        if not found or (ahead and behind) or value <= 0 or said.cited.function != "diff":
            return False
        first, second = (one, other) if ahead else (other, one)
        before, beyond = (frozenset(words(part)) for part in (text[: found.start()], text[found.end() :]))
        is_first = column in first.named(before) or self._before.names.get(column) == first.cited.rows[0][column]
        is_second = column in second.named(beyond) and column not in second.named(before)
        rest = f"{text[: found.start()]} {text[found.end() :]}"
        return is_first and is_second and not frozenset(words(rest)) - known

    def _moves(self, sentence: str, clauses: Clauses) -> bool:
        """Whether what rose or fell did, from the earlier figure to the later, and "from … to" goes that way."""
        signs: set[bool] = set()
        for ((before, _), one), ((after, _), next_) in pairwise(clauses):
            if _FROM.search(left_of(before)) or _TO.search(left_of(after)):
                if not (_FROM.search(left_of(before)) and _TO.search(left_of(after))):
                    return False
                if not is_later(next_, one) or next_.value == one.value:
                    return False
                signs.add(next_.value > one.value)
                self._moving |= {one.start, next_.start}
        changes = [one for _, one in clauses if one.function in ("change", "diff")]
        told = frozenset(words(sentence))
        if not (told & ROSE or told & FELL):
            return True
        if not signs and not changes:
            return False
        signs |= {one.value > 0 for one in changes if one.value}
        return signs == {True} if not told & FELL else signs == {False} if not told & ROSE else False

    def _is_heading(self, text: str) -> bool:
        """A line that says what the figures below it are, or statements of places whose figures stand elsewhere."""
        if _SIGNS.search(text):
            return False
        if text.rstrip(" *_").endswith(":"):
            self._before = _ClauseTold()
            told = frozenset(words(re.sub(r"\btop\b", " ", text, flags=re.IGNORECASE)))
            same = frozenset[str].intersection(*(one.meaning(told) | one.said_of_conditions() for one in self._plain))
            left = self._granted.but(told - FORM - same - frozenset({"here", "follow", "following"}), self._plain)
            return all(self._is_top(numbered(word)) or self._counts(numbered(word)) for word in left)
        for part in re.split(r",? and |;", text):
            fits = [said for said in self._plain if said.named(frozenset(words(part))).keys() == said.names.keys()]
            fits = [said for said in fits if said.names and (orders.SUPERLATIVE.search(part) or orders.nth_in(part))]
            if not fits or not self._is_clause(part, fits[0]):
                return False
        return True

    def _is_top(self, count: int) -> bool:
        """Whether the text's figures are so many, in their order from the highest."""
        listed = list(dict.fromkeys(said.cited.value for said in self._plain))
        places = [said.place("high") for said in self._plain][: len(listed)]
        return count == len(listed) and places == list(range(1, count + 1))

    def _counts(self, count: int) -> bool:
        """Whether the text's figures are so many, and there are no others in their column."""
        return count > 1 and {said.rows for said in self._plain} == {count} and count == len(self._plain)

    def _is_table(self, rows: range) -> bool:
        """Whether each head says what the cells below it are, and each row all names of the cells in it."""
        told = self._told
        heads = [frozenset(words(cell)) for cell in cells_of(told.said(rows.start))]
        if _SIGNS.search(told.said(rows.start)):
            return False
        body = [at for at in rows if at > rows.start and not is_rule(told.said(at))]
        self._before = _ClauseTold()
        named: set[int] = set()
        for at in body:
            cells, text = cells_of(told.said(at)), told.said(at)
            lead = text.lstrip().startswith("|")
            if any(_SIGNS.search(cell) for place, cell in enumerate(cells) if not re.search(r"\d", cell)):
                return False
            placed = {text[: one.start].count("|") - lead: self._said[one.cited.start] for one in told.told(at)}
            if len(cells) != len(heads) or len(placed) != len(told.told(at)):
                return False
            names = [place for place in range(len(cells)) if place not in placed]
            written = frozenset(word for place in names for word in words(cells[place]))
            named.update(names)
            for place, said in placed.items():
                if not self._is_headed(heads[place], said) or not self._is_named(written, said):
                    return False
        return bool(body) and all(heads[place] <= FORM | self._cells[0].naming(heads[place]) for place in named)

    def _is_headed(self, head: frozenset[str], said: Vocabulary) -> bool:
        if self._mixed:
            return False
        if not said.cited.parts:
            others = {one.core for one in self._plain} - {said.core}
            distinct = not others or bool(head & (said.measured - frozenset().union(*others)))
            known = FORM | said.measuring(head) | said.said_of_conditions()
            return said.head in head and distinct and said.of_those <= head <= known
        one, other = (Vocabulary(part) for part in (*said.cited.parts, said.cited)[:2])
        is_share = said.cited.function == "pct" and not other.cited.column and one.adds_up
        return (
            is_share and bool(head & {"share", "percentage"}) and one.of_those <= head <= FORM | one.measured | _PARTED
        )

    def _is_named(self, written: frozenset[str], said: Vocabulary) -> bool:
        own = Vocabulary(said.cited.parts[0]) if said.cited.parts else said
        named = own.named(written)
        return named.keys() == own.names.keys() and written == frozenset().union(*named.values())


def _total(one: Vocabulary) -> Vocabulary:
    """That of the total of a cell's column, which no row names."""
    return Vocabulary(replace(one.cited, rows=(), meanings={one.cited.column: one.cited.meanings[one.cited.column]}))
