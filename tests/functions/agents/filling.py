"""Fills in any typed analysis for any table, by the types of its fields: what a model could ask for."""

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Annotated, Any, get_args, get_origin

from pydantic import ValidationError

from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.fields import SAMPLE, fits, said_field, slots
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.joins.joins import Link, links
from shared.analysis.metrics import Metric
from shared.analysis.texts.classified import Category
from shared.contracts import ColumnProfile, DatasetProfile
from shared.query.groupings import ByColumn, ByTime, Grouping

Tables = tuple[DatasetProfile, ...]
MOST_TRIED = 60


class Unfit(Exception):
    """The tables have no column that would do."""


class Unknown(Exception):
    """A field has a type that no value is known for."""


def filled(kind: type[Analysis], tables: Tables, **given: Any) -> Analysis:
    """The analysis with its required fields filled as its validators allow. Raises Unfit; Unknown where a field is of a
    type that is not known here."""
    required = [name for name, field in kind.model_fields.items() if field.is_required() and name not in given]
    required += [name for name in (said_field(kind), *kind.chosen) if name and name not in (*required, *given)]
    grouped = [] if "groups" in given or "groups" not in kind.model_fields else ["groups"]
    either = [slot.name for slot in slots(kind) if slot.kind == "measure" and slot.name not in (*required, *given)]
    about = either[:1] if slots(kind) and slots(kind)[0].name in either else []
    split = [slot.name for slot in slots(kind) if slot.kind == "dimension" and slot.name not in (*required, *given)][:1]
    # some are about a measure, or of groups, or of a part, and leave it open which; some need one of two measures, or
    # a column that parts one
    for names in (required + about, required, required + grouped, required + either[:1], required + split):
        values = [tuple(_values(kind, name, tables)) for name in names]
        for choice in islice(product(*values), MOST_TRIED):
            try:
                return kind(**dict(zip(names, choice, strict=True)), **given)
            except ValidationError:
                continue
    raise Unfit


def _values(kind: type[Analysis], name: str, tables: Tables) -> Iterator[Any]:
    slot = next((one for one in slots(kind) if one.name == name), None)
    if slot is not None and slot.kind in ("measure", "dimension", "entity"):
        names = iter([column.name for column in tables[0].columns if fits(column, slot.kind)])
        if said_field(kind):  # a column of sentences, where there is one, is what words are looked for in
            names = reversed(list(names))
        return ((one,) for one in names) if slot.many else names
    if name == said_field(kind):
        return iter((SAMPLE,))
    if name in kind.chosen:
        return _read(kind, name, tables[0])
    annotation = _unmarked(kind.model_fields[name].annotation)
    if choices := get_args(annotation) if "Literal[" in str(annotation) else ():
        return iter(choices)
    filler = FILLERS.get(str(annotation).replace("typing.", ""))
    if filler is None:
        raise Unknown(
            f"{kind.__name__}.{name} is a {annotation}, for which no value is known here: give it a default, or add "
            f"its type to FILLERS in {__name__}"
        )
    return filler(tables)


def _read(kind: type[Analysis], name: str, table: DatasetProfile) -> Iterator[Any]:
    """What a mind would have chosen among the texts of the table: a part of them for each field."""
    texts = [one for one in table.columns if one.type == "text" and one.role != "id" and one.top_values]
    values = (
        [str(one.value) for one in texts[0].top_values][kind.chosen.index(name) :: len(kind.chosen)] if texts else []
    )
    if kind.model_fields[name].annotation == tuple[Category, ...]:
        yield (Category(name="first", values=tuple(values[:2])),) if values else ()
    else:
        yield tuple(values[:3])


def _unmarked(annotation: Any) -> Any:
    """The type without what marks it or its parts."""
    if get_origin(annotation) is Annotated:
        return _unmarked(get_args(annotation)[0])
    if get_origin(annotation) is tuple:
        return tuple[tuple(_unmarked(part) for part in get_args(annotation))]  # type: ignore[misc]
    return annotation


def _columns(tables: Tables, *roles: str) -> Iterator[ColumnProfile]:
    return (column for column in tables[0].columns if column.role in roles)


def _metrics(tables: Tables) -> Iterator[Metric]:
    return (Metric(function="sum", column=column.name) for column in _columns(tables, "measure"))


def _groupings(tables: Tables) -> Iterator[Grouping]:
    """By a category first; a field that must be cut to a grain refuses these, and takes a time."""
    yield from (ByColumn(column=column.name) for column in _columns(tables, "dimension"))
    yield from (ByTime(column=column.name, grain="month") for column in _columns(tables, "time"))


def _sides(tables: Tables) -> Iterator[tuple[tuple[Filter, ...], ...]]:
    for column in _columns(tables, "dimension"):
        if len(column.top_values) > 1:
            ends = column.top_values[:2]
            yield tuple((Filter(column=column.name, operator="=", values=(one.value,)),) for one in ends)


def _names(tables: Tables) -> Iterator[str]:
    """Columns of numbers, the last first: the pair of a correlation may be one column twice."""
    return (column.name for column in reversed(list(_columns(tables, "measure"))))


FILLERS: dict[str, Callable[[Tables], Iterator[Any]]] = {
    str(Metric): _metrics,
    str(Grouping): _groupings,
    str(Link): lambda tables: iter(links(tables)[:1]),
    str(Aggregate): lambda tables: (Aggregate(metrics=(metric,)) for metric in _metrics(tables)),
    str(tuple[Metric, ...]): lambda tables: ((metric,) for metric in _metrics(tables)),
    str(tuple[Grouping, ...]): lambda tables: ((group,) for group in _groupings(tables)),
    str(tuple[tuple[Filter, ...], ...]): _sides,
    str(tuple[str, ...]): lambda tables: ((column.name,) for column in _columns(tables, "dimension", "measure")),
    str(tuple[Filter, ...]): lambda tables: (side for sides in _sides(tables) for side in sides),
    str(str): _names,
    str(float): lambda _tables: iter((10.0, 0.5, 1.0, -10.0)),
    str(int): lambda _tables: iter((3, 1, 10)),
    str(bool): lambda _tables: iter((True, False)),
}
"""What a field may hold, by its type, likeliest first; optional fields are left as they are."""
