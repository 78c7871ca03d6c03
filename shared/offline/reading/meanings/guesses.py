"""What unexplained words may mean after all: a near spelling of a column or value, or a word of the same meaning."""

from collections.abc import Iterator

from shared.contracts import DatasetProfile
from shared.offline.reading.meanings.columns import names_of, near_columns
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.spelling import is_word
from shared.offline.reading.meanings.tokens import Token
from shared.offline.reading.meanings.values import entries_of, near_values
from shared.table.names import words_of

_LEAD = 4.0


def guesses(
    tokens: tuple[Token, ...], spans: list[Span], unexplained: tuple[str, ...], table: DatasetProfile
) -> Iterator[Span]:
    """Spans for single unexplained words; each surely better than the next candidate."""
    words = {word for text in unexplained for word in words_of(text)}
    for index, token in enumerate(tokens):
        if token.text in words and token.kind == "word" and not is_word(token.text):
            yield from _near(index, token, table)


def _near(index: int, token: Token, table: DatasetProfile) -> Iterator[Span]:
    names, entries = names_of(table), entries_of(table)
    columns = [
        (ratio, Span(index, index + 1, "column", column=column, score=0.82, how="near", text=token.raw))
        for ratio, column in near_columns(token.text, names)
    ]
    values = [
        (
            ratio,
            Span(
                index,
                index + 1,
                "value",
                column=entry.column,
                value=entry.value,
                score=0.82,
                how="near",
                text=token.raw,
            ),
        )
        for ratio, entry in near_values(token.text, entries)
        if len(token.text) > 3
    ]
    ranked = sorted(columns + values, key=lambda pair: -pair[0])
    if ranked:
        yield from (span for ratio, span in ranked if ratio > ranked[0][0] - _LEAD)
