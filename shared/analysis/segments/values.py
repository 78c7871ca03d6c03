"""What segments are made of: one value for each row or entity, and the figure that says most of a measure."""

from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.conditions import Condition
from shared.query.groupings import ByColumn
from shared.query.measures import Statistic
from shared.query.query import Figures, Query, Rows
from shared.query.words.values import ordinal
from shared.table.names import spoken
from shared.table.nouns import doing

VALUE = "value"
_FEW = 8


def typical(column: str, table: DatasetProfile, name: str | None = None) -> Statistic:
    """The total of a measure that adds up, the average of any other."""
    function = table.column(column).default_aggregate
    return Statistic(name=name, function=function, column=column)


def adds_up(column: str, table: DatasetProfile) -> bool:
    """Whether a part of the total of a measure says something: it adds up, and no value takes from another."""
    own = table.column(column)
    return own.default_aggregate == "sum" and isinstance(own.minimum, int | float) and own.minimum >= 0


def why_not(own: ColumnProfile) -> str:
    """Why a part of the total of a measure for which `adds_up` is false says nothing."""
    if own.default_aggregate == "sum":
        return "some values are below 0"
    return doing(spoken(own), "it does not add up", "they do not add up")


def cut_at(low: float, high: float) -> str:
    """Where value tiers begin and end, told beside them."""
    first, last = (ordinal(round(100 * at, 9)) for at in (low, high))
    return f"High is from the {last} percentile on, Low up to the {first}, and Medium between them."


def only_amount(table: DatasetProfile) -> str:
    """The only measure of money that adds up, or else the only one that adds up. Raises ForfeitException where several
    could be meant, or none."""
    added = [one for one in table.having("measure") if one.default_aggregate == "sum"]
    for found in ([one for one in added if one.money], added):
        if len(found) == 1:
            return found[0].name
    there = [spoken(one) for one in (added or table.having("measure"))]
    raise ForfeitException(
        "Nothing says which column the segments go by",
        (f"Looked in {table.file_name} for the one amount that adds up",),
        f"Name one of these columns: {', '.join(there[:6])}." if there else None,
        "not_understood" if there else "not_in_data",
    )


def values(
    measure: str, entity: str | None, table: DatasetProfile, where: tuple[Condition, ...], *beside: str
) -> tuple[Query, str]:
    """A query of one value for each entity (for each row without one) with the columns beside it, and what the column
    of values is called there."""
    if entity is None:
        return Rows(where=where, columns=tuple(dict.fromkeys((measure, *beside)))), measure
    groups = tuple(ByColumn(column=name) for name in dict.fromkeys((entity, *beside)))
    return Figures(where=where, groups=groups, measures=(typical(measure, table, VALUE),)), VALUE


def makes_segments(table: DatasetProfile, column: str) -> bool:
    """Whether rows share the values of a column, and not nearly every row has its own."""
    return not 2 * table.column(column).distinct > table.row_count > _FEW


def require_segments(table: DatasetProfile, column: str) -> None:
    """Raises ForfeitException where nearly every row has its own value, so that there are no segments."""
    own = table.column(column)
    if not makes_segments(table, column):
        raise ForfeitException(
            f"Nearly every row has its own {spoken(own)}, so it makes no segments",
            (f"Counted the values of {spoken(own)}",),
            "Name a column whose values several rows share, such as a region or a type.",
        )
