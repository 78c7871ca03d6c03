"""Why something cannot be asked, in a sentence that says what would be right."""

from collections.abc import Iterable
from typing import Final, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from shared.query.columns import columns_in
from shared.query.forms import kinds_meant, usual_form
from shared.query.measures import default_name
from shared.query.query import Query, Rows

ProblemKind = Literal[
    "shape", "unknown_column", "unknown_dataset", "wrong_kind", "wrong_value", "taken_name", "unused", "no_key",
    "no_match",
]  # fmt: skip

_QUERY: Final = TypeAdapter[Query](Query, config=ConfigDict(defer_build=True))
PLAINER: Final = {
    "tuple_type": "A list stands here",
    "union_tag_not_found": "Its `kind` is missing, and its fields leave open which one is meant",
    "extra_forbidden": "There is no such field; see the fields of its type",
    "missing": "This field is needed",
}
"""What pydantic says in terms of Python, by its type of error."""


class QueryProblem(Exception):
    """A query that cannot be meant, or not of this table. `sentence` says why and what would be right, to a model as an
    error of its tool call and to a person; `nearest` are names that may have been meant, best first."""

    def __init__(self, kind: ProblemKind, sentence: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.nearest = nearest


def read_query(data: object) -> Query:
    """A query from JSON-ready data, in any form that can mean one thing only, without columns that it looks up and does
    not use. Raises QueryProblem (`shape`) with the first thing that is wrong, and where."""
    try:
        return _used(_QUERY.validate_python(data))
    except ValidationError:
        pass  # not in the declared form; perhaps in one that is read as it
    try:
        return _used(_QUERY.validate_python(usual_form(data)))
    except ValidationError as error:
        raise QueryProblem("shape", _told(error)) from None


def _used(query: Query) -> Query:
    """The query without what it looks up in vain; rows of which no column is chosen show all of it."""
    source = query.source and _used(query.source)
    lookups = query.lookups
    shows_all = isinstance(query, Rows) and not query.columns
    for place in () if shows_all else reversed(range(len(lookups))):
        named = set(columns_in(query.model_copy(update={"lookups": lookups})))
        columns = tuple(one for one in lookups[place].columns if one.called in named)
        measures = tuple(one for one in lookups[place].measures if default_name(one) in named)
        used = {"columns": columns, "measures": measures}
        kept = (lookups[place].model_copy(update=used),) if columns or measures else ()
        lookups = (*lookups[:place], *kept, *lookups[place + 1 :])
    return query.model_copy(update={"source": source, "lookups": lookups})


def unknown_column(name: str, known: Iterable[str], dataset: str = "") -> QueryProblem:
    """The problem of a column that is not there, or not in another dataset, with the nearest of those that are."""
    there = list(known)
    nearest = _nearest(name, there)
    offered = f"Did you mean {_or(nearest)}?" if nearest else f"There are: {', '.join(there[:40])}."
    where = f" in {dataset}" if dataset else ""
    return QueryProblem("unknown_column", f"There is no column “{name}”{where}. {offered}", nearest)


def unknown_dataset(name: str, known: Iterable[str]) -> QueryProblem:
    """The problem of a dataset that is not there, with the nearest of those that are."""
    there = list(known)
    nearest = _nearest(name, there)
    offered = f"Did you mean {_or(nearest)}?" if nearest else f"There are: {', '.join(there)}."
    return QueryProblem("unknown_dataset", f"There is no dataset “{name}”. {offered}", nearest)


def unknown_value(column: str, value: str, known: Iterable[str]) -> QueryProblem:
    """The problem of a value that a column never holds, with the nearest of those that it holds."""
    there = list(known)
    nearest = _nearest(value, there)
    offered = f"did you mean {_or(nearest)}?" if nearest else f"it holds: {', '.join(there[:10])}."
    return QueryProblem("wrong_value", f"“{column}” never holds {value!r}; {offered}", nearest)


def _nearest(name: str, there: list[str]) -> tuple[str, ...]:
    from rapidfuzz import fuzz, process, utils  # only where a name is wrong

    found = process.extract(name, there, scorer=fuzz.WRatio, processor=utils.default_process, limit=3, score_cutoff=60)
    return tuple(one for one, _, _ in found)


def _or(names: tuple[str, ...]) -> str:
    shown = [f"“{name}”" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _told(error: ValidationError) -> str:
    """The first error that says most: one of our own sentences before one of pydantic's."""
    errors = error.errors(include_url=False)
    first = next((one for one in errors if one["type"] in ("value_error", "finite_number")), errors[0])
    where = " → ".join(str(step) for step in first["loc"])
    message = PLAINER.get(first["type"], str(first["msg"]).removeprefix("Value error, "))
    if first["type"] == "union_tag_not_found" and (kinds := kinds_meant(first.get("input"), first["loc"])):
        message = f"{message}: {_or(kinds)}"
    told = f"{message[:1].upper()}{message[1:]}".rstrip(".")
    return f"{told} (at {where})." if where else f"{told}."
