"""What is promised of the analyses of trends, distributions, tests, clusters and what would follow from a change."""

from tests.functions.agents.contracted import keeps, on_any_table


@on_any_table("statistics")
def test_every_analysis_keeps_its_promises_on_any_table(kind, promise, shape):
    keeps(kind, promise, shape)
