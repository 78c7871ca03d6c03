"""What an agent has done before anything is computed, as attempts that a forfeit tells."""

from shared.contracts import DatasetProfile
from shared.errors import ForfeitException

MOST_COLUMNS = 12
"""How many columns of a table a forfeit names."""


def looked_at(datasets: tuple[DatasetProfile, ...]) -> tuple[str, ...]:
    """Two attempts for each table, as a forfeit lists them: that it was loaded, and which columns it has."""
    return tuple(
        line
        for dataset in datasets
        for line in (
            f"Loaded {dataset.file_name}",
            f"Checked its columns: {_columns(dataset)}",
        )
    )


def _columns(dataset: DatasetProfile) -> str:
    """The columns in words, the first of many."""
    named = [column.words or column.name.replace("_", " ") for column in dataset.columns]
    more = len(named) - MOST_COLUMNS
    return ", ".join(named[:MOST_COLUMNS]) + (f" and {more} more" if more > 0 else "")


def with_attempts(forfeit: ForfeitException, tried: tuple[str, ...]) -> ForfeitException:
    """The forfeit; with what was looked at and tried before where it says little of it itself."""
    given = forfeit.forfeit
    if len(given.attempted_actions) > 1:
        return forfeit
    return ForfeitException.of(given.model_copy(update={"attempted_actions": (*tried, *given.attempted_actions)}))
