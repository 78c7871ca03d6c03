"""The analyses of segments: the playbook of the segmentation agent, the most specific first."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.category_breakdown import CategoryBreakdown
from shared.analysis.outlier_segments import OutlierSegments
from shared.analysis.segment_profile import SegmentProfile
from shared.analysis.tier_by_category import TierByCategory
from shared.analysis.value_tiers import ValueTiers

SEGMENTS: Final[tuple[type[Analysis], ...]] = (
    OutlierSegments,
    SegmentProfile,
    TierByCategory,
    ValueTiers,
    CategoryBreakdown,
)
