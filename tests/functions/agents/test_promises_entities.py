"""What is promised of the analyses of whom or what the rows are about, and every analysis that is in no other group."""

from tests.functions.agents.contracted import REST, keeps, on_any_table


@on_any_table(REST)
def test_every_analysis_keeps_its_promises_on_any_table(kind, promise, shape):
    keeps(kind, promise, shape)
