"""A profile with what its table means."""

from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.additivity import additivity, counts_things, default_aggregate
from shared.table.dependencies import Fixes, determinants
from shared.table.flags import yes_and_no
from shared.table.formulas import FigureRows, TableFormulas, formulas
from shared.table.grain import Kinds
from shared.table.lists import separator_of, things_of
from shared.table.names import words_of_all
from shared.table.semantics import describe_column, describe_table, meaning_of
from shared.table.tally import tallies
from shared.table.units import is_money, unit_beside


def understood(
    table: DatasetProfile, kinds: Kinds | None = None, fixes: Fixes | None = None, cells: FigureRows | None = None
) -> DatasetProfile:
    """The profile with the meaning of each column and of the table, from names, types, units and figures.

    `kinds` counts the rows that differ in some columns; without it their own counts must do.
    `fixes` says whether a column has one value for each of another; without it none has.
    `cells` are some rows of columns of figures; without them none is computed of others.
    """
    semantic = describe_table(table.columns, table.row_count, table.file_name, kinds, fixes)
    over_time, counted = bool(semantic.grain.times), counts_things(table.columns)
    words = words_of_all([column.name for column in table.columns])
    counts = {one.name for one in tallies(table)}

    def meant(column: ColumnProfile) -> ColumnProfile:
        yes, no = yes_and_no(column)
        unit, unit_column = (None, column.unit_column) if column.unit_column else unit_beside(column, table.columns)
        separator = column.separator or (separator_of(column) if yes is None else "")
        column = column.model_copy(
            update={
                "words": words[column.name],
                "unit": column.unit or unit,
                "unit_column": unit_column,
                "yes": yes,
                "no": no,
                "separator": separator,
                "things": things_of(column, separator),
            }
        )
        kind = "additive" if column.name in counts else additivity(column, over_time=over_time, counted=counted)
        column = column.model_copy(
            update={
                "additivity": kind,
                "default_aggregate": default_aggregate(column, kind),
                "money": column.money or is_money(column),
            }
        )
        return column.model_copy(update={"meaning": meaning_of(column), "description": describe_column(column)})

    columns = tuple(meant(column) for column in table.columns)
    fixed_by = determinants(columns, table.row_count, fixes)
    columns = tuple(_of_things(one, fixed_by[one.name]) if one.name in fixed_by else one for one in columns)
    made = formulas(columns, cells)
    columns = tuple(_computed(one, made) for one in columns)
    described = {column.name: column.meaning for column in columns}
    semantic = semantic.model_copy(update={"field_descriptions": described})
    return table.model_copy(update={"columns": columns, "semantic": semantic})


def _of_things(column: ColumnProfile, things: tuple[str, ...]) -> ColumnProfile:
    """A column that things have, and not their rows: its average is meant where nobody says, but for money, which each
    of several sales at one price is added to."""
    meant = column.default_aggregate if column.money else "mean"
    column = column.model_copy(update={"fixed_by": things, "default_aggregate": meant})
    return column.model_copy(update={"meaning": meaning_of(column)})


def _computed(column: ColumnProfile, made: TableFormulas) -> ColumnProfile:
    """The column with what it is computed of. What is for one of several things is averaged where nobody says, and what
    amounts are reduced by is never added up."""
    update: dict[str, object] = {"computed_from": made.of(column.name)}
    if column.name in made.for_one | made.reductions:
        update["default_aggregate"] = "mean"
    if column.name in made.reductions:
        update["additivity"] = "non_additive"
    column = column.model_copy(update=update)
    return column.model_copy(update={"meaning": meaning_of(column)})
