"""The analyses that compare: the playbook of the benchmark agent, the most specific first."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.benchmarks.against_before import AgainstBefore
from shared.analysis.benchmarks.best_in_class import BestInClass
from shared.analysis.benchmarks.rank_change import RankChange
from shared.analysis.benchmarks.rank_within import RankWithin
from shared.analysis.benchmarks.standing import Standing
from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.change.price_volume_mix import PriceVolumeMix
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.group_difference import GroupDifference

CHANGES: Final[tuple[type[Analysis], ...]] = (PriceVolumeMix, ChangeDrivers)
BENCHMARKS: Final[tuple[type[Analysis], ...]] = (
    *(BestInClass, RankWithin, RankChange, AgainstBefore, Standing),
    *CHANGES,
    *(GroupDifference, Dependence),
)
