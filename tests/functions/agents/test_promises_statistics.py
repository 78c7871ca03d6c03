"""What is promised of the analyses of trends, distributions, tests, clusters and what would follow from a change."""

import pytest

from tests.functions.agents.contracted import broken_promises, named, of_group


@pytest.mark.parametrize("kind", of_group("statistics"), ids=named)
def test_every_analysis_keeps_its_promises_on_any_table(kind):
    wrong = broken_promises(kind)
    assert not wrong, "\n".join(wrong)
