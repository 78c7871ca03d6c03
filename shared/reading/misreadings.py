"""Readings that explain each word of a question and still answer another one."""

from collections.abc import Iterator
from itertools import pairwise

from shared.contracts import ColumnProfile
from shared.reading.columns import Name
from shared.reading.nouns import unique
from shared.reading.reading import Metric
from shared.reading.rows.kinds import charted, of_figures, of_lines, persons, total_cells, yearly
from shared.reading.rows.tallying import nearly_rows
from shared.reading.rows.vocabulary import RANKS, SITES
from shared.reading.sentence import Sentence
from shared.reading.tokens import stem_set, words_of
from shared.reading.values import loosely


def misreadings(sentence: Sentence) -> Iterator[str]:
    """Readings that explain each word and still answer another question."""
    named = {span.column.name for span in sentence.spans if span.kind == "column" and span.column is not None}
    for metric in sentence.metrics:
        if metric.column and metric.column not in named and _ranks(sentence.table.column(metric.column)):
            yield f"{metric.column} only numbers the rows, and the question does not name it"
    words = " ".join(token.text for token in sentence.tokens)
    if sentence.shape == "entity" and "how many" in words and sentence.metrics[:1] == [Metric(function="count")]:
        yield "it asks how many, and a ranking would tell which"
    if sentence.shape == "share" and ("for how much" in words or "for how many" in words):
        yield "it asks for an amount, and could mean a share"
    yield from _of_a_total(sentence)
    yield from _of_ranks(sentence)
    yield from _misplaced(sentence)
    yield from _half_read(sentence)
    yield from _of_years(sentence)
    yield from _of_several(sentence)
    yield from _side_by_side(sentence)
    counting = sentence.has("count", "share", "frequent", "much", "rate", "trend", "compare", "extreme")
    plain = sentence.shape in (None, "value") and not sentence.groups
    asking = sentence.tokens[0].text in ("what", "which", "who", "where", "when")
    if plain and asking and not counting and sentence.metrics == [Metric(function="count")]:
        yield "it does not ask for a number of rows"


def _of_ranks(sentence: Sentence) -> Iterator[str]:
    """ "charted higher", where the cells are positions: 1 is higher than 2."""
    said = {token.text for token in sentence.tokens} & _HIGHER
    for metric in sentence.metrics:
        column = sentence.table.column(metric.column) if metric.column else None
        placed = column is not None and (set(Name(column).full) & _PLACES or charted(column))
        if said and placed and sentence.shape in ("comparison", "entity"):
            yield f"a high {metric.column} is a small number, so that “{min(said)}” can be meant either way"


_HIGHER = frozenset({"higher", "lower", "highest", "lowest", "better", "worse", "best", "worst"})
_PLACES = stem_set("position place rank finish pos standing ranking")


def _of_a_total(sentence: Sentence) -> Iterator[str]:
    """A row that is the total of the others, counted or added up with them."""
    said = {item.filter.column for item in sentence.filters}
    for column in sentence.table.columns:
        totals = total_cells(column, sentence.table)
        if totals and column.name not in said and sentence.metrics:
            yield f"one row, called {totals[0]}, is the total of the others"


def _misplaced(sentence: Sentence) -> Iterator[str]:
    """A number or a place that stands inside of a cell, and not in its column as a whole."""
    fixed = {item.filter.column for item in sentence.filters if item.filter.operator == "="}
    for metric in sentence.metrics:
        column = sentence.table.column(metric.column) if metric.function == "distinct" and metric.column else None
        if column is not None and nearly_rows(column, sentence.table) and not fixed and not sentence.has("distinct"):
            yield f"rows or different values of {column.name} could be meant"
    single = any(unique(sentence.table.column(name), sentence.table) for name in fixed)
    if single and any(metric.function == "distinct" for metric in sentence.metrics):
        yield "the condition names a single row, in which nothing can be counted"
    where = sentence.tokens[0].text == "where" and sentence.shape == "list"
    if where and not all(set(Name(sentence.table.column(name)).full) & SITES for name in sentence.columns):
        yield f"it asks where, and {listed_names(sentence)} does not say"


