"""An analysis tells the same figures of the same tables as before: in their order, with their signs, of their groups.

Whatever changes one of these changes what users are told, and shows in recorded_findings.json. That it does is tried by
`python -m tests.mutation.analyses`, which breaks order, sign and group of every analysis.
"""

import pytest

from tests.functions.agents.contracted import KINDS, named
from tests.functions.agents.recorded_findings import TABLES, found, recorded

RECORDED = recorded()


def about(said):
    """The figures, floats but for the order in which threads add."""
    return [(name, pytest.approx(one, rel=1e-6) if isinstance(one, float) else one) for name, one in said]


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_an_analysis_finds_what_is_recorded(kind):
    told = {shape: found(kind, shape) for shape in TABLES}
    assert told == {shape: about(RECORDED[kind.__name__].get(shape, ())) for shape in TABLES}


def test_every_analysis_that_is_recorded_is_there_and_found_something():
    assert set(RECORDED) == {kind.__name__ for kind in KINDS}
    assert [kind for kind, by in RECORDED.items() if not by] == []
