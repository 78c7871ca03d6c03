"""What is promised of the analyses of figures, joins, quality, relations, rows, pictures, reports and texts."""

from tests.functions.agents.contracted import keeps, on_any_table


@on_any_table("figures")
def test_every_analysis_keeps_its_promises_on_any_table(kind, promise, shape):
    keeps(kind, promise, shape)
