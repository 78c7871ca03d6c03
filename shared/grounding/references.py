"""Figures by reference: a text names cells and declared arithmetic of them, and Candor computes and formats them.

    "West leads with {r1.revenue}, {pct(r1.revenue, sum(t1.revenue)):1} of the total; {count(t1, revenue < 50000)} …"

`r1` is a row, `t1` a table (see `sheets`). Behind a colon stands how many decimals are shown, or for a date `year`,
`quarter`, `month` or `day`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import floor, log10
from typing import Final, NamedTuple
from unicodedata import category

from shared.contracts import Fact
from shared.grounding.cited import Cited
from shared.grounding.columns import MOST_ALIKE, Place, column_at, common
from shared.grounding.expressions import Evaluator
from shared.grounding.languages import ENGLISH, Language
from shared.grounding.sheets import Sheet, SheetColumn, Sheets
from shared.grounding.values import ReferenceValue, Unresolved
from shared.pattern import LazyPattern
from shared.query.words.figures import currency_names, currency_sign, decimals_of, is_currency, show_number, show_plain
from shared.query.words.values import CURRENCY_SIGNS, sentence
from shared.table.nouns import doing
from shared.table.unit_arithmetic import POINTS
from shared.table.units import CURRENCIES

REFERENCE = LazyPattern(r"\{[^{}\n]*\b[rt]\d+\b[^{}\n]*\}")
"""A reference to a row or a table, wherever it stands: no reader is shown one."""
_REFERENCE = LazyPattern(r"\{\{?([^{}\n]{1,400})\}?\}")
_ROW = LazyPattern(r"\br\d+\b")
_FORMAT = LazyPattern(r"^(?P<expression>.*?)(?::\s*(?P<form>\d|year|quarter|month|day)\s*)?$", re.DOTALL)
_PERCENT_FOLLOWS = LazyPattern(
    r"^\s?(?:%|per ?cent\b|Prozent(?:punkten?)?\b|pour ?cent\b|por ciento\b|percentage points?\b|points?\b|puntos?\b|"
    r"(?:to|and|or|–|-)\s?\{[^{}\n]+\}\s?(?:%|per ?cent\b|(?:percentage )?points?\b))"
)
_CODE_BEHIND = LazyPattern(rf"[ \u00a0](?:{'|'.join(code for code in CURRENCY_SIGNS if code.isalpha())})(?!\w)")
_TOTAL = LazyPattern(r"sum\(t(\d+)\.(\w+)\)")
_OF_TWO = LazyPattern(r"(?P<function>pct|change|diff)\((?P<one>r\d+\.\w+), ?(?P<other>r\d+\.\w+|sum\(t\d+\.\w+\))\)")
_MORE_DECIMALS: Final = 2
_FALLS = LazyPattern(
    r"\b(?:fell|fallen|falls|falling|declin\w+|decreas\w+|down|drop\w*|lost|shrank|shrunk|lower|loss)\b"
    r"(?:\s+(?:\w+ly|further|again|even|(?:year|month|quarter|week)[ -](?:on|over)[ -](?:year|month|quarter|week)|"
    r"(?:than|in|from|since|to|for|at|on|this|last)\s+[\w-]+(?:\s+\d{4})?)){0,2}\s+by\s*$"
)
"""Words after which the size of a fall is told without its sign: with no other verb between them and the figure."""
_LESS = LazyPattern(
    r"\s*(?:%|per ?cent\b)?\s*(?:(?:percentage )?points?\b)?\s*"
    r"(?:less|lower|fewer|smaller|cheaper|shorter|below|behind)\b",
    re.IGNORECASE,
)
"""Words before which it is told so, too: "2.1 % less than in 2024"."""
_APART = LazyPattern(r"[,;:(|–—]\s*$")
_ALONE = LazyPattern(r"\s*(?:$|[.,;:)|\n]|(?:against|from|since|compared|versus|vs|on)\b)")


class Resolved(NamedTuple):
    """A text with its references computed: `cited` says where each figure stands and what it is, `facts` holds them,
    `problems` a sentence for each reference that could not be computed and stays as it was written; `quoted` are the
    places (start, end) where a text or a name of the data stands."""

    text: str
    cited: tuple[Cited, ...] = ()
    facts: tuple[Fact, ...] = ()
    problems: tuple[str, ...] = ()
    quoted: tuple[tuple[int, int], ...] = ()


def resolve(text: str, sheets: Sheets, *, question: str = "", language: Language = ENGLISH) -> Resolved:
    """The text with every `{reference}` computed, and written as its language writes figures. Numbers of the `question`
    may be used in arithmetic."""
    evaluator = Evaluator(sheets, question)
    facts: dict[tuple[str, object], Fact] = {}
    cited: list[Cited] = []
    problems: list[str] = []
    quoted: list[tuple[int, int]] = []
    told, after, (alike, asked) = "", 0, _alike(text, evaluator)
    for match in _REFERENCE.finditer(text):
        told += text[after : match.start()]
        after = match.end()
        try:
            value, form = _value(match[1], evaluator)
            value = value._replace(decimals=alike[match.start()]) if match.start() in alike else value
            form = asked.get(match.start(), form)
            code = _written_out(value, text[: match.start()], text[after:])
            after += len(code)
            as_money = value._replace(unit=value.unit or code.strip() or None)
            shown = _shown(as_money, form, (text[: match.start()], text[after:]), language)
        except Unresolved as unresolved:
            problems.append(f"{match[0]}: {unresolved}")
            told += match[0]
            continue
        if not value.names and not isinstance(value.content, bool | str) and value.content is not None:
            fact = _fact(value, form, len(facts) + 1)
            facts.setdefault((fact.name, fact.value), fact)
            place = len(told)
            expression = match[1].split(":")[0]
            made = _cited(value, fact, place, place + len(shown), sheets, _ROW.sub("r", expression))
            cited.append(_with_parts(made, expression, evaluator, sheets))
        else:
            quoted.append((len(told), len(told) + len(shown)))
        told += f"{shown} " if text[after : after + 1] == "%" else shown  # as figures with a unit of their own have it
    return Resolved(told + text[after:], tuple(cited), tuple(facts.values()), tuple(problems), tuple(quoted))


def _alike(text: str, evaluator: Evaluator) -> tuple[dict[int, int], dict[int, str]]:
    """With how many decimals what is worked out is shown, by where its reference begins: alike within a column of a
    table that the text draws, where it does not say itself. And the form of what stands in one where figures of its
    kind say it: the most decimals that one of them asks for, or needs where it does not ask."""
    figures: dict[Place, dict[int, float]] = {}
    kinds: dict[tuple[Place, str], dict[int, tuple[bool, int]]] = {}
    for match in _REFERENCE.finditer(text):
        place = column_at(text, match.start())
        if place is None:
            continue
        with suppress(Unresolved):
            value, form = _value(match[1], evaluator)
            if value.names or isinstance(value.content, bool) or not isinstance(value.content, int | float):
                continue
            if form is None and value.decimals is None and not value.column:
                figures.setdefault((*place, value.unit), {})[match.start()] = value.content
            kind = value.column or _ROW.sub("r", match[1].split(":")[0])
            needed = decimals_of(value.content, value.unit) if value.decimals is None else value.decimals
            told = (True, int(form)) if form and form.isdigit() else (False, needed)
            kinds.setdefault(((*place, value.unit), kind), {})[match.start()] = told
    decimals = common({place: given.values() for place, given in figures.items()})
    worked_out = {at: decimals[place] for place, given in figures.items() if place in decimals for at in given}
    asked = [given for given in kinds.values() if any(asks for asks, _ in given.values())]
    most = [(given, max(needed for _, needed in given.values())) for given in asked]
    return worked_out, {at: str(places) for given, places in most if places <= MOST_ALIKE for at in given}


def unresolved(text: str) -> list[str]:
    """The references that are left in a text."""
    return [match[0] for match in _REFERENCE.finditer(text)]


def _cited(value: ReferenceValue, fact: Fact, start: int, end: int, sheets: Sheets, form: str) -> Cited:
    """The figure with what it may and what it may not be told of."""
    rows = tuple(sheets.table(number).names(row) for number, row in value.rows)
    columns = [
        column.name
        for number, _ in value.rows
        for column in sheets.table(number).columns
        if column.name != value.column and _numeric(sheets.table(number), column)
    ]
    return Cited(
        start=start,
        end=end,
        fact=fact,
        rows=rows,
        rivals={name: sheets.rivals(name) for row in rows for name in row},
        column=value.column,
        columns=tuple(dict.fromkeys(columns)) if value.column else (),
        counts=frozenset(name for number, _ in value.rows for name in sheets.table(number).counting),
        shared=frozenset(name for number, row in value.rows for name in _sharing(value, sheets.table(number), row)),
        groups=sheets.table(value.rows[0][0]).groups(value.rows[0][1], value.column) if value.column else {},
        form=form.strip(),
        conditions=tuple(told for number, _ in value.rows for told in sheets.table(number).conditions),
        meanings=sheets.table(value.rows[0][0]).meanings(value.rows[0][1], value.column) if value.column else {},
        assumed=value.assumed,
    )


def _with_parts(made: Cited, expression: str, evaluator: Evaluator, sheets: Sheets) -> Cited:
    """The figure with the two that it was worked out of, where these are cells of one column, or a cell and the total
    of all rows of its column."""
    if total := _TOTAL.fullmatch(expression.strip()):
        sheet = sheets.table(int(total[1]))
        first = evaluator.evaluate(f"r{sheet.first_row}.{total[2]}") if sheet.rows and not sheet.limit else None
        part = (_cited(first, made.fact, made.start, made.end, sheets, ""),) if first else ()
        return replace(made, function="total", parts=part) if part else made
    found = _OF_TWO.fullmatch(expression.strip())
    if found is None:
        return made
    named = [evaluator.evaluate(found[part]) for part in ("one", "other")]
    parts = tuple(_cited(one, made.fact, made.start, made.end, sheets, "") for one in named)
    one, other = parts
    if found["function"] == "pct" and other.column and named[0].rows == named[1].rows:
        return replace(made, function="pct", parts=parts)
    if other.column and one.column == other.column and one.meanings.get(one.column) == other.meanings.get(one.column):
        return replace(made, function=found["function"], parts=parts)
    table = _TOTAL.fullmatch(found["other"])
    if table is None or not one.column or found["function"] != "pct":
        return made
    sheet, (number, _) = sheets.table(int(table[1])), named[0].rows[0]
    is_its_own = number == sheet.number and sheet.columns[sheet.position(table[2])].name == one.column
    return replace(made, function="pct", parts=parts) if is_its_own and not sheet.limit else made


def _sharing(value: ReferenceValue, sheet: Sheet, row: int) -> Iterator[str]:
    """The names of the rows that have the same figure in its column."""
    for position, one in enumerate(sheet.columns):
        for other in range(len(sheet.rows)) if one.name == value.column else ():
            if sheet.rows[other][position] == sheet.rows[row][position]:
                yield from sheet.names(other).values()


def _value(written: str, evaluator: Evaluator) -> tuple[ReferenceValue, str | None]:
    match = _FORMAT.match(written.strip())
    if match is None:
        raise Unresolved("this is no reference")
    return evaluator.evaluate(match["expression"].strip()), match["form"]


def _numeric(sheet: Sheet, column: SheetColumn) -> bool:
    at = sheet.columns.index(column)
    return any(isinstance(row[at], int | float) and not isinstance(row[at], bool) for row in sheet.rows)


def _shown(value: ReferenceValue, form: str | None, around: tuple[str, str], language: Language) -> str:
    """What stands for a reference, between the texts before and after it."""
    content, (before, after) = value.content, around
    if content is None:
        raise Unresolved("this cell is empty; say in words that there is no value")
    if isinstance(content, bool):
        return language.yes if content else language.no
    if isinstance(content, str):
        return language.spelled(content, form) if form and not form.isdigit() else content
    if value.names:
        return show_plain(content)
    unit = value.unit
    if value.direction and content < 0 and _tells_fall(before, after, language):
        content = -content
    if (unit in ("%", POINTS) and _PERCENT_FOLLOWS.match(after)) or (unit and _said(unit, before, after)):
        unit = None
    shown = language.shown(content, unit, _decimals(value, form, unit))
    risen = value.unit == "%" and value.direction == content and content > 0
    return f"+{shown}" if risen and _stands_apart(before, after) else shown


def _stands_apart(before: str, after: str) -> bool:
    """Whether no words beside a figure can say its direction: it stands behind a mark of punctuation, at the end of
    what it is told in or before a preposition ("sales stay first, +10.2 % against May", "| +10.2 % |")."""
    return bool(_APART.search(before)) and bool(_ALONE.match(after))


def _tells_fall(before: str, after: str, language: Language) -> bool:
    """Whether the words beside a figure say that it is a fall."""
    english = _FALLS.search(before.lower()) or (language.is_english and _LESS.match(after))
    return bool(english) or language.tells_fall(before, after)


def _written_out(value: ReferenceValue, before: str, after: str) -> str:
    """The code or sign of its own currency behind a figure, or of any where its unit is unknown, which is told as that
    of every other figure instead: one text does not say both "12,758 EUR" and "€85,051". Money that is named before it,
    too, is its writer's matter."""
    if isinstance(value.content, bool | str) or value.content is None or value.names:
        return ""
    if value.unit is None:
        unknown = _CODE_BEHIND.match(after)
        return unknown.group() if unknown and category(before.rstrip()[-1:] or " ") != "Sc" else ""
    if not is_currency(value.unit):
        return ""
    if category(before.rstrip()[-1:] or " ") == "Sc" or _said(value.unit, before, ""):
        return ""
    codes = "|".join(map(re.escape, filter(None, (value.unit, currency_sign(value.unit)))))
    found = re.match(rf"\s?(?:{codes})(?!\w)", after)
    return found.group() if found else ""


