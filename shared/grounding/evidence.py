"""The numbers that a reply may tell: facts, cells of results, the question's own, counts of what is listed."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from shared.contracts import DatasetProfile, Fact, ResultPreview, Scalar
from shared.grounding.figures import TextFigure, Unit, figures
from shared.grounding.subjects import Parts, fact_parts, row_parts, tokens
from shared.pattern import LazyPattern

Origin = Literal["fact", "cell", "question", "count", "year"]

YEAR = LazyPattern(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]*\d)")
_AN_EDGE = LazyPattern(r"(?P<year>(?:1[5-9]|20)\d\d)(?:-\d\d.*|\.0)?$")
_A_WHOLE = LazyPattern(r"(?P<whole>\d{1,4})(?:\.0)?$")
_WORD = LazyPattern(r"[^\W\d_][\w'’-]{2,}|\d{4}-\d\d(?:-\d\d)?|(?<![\w.,])(?:19|20)\d\d(?![\w%]|[.,]\d)")
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "the and for with from that this was were are has had have its their than then per all each into over under "
        "which who whose been not but only also more most less least highest lowest total average mean median number "
        "count value values rows row data sum of",
    )
)
_NAME = LazyPattern(r"(?=.*[^\W\d_])(?=.*\d)(?!\W*[\d.,]+(?:[\s%]|$))[^\n|]{2,40}")
_PERCENT_COLUMN = LazyPattern(
    r"%|(?:^|[_ ])(?:pct|percent(?:age)?|share|rate|ratio|margin|growth|change)(?:$|[_ ])", re.I
)
_COUNTS = LazyPattern(r"\b(?:number of|count|rows|n)\b|^(?:n|count|number)_|_(?:n|count|rows)$", re.IGNORECASE)
_MULTIPLE = LazyPattern(r"(?:\b|_)(?:ratio|factor|multiple|times|fold|lift)(?:\b|_)", re.IGNORECASE)
_NUMERAL = LazyPattern(r"\d[\d.,]*")
_MOST_LABELS = 60
"""Names of more rows than these are no groups, and hold any number."""
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}


@dataclass(frozen=True)
class Datum:
    """A number that is known, and the words that it goes by.

    `family` is what it has in common with others of its kind: its column, or the words that they share; `parts` are the
    names that tell it from those. `directed` is a change, `share` a part of a whole, `counts` a number of rows;
    `adds_up` where the family's values are the parts of a whole; `multiple` of what is so many times something;
    `name` is the fact's, or the column's; `celled` where a fact was read from cells of a result,
    `measure` its unit as it is written.
    """

    value: float
    unit: Unit
    origin: Origin
    labels: frozenset[str] = frozenset()
    currency: str | None = None
    directed: bool = False
    family: str = ""
    share: bool = False
    parts: Parts = ()
    adds_up: bool = False
    counts: bool = False
    multiple: bool = False
    name: str = ""
    celled: bool = False
    measure: str = ""


@dataclass(frozen=True)
class Context:
    """What stands around a figure: lower-cased text and its words."""

    text: str
    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Context":
        """The context that a text makes."""
        lower = text.casefold()
        return cls(lower, frozenset(words(lower)))

    def names(self, known: Datum) -> bool:
        """Whether one of the number's words stands here."""
        return self.naming(known) > 0

    def naming(self, known: Datum) -> float:
        """Which part of the number's words stands here, 0..1."""
        here = [label in self.words or (not label.isalpha() and _stands(label, self.text)) for label in known.labels]
        return sum(here) / max(1, len(here))


def _stands(label: str, text: str) -> bool:
    return label in text and bool(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text))


def words(text: str) -> Iterator[str]:
    """The words that distinguish, lower-cased; a plural like its singular."""
    for match in _WORD.finditer(text.casefold().replace("_", " ")):
        if match.group() not in _COMMON:
            yield _stem(match.group())


