"""What a figure is called says what it is a figure of: no two analyses call different figures by one name."""

from itertools import combinations

import pytest

from shared.analysis.texts.classified import Classified
from shared.analysis.texts.sentiment import Sentiment
from tests.functions.agents.analysis_promises import outcome
from tests.functions.agents.contracted import KINDS
from tests.functions.agents.filling import Unfit

JUDGED = (Classified, Sentiment)
"""What a mind has judged, it may judge otherwise next time."""


def _named(kind, shape):
    """The figures of an analysis by name, without those whose name is that of several."""
    found = {}
    for fact in outcome(kind, shape).findings.facts:
        if isinstance(fact.value, int | float):
            found.setdefault((fact.name, fact.unit), set()).add(fact.value)
    return {name: values.pop() for name, values in found.items() if len(values) == 1}


def _told(shape):
    for kind in KINDS:
        try:
            if kind not in JUDGED and outcome(kind, shape).findings:
                yield kind.__name__, _named(kind, shape)
        except Unfit:
            continue


@pytest.mark.parametrize("shape", ["shop", "lines", "calendar", "odd names"])
def test_no_two_analyses_call_different_figures_by_one_name(shape):
    for (one, own), (other, others) in combinations(_told(shape), 2):
        for name in own.keys() & others.keys():
            assert own[name] == pytest.approx(others[name], rel=1e-9), (one, other, name)
