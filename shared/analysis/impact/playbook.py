"""What-if analyses: the playbook of the agent for business impact."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.impact.loss_of_top import LossOfTop
from shared.analysis.impact.price_response import PriceResponse
from shared.analysis.impact.scenario_comparison import ScenarioComparison
from shared.analysis.impact.sensitivity import Sensitivity
from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.projection import Projection

IMPACT: Final[tuple[type[Analysis], ...]] = (
    PriceResponse,
    Sensitivity,
    ScenarioComparison,
    LossOfTop,
    Projection,
    PeriodGrowth,
)
