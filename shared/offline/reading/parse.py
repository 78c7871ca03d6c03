"""A question and a table's profile in, ranked readings out: a row of rules, each of which explains a part."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import DatasetProfile
from shared.offline.reading.form import without_file
from shared.offline.reading.leftovers import unapplied, unexplained
from shared.offline.reading.meanings.columns import names_of
from shared.offline.reading.meanings.lexing import spans_of
from shared.offline.reading.meanings.spans import Span, covers
from shared.offline.reading.meanings.tokens import Token, tokenise
from shared.offline.reading.meanings.values import directed
from shared.offline.reading.objections import objections
from shared.offline.reading.reading import Reading
from shared.offline.reading.rules.aggregates import read_aggregates
from shared.offline.reading.rules.calendar import read_grains, read_periods
from shared.offline.reading.rules.comparing import read_comparisons, read_equalities
from shared.offline.reading.rules.conditions import merged, read_alternatives, read_flags, read_ranges, read_values
from shared.offline.reading.rules.counting import count_by_default, read_counts
from shared.offline.reading.rules.extremes import read_extremes
from shared.offline.reading.rules.grouping import read_groups
from shared.offline.reading.rules.measures import read_named_shares, read_per_row, read_rates
from shared.offline.reading.rules.shapes import (
    flags_as_rates,
    read_column_words,
    read_correlation,
    read_each_value,
    read_list,
    read_overview,
    read_rows,
    read_share,
)
from shared.offline.reading.rules.units import read_units
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import refusal_codes
from shared.table.tally import tallies

ReadingRule = Callable[[Sentence], None]


def read_refusals(sentence: Sentence) -> None:
    """Questions about causes, the future and opinions."""
    for span in sentence.take("refused"):
        sentence.object(span.meaning, refusal_codes()[span.meaning])


RULES: Final[tuple[ReadingRule, ...]] = (
    read_refusals, read_column_words, read_overview, read_values, read_named_shares,
    read_comparisons, read_equalities, read_rates, read_flags, read_periods, read_grains, read_groups,
    read_correlation, read_share, flags_as_rates, read_extremes, read_counts,
    read_aggregates, read_list, count_by_default, read_each_value, read_per_row, read_alternatives, read_ranges,
    read_units, read_rows,
)  # fmt: skip

_CLOSE: Final = 0.07
"""Two readings within this are both meant, unless they are the same."""


@dataclass(frozen=True)
class Asked:
    """A question on a table, and when it was asked: what decides its readings."""

    question: str
    now: datetime
    table: DatasetProfile = field(hash=False)


def read(question: str, table: DatasetProfile, now: datetime) -> tuple[Reading, ...]:
    """The readings of a question on a table, best first; never empty. Ambiguity is a gap of the best one.

    Routing, talk and planning all ask for them: they are worked out once.
    """
    return readings_of(Asked(question, now, table))


@lru_cache(maxsize=16)
def readings_of(asked: Asked) -> tuple[Reading, ...]:
    """The readings of a question, best first; cached for the last 16 questions."""
    question, table, now = asked.question, asked.table, asked.now
    tokens = tokenise(without_file(question, table.file_name))
    if not tokens:
        return (Reading(question=question, relation=table.relation, gaps=("it holds no word that I can read",)),)
    spans = spans_of(tokens, table, now)
    return _decided(_readings(question, tokens, table, spans, now))


def _readings(
    question: str, tokens: tuple[Token, ...], table: DatasetProfile, spans: list[Span], now: datetime
) -> list[Reading]:
    found = [_reading(question, tokens, table, row, now) for row in covers(tokens, _agreed(tokens, spans, table))]
    return sorted(found, key=lambda reading: -reading.confidence)


def _agreed(tokens: tuple[Token, ...], spans: list[Span], table: DatasetProfile) -> list[Span]:
    """An ambiguous mention is of the column that another can only be ("mark in maths"), and of none with one value."""
    spans = directed(tokens, spans, table)
    sure = {
        span.column.name
        for span in covers(tokens, spans)[0]
        if span.kind == "column" and span.column and len(_rivals(span, spans)) == 1 and span.column.numeric
    }
    return [span for span in spans if not _overruled(span, spans, sure)]


def _rivals(span: Span, spans: list[Span]) -> list[Span]:
    same = [other for other in spans if (other.start, other.end, other.kind) == (span.start, span.end, "column")]
    return [other for other in same if abs(other.score - span.score) < 0.05]


def _overruled(span: Span, spans: list[Span], sure: set[str]) -> bool:
    if span.kind != "column" or span.column is None or span.column.name in sure:
        return False
    others = [other.column for other in _rivals(span, spans) if other.column is not None]
    return any(other.name in sure or span.column.distinct < 2 <= other.distinct for other in others)


def _reading(
    question: str, tokens: tuple[Token, ...], table: DatasetProfile, row: tuple[Span, ...], now: datetime
) -> Reading:
    sentence = Sentence(question, tokens, table, names_of(table), row, now)
    sentence.use(*(at for at, span in enumerate(row) if span.kind == "stop"))
    for rule in RULES:
        rule(sentence)
    return _assembled(sentence)


def _tallied(sentence: Sentence) -> None:
    """ "how many survived", where each row stands for as many as its Freq says: these are added up."""
    counts = tallies(sentence.table)
    if not counts or not any(one.function in ("count", "rate") and not one.per for one in sentence.metrics):
        return
    said = " or ".join(one.name for one in counts)
    if sentence.counts_rows and sentence.shape in (None, "share", "entity"):
        sums = [Metric(function="sum", column=one.name) for one in counts]
        sentence.metrics, sentence.rivals = sums[:1], sums[1:]
        sentence.assume(f"Each row stands for as many as {said} says, so I added these up.")
    else:
        sentence.object(f"each row stands for as many as {said} says, so that counting rows says little")


def _assembled(sentence: Sentence) -> Reading:
    left = unexplained(sentence)
    _tallied(sentence)
    shape = sentence.shape or ("table" if sentence.groups else "value")
    gaps = list(dict.fromkeys([*sentence.gaps, *objections(sentence)]))
    if not gaps and not left and not sentence.metrics and shape in ("table", "value", "share"):
        gaps.append("I could not tell which figure or which rows it asks for")
    return Reading(
        question=sentence.question,
        relation=sentence.table.relation,
        shape=shape,
        metrics=tuple(dict.fromkeys(sentence.metrics)),
        rivals=tuple(sentence.rivals),
        filters=tuple(merged(sentence.filters)),
        groups=tuple(sentence.groups),
        ordering=sentence.ordering,
        part=tuple(sentence.part),
        columns=tuple(sentence.columns),
        operations=tuple(span.word for span in sentence.spans if span.kind == "operation"),
        unexplained=left,
        unapplied=unapplied(sentence),
        assumptions=tuple(sentence.assumptions),
        gaps=tuple(gaps),
        code=sentence.code,
        confidence=confidence(sentence, left, gaps),
    )


def _decided(readings: list[Reading]) -> tuple[Reading, ...]:
    """The best reading first; where another is nearly as good and says something else, that is a gap."""
    best = readings[0]
    rivals = [
        reading
        for reading in readings[1:]
        if reading.answerable and reading.confidence > best.confidence - _CLOSE and content(reading) != content(best)
    ]
    if rivals and best.answerable:
        options = _options([best, *rivals])
        several = f"it can be read in more than one way: {' or '.join(f'with {one}' for one in options)}"
        gap = several if len(options) > 1 else f"I could not tell what exactly it asks of {options[0]}"
        update = {"gaps": (gap,), "code": "ambiguous", "confidence": min(best.confidence, 0.4)}
        best = best.model_copy(update={**update, "others": (best, *rivals)})
    return (best, *readings[1:])


def content(reading: Reading) -> Reading:
    """What a reading computes, without the words that led to it."""
    apart = {"question": "", "confidence": 0.0, "assumptions": (), "operations": ()}
    return reading.model_copy(update=apart)


def _options(readings: list[Reading]) -> list[str]:
    """What tells the readings apart: "with list price or with sale price"; all that they name where that is alike."""
    named = [_named(reading) for reading in readings]
    common = set(named[0]).intersection(*named[1:])
    told = [[name for name in names if name not in common] or list(names) for names in named]
    options = (" and ".join(name.replace("_", " ") for name in names) or "the number of rows" for names in told)
    return list(dict.fromkeys(options))


def _named(reading: Reading) -> tuple[str, ...]:
    named = [metric.column for metric in reading.metrics if metric.column]
    named += [group.column for group in reading.groups] + [item.column for item in (*reading.filters, *reading.part)]
    return tuple(dict.fromkeys([*named, *reading.columns]))


_OTHERS = 0.25
ENOUGH = 0.6
"""Below this a reading forfeits. Set on the development half of the honesty set."""


def confidence(sentence: Sentence, unexplained: tuple[str, ...], gaps: list[str]) -> float:
    """0..1: the weakest link, less a quarter of what the others lack; with gaps never over a half."""
    doubts = sorted(sentence.doubts)
    sure = doubts[0] if doubts else 1.0
    for doubt in doubts[1:]:
        sure *= 1 - (1 - doubt) * _OTHERS
    if unexplained or gaps:
        sure = min(sure, 0.5) / (1 + len(unexplained) + len(gaps))
    return round(sure, 4)
