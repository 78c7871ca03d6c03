"""What entities are like: their features on one scale, and how far apart two of them are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from shared.analysis import sql
from shared.analysis.entities.whom import is_single
from shared.analysis.naming import snake
from shared.analysis.wording import rows_name
from shared.contracts import ColumnProfile, DatasetProfile
from shared.query.trees import exp
from shared.query.words.values import listed
from shared.table.names import aggregated
from shared.table.units import without_unit


def features(table: DatasetProfile, *, without: Iterable[str | None]) -> tuple[ColumnProfile, ...]:
    """The measures by which entities are likened: all that vary, but for these columns."""
    left_out = set(without)
    return tuple(one for one in table.having("measure") if one.name not in left_out and one.distinct > 1)


def feature_columns(features: Sequence[ColumnProfile]) -> tuple[str, ...]:
    """The columns by which entities are likened: one for each feature, `f0`, `f1` …, and how many rows each has."""
    return (*(f"f{at}" for at in range(len(features))), "activity")


def averages(columns: Sequence[ColumnProfile], within: exp.Expr | None = None) -> dict[str, exp.Expr]:
    """Each entity's average of each feature, `f0`, `f1` …, over the rows that meet the condition."""
    if within is None:
        return {f"f{at}": sql.formula("avg(:cell)", cell=one.name) for at, one in enumerate(columns)}
    part = "avg(:cell) FILTER (WHERE :met)"
    return {f"f{at}": sql.formula(part, cell=one.name, met=within) for at, one in enumerate(columns)}


def feature_headings(columns: Sequence[ColumnProfile], table: DatasetProfile, whom: ColumnProfile) -> dict[str, str]:
    """What the columns of the features of those in a column are called in a result: average_price, or price where each
    of them has one row; and the count of rows beside them."""
    each = is_single(whom, table)
    called = {f"f{at}": snake(_told(one, table, each)) for at, one in enumerate(columns)}
    return {**called, "activity": snake(f"number of {rows_name(table)}")}


def scaled(names: Sequence[str]) -> Mapping[str, exp.Expr | str]:
    """Each feature as standard deviations from the mean of all entities, `z_…`; empty where nothing varies."""
    return {f"z_{one}": f"({one} - avg({one}) OVER ()) / nullif(stddev_samp({one}) OVER (), 0)" for one in names}


def centre(names: Sequence[str], among: str, called: str) -> Mapping[str, exp.Expr | str]:
    """The mean of each scaled feature among the entities that meet a condition, under the names `called_…`."""
    return {f"{called}_{one}": f"avg(z_{one}) FILTER (WHERE {among}) OVER ()" for one in names}


def distance(names: Sequence[str], called: str) -> str:
    """How far an entity is from a centre: the root of the mean squared difference over the features that both have, in
    standard deviations. Empty where they share none."""
    squares = [f"pow(z_{one} - {called}_{one}, 2)" for one in names]
    total = " + ".join(f"coalesce({one}, 0)" for one in squares)
    known = " + ".join(f"CASE WHEN {one} IS NULL THEN 0 ELSE 1 END" for one in squares)
    return f"sqrt(({total}) / nullif({known}, 0))"


def likened(columns: Sequence[ColumnProfile], table: DatasetProfile, whom: ColumnProfile) -> str:
    """By what those in a column are likened: their averages of the features, and how many rows they have; where each
    has one row, by its cells."""
    each = is_single(whom, table)
    told = [_told(one, table, each) for one in columns]
    return listed(told if each and told else [*told, f"number of {rows_name(table)}"])


def _told(feature: ColumnProfile, table: DatasetProfile, each: bool) -> str:
    own = without_unit(feature, table.columns)
    return own if each else aggregated("average", own)
