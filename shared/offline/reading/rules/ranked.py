"""What an extreme is of: the groups or rows that are ranked, which the question names or only implies."""

from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.rules.grouping import groupable
from shared.offline.reading.rules.measures import use_measure
from shared.offline.reading.sentence import Sentence
from shared.query.groupings import ByColumn, Grouping
from shared.table.names import spoken, word_set
from shared.table.telling_apart import unique

_NEARLY = 0.95
EXTREMES: Final = ("extreme", "adjective", "frequent", "quality")
Ranked = tuple[Grouping, bool]
"""What is ranked, and whether each row is its own."""


def ranked(sentence: Sentence, main: int, limit: int | None, metric: Metric | None) -> Ranked | None:
    """What stands in the order: a column, a grouping or the rows; None where a figure is asked for."""
    frequent = sentence.spans[main].word == "frequent"
    candidates = [
        (at, column)
        for at, column in sentence.free_columns()
        if groupable(column, sentence) or _asked(sentence, at) or (frequent and not column.temporal and at > main)
    ]
    asked = [pair for pair in candidates if _asked(sentence, pair[0])]
    asked = asked or [pair for pair in candidates if pair[0] > main or limit] or _led(sentence, candidates, main)
    if asked:
        index, column = asked[0]
        use_measure(sentence, index, column)
        sentence.take("which", "list")
        return ByColumn(column=column.name), unique(column, sentence.table)
    nouns = sentence.free("noun")
    if _inside(sentence, metric, limit):
        return None
    if len(sentence.groups) == 1 and not interrogative(sentence):  # "who is best in each region": no region is
        group = sentence.groups.pop()
        return group, False
    if sentence.has("who") or nouns:
        return _row_entity(sentence, nouns, limit)
    return None


def _inside(sentence: Sentence, metric: Metric | None, limit: int | None) -> bool:
    """Whether the extreme of a column is asked for in each group ("highest fare by class"), not the group at it."""
    plain = metric is not None and metric.function == "max" and limit is None
    used = [at for at, span in enumerate(sentence.spans) if span.word == "by" and at in sentence.used]
    by = any(_leads(sentence, at) for at in used)
    return plain and by and bool(sentence.groups) and not _names_entity(sentence) and not sentence.has("who", "quality")


def _leads(sentence: Sentence, by: int) -> bool:
    """Whether a group follows ("by class"), rather than what is ranked by ("top year by passengers")."""
    span = sentence.span(sentence.after(by))
    grouped = {group.column for group in sentence.groups}
    return span is not None and (span.kind == "grain" or (span.column is not None and span.column.name in grouped))


def _names_entity(sentence: Sentence) -> bool:
    """Whether "which" stands before what is asked for ("which region"), and not alone ("what is the highest")."""
    asking = [at + 1 for at, span in enumerate(sentence.spans) if span.word in ("which", "list")]
    return any(span is not None and span.kind in ("column", "noun", "grain") for span in map(sentence.span, asking))


def _led(sentence: Sentence, candidates: list[tuple[int, ColumnProfile]], main: int) -> list[tuple[int, ColumnProfile]]:
    """ "customers with the fewest orders": what is ranked may come first."""
    before = sentence.before(main)
    ordinal = sentence.span(before)
    if before is not None and ordinal is not None and ordinal.kind == "number":
        before = sentence.before(before)
    led = sentence.is_operation(before, "verb") or sentence.has("who")
    return [pair for pair in candidates if led and pair[0] < main]


def _asked(sentence: Sentence, index: int) -> bool:
    return sentence.is_operation(sentence.before(index), "which", "list")


def _row_entity(sentence: Sentence, nouns: list[int], limit: int | None) -> Ranked | None:
    """The column that names rows, for "who" and for "which order"."""
    asked = [
        at for at in nouns if _asked(sentence, at) or limit or _led_by_noun(sentence, at) or _described(sentence, at)
    ]
    if not sentence.has("who") and not asked:
        sentence.use(*nouns)
        return None
    label = label_column(sentence, person=sentence.has("who"))
    sentence.use(*nouns)
    if label is None:
        who = "says who is meant" if sentence.has("who") else "has the names that it asks for"
        sentence.gaps.append(f"I could not tell which column {who}")
        return None
    if limit and limit > 1 and not unique(label, sentence.table):
        sentence.gaps.append(f"several rows have the same {spoken(label)}, so that it does not tell them apart")
        return None
    return ByColumn(column=label.name), unique(label, sentence.table)


def _led_by_noun(sentence: Sentence, noun: int) -> bool:
    """ "seat with the slimmest majority"."""
    extreme = next((at for at, span in enumerate(sentence.spans) if span.word in EXTREMES), 0)
    if noun >= extreme or any(
        span.kind != "stop" and not sentence.is_operation(at, "list", "which", "verb")
        for at, span in enumerate(sentence.spans[:noun])
    ):
        return False
    return any(span.text in ("with", "that has", "having", "has", "who has") for span in sentence.spans[noun:extreme])


def _described(sentence: Sentence, noun: int) -> bool:
    """ "what is the lightest american car": a thing is asked for, and no figure."""
    main = next((at for at, span in enumerate(sentence.spans) if span.word == "adjective"), None)
    if main is None or noun < main or sentence.tokens[0].text == "how":
        return False
    between = sentence.spans[main + 1 : noun]
    single = not sentence.spans[noun].text.endswith("s")
    figures = any(span.column and span.column.numeric for span in sentence.spans[:noun] if span.kind == "column")
    return single and not figures and all(span.kind in ("value", "stop") for span in between)


_NAMES = word_set("name customer employee person rep agent seller player student pupil author manager doctor patient")
_PERSONS = _NAMES | word_set(
    "passenger participant guest member user rider driver winner candidate operator artist reader tenant owner "
    "director actor writer composer singer scientist inventor discoverer athlete coach captain teacher pilot lawyer"
)


def interrogative(sentence: Sentence) -> bool:
    """Whether the question begins with "who": a person is asked for."""
    return bool(sentence.tokens) and sentence.tokens[0].text in ("who", "whom")


def names_persons(column: ColumnProfile) -> bool:
    """Whether the cells of a column are persons' names."""
    return column.type == "text" and bool(_PERSONS & set(spoken(column).lower().split()))


def label_column(sentence: Sentence, *, person: bool = False) -> ColumnProfile | None:
    """The column that tells rows apart for a reader: a unique name, else a unique id; a person's where asked."""
    columns = [column for column in sentence.table.columns if column.type == "text" or column.role == "id"]
    people = [column for column in columns if _PERSONS & set(spoken(column).lower().split()) and column.role != "id"]
    if person:
        sole = [column for column in people if unique(column, sentence.table)] or people
        return sole[0] if len(sole) == 1 else None
    own = [column for column in columns if unique(column, sentence.table)]
    titled = [column for column in people if _NAMES & set(spoken(column).lower().split())]
    named = [column for column in own if column.role != "id" and column in titled] or [c for c in own if c.role != "id"]
    called = _called(columns, sentence.table)
    if called is not None and (not own or called.distinct > _NEARLY * sentence.table.row_count):
        return called
    return next(iter(named or own), None)


def _called(columns: list[ColumnProfile], table: DatasetProfile) -> ColumnProfile | None:
    """The only column called "name" or "title", though some rows share a name."""
    found = [column for column in columns if spoken(column).lower() in ("name", "title", "model", "model name")]
    return found[0] if len(found) == 1 and found[0].distinct * 2 > table.row_count else None
