"""The analyses that answer everyday questions: the playbook of the SQL analytics agent."""

from typing import Final

from shared.analysis.aggregate import Aggregate
from shared.analysis.base import Analysis
from shared.analysis.comparison import Comparison
from shared.analysis.correlation import Correlation
from shared.analysis.listing import Listing
from shared.analysis.missing import Missing
from shared.analysis.overview import Overview
from shared.analysis.share import Share

STANDARD: Final[tuple[type[Analysis], ...]] = (Aggregate, Share, Comparison, Correlation, Listing, Missing, Overview)
