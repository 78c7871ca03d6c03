"""The kinds of fields that an analysis is made of, beside a metric and a grouping."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, get_args

from pydantic import AfterValidator, Field

from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric
from shared.analysis.nested_values import groupings_in, nested_values
from shared.contracts import ColumnProfile
from shared.query.conditions import Conditions
from shared.query.groupings import Grain

__all__ = [
    "SAMPLE",
    "WORDS",
    "AnyColumn",
    "ComparedSide",
    "Conditions",
    "Different",
    "Dimension",
    "Entity",
    "FieldKind",
    "Filters",
    "Measure",
    "Named",
    "NumberColumn",
    "OrderedColumn",
    "SearchedWords",
    "Slot",
    "TimeColumn",
    "columns_named",
    "fits",
    "grain_fields",
    "named_columns",
    "number_fields",
    "questions",
    "side_fields",
    "slots",
]  # fmt: skip

FieldKind = Literal["any", "number", "order", "time", "measure", "dimension", "entity"]
"""What a column must hold: anything; numbers; numbers or times, which have an order; dates or times; amounts or rates
to compute with; values that rows are grouped by; what identifies whom or what the rows are about."""

MOST_GROUPS: Final = 50
"""Different numbers that still make a dimension: more are a measure."""


class Named(NamedTuple):
    """Marks a text that names a column, so that a name which no table has, or a column of another kind, is given back
    before anything runs."""

    kind: FieldKind = "any"


AnyColumn: TypeAlias = Annotated[str, Named()]
"""The name of a column."""
NumberColumn: TypeAlias = Annotated[str, Named("number")]
"""The name of a column that holds numbers."""
OrderedColumn: TypeAlias = Annotated[str, Named("order")]
"""The name of a column that holds numbers or times."""


@dataclass(frozen=True)
class Said:
    """Marks a text in a person's own words: what is searched for, whatever it is."""


SearchedWords: TypeAlias = Annotated[str, Said(), Field(min_length=1, max_length=300)]
"""What somebody looks for, in words of their own."""


@dataclass(frozen=True)
class OneSide:
    """Marks conditions that make one side of a comparison: a value of a column, or a stretch of time."""


ComparedSide: TypeAlias = Annotated[tuple[Filter, ...], OneSide(), Field(min_length=1)]
"""One side of a comparison: the conditions that hold for its rows."""
AskedFigure = Literal["sum", "mean", "median", "min", "max"]
"""Which figure of a measure is asked for."""
TimeColumn: TypeAlias = Annotated[str, Named("time")]
"""The name of a column that holds dates or times."""
Measure: TypeAlias = Annotated[str, Named("measure")]
"""The name of a column of numbers to compute with: no id and no code."""
Dimension: TypeAlias = Annotated[str, Named("dimension")]
"""The name of a column whose values make groups."""
Entity: TypeAlias = Annotated[str, Named("entity")]
"""The name of a column that identifies whom or what the rows are about: customers of orders."""


class Slot(NamedTuple):
    """A field that takes a column, or several where `many`: its name and the kind of column."""

    name: str
    kind: FieldKind
    required: bool
    many: bool = False


@cache
def slots(kind: type[Analysis]) -> tuple[Slot, ...]:
    """The fields of an analysis that take columns, in their order."""
    found = []
    for name, field in kind.model_fields.items():
        annotations = (field.annotation, *_marks(field.annotation))
        mark = next((one for one in (*field.metadata, *annotations) if isinstance(one, Named)), None)
        if mark is not None:
            many = any(getattr(one, "__origin__", None) is tuple for one in annotations)
            found.append(Slot(name, mark.kind, field.is_required(), many))
    return tuple(found)


WORDS: Final[dict[FieldKind, str]] = {
    "measure": "sales", "number": "sales", "order": "sales", "dimension": "region", "any": "region",
    "entity": "customers", "time": "month",
}  # fmt: skip
"""The word that stands for a column of each kind where a question and an example are compared, and in documents."""


SAMPLE: Final = "late delivery"
"""What stands in an example where a person says what to look for."""


SAMPLE_NUMBER: Final = 10
"""What stands in an example where a person gives a number. A field in an example as `{percent:-}` takes less than 0."""


SAMPLE_GRAIN: Final = "month"
"""What stands in an example where a person gives the length of a period."""


SAMPLE_SIDES: Final = ("north", "south", "east")
"""What stands in an example where a person names the sides of a comparison, one after the other."""


@cache
def said_field(kind: type[Analysis]) -> str | None:
    """The field that takes a person's own words; None where there is none."""
    for name, field in kind.model_fields.items():
        if any(isinstance(one, Said) for one in (*field.metadata, *_marks(field.annotation))) or _says(
            field.annotation
        ):
            return name
    return None


