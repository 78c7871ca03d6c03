"""Questions that say what to look for in a person's own words: "find rows about late deliveries"."""

from collections.abc import Iterator
from functools import cache

from pydantic import ValidationError

from shared.analysis.base import Analysis
from shared.analysis.fields import fits, said_field, slots
from shared.contracts import ColumnProfile
from shared.offline.linking import LinkedQuestion
from shared.offline.reading.meanings.tokens import Token, tokenise

_JOINING = frozenset({"stop", "noun"})


def filled_by_free_text(kind: type[Analysis], asked: LinkedQuestion) -> Iterator[tuple[str, Analysis]]:
    """The analysis with what comes after the last word of an example's lead as its words, and the example. Every word
    before must be one of the leads' words, name a column of texts, or join."""
    field = said_field(kind)
    if field is None:
        return
    for example, lead in _leads(kind, field):
        at = next((at for at, token in enumerate(asked.tokens) if token.stem == lead[-1].stem), None)
        if at is None or at + 1 == len(asked.tokens):
            continue
        columns = _named(kind, asked, at)
        rest = [token for place, token in enumerate(asked.tokens[:at]) if place not in columns]
        known = {token.stem for _, one in _leads(kind, field) for token in one} | _joining(asked, at)
        if len(set(columns.values())) > 1 or not {token.stem for token in rest} <= known:
            continue
        words = " ".join(token.raw for token in asked.tokens[at + 1 :]).strip(" ?.!")
        given = {slot.name: name for slot in slots(kind)[:1] for name in set(columns.values())}
        try:
            yield example, kind(**{field: words, **given})
        except ValidationError:
            continue


@cache
def _leads(kind: type[Analysis], field: str) -> tuple[tuple[str, tuple[Token, ...]], ...]:
    """The examples that end with the words, each with the tokens before them, columns apart."""
    ending = f"{{{field}}}"
    found = []
    for example in kind.examples:
        if example.endswith(ending):
            lead = example.removesuffix(ending)
            for slot in slots(kind):
                lead = lead.replace(f"{{{slot.name}}}", " ")
            found.append((example, tuple(tokenise(lead))))
    return tuple(found)


def _named(kind: type[Analysis], asked: LinkedQuestion, end: int) -> dict[int, str]:
    """The places before the end that name a column which the analysis can take, each with its name."""
    kinds = [slot.kind for slot in slots(kind)[:1]]
    return {
        place: span.column.name
        for span in asked.named
        if span.column and span.end <= end and any(_takes(span.column, one) for one in kinds)
        for place in range(span.start, span.end)
    }


def _takes(column: ColumnProfile, kind: str) -> bool:
    searched = column.role == "text" or kind == "dimension"  # other texts are read, and only free text is searched
    return column.type == "text" and searched and fits(column, kind) and not _coded(column)  # type: ignore[arg-type]


def _coded(column: ColumnProfile) -> bool:
    """Whether the cells are codes (T-0001), which mean nothing: a digit in each, and none comes again."""
    known = [one for one in column.top_values if isinstance(one.value, str)]
    return bool(known) and all(one.count == 1 and any(map(str.isdigit, str(one.value))) for one in known)


def _joining(asked: LinkedQuestion, end: int) -> set[str]:
    """The stems of words that only join, or that call a row: what rows are called, or the column of their codes."""
    return {
        token.stem
        for span in asked.row
        if (span.kind in _JOINING or (span.column is not None and _coded(span.column))) and span.end <= end
        for token in asked.tokens[span.start : span.end]
    }
