"""Figures by reference: a text names cells and declared arithmetic of them, and Candor computes and formats them.

    "West leads with {r1.revenue}, {pct(r1.revenue, sum(t1.revenue)):1} of the total; {count(t1, revenue < 50000)} …"

`r1` is a row, `t1` a table (see `sheets`). Behind a colon stands how many decimals are shown, or for a date `year`,
`quarter`, `month` or `day`.
"""

import re
from dataclasses import dataclass

from shared.analysis.wording import decimals_of, sentence, show_number
from shared.contracts import Fact
from shared.grounding.arithmetic import DOWN
from shared.grounding.attribution import Told, filled, mark, misattributed
from shared.grounding.expressions import Evaluator, Unresolved, Value
from shared.grounding.sheets import Sheet, SheetColumn, Sheets
from shared.grounding.spelled import spelled

_REFERENCE = re.compile(r"\{\{?([^{}\n]{1,400})\}?\}")
_FORMAT = re.compile(r"^(?P<expression>.*?)(?::\s*(?P<form>\d|year|quarter|month|day)\s*)?$", re.DOTALL)
_PERCENT_FOLLOWS = re.compile(r"^\s?(?:%|per ?cent\b|percentage points?\b|points?\b)")
_FALLS = re.compile(rf"{DOWN.pattern}(?:\s+\w+){{0,2}}\s+by\s*$")
"""Words after which the size of a fall is told without its sign."""
_UNIT_BEFORE = re.compile(r"(?:[$€£¥]|\b[A-Z]{3})\s?$")


@dataclass(frozen=True)
class Resolved:
    """A text with its references resolved: `marked` has marks in the places of the figures of `told`, `text` the
    figures. `facts` holds each figure, `problems` a sentence for each reference that could not be computed or is
    told of something else; the first stay as they were written, and the places of the second are in `wrong`."""

    marked: str
    told: tuple[Told, ...] = ()
    facts: tuple[Fact, ...] = ()
    problems: tuple[str, ...] = ()
    wrong: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """The text as it is read."""
        return filled(self.marked, self.told)


def resolve(text: str, sheets: Sheets, *, question: str = "") -> Resolved:
    """The text with every `{reference}` computed. Numbers of the `question` may be used in arithmetic."""
    evaluator = Evaluator(sheets, question)
    facts: dict[tuple[str, object], Fact] = {}
    told: list[Told] = []
    problems: list[str] = []
    text = text.replace("⟦", "[").replace("⟧", "]")

    def marked(match: re.Match[str]) -> str:
        try:
            value, form = _value(match[1], evaluator)
            shown = _shown(value, form, text[: match.start()], text[match.end() :])
        except Unresolved as unresolved:
            problems.append(f"{match[0]}: {unresolved}")
            return match[0]
        if isinstance(value.content, bool) or not isinstance(value.content, int | float):
            return shown
        fact = _fact(value, form, len(facts) + 1)
        facts.setdefault((fact.name, fact.value), fact)
        told.append(_told(value, shown, sheets))
        return mark(len(told) - 1)

    written = _REFERENCE.sub(marked, text)
    wrong = misattributed(written, told)
    return Resolved(written, tuple(told), tuple(facts.values()), (*problems, *wrong.values()), frozenset(wrong))


def _told(value: Value, shown: str, sheets: Sheets) -> Told:
    """The figure with what it may and what it may not be told of."""
    own, others, columns = set[str](), set[str](), list[str]()
    for number, row in value.rows:
        sheet = sheets.table(number)
        own |= {cell for cell in sheet.rows[row] if isinstance(cell, str)}
        others |= {cell for one in sheet.rows for cell in one if isinstance(cell, str)}
        columns += [column.name for column in sheet.columns if column.name != value.column and _numeric(sheet, column)]
    return Told(
        shown=shown,
        labels=frozenset(own),
        rivals=frozenset(others - own),
        column=value.column,
        columns=tuple(dict.fromkeys(columns)) if value.column else (),
        change=value.direction,
    )


def withheld(marked: str, resolved: Resolved) -> str:
    """A text with marks as it may be read: without the sentences in which a reference is unresolved, or tells a figure
    of something else."""
    shown = [Told("{wrong}") if at in resolved.wrong else one for at, one in enumerate(resolved.told)]
    return without(filled(marked, shown))


def without(text: str) -> str:
    """The text without the lines or sentences in which a reference is left unresolved."""
    kept = []
    for line in text.split("\n"):
        sentences = re.split(r"(?<=[.!?])\s+(?=\S)", line)
        whole = [one for one in sentences if not _REFERENCE.search(one)]
        if whole or not _REFERENCE.search(line):
            kept.append(" ".join(whole) if len(whole) < len(sentences) else line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _value(written: str, evaluator: Evaluator) -> tuple[Value, str | None]:
    match = _FORMAT.match(written.strip())
    if match is None:
        raise Unresolved("this is no reference")
    return evaluator.evaluate(match["expression"].strip()), match["form"]


def _numeric(sheet: Sheet, column: SheetColumn) -> bool:
    at = sheet.columns.index(column)
    return any(isinstance(row[at], int | float) for row in sheet.rows)


def _shown(value: Value, form: str | None, before: str, after: str) -> str:
    content = value.content
    if content is None:
        raise Unresolved("this cell is empty; say in words that there is no value")
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, str):
        return spelled(content, form) if form and not form.isdigit() else content
    unit = value.unit
    if value.direction and content < 0 and _FALLS.search(before.lower()):
        content = -content
    if (unit == "%" and _PERCENT_FOLLOWS.match(after)) or (unit and _said(unit, before, after)):
        unit = None
    told = show_number(content, unit, _decimals(value, form))
    return told.rstrip("0").rstrip(".") if form is None and unit is None and "." in told and abs(content) < 1 else told


def _said(unit: str, before: str, after: str) -> bool:
    """Whether the text itself names the unit beside the figure."""
    return bool(_UNIT_BEFORE.search(before)) or after.lstrip().lower().startswith(unit.lower())


def _decimals(value: Value, form: str | None) -> int | None:
    if form is None or not form.isdigit() or not isinstance(value.content, int | float):
        return None
    return int(form)


def _fact(value: Value, form: str | None, number: int) -> Fact:
    content = value.content
    if not isinstance(content, int | float):
        raise Unresolved("this is no figure")
    decimals = _decimals(value, form)
    decimals = decimals_of(content, value.unit) if decimals is None else decimals
    return Fact(
        id=f"f{number}",
        name=value.name,
        value=content,
        unit=value.unit,
        decimals=decimals,
        text=sentence(f"the {value.name} is {show_number(content, value.unit, decimals)}"),
        cells=value.cells,
    )
