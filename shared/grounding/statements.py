"""A text in statements, beside what is known: whose number each of its figures may be."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from shared.grounding.cited import Cited
from shared.grounding.comparisons import Column
from shared.grounding.evidence import Datum
from shared.grounding.figures import TextFigure
from shared.grounding.parallels import ParallelStanding
from shared.grounding.spelled import TIME_UNITS
from shared.grounding.subjects import Parts, Span, Subjects, Topics, tokens
from shared.pattern import LazyPattern

_ABBREVIATION = (
    r"(?<!\b[A-Z]\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bapprox\.)(?<!\bNo\.)(?<!\bInc\.)(?<!\bca\.)(?<!\bincl\.)"
)
_SENTENCE_END = LazyPattern(
    rf"(?<=[.!?])(?<!\d\.){_ABBREVIATION}[\"'”’)*_]*\s+(?=[\"'“(*_`]*[A-Z0-9])|"
    rf"(?<=[a-z%)]\.){_ABBREVIATION}\s+(?=[A-Z0-9])|(?<=\d\.)\s+(?=[A-Z][A-Za-z0-9]|[AI] [a-z])|"
    r"(?<=°[CF]\.)\s+(?=[A-Z][a-z])|"
    # a number that is no ordinal, and one that counts something
    rf"(?:(?<=[.,]\d\.)|(?<=[.,]\d\d\.)|(?<=[.,]\d\d\d\.)|(?<=[a-z] (?:19|20)\d\d\.))"
    rf"\s+(?=\d[\d.,]*\s?(?:%|[a-z]{{2}}))"
)
EXTREME = LazyPattern(
    r"\b(?:rang\w+|spread|span\w*|between|highest|lowest|largest|smallest|biggest|peak\w*|top|best|worst|bottom|leader\w*|"
    r"leads?|maxim\w+|minim\w+|high|low|runner|winner|most|least|weakest|strongest)\b",
    re.IGNORECASE,
)
"""Words that stand for a row without its name."""
_ITEM = LazyPattern(r"[ \t>]*(?:[-*+|]|\d+[.)])[ \t]")
_LABEL_START = r"[ \t>]*(?:(?:[-*+|]|\d+[.)])[ \t]+)?[*_`\"“]*"
_LABELLED = LazyPattern(
    rf"{_LABEL_START}(?!(?:The|This|That|It|These|Those|They|Their|Its|There|Here|Overall|Total|Average|Mean|Median|"
    r"Sum|All|Both|Each|We|I|He|She|One|His|Her|Together|A|An|In|At|With|For|On)\b)"
    r"(?P<label>[A-Z][^\s:|(]*(?: [^\s:|(]+){0,3}?)[*_`\"”]*\s*"
    r"(?::|\||\(|[—–=-]\s|\b(?:has|have|had|is|was|were|recorded|reached|came|comes|sold|shows?|stands?|saw|and)\b)"
)
_NUMBERED = LazyPattern(r"[ \t>]*\d+\.")
_OPENING = LazyPattern(_LABEL_START)
_ROLES = frozenset(
    word
    for _, _, word in tokens(
        "highest lowest largest smallest biggest peak top best worst bottom leader lead leading maximum minimum max "
        "min high low runner up winner most least weakest strongest value values figure figures range spread first "
        "second third last next place rank key result results finding answer summary note in short brief from to the "
        "of a an with for by and monday tuesday wednesday thursday friday saturday sunday january february march "
        "april may june july august september october november december"
    )
)
"""Words that a label or the middle of a sentence may have without naming somebody."""
_NUMBERED_TIME = LazyPattern(rf"\b(?:{'|'.join(TIME_UNITS)})[ -](?P<number>\d{{1,3}})\b(?![.,]\d|\s?%)", re.IGNORECASE)
_CODE = LazyPattern(r"\b(?P<kind>[a-z]{1,6}-?)\d{1,3}\b(?![.,]\d|\s?%)", re.IGNORECASE)
"""Names that differ by a number: "HPLC-1", "T3"."""
_NAME = LazyPattern(r"(?<![\w.])[A-Z][a-z]{2,}")
_NEXT = LazyPattern(r"\b(?:second|third|next|follow\w*|runner|top|bottom)\b", re.IGNORECASE)
_AMOUNTED = LazyPattern(
    r"(?:\b(?:by|to|at|(?:total|sum|count|number) of|reach(?:ed|es)|total(?:s|ed|ing|ling)?|average[sd]?|sold|sells|"
    r"counts?|exactly|about|around|over|only|just|is|was|are|were|has|have|had)|[=:|(])[\s*_]*$",
    re.IGNORECASE,
)
"""What stands before an amount, so that it is no year."""

_A_YEAR = LazyPattern(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
_NO_LABEL = LazyPattern(r"\d[.,]\d|\d\s?(?:thousand|million|billion|trillion)", re.IGNORECASE)
_UNIT = LazyPattern(r"\([^()]*\)|[%€$£]")
"""What stands beside a column's name in a header."""
_UP_TO = LazyPattern(r"\d\s?(?:to|–|-)\s?$")
"""What stands before the last number of a range, which begins the next one in the data: "40 to 59"."""


