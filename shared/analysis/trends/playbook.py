"""The analyses of a measure over time."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.trends.change_points import ChangePoints
from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.projection import Projection
from shared.analysis.trends.running_course import RunningCourse
from shared.analysis.trends.seasonal_pattern import SeasonalPattern
from shared.analysis.trends.trend import Trend

TRENDS: Final[tuple[type[Analysis], ...]] = (
    Trend,
    SeasonalPattern,
    ChangePoints,
    PeriodGrowth,
    Projection,
    RunningCourse,
)
