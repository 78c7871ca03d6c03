"""Analyses of distributions: the playbook that agents share."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.distributions.concentration import Concentration
from shared.analysis.distributions.deviation_outliers import DeviationOutliers
from shared.analysis.distributions.distribution_shape import DistributionShape
from shared.analysis.distributions.top_and_bottom import TopAndBottom

DISTRIBUTIONS: Final[tuple[type[Analysis], ...]] = (DistributionShape, DeviationOutliers, Concentration, TopAndBottom)