@cache
def number_fields(kind: type[Analysis]) -> tuple[str, ...]:
    """The fields that take a number, in their order: how many, by how many percent."""
    return tuple(name for name, field in kind.model_fields.items() if field.annotation in (int, float))


@cache
def grain_fields(kind: type[Analysis]) -> tuple[str, ...]:
    """The fields that take the length of a period, in their order: by week, by month."""
    return tuple(name for name, field in kind.model_fields.items() if Grain in _marks(field.annotation))


@cache
def figure_field(kind: type[Analysis]) -> str | None:
    """The field that takes which figure of a measure is asked for; None where there is none."""
    return next((name for name, field in kind.model_fields.items() if AskedFigure in _marks(field.annotation)), None)


@cache
def side_fields(kind: type[Analysis]) -> tuple[str, ...]:
    """The fields that take one side of a comparison each, in their order."""
    return tuple(name for name, field in kind.model_fields.items() if any(map(_is_side, field.metadata)))


@cache
def more_sides_field(kind: type[Analysis]) -> str | None:
    """The field that takes all further sides; None where there is none."""
    fields = kind.model_fields.items()
    return next((name for name, one in fields if any(map(_is_side, _within(one.annotation)))), None)


def samples(kind: type[Analysis]) -> dict[str, str | int]:
    """A word for each field that an example may name, and a number for one that takes it."""
    said, numbers = said_field(kind), dict.fromkeys(number_fields(kind), SAMPLE_NUMBER)
    grains = dict.fromkeys(grain_fields(kind), SAMPLE_GRAIN)
    sides = dict(zip(side_fields(kind), SAMPLE_SIDES, strict=False))
    return {
        **numbers,
        **grains,
        **sides,
        **{slot.name: WORDS[slot.kind] for slot in slots(kind)},
        **({said: SAMPLE} if said else {}),
    }


def questions(kind: type[Analysis]) -> tuple[str, ...]:
    """The example questions of an analysis, with sample columns of a shop's orders in place of the fields."""
    words = samples(kind)
    return tuple(example.format_map(words) for example in kind.examples)


def fits(column: ColumnProfile, kind: FieldKind) -> bool:
    """Whether a column is of that kind, as its profile understands it."""
    timely = column.temporal or column.type == "time"
    match kind:
        case "measure":
            return column.numeric and column.role == "measure"
        case "dimension":
            few = column.role == "measure" and column.distinct <= MOST_GROUPS
            return column.role in ("dimension", "text") or few
        case "entity":
            return column.role in ("id", "dimension") and not column.temporal and column.yes is None
        case _:
            return {"any": True, "number": column.numeric, "order": column.numeric or timely, "time": column.temporal}[
                kind
            ]


def named_columns(analysis: Analysis) -> Iterator[tuple[str, FieldKind]]:
    """The columns that its fields of the type `Column` and the like name, or tuples of it, each with its kind."""
    for name, field in type(analysis).model_fields.items():
        marks = (*field.metadata, *(mark for inner in get_args(field.annotation) for mark in _marks(inner)))
        kind = next((mark.kind for mark in marks if isinstance(mark, Named)), None)
        value = getattr(analysis, name)
        if kind is not None and value is not None:
            values = value if isinstance(value, tuple) else (value,)
            yield from ((one, kind) for one in values)


def columns_named(analysis: Analysis) -> tuple[str, ...]:
    """The columns that an analysis names: those of its fields and figures first, then of its groups and conditions."""
    figures = (part.column for part in nested_values((analysis,), Metric) if part.column)
    groups = (part.column for part in groupings_in((analysis,)))
    conditions = (part.column for part in nested_values((analysis,), Filter))
    return (*(name for name, _ in named_columns(analysis)), *figures, *groups, *conditions)


def _marks(annotation: object) -> Iterator[object]:
    """The marks in an annotation, within tuples and unions too."""
    yield annotation
    for inner in get_args(annotation):
        yield from _marks(inner)


def _says(annotation: object) -> bool:
    """Whether a person's own words are in an annotation: in one part of a union."""
    return any(isinstance(one, Said) for one in _within(annotation))


def _within(annotation: object) -> Iterator[object]:
    """The marks of the parts of an annotation."""
    return (one for inner in _marks(annotation) for one in getattr(inner, "__metadata__", ()))


def _is_side(mark: object) -> bool:
    return isinstance(mark, OneSide)


def _different(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("name each column once")
    return names


Different = AfterValidator(_different)
"""Marks a tuple of columns in which none may come twice: it would be counted twice."""


Filters: TypeAlias = tuple[Filter, ...]
"""Conditions on rows. An analysis that has them says them: see `Facts`."""
