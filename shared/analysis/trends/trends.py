"""The analyses of a measure over time."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.trends.trend import Trend

TRENDS: Final[tuple[type[Analysis], ...]] = (Trend,)
