"""The analyses of potential, and those of gaps: the playbooks of the agents for them, the most specific first."""

from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.prospects.bought_together import BoughtTogether
from shared.analysis.prospects.gap_to_best import GapToBest
from shared.analysis.prospects.growing import Growing
from shared.analysis.prospects.growing_like_top import GrowingLikeTop
from shared.analysis.prospects.lookalikes import Lookalikes
from shared.analysis.prospects.opportunity_score import OpportunityScore
from shared.analysis.prospects.similar_to import SimilarTo
from shared.analysis.prospects.underserved import Underserved
from shared.analysis.prospects.upsell import Upsell

_ROOM: Final[tuple[type[Analysis], ...]] = (Upsell, Underserved)
GAPS: Final[tuple[type[Analysis], ...]] = (GapToBest, *_ROOM)
OPPORTUNITIES: Final[tuple[type[Analysis], ...]] = (
    OpportunityScore, *_ROOM, Lookalikes, SimilarTo, BoughtTogether, GrowingLikeTop, Growing,
)  # fmt: skip
