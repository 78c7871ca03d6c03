"""The analyses of risk: the playbook of the risk agent, the most specific first."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.warnings.attention import Attention
from shared.analysis.warnings.churn_resemblance import ChurnResemblance
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.analysis.warnings.risk_score import RiskScore
from shared.analysis.warnings.warning_signs import WarningSigns

RISKS: Final[tuple[type[Analysis], ...]] = (
    RiskScore, Attention, WarningSigns, RiskConcentration, ChurnResemblance, Declining,
)  # fmt: skip