@dataclass(frozen=True)
class Statement:
    """A sentence, a bullet or a table row at text[start:end]; `line` tells which line it stands in."""

    start: int
    end: int
    line: int
    in_table: bool


@dataclass(frozen=True)
class Text:
    """A text in statements; `masked` has the digits blanked out that are parts of names."""

    text: str
    masked: str
    statements: tuple[Statement, ...]
    question: str
    subjects: Subjects
    words: frozenset[str]
    values: Mapping[str, tuple[float, ...]]
    cited: tuple[Cited, ...] = ()
    by_reference: bool = False
    labels: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        text: str,
        known: tuple[Datum, ...],
        question: str,
        names: Iterable[str],
        words: frozenset[str],
        cited: tuple[Cited, ...] | None = None,
        labels: frozenset[str] = frozenset(),
    ) -> "Text":
        """The text, read beside what is known; `names` are the data's own with digits, `words` all of its words,
        `cited` the figures in it that stand by reference, where it was written with references, and `labels` the
        numbers that stand in labels."""
        named = {(column, name) for one in cited or () for column, rivals in one.rivals.items() for name in rivals}
        subjects = Subjects(
            (*((one.family, one.parts) for one in known if one.parts), *((column, (name,)) for column, name in named))
        )
        values: defaultdict[str, list[float]] = defaultdict(list)
        for one in known:
            values[one.family].append(one.value)
        ends = {family: tuple(sorted(given)) for family, given in values.items()}
        masked = _without_years(_without_names(text, names), subjects)
        by_reference = cited is not None
        given = tuple(statements(text))
        labels |= {str(int(one.value)) for one in known if one.origin == "year"}
        return cls(text, masked, given, question, subjects, words, ends, cited or (), by_reference, labels)

    @cached_property
    def names(self) -> frozenset[str]:
        """All names of rows."""
        return frozenset(name for family in self.values for name in self.subjects.rivals(family, 0))

    def is_label(self, figure: TextFigure, said: str) -> bool:
        """Whether a bare number of a statement may be part of a label ("25 to 29", "the 200 m"), or is a year between
        those that are known."""
        if figure.year or (_A_YEAR.search(figure.text) and not figure.unit and not figure.currency):
            years = [int(one) for one in self.labels if _A_YEAR.fullmatch(one)]
            return bool(years) and min(years) <= figure.value <= max(years)
        if figure.unit not in ("", "part") or figure.currency or figure.sign or _NO_LABEL.search(figure.text):
            return False
        numbers = re.findall(r"\d+", figure.text)
        up_to = _UP_TO.search(said[: figure.start]) is not None
        return all(one in self.labels or (up_to and str(int(one) + 1) in self.labels) for one in numbers)

    def is_gap(self, figure: TextFigure, said: str) -> bool:
        """Whether a bare figure may be by how many points two shares differ that the text tells of one row."""
        if figure.unit != "pp" and not (figure.unit == "" and said[: figure.start].endswith("by ")):
            return False
        shares = [one for one in self.cited if one.unit == "%"]
        return any(
            figure.tells(abs(one.value - other.value)) and set(one.at) == set(other.at)
            for one, other in combinations(shares, 2)
        )

    def told(self, place: int) -> tuple[ParallelStanding, ...]:
        """The figures by reference of a statement, in order, with their places in it."""
        start, end = self.statements[place].start, self.statements[place].end
        inside = sorted((one for one in self.cited if start <= one.start < end), key=lambda one: one.start)
        return tuple(ParallelStanding(one.start - start, one.end - start, one) for one in inside)

    def made_up(self, place: int) -> list[str]:
        """The numbered times of a statement whose number stands nowhere in what is known: "week-32"."""
        if not self.by_reference:
            return []
        codes = " ".join(word for word in self.words if not word.isdigit())
        known = {int(number) for number in re.findall(r"\d+", f"{self.question} {codes}")}
        known |= {int(value) for values in self.values.values() for value in values if value == int(value)}
        said = self.said(place)
        kinds = {match["kind"] for name in self.names if (match := _CODE.fullmatch(name))}
        written = (code for code in _CODE.finditer(said) if code["kind"].casefold() in kinds)
        return [
            *(one.group() for one in _NUMBERED_TIME.finditer(said) if int(one["number"]) not in known),
            *(code.group() for code in written if code.group().casefold() not in self.names),
        ]

    def siblings(self, place: int) -> list[int]:
        """The items of a statement's list or the rows of its table, itself among them; itself alone where it is in
        none."""
        first = last = place
        while first and self._beside(first - 1, first):
            first -= 1
        while last + 1 < len(self.statements) and self._beside(last, last + 1):
            last += 1
        return list(range(first, last + 1))

    def _beside(self, place: int, other: int) -> bool:
        one, two = self.statements[place], self.statements[other]
        return (one.in_table and two.in_table) or (self._item(place) and self._item(other))

    def _item(self, place: int) -> bool:
        return bool(_ITEM.match(self.said(place))) and not self.statements[place].in_table

    @cached_property
    def computed(self) -> tuple[Column, ...]:
        """What was computed alike of several rows of one table: of each form a column."""
        forms: defaultdict[tuple[str, int], dict[Parts, float]] = defaultdict(dict)
        for one in self.cited:
            if not one.column and len(set(one.at)) == 1 and len(set(one.names)) == len(one.rows[0]):
                forms[one.form, one.at[0][0]][tuple(one.rows[0].values())] = one.value
        words = {form: frozenset(word for _, _, word in tokens(form)) for form, _ in forms}
        return tuple(Column(words[form], rows) for (form, _), rows in forms.items() if len(rows) > 1)

    def said(self, place: int) -> str:
        """A statement."""
        return self.text[self.statements[place].start : self.statements[place].end]

    def cited_at(self, place: int, start: int, end: int) -> Cited | None:
        """The figure by reference that stands between start and end of a statement, if one does."""
        at = self.statements[place].start
        return next((one for one in self.cited if one.start < at + end and at + start < one.end), None)

    def numbered(self, place: int) -> str:
        """The statement without digits of names, marked as inside a line where it is, so that its first number isn't
        taken for list numbering."""
        start, end = self.statements[place].start, self.statements[place].end
        return f"{'… ' if self._inside(place) else ''}{self.masked[start:end]}"

    def shift(self, place: int) -> int:
        """How many characters `numbered` has before the statement."""
        return 2 if self._inside(place) else 0

    def _inside(self, place: int) -> bool:
        start = self.statements[place].start
        return not (start == 0 or self.text[start - 1] == "\n")

    def around(self, place: int) -> str:
        """The statement and the one before it, or the question."""
        before = self.said(place - 1) if place else self.question
        return f"{before}\n{self.said(place)}" + (f"\n{self.question}" if len(self.statements) == 1 else "")

    def belongs(self, one: Datum, figure: Span, place: int, spoken: Topics) -> bool:
        """Whether the figure may be this number, by the names of its row that stand around it."""
        named = False
        for index, part in enumerate(one.parts):
            rivals = self.subjects.rivals(one.family, index)
            names = spoken.names_at(figure, rivals) or self._in_header(figure, place, rivals)
            if names and part not in names:
                return False
            named = named or bool(names)
        return named or self._meant(one, place)

    def _in_header(self, figure: Span, place: int, rivals: frozenset[str]) -> frozenset[str] | None:
        """The names above the figure in its table."""
        found = self.subjects.mentions(self._header(place, figure[0]))
        return frozenset(part for one in found for part in one.parts) & rivals or None

    def _header(self, place: int, at: int) -> str:
        """What stands above that character of a table's row, in its first row; empty in text."""
        top = place
        while (
            top and self.statements[top - 1].in_table and self.statements[top].line == self.statements[top - 1].line + 1
        ):
            top -= 1
        if top == place or not self.statements[place].in_table:
            return ""
        cells, column = self.said(top).split("|"), self.said(place)[:at].count("|")
        return cells[column] if column < len(cells) else ""

    def under_another(self, place: int, at: int, cited: Cited) -> str:
        """Why the header above a table's cell by reference is the name of another column than its own; empty where it
        is not, and where it names what a share or rate is of: "Cancelled" above 40 %."""
        head = {word for _, _, word in tokens(_UNIT.sub("", self._header(place, at)))}
        if head <= {word for _, _, word in tokens(cited.column)}:
            return ""
        other = next((name for name in cited.columns if {word for _, _, word in tokens(name)} == head), None)
        if other is None or not cited.column or (other in cited.counts and cited.unit):
            return ""
        return f"this is {cited.column}, and the table's header says {other}"

    def _meant(self, one: Datum, place: int) -> bool:
        """Whether the number of a row that the statement doesn't name is meant all the same."""
        every = [self.subjects.rivals(one.family, index) for index in range(len(one.parts))]
        if self._of_a_stranger(place):
            return False
        if self._extreme(one, place) or all(len(rivals) < 2 for rivals in every):
            return True
        before = self.subjects.mentions(self.lead(place))
        spoken = frozenset(part for found in before for part in found.parts).intersection(frozenset().union(*every))
        return not spoken or not spoken.isdisjoint(one.parts)

    def _extreme(self, one: Datum, place: int) -> bool:
        """Whether the words stand for the row with the highest or lowest number, or the one after it."""
        said, values = self.said(place), self.values[one.family]
        reach = 2 if _NEXT.search(said) else 1
        return bool(EXTREME.search(said)) and one.value in (*values[:reach], *values[-reach:])

    def _of_a_stranger(self, place: int) -> bool:
        """Whether it says whose figure it tells, and nobody knows that name: "Zorblax: 12", "In Zorblax, it is 12"."""
        said = self.said(place)
        label, start = _LABELLED.match(said), _OPENING.match(said)
        inside = [one.group() for one in _NAME.finditer(said) if one.start() > (start.end() if start else 0)]
        told = [label["label"], *inside] if label else inside
        return any(word not in self.words and word not in _ROLES for name in told for _, _, word in tokens(name))

    def lead(self, place: int) -> str:
        """What a statement goes on about: the one before it, the line above its list, or the question."""
        at = place - 1
        while at >= 0 and _ITEM.match(self.said(place)) and _ITEM.match(self.said(at)):
            at -= 1
        return self.said(at) if at >= 0 else self.question


