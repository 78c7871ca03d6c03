"""Which column goes with another: "which feature has the strongest correlation with price"."""

from typing import Final

from shared.analysis.metrics import Ordering
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import positive_value
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set

_WORDS: Final = word_set(
    "which what of the numeric numerical column columns feature features variable variables measure measures attribute "
    "factor field fields other has have is are with to and or most strongly strongest highest closely correlated "
    "correlates correlate correlation correlations strong more greatest largest best linear pearson , ? . these "
    "following coefficient least weakest lowest weakly among in data dataset table between absolute relationship "
    "linearly"
)
_WEAK: Final = word_set("least weakest lowest weakly")
_STRONG: Final = word_set("most strongly strongest highest closely greatest largest best")


def read_relating(sentence: Sentence) -> None:
    """One measure is the target, named after "with"; the others that are named, or all, are ranked by it."""
    words = {token.text for token in sentence.tokens}
    if not sentence.has("correlation") or not words & {"which", "what"} or not words & (_WEAK | _STRONG):
        return
    named = [(at, column) for at, column in sentence.free_columns() if _measure(column)]
    targets = [(at, column) for at, column in named if _follows(sentence, at)]
    if len(targets) != 1 or len(dict.fromkeys(column.name for _, column in named)) == 2:
        return
    target = targets[0][1]
    others = [column.name for _, column in named if column.name != target.name]
    if not others and not words & word_set("column feature variable measure attribute factor field columns features"):
        return
    for at, span in enumerate(sentence.spans):
        if span.kind == "column" or set(span.text.lower().split()) <= _WORDS:
            sentence.use(at)
    sentence.columns = [target.name, *dict.fromkeys(others)]
    sentence.ordering = Ordering(descending=not words & _WEAK, limit=1)
    sentence.shape = "correlations"


def _measure(column: ColumnProfile) -> bool:
    return column.numeric and column.role != "id" and positive_value(column) is None


def _follows(sentence: Sentence, at: int) -> bool:
    before = sentence.tokens[max(0, sentence.spans[at].start - 2) : sentence.spans[at].start]
    return bool({"with", "to"} & {token.text for token in before})
