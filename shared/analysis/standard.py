"""The analyses that answer everyday questions: the playbook of the SQL analytics agent."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.figures.sides_compared import SidesCompared
from shared.analysis.quality.missing import Missing
from shared.analysis.quality.outlier_counts import OutlierCounts
from shared.analysis.quality.outliers import Outliers
from shared.analysis.quality.overview import Overview
from shared.analysis.relations.correlation import Correlation
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.analysis.relations.correlations import Correlations
from shared.analysis.rows.listing import Listing
from shared.analysis.rows.shown_rows import ShownRows

STANDARD: Final[tuple[type[Analysis], ...]] = (
    Aggregate, ShareOfWhole, Comparison, Correlation, Correlations, CorrelationMatrix, Listing, Missing, Outliers,
    OutlierCounts, Overview, ShownRows, SidesCompared,
)  # fmt: skip
"""What every table is asked."""
