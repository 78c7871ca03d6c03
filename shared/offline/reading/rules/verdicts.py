"""Yes or no to a comparison of two groups or times: "Is the average fare of women higher than that of men?"."""

from typing import Final

from shared.analysis.metrics import Function, Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import concept_columns
from shared.offline.reading.rules.measures import default_metric, measures_of, use_measure
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.offline.words.lexicon import concept_comparators

_ASKING: Final = word_set("is are was were did do does have has had")
_MORE: Final = word_set("more higher larger greater bigger longer")
_LESS: Final = word_set("less fewer lower smaller shorter")
_LINKS: Final = _MORE | _LESS | word_set("than that those ones the of in")


def read_verdicts(sentence: Sentence) -> None:
    """Two values of a column or two times, one on each side of "than", become the sides of a yes or no."""
    texts = [token.text for token in sentence.tokens]
    if texts[0] not in _ASKING or texts.count("than") != 1 or sentence.shape is not None or sentence.groups:
        return
    than = texts.index("than")
    sides, more = _sides(sentence, than), _direction(sentence, texts, than)
    if sides is None or more is None:
        return
    metric = _metric(sentence)
    if metric is None:
        return
    sentence.filters = [item for item in sentence.filters if item not in sides]
    sentence.sides = [(item.filter,) for item in sides]
    sentence.metrics = [metric]
    sentence.headline = "more" if more else "less"
    sentence.shape = "comparison"
    sentence.take("comparative")
    for at, span in enumerate(sentence.spans):
        if span.kind in ("unknown", "comparator", "operation") and set(span.text.split()) <= _LINKS | _concepts():
            sentence.use(at)


def _concepts() -> frozenset[str]:
    return frozenset(word for phrase in concept_comparators() for word in phrase.split())


def _sides(sentence: Sentence, than: int) -> tuple[Placed, Placed] | None:
    placed = [
        item for item in sentence.filters if not item.filter.otherwise and item.filter.operator in ("=", "between")
    ]
    pairs = [
        (one, other)
        for one in placed
        for other in placed
        if sentence.spans[one.at].start < than < sentence.spans[other.at].start
        and one.filter.column == other.filter.column
        and one.period == other.period
        and one.filter.values != other.filter.values
    ]
    return pairs[0] if len(pairs) == 1 and len({item.filter.column for item in pairs[0]}) == 1 else None


def _direction(sentence: Sentence, texts: list[str], than: int) -> bool | None:
    """Whether more is asked for; None where no word before "than" says so."""
    for text in reversed(texts[:than]):
        if text in _MORE or text in _LESS:
            return text in _MORE
    concept = concept_comparators().get(" ".join(texts[max(0, than - 1) : than + 1]))
    return concept[0] == ">" if concept else None


def _metric(sentence: Sentence) -> Metric | None:
    """The figure of each side: of the measure that is named or that the comparison is about, or the number of rows."""
    if sentence.metrics:
        return sentence.metrics[0] if len(sentence.metrics) == 1 else None
    measures = measures_of(sentence) or _by_concept(sentence)
    asked = sentence.free("operation", "aggregate")
    meanings = {sentence.spans[at].meaning for at in asked}
    if len(measures) > 1 or len(meanings) > 1:
        return None
    if not measures:
        return _counted(sentence) if not asked else None
    index, column = measures[0]
    sentence.use(*asked)
    if sentence.spans[index].column == column:
        use_measure(sentence, index, column)
    if not meanings:
        return default_metric(sentence, column)
    function: Function = meanings.pop()  # type: ignore[assignment]  # the lexicon's keys are functions
    return Metric(function=function, column=column.name)


def _counted(sentence: Sentence) -> Metric | None:
    """Rows, unless each of them is another time: then its people or things are in a column."""
    times = any(column.temporal and column.distinct == sentence.table.row_count for column in sentence.table.columns)
    nouns = sentence.free("noun")
    said = {token.text for token in sentence.tokens} & {"more", "fewer"}
    if times or not (nouns or said):
        return None
    sentence.use(*nouns, *sentence.free("operation", "count"))
    return Metric(function="count")


def _by_concept(sentence: Sentence) -> list[tuple[int, ColumnProfile]]:
    for index in (*sentence.free("comparator"), *sentence.free("operation", "comparative")):
        span = sentence.spans[index]
        concept = concept_comparators().get(span.text, ("", str(span.value or "")))[1]
        found = [pair for pair in concept_columns(concept, sentence.names) if pair[1].column.numeric] if concept else []
        if len(found) == 1:
            return [(index, found[0][1].column)]
    return []
