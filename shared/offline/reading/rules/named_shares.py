"""Rules for words beside a column that only say again what it holds: its base, a share, a rate."""

from shared.offline.reading.sentence import Sentence
from shared.table.names import word_set


def read_named_shares(sentence: Sentence) -> None:
    """ "median urban share", where the column holds percentages: share is what it is called."""
    for index in sentence.free("operation", "share", "rate"):
        if sentence.spans[index].text not in _CALLED:
            continue
        if sentence.spans[index].text in ("share", "percentage", "shares") and _only_shares(sentence):
            sentence.use(index)
            continue
        for at in (index - 1, sentence.after(index)):
            column = sentence.column_at(at)
            if column is None or not column.numeric or sentence.has("by"):
                continue
            if column.unit == "%":
                sentence.use(index)


def _only_shares(sentence: Sentence) -> bool:
    """ "where did Trump get his highest share", where the only measure named holds percentages."""
    named = {column.name: column for _, column in sentence.free_columns() if column.numeric}
    asked = sentence.has("extreme", "aggregate") and not sentence.has("rate")
    return asked and len(named) == 1 and all(column.unit == "%" for column in named.values())


_CALLED = word_set("share percentage percent proportion rate pct rates percentages shares") | {
    "share of", "percentage of", "percent of", "proportion of", "rate of",
}  # fmt: skip
