"""The analyses of segments: the playbook of the segmentation agent, the most specific first."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.segments.category_breakdown import CategoryBreakdown
from shared.analysis.segments.outlier_segments import OutlierSegments
from shared.analysis.segments.segment_profile import SegmentProfile
from shared.analysis.segments.tier_by_category import TierByCategory
from shared.analysis.segments.value_tiers import ValueTiers

SEGMENTS: Final[tuple[type[Analysis], ...]] = (
    OutlierSegments,
    SegmentProfile,
    TierByCategory,
    ValueTiers,
    CategoryBreakdown,
)
