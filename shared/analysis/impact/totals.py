"""The total that an analysis changes or takes from."""

from shared.analysis.entities.whom import known_column
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.query.measures import Statistic
from shared.query.words.values import sentence
from shared.table.names import spoken


def total_of(measure: str, table: DatasetProfile, otherwise: str) -> Statistic:
    """The measure's sum. Raises ForfeitException where it cannot be added up, so `otherwise`."""
    own = known_column(measure, table)
    if own.additivity != "additive":
        raise ForfeitException(
            f"{sentence(spoken(own))[:-1]} cannot be added up, so {otherwise}",
            (f"Looked at what {measure} holds",),
            "Name an amount, such as revenue or units.",
        )
    return Statistic(function="sum", column=measure)