def _half_read(sentence: Sentence) -> Iterator[str]:
    """Words that are only a part of what they were taken for, where the rest says something else."""
    said, people = {token.stem for token in sentence.tokens}, persons(sentence.table)
    for span in sentence.spans:
        if span.column is None or span.how != "part":
            continue
        if span.kind == "value" and _DENYING & set(words_of(str(span.value))) and not _DENYING & said:
            yield f"“{span.text}” is only a part of {span.value}, which denies it"
        if span.kind == "value" and span.column not in people and loosely(span.text, span.value):
            yield f"“{span.text}” is only a part of {span.value}, and could be meant otherwise"
        counted = Metric(function="distinct", column=span.column.name) in sentence.metrics
        if span.kind == "column" and counted and Name(span.column).core[-1] in _SORTS - said:
            yield f"{span.column.name} says of what sort {span.text} are, not which"
    asked = sentence.span(sentence.after(0)) if sentence.is_operation(0, "which") else None
    grouped = {group.column for group in sentence.groups}
    ranked = [metric.column for metric in sentence.metrics if metric.column]
    entity = sentence.shape == "entity" and bool(sentence.groups) and asked is not None
    if entity and asked and asked.column and asked.column.name in ranked and asked.column.name not in grouped:
        yield f"it asks which {asked.column.name}, and a ranking would tell something else"


_DENYING = frozenset({"not", "no", "never", "without", "non"})
_SORTS = stem_set("type kind status class category grade group level")


def listed_names(sentence: Sentence) -> str:
    """The columns to be shown, in a sentence."""
    return " and ".join(sentence.columns)


def _of_years(sentence: Sentence) -> Iterator[str]:
    """ "years with more than one release": no year is compared with 1; nor is "the only year" an average of years."""
    for item in sentence.filters:
        column = sentence.table.column(item.filter.column)
        small = [value for value in item.filter.values if isinstance(value, int | float) and abs(value) < _LEAST_YEAR]
        if small and yearly(column):
            yield f"{column.name} holds years, and {small[0]:g} is none"
    for metric in sentence.metrics:
        mean = metric.function == "mean" and metric.column is not None and not sentence.has("aggregate")
        if mean and yearly(sentence.table.column(metric.column or "")):
            yield f"an average of {metric.column} is no year"


_LEAST_YEAR = 1000


def _of_several(sentence: Sentence) -> Iterator[str]:
    """ "how many reporters", where some cells hold several: they are more than rows, or than different cells."""
    counting = any(metric.function in ("count", "distinct") for metric in sentence.metrics)
    for span in sentence.spans:
        if counting and span.kind == "column" and span.column is not None and of_lines(span.column):
            yield f"some cells of {span.column.name} hold several at once"
        if counting and span.kind == "column" and span.column is not None and of_figures(span.column):
            yield f"{span.column.name} holds figures, which would be added up"


def _side_by_side(sentence: Sentence) -> Iterator[str]:
    """ "the race was downhill": two cells of a column with nothing that joins them, taken for either."""
    either = {item.filter.column for item in sentence.filters if item.filter.operator in ("=", "in")}
    values = [span for span in sentence.spans if span.kind == "value" and span.column and span.column.name in either]
    for one, other in pairwise(values):
        between = {token.text for token in sentence.tokens[one.end : other.start]}
        if one.column == other.column and one.value != other.value and not between & _JOINING:
            yield f"nothing joins “{one.text}” and “{other.text}”"


_JOINING = frozenset({"and", "or", "nor", ",", "/", "&", "+", ";", "vs", "versus", "to", "than", "with", "against"})


def _ranks(column: ColumnProfile) -> bool:
    return set(Name(column).core) <= RANKS