def _said(unit: str, before: str, after: str) -> bool:
    """Whether the text itself names the unit beside the figure."""
    names = tuple(filter(None, (unit.lower(), currency_sign(unit))))
    of_money = currency_names(unit) or ((unit,) if unit in CURRENCIES else ())
    stands_before = any(before.rstrip().endswith(name) for name in of_money)
    return stands_before or after.lstrip().lower().startswith(names)


def _decimals(value: ReferenceValue, form: str | None, unit: str | None) -> int | None:
    """As many as are asked for, or a few more where they would show a figure as nothing; else what the column's figures
    need."""
    content = value.content
    if isinstance(content, bool) or not isinstance(content, int | float):
        return None
    if form is None or not form.isdigit():
        whole = is_currency(unit) and value.decimals is None and float(content).is_integer()
        own = value.decimals if not value.column or (content and unit == value.unit) else None
        return 0 if whole else own
    if content == 0 or float(f"{content:.{form}f}"):
        return int(form)
    first = -floor(log10(abs(content)))  # the place of the first digit that is not 0
    return first if first <= int(form) + _MORE_DECIMALS else None


def _fact(value: ReferenceValue, form: str | None, number: int) -> Fact:
    content = value.content
    if not isinstance(content, int | float):
        raise Unresolved("this is no figure")
    decimals = _decimals(value, form, value.unit)
    decimals = decimals_of(content, value.unit) if decimals is None else decimals
    return Fact(
        id=f"f{number}",
        name=value.name,
        value=content,
        unit=value.unit,
        decimals=decimals,
        text=sentence(f"the {value.name} {doing(value.name)} {show_number(content, value.unit, decimals)}"),
        cells=value.cells,
    )