def _stem(word: str) -> str:
    word = re.sub(r"['’]s?$", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def known_numbers(
    facts: Iterable[Fact],
    results: Iterable[ResultPreview],
    question: str,
    notes: Iterable[str],
    stated: Iterable[str] = (),
) -> tuple[Datum, ...]:
    """All that may be told, facts first; what Candor `stated` itself is a fact beside those that it was made from."""
    given, facts, notes = tuple(results), tuple(facts), tuple(notes)
    computed = tuple(_from_facts(facts, given))
    owned = {one.value for one in computed if one.parts}
    cells = (known for place, result in enumerate(given) for known in _from_cells(result, place))
    return (
        *computed,
        *(one for one in cells if one.parts or one.value not in owned),
        *(known for sentence in stated for known in _told_in(sentence, frozenset(words(sentence)), None)),
        *_from_words("question", (question, *notes)),
        *(Datum(float(count), "", "count") for count in _counts(given)),
        *(Datum(year, "", "year") for year in sorted(_years(facts, given, question, notes))),
    )


def _from_facts(facts: tuple[Fact, ...], results: tuple[ResultPreview, ...]) -> Iterator[Datum]:
    spoken = [
        frozenset(words(f"{fact.name} {fact.text} {fact.value if isinstance(fact.value, str) else ''}"))
        for fact in facts
    ]
    often = Counter(word for one in spoken for word in one)
    named = fact_parts(facts)
    names = frozenset(part for _, parts in named for part in parts if re.search(r"\d", part))
    for fact, labels, (kind, parts) in zip(facts, spoken, named, strict=True):
        rarest = max(2, len(facts) // 3, min((often[word] for word in labels), default=0))
        telling = frozenset(word for word in labels if often[word] <= rarest)
        family = kind or " ".join(sorted(labels - telling))
        value = number(fact.value)
        if value is not None:
            known = _known_fact(fact, value, labels, telling, family)
            yield replace(known, parts=parts) if parts else _bound(known, fact, results)
        if value is None or len(_NUMERAL.findall(fact.text)) > 1:
            yield from _told_in(_without(fact.text, names), telling, value)


def _bound(known: Datum, fact: Fact, results: tuple[ResultPreview, ...]) -> Datum:
    """The fact with the names of the row that it was read from, where its own name has none."""
    for cell in fact.cells:
        for place, result in enumerate(results):
            row = result.data[cell.row] if cell.row < len(result.data) else {}
            if len(result.data) > 1 and row.get(cell.column) == fact.value:
                return replace(known, family=f"{place} {cell.column}", parts=row_parts(row, _numbers(result)))
    return known


def _without(text: str, names: frozenset[str]) -> str:
    """The text without names that hold digits."""
    there = [re.escape(name) for name in sorted(names, key=len, reverse=True) if name in text.casefold()]
    return re.sub("|".join(there), "…", text, flags=re.IGNORECASE) if there else text


def _told_in(text: str, labels: frozenset[str], value: float | None) -> Iterator[Datum]:
    """The figures of a fact's sentence but for its own value."""
    for figure in figures(text):
        if figure.year or (value is not None and (figure.tells(value) or _same(figure.value, value))):
            continue
        yield Datum(figure.value * (figure.sign or 1), figure.unit, "fact", labels, figure.currency)


def _known_fact(fact: Fact, value: float, spoken: frozenset[str], labels: frozenset[str], family: str) -> Datum:
    unit, currency = _unit(fact.unit)
    directed = not spoken.isdisjoint(("change", "growth", "difference", "trend", "increase", "delta"))
    share = not directed and not spoken.isdisjoint(("share", "rate", "proportion"))
    counts = bool(_COUNTS.search(fact.name))
    family, multiple = family and f"{unit} {family}", bool(_MULTIPLE.search(fact.name))
    return Datum(
        value,
        unit,
        "fact",
        labels,
        currency,
        directed,
        family,
        share,
        counts=counts,
        multiple=multiple,
        name=fact.name,
        celled=bool(fact.cells),
        measure=fact.unit or "",
    )


def known_fact(fact: Fact, value: float, parts: Parts, *, directed: bool) -> Datum:
    """A fact that a text refers to, with the names of its rows; `directed` where words may state its direction."""
    spoken = frozenset(words(f"{fact.name} {fact.text}"))
    return replace(_known_fact(fact, value, spoken, spoken, ""), parts=parts, directed=directed)


def _same(one: float, other: float) -> bool:
    return math.isclose(abs(one), abs(other), rel_tol=1e-3)


def _unit(unit: str | None) -> tuple[Unit, str | None]:
    told = (unit or "").strip().lower()
    if told in ("%", "percent"):
        return "%", None
    if told in ("pp", "percentage points", "points"):
        return "pp", None
    if told in ("x", "×", "times", "ratio"):
        return "x", None
    code = _CURRENCIES.get(told, told.upper())
    return "", code if len(code) == 3 and code.isalpha() else None


def _from_cells(result: ResultPreview, place: int) -> Iterator[Datum]:
    numbers = _numbers(result)
    for row in result.data:
        labels = frozenset(label for cell in row.values() for label in _labels(cell))
        parts = row_parts(row, numbers)
        for column, cell in row.items():
            value = number(cell)
            if value is None:
                continue
            percent = bool(_PERCENT_COLUMN.search(column))
            family = f"{place} {column}" if labels else ""
            one = Datum(
                value,
                "%" if percent else "",
                "cell",
                labels or frozenset(words(column)),
                family=family if labels or not parts else f"{place} {column}",
                parts=() if str(cell).casefold() in parts else parts,
                adds_up=column in result.adds_up,
                counts=bool(_COUNTS.search(column)),
                name=column,
            )
            yield one
            if percent and abs(value) <= 1:
                yield replace(one, value=value * 100)


def _numbers(result: ResultPreview) -> dict[str, bool]:
    """Which columns hold numbers alone."""
    columns = {column for row in result.data for column in row}
    return {
        name: all(number(row.get(name)) is not None for row in result.data if row.get(name) is not None)
        for name in columns
    }


def _labels(cell: Scalar) -> Iterator[str]:
    """How a text cell may be named: as it is, or a date by its month."""
    if not isinstance(cell, str) or number(cell) is not None:
        return
    yield _stem(cell.casefold()) if cell.isalpha() else cell.casefold()
    try:
        day = date.fromisoformat(cell[:10] if len(cell) >= 10 else f"{cell}-01")
    except ValueError:
        return
    yield from (f"{day:%B} {day.year}".casefold(), f"{day:%b} {day.year}".casefold(), f"{day:%B}".casefold())


def _years(
    facts: tuple[Fact, ...], results: tuple[ResultPreview, ...], question: str, notes: tuple[str, ...]
) -> set[int]:
    """The years that are spoken of: in words, in dates, and in columns that hold years."""
    cells = [(column, cell) for result in results for row in result.data for column, cell in row.items()]
    told = [question, *notes, *(text for fact in facts for text in (fact.name, fact.text, str(fact.value)))]
    told += [str(part) for column, cell in cells for part in (column, cell) if isinstance(part, str)]
    told += [str(cell) for column, cell in cells if re.search(r"year|jahr|anno|ann[ée]e|fy", column, re.IGNORECASE)]
    return {int(year) for text in told for year in YEAR.findall(text)}


def known_names(facts: Iterable[Fact], results: Iterable[ResultPreview]) -> set[str]:
    """Names in the data that hold digits ("Model 42-B"): short texts of letters and digits."""
    texts = {cell for result in results for row in result.data for cell in row.values()}
    texts |= {fact.value for fact in facts}
    return {text for text in texts if isinstance(text, str) and _NAME.fullmatch(text) and len(text.split()) <= 4}


def label_numbers(facts: Iterable[Fact], results: Iterable[ResultPreview], texts: Iterable[str]) -> frozenset[str]:
    """The numbers that stand in names, labels and columns of results, and in the `texts` beside them: "25-29"."""
    told = [*texts, *(text for fact in facts for text in (fact.name, fact.value) if isinstance(text, str))]
    for result in results:
        told += [result.purpose, *(column for row in result.data[:1] for column in row)]
        if len(result.data) <= _MOST_LABELS:
            told += [cell for row in result.data for cell in row.values() if isinstance(cell, str)]
    return frozenset(number.lstrip("0") for text in told for number in re.findall(r"\d+", text))


def data_labels(profiles: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """What the profiles call the data, with digits or without: columns, the years and whole numbers between which they
    lie ("out of 5"), how many rows it has."""
    given = tuple(profiles)
    columns = [column for profile in given for column in profile.columns]
    edges = [str(edge) for column in columns for edge in (column.minimum, column.maximum) if edge is not None]
    return (
        *(column.name for column in columns),
        *(match["year"] for edge in edges if (match := _AN_EDGE.match(edge))),
        *(match["whole"] for edge in edges if (match := _A_WHOLE.match(edge))),
        *(str(profile.row_count) for profile in given),
    )


def known_words(
    facts: Iterable[Fact], results: Iterable[ResultPreview], question: str, notes: Iterable[str]
) -> frozenset[str]:
    """All words of what is known, lower-cased: who is spoken of in none of them is made up."""
    told = [question, *notes]
    told += [text for fact in facts for text in (fact.name, fact.text, str(fact.value))]
    for result in results:
        told += [result.purpose, *(str(part) for row in result.data for pair in row.items() for part in pair)]
    return frozenset(word for text in told for _, _, word in tokens(text))


def _from_words(origin: Origin, texts: Iterable[str]) -> Iterator[Datum]:
    for text in texts:
        for figure in figures(text):
            yield Datum(figure.value * (figure.sign or 1), figure.unit, origin, currency=figure.currency)


def _counts(results: tuple[ResultPreview, ...]) -> Iterator[int]:
    for result in results:
        yield from {result.row_count, len(result.data)}
        if not result.truncated and len(result.data) == result.row_count:
            columns = {column for row in result.data for column, cell in row.items() if isinstance(cell, str)}
            yield from {len({row.get(column) for row in result.data}) for column in columns}


def number(value: Scalar) -> float | None:
    """A finite number, or a text that is one; None otherwise."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        read = float(value)
    except ValueError:
        return None
    return read if math.isfinite(read) else None


def compatible(figure: TextFigure, known: Datum, in_table: bool) -> float | None:
    """The known value on the figure's scale; None where the units differ."""
    if figure.currency and known.currency and figure.currency != known.currency:
        return None
    if figure.unit == known.unit:
        return known.value
    fraction = known.unit == "" and abs(known.value) <= 1 and not float(known.value).is_integer()
    scales: dict[tuple[Unit, Unit], float | None] = {
        ("pp", "%"): known.value,
        ("part", "%"): known.value / 100,
        ("part", ""): known.value if fraction else None,
        ("part", "x"): known.value,
        ("x", ""): known.value if known.origin == "question" or (known.origin == "fact" and known.multiple) else None,
        ("%", ""): known.value * 100 if fraction and known.origin == "fact" else None,
        ("", "%"): known.value if in_table else None,
        ("", "x"): known.value if in_table else None,
        ("%", "part"): known.value * 100,
    }
    return scales.get((figure.unit, known.unit))


_SECONDS = {"second": 1, "s": 1, "minute": 60, "min": 60, "hour": 3600, "h": 3600, "day": 86400, "d": 86400}
_SECONDS |= {"week": 604800}


def in_time(known: Datum, after: str) -> float:
    """A span of time in the unit that is written behind the figure: 185 minutes are 3.1 hours; nan where it is none."""
    written = re.match(r"\s(?P<unit>[a-z]+?)s?\b", after)
    given = [_SECONDS[word] for _, _, word in tokens(f"{known.measure} {known.name}") if word in _SECONDS]
    if not written or written["unit"] not in _SECONDS or len(set(given)) != 1:
        return math.nan
    return known.value * given[0] / _SECONDS[written["unit"]]