def statements(text: str) -> Iterator[Statement]:
    """Its sentences, items and table rows."""
    offset = 0
    for line, content in enumerate(text.split("\n")):
        table = content.lstrip().startswith("|")
        start = offset
        ends = (match.span() for match in _SENTENCE_END.finditer(content))
        for end in [] if table else [end for at, end in ends if not _NUMBERED.fullmatch(content[:at])]:
            yield Statement(start, offset + end, line, False)
            start = offset + end
        if text[start : offset + len(content)].strip():
            yield Statement(start, offset + len(content), line, table)
        offset += len(content) + 1


def _without_names(text: str, names: Iterable[str]) -> str:
    """The text with the words blanked out that hold digits and stand in names of the data: the k of k0006 is no
    thousand."""
    there = sorted((re.escape(name) for name in names if name in text), key=len, reverse=True)
    if not there:
        return text
    return re.sub(rf"(?<![\w.,])(?:{'|'.join(there)})(?!\w|[.,]\d)", _blanked, text)


def _blanked(name: re.Match[str]) -> str:
    return re.sub(r"\w*\d\w*", lambda word: "\x00" * len(word[0]), name[0])


def _without_years(text: str, subjects: Subjects) -> str:
    """The text with years blanked out that name rows: "2015 exceeds 2014"."""
    for one in subjects.mentions(text):
        if re.fullmatch(r"(?:19|20)\d\d", text[one.start : one.end]) and not _AMOUNTED.search(text[: one.start][-40:]):
            text = text[: one.start] + "\x00" * 4 + text[one.end :]
    return text
