# ruff: noqa: E501 (quotations)
"""The agents that a specification names say what it says, word for word."""

import pytest

from functions.registry import all_agents

PURPOSES = {
    "segmentation": "Group and segment entities into meaningful categories based on characteristics and values. Creates "
    "actionable segments for business decisions.",
    "pattern_recognition": "Identify trends, anomalies, time-series patterns, and statistical distributions in data. "
    "Surfaces hidden patterns that aren't obvious from raw data.",
    "opportunity": "Identify high-potential entities and growth opportunities. Finds candidates for upsell, cross-sell, "
    "expansion, or increased engagement.",
    "business_impact": "Simulate scenarios and model business impact. Answers \"what-if\" questions and projects outcomes "
    "based on data patterns.",
    "risk": "Identify at-risk entities and warning signs. Detects potential problems before they become critical.",
    "benchmark": "Compare entities against benchmarks, averages, and standards. Provides relative performance context.",
    "semantic_text": "Perform intelligent text matching and analysis using LLM understanding. Replaces brittle "
    "ILIKE/REGEX searches with semantic understanding.",
    "semantic_search": "Perform vector-based similarity search on embedded data. Only used when data source has vector "
    "embeddings.",
}  # fmt: skip
CAPABILITIES = {
    "segmentation": (
        "Segment entities by value tiers (high/medium/low based on percentiles)",
        "Group data by categorical attributes (region, type, category)",
        "Identify natural clusters and groupings in the data",
        "Calculate segment sizes, percentages, and distributions",
        "Provide segment profiles with key characteristics (averages, totals)",
    ),
    "pattern_recognition": (
        "Detect trends over time (increasing, decreasing, stable, cyclical)",
        "Identify anomalies and outliers (values beyond normal range)",
        "Analyze statistical distributions (concentration, spread, skew)",
        "Find top performers and bottom performers",
        "Calculate period-over-period changes and growth rates",
    ),
    "opportunity": (
        "Identify high-potential entities showing growth indicators",
        "Find upsell candidates (high engagement, low spend)",
        "Detect underserved segments with expansion potential",
        "Rank opportunities by potential value",
        "Identify entities similar to top performers",
    ),
    "business_impact": (
        "Model impact of changes (price changes, volume changes)",
        "Project outcomes based on historical patterns",
        "Simulate scenarios with different assumptions",
        "Calculate sensitivity to key variables",
        "Estimate revenue/cost impact of decisions",
    ),
    "risk": (
        "Identify at-risk entities showing decline indicators",
        "Detect warning signs (declining engagement, reduced activity)",
        "Flag entities with concerning patterns",
        "Calculate risk scores based on multiple factors",
        "Identify entities needing immediate attention",
    ),
    "benchmark": (
        "Compare entities against group averages",
        "Benchmark performance vs peers in same category",
        "Calculate relative performance (% above/below average)",
        "Rank entities within their segments",
        "Compare current performance to historical benchmarks",
    ),
    "semantic_text": (
        "Find entities matching semantic descriptions (not just keywords)",
        "Categorize text values using LLM understanding",
        "Identify entities belonging to inferred categories",
        "Perform fuzzy text matching with context awareness",
        "Enrich text data with semantic classifications",
    ),
    "semantic_search": (
        "Find entities similar to a reference entity or description",
        "Perform semantic similarity search on embedded text",
        "Answer natural language questions against text data",
        "Retrieve contextually relevant records",
        "Rank results by semantic relevance",
    ),
}
FORFEITS = {
    "data_discovery": (
        "no datasets are available",
        "data that is asked for does not exist",
        "queries keep failing",
        "in a form that cannot be compared or computed",
    ),
    "gap_analysis": ("no cluster data available", "data quality too poor"),
    "sentiment_analysis": ("no sentiment data available", "data lacks required text fields"),
    "trend_analysis": ("no temporal/date data available", "insufficient data points"),
    "clustering": ("no embeddings available", "dataset too small"),
    "report_writer": ("no analysis results available", "all previous agents failed"),
    "general_assistant": ("requires specialized knowledge", "outside"),
}


@pytest.mark.parametrize("name", PURPOSES)
def test_its_purpose_is_the_specifications(name):
    assert all_agents()[name].description == PURPOSES[name]


@pytest.mark.parametrize("name", CAPABILITIES)
def test_its_capabilities_are_the_specifications_word_for_word(name):
    assert all_agents()[name].capabilities == CAPABILITIES[name]


@pytest.mark.parametrize("name", FORFEITS)
def test_its_guidance_on_when_to_forfeit_holds_what_the_specification_gives(name):
    guidance = " ".join(all_agents()[name].forfeits_when).lower()
    assert [told for told in FORFEITS[name] if told not in guidance] == []
