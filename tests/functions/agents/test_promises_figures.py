"""What is promised of the analyses of figures, joins, quality, relations, rows, pictures, reports and texts."""

import pytest

from tests.functions.agents.contracted import broken_promises, named, of_group


@pytest.mark.parametrize("kind", of_group("figures"), ids=named)
def test_every_analysis_keeps_its_promises_on_any_table(kind):
    wrong = broken_promises(kind)
    assert not wrong, "\n".join(wrong)
