"""The analyses that answer everyday questions: the playbook of the SQL analytics agent."""

from typing import Final

from shared.analysis.aggregate import Aggregate
from shared.analysis.base import Analysis
from shared.analysis.comparison import Comparison
from shared.analysis.correlation import Correlation
from shared.analysis.correlations import Correlations
from shared.analysis.listing import Listing
from shared.analysis.missing import Missing
from shared.analysis.outliers import Outliers
from shared.analysis.overview import Overview
from shared.analysis.row_count import RowCount
from shared.analysis.row_extreme import RowExtreme, RowFrequent
from shared.analysis.row_lookup import RowLookup
from shared.analysis.row_neighbour import RowNeighbour
from shared.analysis.row_sides import RowSides
from shared.analysis.share import Share

ROWS: Final[tuple[type[Analysis], ...]] = (RowNeighbour, RowSides, RowExtreme, RowFrequent, RowLookup, RowCount)
"""Of single rows of small tables; first, since they read a question only where every word of it is explained."""
STANDARD: Final[tuple[type[Analysis], ...]] = (
    *ROWS, Aggregate, Share, Comparison, Correlation, Correlations, Listing, Missing, Outliers, Overview,
)  # fmt: skip
