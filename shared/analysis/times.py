"""What an analysis of times forfeits with where a table has none."""

from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.table.names import spoken


def no_times(table: DatasetProfile, lacking: str = "") -> ForfeitException:
    """The forfeit for want of a column of times, with what is `lacking` without one, and where years stand that are
    numbers and no dates."""
    years = ", ".join(spoken(one) for one in table.columns if one.of_years)
    besides = f"; the years in {years} are read as numbers, and no dates" if years else ""
    return ForfeitException(
        f"No temporal/date data available{lacking}{besides}",
        (f"Loaded {table.file_name}", "Checked for temporal columns"),
        "A column with dates or times.",
        "not_in_data",
    )
