"""Tests of significance: the analyses that agents share."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.significance.association import Association
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.drivers import Drivers
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.significance.paired_difference import PairedDifference

SIGNIFICANCE: Final[tuple[type[Analysis], ...]] = (
    Association,
    GroupDifference,
    PairedDifference,
    Dependence,
    Drivers,
)
