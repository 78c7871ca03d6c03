"""Mixtures of units, told of the rows that a query takes: where all of these are in one unit, nothing is mixed. What is
compared or ranked across units is told of the rows that it chose from: it may leave those of one unit alone."""

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.mixtures import COMPARED, RANKED, mixtures
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion, most
from shared.engine.doubts.taken_rows import chooses_by
from shared.engine.sql.syntax import parse
from shared.table.mixed_units import unlike_rows


def mixed_rows(sql: str, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """A sentence for each mixture, with what is to be asked of the rows of the columns that are in different units."""
    for line in mixtures(sql, datasets):
        column = next((one for one in _in_units(datasets) if line.startswith(unlike_rows(*one))), None)
        yield _doubt(sql, line, *column) if column else line


def _in_units(datasets: Iterable[DatasetProfile]) -> Iterator[tuple[ColumnProfile, DatasetProfile]]:
    return ((column, table) for table in datasets for column in table.columns if column.unit_column)


def _doubt(sql: str, line: str, column: ColumnProfile, table: DatasetProfile) -> str:
    says = table.column(column.unit_column or "")
    if says.distinct > len(says.top_values):
        return line
    cell = exp.column(says.name, quoted=True)
    units = tuple(cell.eq(exp.convert(one.value)) for one in says.top_values)

    def say(rows: Sequence[Counted]) -> str:
        return line if sum(1 for at in range(len(units)) if most(rows, at)) > 1 else ""

    chosen = line.endswith((f"{COMPARED}.", f"{RANKED}."))
    chooses = chosen or chooses_by(parse(sql), column.name)
    question = RowQuestion(table.relation, units, say, column.name, whatever_asked=chosen, whichever_told=chooses)
    return RowDoubt(line, question)
