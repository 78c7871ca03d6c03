"""What an agent's file is written with: the one place that it imports from. CONTRIBUTING.md shows a whole one."""

from shared.agent import Agent
from shared.analysis import sql
from shared.analysis.aggregate import Aggregate
from shared.analysis.base import Analysis, Findings
from shared.analysis.comparison import Comparison
from shared.analysis.correlation import Correlation
from shared.analysis.cued import Cued, mentions, says
from shared.analysis.datasets import Datasets, JoinKeys
from shared.analysis.facts import Facts
from shared.analysis.fields import Column, Filters, Period
from shared.analysis.joined import JoinedAggregate
from shared.analysis.listing import Listing
from shared.analysis.missing import Missing
from shared.analysis.overview import Overview
from shared.analysis.segment_reading import dimensions_of, measure_names, measures_of
from shared.analysis.segments import SEGMENTS
from shared.analysis.share import Share
from shared.analysis.standard import STANDARD
from shared.analysis.wording import (
    group_label,
    listed,
    metric_name,
    rows_name,
    sentence,
    show_number,
    unit_of,
    where_text,
)
from shared.contracts import (
    AgentResponse,
    Cell,
    ColumnProfile,
    DatasetProfile,
    Fact,
    PlannedQuery,
    QueryResult,
)
from shared.failure.errors import ForfeitException
from shared.reading.meanings.columns import spoken
from shared.reading.reading import Filter, Grouping, Metric, Ordering, Reading
from shared.specialist import Needs

__all__ = [
    "SEGMENTS",
    "STANDARD",
    "Agent",
    "AgentResponse",
    "Aggregate",
    "Analysis",
    "Cell",
    "Column",
    "ColumnProfile",
    "Comparison",
    "Correlation",
    "Cued",
    "DatasetProfile",
    "Datasets",
    "Fact",
    "Facts",
    "Filter",
    "Filters",
    "Findings",
    "ForfeitException",
    "Grouping",
    "JoinKeys",
    "JoinedAggregate",
    "Listing",
    "Metric",
    "Missing",
    "Needs",
    "Ordering",
    "Overview",
    "Period",
    "PlannedQuery",
    "QueryResult",
    "Reading",
    "Share",
    "dimensions_of",
    "group_label",
    "listed",
    "measure_names",
    "measures_of",
    "mentions",
    "metric_name",
    "rows_name",
    "says",
    "sentence",
    "show_number",
    "spoken",
    "sql",
    "unit_of",
    "where_text",
]
