"""What an agent's file is written with: the one place that it imports from. CONTRIBUTING.md shows a whole one."""

from shared.agents.agent import Agent
from shared.agents.specialist import Needs
from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.cued import Cued, mentions, says
from shared.analysis.facts import Facts
from shared.analysis.fields import Column, Filters, NumberColumn, OrderedColumn, Period, TimeColumn
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import Share
from shared.analysis.joins.datasets import Datasets, JoinKeys
from shared.analysis.joins.joined import JoinedAggregate
from shared.analysis.metrics import Grouping, Metric, Ordering
from shared.analysis.quality.missing import Missing
from shared.analysis.quality.overview import Overview
from shared.analysis.relations.correlation import Correlation
from shared.analysis.rows.listing import Listing
from shared.analysis.segments.segment_reading import dimensions_of, measure_names, measures_of
from shared.analysis.segments.segments import SEGMENTS
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
from shared.errors import ForfeitException
from shared.offline.reading.reading import Reading
from shared.table.names import spoken

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
    "NumberColumn",
    "OrderedColumn",
    "Ordering",
    "Overview",
    "Period",
    "PlannedQuery",
    "QueryResult",
    "Reading",
    "Share",
    "TimeColumn",
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
