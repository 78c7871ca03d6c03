"""What a reply is, held strictly against what was expected: a figure counts where a reader sees it, at its own name."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

from infra.local.results import ROWS
from shared.contracts import Fact, Reply, ResultPreview
from shared.query.words.groups import period
from shared.query.words.values import MONTHS, time

Verdict = Literal["right", "wrong", "declined", "failed", "no figure"]
NUMBER: Final = re.compile(r"(?<![\w.,-])-?\d[\d,]*(?:\.\d+)?(?![\w-])")
_BESIDE: Final = re.compile(r"(?ms)^\*?(?:How I read the question|Note):?.*?(?=^\s*$|\Z)")
"""What stands beside an answer: how it was read, and notes on the data."""
_MONTHS: Final = "|".join(MONTHS)
_DATES: Final = re.compile(
    r"\b\d{4}-\d\d(?:-\d\d)?\b|\bQ[1-4] \d{4}\b|\b(?:in|of|since|until|to|and|from) (?:19|20)\d\d\b"
    rf"|\b(?:\d{{1,2}} (?:to \d{{1,2}} )?)?(?:{_MONTHS})(?: \d{{4}})?\b"
)
_TOLERANCE: Final = 0.0006
_MONTH, _DAY = re.compile(r"\d{4}-\d\d"), re.compile(r"\d{4}-\d\d-\d\d")


def verdict(said: str, expect: dict[str, Any], reply: Reply) -> Verdict:
    """The verdict on the reply to a message; `expect` is as the README says."""
    if reply.status == "failed":
        return "failed"
    if reply.status == "forfeited":
        return "declined"
    told = list(_told(said, reply))
    if expect["kind"] in ("figures", "rows_or_list"):
        ways = (expect.get("values", []), *expect.get("or", ()))
        found = any(all(_stands(one, reply) for one in way) for way in ways if way)
        return "right" if found and _in_place(expect.get("groups", {}), reply) else "wrong"
    if not told:
        return "no figure"
    known = (*expect.get("values", ()), *expect.get("also", ()))
    if expect["kind"] == "either" and all(any(near(one, each) for each in known) for one in told):
        return "right"
    return "wrong"


def numbers(text: str) -> list[float]:
    """The numbers in a text, without those of dates."""
    return [float(one.replace(",", "")) for one in NUMBER.findall(_DATES.sub(" ", text))]


def near(one: float, value: Any) -> bool:
    """Whether a number is that value, sensibly rounded."""
    if not isinstance(value, int | float):
        return str(value).casefold().find(f"{one:g}") >= 0
    least = 0.006 if abs(value) < 10 else 0.06
    return abs(one - value) <= max(least, abs(value) * _TOLERANCE)


def _told(said: str, reply: Reply) -> Iterator[float]:
    """The figures of an answer that are not the user's own."""
    own = set(numbers(said)) | {float(one) for one in re.findall(r"\d+", said)}
    yield from (one for one in numbers(_BESIDE.sub("", reply.text)) if one not in own)


def _stands(value: Any, reply: Reply) -> bool:
    """Whether a reader finds a value: in the text, or in a column of a table that is shown."""
    cells = [row[name] for table in _tables(reply) for name in _columns(table, reply) for row in table.data]
    if isinstance(value, str):
        words = [_in_words(value), value]
        texts = [
            reply.text,
            *(str(one) for one in cells),
            *(name.replace("_", " ") for t in _tables(reply) for name in t.columns),
        ]
        return any(_has(text, word) for text in texts for word in words)
    shown = [float(one) for one in cells if isinstance(one, int | float) and not isinstance(one, bool)]
    none = value == 0 and bool(re.search(r"\b(?:no|none|nobody)\b", reply.text, re.IGNORECASE))
    return none or any(near(one, value) for one in (*numbers(reply.text), *shown))


def _in_place(groups: dict[str, Any], reply: Reply) -> bool:
    """Whether each group's figure stands at its own name: in a fact of that name, or in its row."""
    rows = [tuple(row.values()) for table in _tables(reply) for row in table.data]
    return all(_at_its_name(name, value, reply.facts, rows) for name, value in groups.items())


def _at_its_name(name: str, value: Any, facts: Iterable[Fact], rows: Iterable[tuple[Any, ...]]) -> bool:
    names = (name, _in_words(name))
    of_fact = (
        one for one in facts if isinstance(one.value, int | float) and any(_has(one.name, each) for each in names)
    )
    if any(near(float(one.value), value) for one in of_fact if isinstance(one.value, int | float)):
        return True
    for row in rows:
        labels = [str(cell) for cell in row if isinstance(cell, str)]
        figures = [float(cell) for cell in row if isinstance(cell, int | float) and not isinstance(cell, bool)]
        if any(_has(label, each) for label in labels for each in names) and any(near(one, value) for one in figures):
            return True
    return False


def _tables(reply: Reply) -> Iterator[ResultPreview]:
    return (shown for response in reply.responses for shown in response.result.results if shown.columns)


def _columns(table: ResultPreview, reply: Reply) -> list[str]:
    """The columns that a reader is shown: a count of rows that no figure is told of is none."""
    cited = {cell.column for fact in reply.facts for cell in fact.cells}
    return [name for name in table.columns if name != ROWS or name in cited]


def _in_words(name: str) -> str:
    """A month or a day as people say it; any other name as it is."""
    if _MONTH.fullmatch(name):
        return period(f"{name}-01", "month")
    return time(name) if _DAY.fullmatch(name) else name


def _has(text: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", text.casefold()))
