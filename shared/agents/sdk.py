"""What an agent's file is written with: the one place that it imports from. CONTRIBUTING.md shows a whole one."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shared.agents.agent import Agent
from shared.agents.specialist import Needs
from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.facts import Facts
from shared.analysis.fields import (
    AnyColumn,
    Conditions,
    Dimension,
    Entity,
    Filters,
    Measure,
    NumberColumn,
    OrderedColumn,
    TimeColumn,
)
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.joins.datasets import Datasets, JoinKeys
from shared.analysis.joins.joined import JoinedAggregate
from shared.analysis.metrics import Metric, Ordering
from shared.analysis.plain import PlainAnalysis
from shared.analysis.quality.missing import Missing
from shared.analysis.quality.overview import Overview
from shared.analysis.relations.correlation import Correlation
from shared.analysis.rows.listing import Listing
from shared.analysis.standard import STANDARD
from shared.analysis.wording import group_label, metric_name, rows_name, unit_of, where_text
from shared.contracts import (
    AgentResponse,
    Cell,
    ColumnProfile,
    DatasetProfile,
    Fact,
    PlannedQuery,
    QueryResult,
)
from shared.errors import ForfeitException
from shared.query.across import Change, MovingAverage, Rank, RunningTotal
from shared.query.across import Share as ShareOf
from shared.query.derived import Bucket, Calculation, Tier, TimeBetween
from shared.query.groupings import ByColumn, ByPart, ByTime
from shared.query.measures import Arithmetic, Filtered, PerGroup, Quantile, Rate, RowCount, Statistic
from shared.query.query import Figures, Having, Query, Ranking, RowOrder, Rows
from shared.query.words.figures import show_number
from shared.query.words.values import listed, sentence
from shared.table.names import spoken

if TYPE_CHECKING:
    from shared.analysis.benchmarks.playbook import BENCHMARKS, CHANGES
    from shared.analysis.clusters.natural_clusters import NaturalClusters
    from shared.analysis.distributions.playbook import DISTRIBUTIONS
    from shared.analysis.drawings.drawings import DRAWINGS
    from shared.analysis.impact.playbook import IMPACT
    from shared.analysis.prospects.playbook import GAPS, OPPORTUNITIES
    from shared.analysis.reporting.report import Report
    from shared.analysis.segments.playbook import SEGMENTS
    from shared.analysis.significance.playbook import SIGNIFICANCE
    from shared.analysis.texts.distinct_values import DistinctValues
    from shared.analysis.texts.playbook import MEANINGS
    from shared.analysis.texts.sentiment import Sentiment
    from shared.analysis.texts.similar_rows import SimilarRows
    from shared.analysis.trends.playbook import TRENDS
    from shared.analysis.warnings.playbook import RISKS

__all__ = [
    "BENCHMARKS",
    "CHANGES",
    "DISTRIBUTIONS",
    "DRAWINGS",
    "GAPS",
    "IMPACT",
    "MEANINGS",
    "OPPORTUNITIES",
    "RISKS",
    "SEGMENTS",
    "SIGNIFICANCE",
    "STANDARD",
    "TRENDS",
    "Agent",
    "AgentResponse",
    "Aggregate",
    "Analysis",
    "AnyColumn",
    "Arithmetic",
    "Bucket",
    "ByColumn",
    "ByPart",
    "ByTime",
    "Calculation",
    "Cell",
    "Change",
    "ColumnProfile",
    "Comparison",
    "Conditions",
    "Correlation",
    "DatasetProfile",
    "Datasets",
    "Dimension",
    "DistinctValues",
    "Entity",
    "Fact",
    "Facts",
    "Figures",
    "Filter",
    "Filtered",
    "Filters",
    "Findings",
    "ForfeitException",
    "Having",
    "JoinKeys",
    "JoinedAggregate",
    "Listing",
    "Measure",
    "Metric",
    "Missing",
    "MovingAverage",
    "NaturalClusters",
    "Needs",
    "NumberColumn",
    "OrderedColumn",
    "Ordering",
    "Overview",
    "PerGroup",
    "PlainAnalysis",
    "PlannedQuery",
    "Quantile",
    "Query",
    "QueryResult",
    "Rank",
    "Ranking",
    "Rate",
    "Report",
    "RowCount",
    "RowOrder",
    "Rows",
    "RunningTotal",
    "Sentiment",
    "ShareOf",
    "ShareOfWhole",
    "SimilarRows",
    "Statistic",
    "Tier",
    "TimeBetween",
    "TimeColumn",
    "group_label",
    "listed",
    "metric_name",
    "rows_name",
    "sentence",
    "show_number",
    "spoken",
    "sql",
    "unit_of",
    "where_text",
]

_IMPORTED_WHEN_ASKED_FOR = {
    "BENCHMARKS": "benchmarks.playbook",
    "CHANGES": "benchmarks.playbook",
    "DISTRIBUTIONS": "distributions.playbook",
    "DRAWINGS": "drawings.drawings",
    "DistinctValues": "texts.distinct_values",
    "GAPS": "prospects.playbook",
    "IMPACT": "impact.playbook",
    "MEANINGS": "texts.playbook",
    "NaturalClusters": "clusters.natural_clusters",
    "OPPORTUNITIES": "prospects.playbook",
    "RISKS": "warnings.playbook",
    "Report": "reporting.report",
    "SEGMENTS": "segments.playbook",
    "SIGNIFICANCE": "significance.playbook",
    "Sentiment": "texts.sentiment",
    "SimilarRows": "texts.similar_rows",
    "TRENDS": "trends.playbook",
}
"""Analyses of few agents, by the modules of `shared.analysis` that have them: the function of one agent starts without
those of the others."""


def __getattr__(name: str) -> Any:
    """An analysis or a playbook of few agents, imported now. Raises AttributeError."""
    if name not in _IMPORTED_WHEN_ASKED_FOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"shared.analysis.{_IMPORTED_WHEN_ASKED_FOR[name]}"), name)
