"""What is promised of the analyses of segments, benchmarks and what changed."""

from tests.functions.agents.contracted import keeps, on_any_table


@on_any_table("groups")
def test_every_analysis_keeps_its_promises_on_any_table(kind, promise, shape):
    keeps(kind, promise, shape)
