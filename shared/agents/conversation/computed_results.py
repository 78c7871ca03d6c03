"""Computed results told without a model: a sentence for a single row, a short table for several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from shared.contracts import by_themselves
from shared.query.words.figures import show_number, show_plain

if TYPE_CHECKING:
    from shared.analysis.base import Findings
    from shared.grounding.sheets import Sheet

COMPUTED: Final = "I could not finish wording this answer. This is what I had computed:"
AS_NAMED: Final = "A query that I cannot put into words, its columns under the names that it gives them"
MOST_RESULTS: Final = 3
"""How many of the results are told; the last ones, since a model looks around first."""
MOST_ROWS: Final = 12
MOST_SENTENCES: Final = 4


class Computed(NamedTuple):
    """What came of one call: the findings, their results as tables, and what they are for."""

    findings: Findings
    sheets: tuple[Sheet, ...]
    purpose: str


def as_computed(found: Sequence[Computed]) -> str:
    """The results in short, in markdown, where nobody could finish wording them."""
    return "\n\n".join([COMPUTED, *_each_once(found)[-MOST_RESULTS:]])


def in_short(found: Sequence[Computed]) -> str:
    """The results, one below the other, in markdown."""
    return "\n\n".join(_each_once(found))


def _each_once(found: Sequence[Computed]) -> list[str]:
    """What the results tell, in the order in which each was told last: a model may ask for one again."""
    told = filter(None, map(_told, reversed(found)))
    return list(dict.fromkeys(told))[::-1]


def settled(found: Sequence[Computed]) -> bool:
    """Whether each call gave figures, one reading of them, and rows, every one that there is."""
    whole = all(sheet.whole and sheet.rows for one in found for sheet in one.sheets)
    return whole and all(one.findings.facts and not one.findings.undecided for one in found)


def _told(one: Computed) -> str:
    """In the analysis' own words, where it has any."""
    findings = one.findings
    if findings.summary:
        return "\n".join([findings.summary, *(f"- {line}" for line in findings.findings)])
    if any(fact.derived for fact in findings.facts):
        return _of_a_model(one)
    tables = [_table(sheet, one.purpose) for sheet in one.sheets if len(sheet.rows) > 1]
    sentences = [] if tables else [" ".join(fact.text for fact in findings.facts[:MOST_SENTENCES])]
    return "\n\n".join(filter(None, (*tables, *sentences, *findings.findings)))


def _of_a_model(one: Computed) -> str:
    """A model's own query, by what it computes; where that has no words, under the names that it gave, as such."""
    facts = by_themselves(one.findings.facts)
    more = [f"… and {len(facts) - MOST_ROWS:,} more."] if len(facts) > MOST_ROWS else []
    lines = [f"- {fact.text}" for fact in facts[:MOST_ROWS]]
    return "\n".join([*lines, *more] if lines else (_table(sheet, AS_NAMED) for sheet in one.sheets))


def _table(sheet: Sheet, purpose: str) -> str:
    """Its first rows as a table of markdown, each column in one format."""
    header = [column.name.replace("_", " ") for column in sheet.columns]
    rows = [[_cell(sheet, row, at) for at in range(len(header))] for row in range(min(len(sheet.rows), MOST_ROWS))]
    lines = [f"| {' | '.join(cells)} |" for cells in (header, ["---"] * len(header), *rows)]
    more = len(sheet.rows) - len(rows)
    return "\n".join([f"{purpose.rstrip('.:')}:", "", *lines, *(["", f"… and {more:,} more."] if more else [])])


def _cell(sheet: Sheet, row: int, at: int) -> str:
    value = sheet.rows[row][at]
    column = sheet.columns[at]
    if value is None:
        return ""
    if isinstance(value, bool | str) or sheet.is_named(row, at):
        return show_plain(value).replace("|", "\\|").replace("\n", " ")
    return show_number(value, column.unit, sheet.decimals(at))
