"""The numbers that a reply may tell: facts, cells of results, the question's own, counts of what is listed."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from shared.contracts import DatasetProfile, Fact, ResultPreview, Scalar
from shared.grounding.figures import TextFigure, Unit, figures
from shared.grounding.names import row_names, tokens
from shared.pattern import LazyPattern
from shared.table.nouns import singular

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
_BOUND = LazyPattern(r"[<>≤≥]\s?=?\s?\d[\d.,]*(?:\s?[^\W\d]{1,6})?")
"""A cell that bounds what was measured: "<0.5"."""
_DATES = LazyPattern(r"\d[\d./:–-]{3,38}\d")
_BEHIND_A_SIGN = LazyPattern(r"(?<=[<>≤≥=])(?=\d)")
_PERCENT_COLUMN = LazyPattern(
    r"%|(?:^|[_ ])(?:pct|percent(?:age)?|share|rate|ratio|margin|growth|change)(?:$|[_ ])", re.I
)
_MULTIPLE = LazyPattern(r"(?:\b|_)(?:ratio|factor|multiple|times|fold|lift)(?:\b|_)", re.IGNORECASE)
_NUMERAL = LazyPattern(r"\d[\d.,]*")
_MOST_LABELS = 60
"""Names of more rows than these are no groups, and hold any number."""
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}


class Datum(NamedTuple):
    """A number that is known: `name` is the fact's, or its column's, `measure` its unit as it is written; `multiple` of
    what is so many times something."""

    value: float
    unit: Unit
    origin: Origin
    currency: str | None = None
    multiple: bool = False
    name: str = ""
    measure: str = ""

    def is_told_by(self, figure: TextFigure, *, in_table: bool) -> bool:
        """Whether a figure rounds to it, in its unit, and with its sign where it is negative."""
        value = compatible(figure, self, in_table)
        return value is not None and figure.tells(value) and (value >= 0 or figure.sign < 0)


def words(text: str) -> Iterator[str]:
    """The words that distinguish, lower-cased; a plural like its singular."""
    for match in _WORD.finditer(text.casefold().replace("_", " ")):
        if match.group() not in _COMMON:
            yield singular(re.sub(r"['’]s?$", "", match.group()))


def known_numbers(
    facts: Iterable[Fact],
    results: Iterable[ResultPreview],
    question: str,
    notes: Iterable[str],
    stated: Iterable[str] = (),
) -> tuple[Datum, ...]:
    """All that may be told; what Candor `stated` itself is a fact beside those that it was made from."""
    given, facts, notes = tuple(results), tuple(facts), tuple(notes)
    return (
        *(known for fact in facts for known in _from_fact(fact, tuple(result.purpose for result in given))),
        *(known for result in given for known in _from_cells(result)),
        *_from_words("fact", stated),
        *_from_words("question", (question, *notes)),
        *(Datum(float(count), "", "count") for count in _counts(given)),
        *(Datum(year, "", "year") for year in sorted(_years(facts, given, question, notes))),
    )


def _from_fact(fact: Fact, purposes: tuple[str, ...]) -> Iterator[Datum]:
    """Its value, and the other figures of its sentence but for those in its name, or in what it was computed for."""
    value = number(fact.value)
    if value is not None:
        yield known_fact(fact, value)
    text = fact.text.removeprefix(next((one for one in purposes if one and fact.text.startswith(f"{one}: ")), ""))
    told = re.sub(re.escape(fact.name), "…", text, flags=re.IGNORECASE) if fact.name else text
    yield from (one for one in _from_words("fact", (told,)) if value is None or not _same(one.value, value))


def known_fact(fact: Fact, value: float) -> Datum:
    """What the figure of a fact is known to be."""
    unit, currency = _unit(fact.unit)
    multiple = bool(_MULTIPLE.search(fact.name))
    return Datum(value, unit, "fact", currency, multiple, name=fact.name, measure=fact.unit or "")


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


def _from_cells(result: ResultPreview) -> Iterator[Datum]:
    for row in result.data:
        for column, cell in row.items():
            if (value := number(cell)) is None:
                continue
            percent = bool(_PERCENT_COLUMN.search(column))
            yield (one := Datum(value, "%" if percent else "", "cell", name=column))
            if percent and abs(value) <= 1:
                yield one._replace(value=value * 100)


def names_of_rows(results: Iterable[ResultPreview]) -> Iterator[str]:
    """What names the rows of results, lower-cased."""
    for result in results:
        numbers = _numbers(result)
        for row in result.data:
            yield from row_names(row, numbers).values()


def _numbers(result: ResultPreview) -> dict[str, bool]:
    """Which columns hold numbers alone."""
    columns = {column for row in result.data for column in row}
    return {
        name: all(number(row.get(name)) is not None for row in result.data if row.get(name) is not None)
        for name in columns
    }


def _years(
    facts: tuple[Fact, ...], results: tuple[ResultPreview, ...], question: str, notes: tuple[str, ...]
) -> set[int]:
    """The years that are spoken of: in words, in dates, and in columns that hold years."""
    cells = [(column, cell) for result in results for row in result.data for column, cell in row.items()]
    told = [question, *notes, *(text for fact in facts for text in (fact.name, fact.text, str(fact.value)))]
    told += [str(part) for column, cell in cells for part in (column, cell) if isinstance(part, str)]
    told += [str(cell) for column, cell in cells if re.search(r"year|jahr|anno|ann[ée]e|fy", column, re.IGNORECASE)]
    return {int(year) for text in told for year in YEAR.findall(text)}


def known_names(facts: Iterable[Fact], results: Iterable[ResultPreview], texts: Iterable[Scalar] = ()) -> set[str]:
    """Names in the data that hold digits ("Model 42-B"), and in the `texts` beside it: short texts of letters and
    digits, spans of dates, and bounds ("<0.5")."""
    texts = {*texts, *(cell for result in results for row in result.data for cell in row.values())}
    told = {text for text in (*texts, *(fact.value for fact in facts)) if isinstance(text, str)}
    bounds = {one.replace(" ", "") for one in told if _BOUND.fullmatch(one.strip())}
    spaced = {_BEHIND_A_SIGN.sub(" ", one) for one in bounds}
    spans = {one for one in told if _DATES.fullmatch(one) and number(one) is None}
    return {one for one in told if _NAME.fullmatch(one) and len(one.split()) <= 4} | bounds | spaced | spans


def label_numbers(facts: Iterable[Fact], results: Iterable[ResultPreview], texts: Iterable[str]) -> frozenset[str]:
    """The numbers that stand in names, labels and columns of results, and in the `texts` beside them: "25-29"."""
    given = tuple(texts)
    told = [*given, *(text for fact in facts for text in (fact.name, fact.value) if isinstance(text, str))]
    for result in results:
        told += [result.purpose, *(column for row in result.data[:1] for column in row)]
        if len(result.data) <= _MOST_LABELS:
            told += [cell for row in result.data for cell in row.values() if isinstance(cell, str)]
    zero = frozenset({"0"}).intersection(given)  # a code, or what a query compares with: "0" in a cell is no name
    return zero.union(number.lstrip("0") for text in told for number in re.findall(r"\d+", text))


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


def data_values(profiles: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """The texts that the profiles show of the data: frequent values, examples, the first and the last."""
    columns = [column for profile in profiles for column in profile.columns]
    edges = (edge for column in columns for edge in (column.minimum, column.maximum))
    frequent = (one.value for column in columns for one in column.top_values)
    shown = (*edges, *frequent, *(one for column in columns for one in column.samples))
    return tuple(dict.fromkeys(one for one in shown if isinstance(one, str)))


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
