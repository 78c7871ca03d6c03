"""The analyses that answer everyday questions: the playbook of the SQL analytics agent."""

from typing import Final

from shared.analysis.aggregate import Aggregate
from shared.analysis.base import Analysis
from shared.analysis.comparison import Comparison
from shared.analysis.correlation import Correlation
from shared.analysis.correlation_matrix import CorrelationMatrix
from shared.analysis.correlations import Correlations
from shared.analysis.course import Course
from shared.analysis.coverage import Coverage
from shared.analysis.duplicates import Duplicates
from shared.analysis.group_gap import GroupGap
from shared.analysis.listing import Listing
from shared.analysis.missing import Missing
from shared.analysis.outlier_counts import OutlierCounts
from shared.analysis.outliers import Outliers
from shared.analysis.overview import Overview
from shared.analysis.row_count import RowCount
from shared.analysis.row_extreme import RowExtreme, RowFrequent
from shared.analysis.row_lookup import RowLookup
from shared.analysis.row_names import RowNames
from shared.analysis.row_neighbour import RowNeighbour
from shared.analysis.row_sides import RowSides
from shared.analysis.schema import Schema
from shared.analysis.share import Share
from shared.analysis.top_cell import TopCell
from shared.analysis.top_figure import TopFigure
from shared.analysis.top_rows import TopRows

ROWS: Final[tuple[type[Analysis], ...]] = (RowNeighbour, RowSides, RowExtreme, RowFrequent, RowLookup, RowCount)
"""Of single rows of small tables; first, since they read a question only where every word of it is explained."""
COMPOSED: Final[tuple[type[Analysis], ...]] = (
    TopFigure, GroupGap, Duplicates, Schema, Coverage, OutlierCounts, CorrelationMatrix, Course, RowNames, TopRows,
    TopCell,
)  # fmt: skip
"""Of questions whose figure is computed from what another question would answer; each reads its own frame alone."""
STANDARD: Final[tuple[type[Analysis], ...]] = (
    *COMPOSED, *ROWS, Aggregate, Share, Comparison, Correlation, Correlations, Listing, Missing, Outliers, Overview,
)  # fmt: skip
