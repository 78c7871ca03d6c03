"""Analyses of single rows, filled from the question as a whole where every word of it is explained."""

from typing import Final

from shared.analysis.rows.asked import Understood
from shared.analysis.rows.rows import RowAnalysis
from shared.contracts import ColumnProfile, Contract, DatasetProfile
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.meanings.tokens import tokenise
from shared.offline.reading.parse import DISPUTED
from shared.offline.reading.reading import Reading
from shared.offline.reading.rows.understand import understood
from shared.offline.reading.rows.vocabulary import MOST_ON_A_PAGE
from shared.table.names import words_of

SURE: Final = 0.82


def row_analysis(
    kind: type[RowAnalysis], reading: Reading, table: DatasetProfile
) -> tuple[RowAnalysis, Reading] | None:
    """The analysis that answers the question about rows, and the reading with what was taken for granted."""
    found = _understood(kind, reading, table)
    if found is None:
        return None
    update = {"unexplained": (), "gaps": (), "assumptions": found.told, "confidence": SURE}
    return kind(**found.asked.model_dump()), reading.model_copy(update=update)


def _understood(kind: type[RowAnalysis], reading: Reading, table: DatasetProfile) -> Understood | None:
    found = None if _of_many(reading, table) else understood(reading.question, table)
    if found is None or not isinstance(found.asked, kind.form) or _ill_suited(reading, found.asked, table):
        return None
    return found


def _of_many(reading: Reading, table: DatasetProfile) -> bool:
    """Whether the question is sure to be about figures over rows: of groups that have several rows, or of all rows."""
    if not reading.answerable or not reading.metrics or reading.confidence <= SURE:
        return False
    if reading.groups:
        return not all(unique(table.column(group.column), table) for group in reading.groups)
    if table.row_count <= MOST_ON_A_PAGE and reading.metrics[0].function == "mean":
        return "aggregate" in reading.operations
    return reading.metrics[0].function in ("sum", "mean", "median", "rate", "count", "distinct")


def _ill_suited(reading: Reading, asked: Contract, table: DatasetProfile) -> bool:
    """Whether a figure or a person is asked for, and cells of another kind would be shown."""
    if DISPUTED in reading.gaps:
        return True
    words = [token.text for token in tokenise(reading.question)[:3]]
    shown_columns = [table.column(name) for name in getattr(asked, "show", ())]
    if "known" in {token.text for token in tokenise(reading.question)}:
        return True
    if not shown_columns:
        return False
    many = words[:2] == ["how", "many"] and not any(column.numeric for column in shown_columns)
    who = words[:1] == ["who"] and any(_no_person(column) for column in shown_columns)
    return many or who


def _no_person(column: ColumnProfile) -> bool:
    """Whether a column says how much or when, and so not who."""
    return column.numeric or column.temporal or bool({"year", "date", "time", "number"} & set(words_of(column.name)))
