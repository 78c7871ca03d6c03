"""The analyses that answer everyday questions: the playbook of the SQL analytics agent."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.course import Course
from shared.analysis.figures.coverage import Coverage
from shared.analysis.figures.share import Share
from shared.analysis.figures.top_cell import TopCell
from shared.analysis.figures.top_figure import TopFigure
from shared.analysis.quality.duplicates import Duplicates
from shared.analysis.quality.missing import Missing
from shared.analysis.quality.outlier_counts import OutlierCounts
from shared.analysis.quality.outliers import Outliers
from shared.analysis.quality.overview import Overview
from shared.analysis.quality.schema import Schema
from shared.analysis.relations.correlation import Correlation
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.analysis.relations.correlations import Correlations
from shared.analysis.rows.listing import Listing
from shared.analysis.rows.row_names import RowNames
from shared.analysis.rows.top_rows import TopRows
from shared.analysis.segments.group_gap import GroupGap

COMPOSED: Final[tuple[type[Analysis], ...]] = (
    TopFigure, GroupGap, Duplicates, Schema, Coverage, OutlierCounts, CorrelationMatrix, Course, RowNames, TopRows,
    TopCell,
)  # fmt: skip
"""Of questions whose figure is computed from what another question would answer; each reads its own frame alone."""
STANDARD: Final[tuple[type[Analysis], ...]] = (
    *COMPOSED, Aggregate, Share, Comparison, Correlation, Correlations, Listing, Missing, Outliers, Overview,
)  # fmt: skip
