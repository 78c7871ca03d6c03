"""What is promised of the analyses of whom or what the rows are about, and every analysis that is in no other group."""

import pytest

from tests.functions.agents.contracted import REST, broken_promises, named, of_group


@pytest.mark.parametrize("kind", of_group(REST), ids=named)
def test_every_analysis_keeps_its_promises_on_any_table(kind):
    wrong = broken_promises(kind)
    assert not wrong, "\n".join(wrong)
