"""The example questions of the printed pages are ones that a person would ask."""

import pytest

from functions.registry import all_agents
from infra.docs.asked import asked
from shared.analysis.benchmarks.best_in_class import BestInClass
from shared.analysis.impact.price_response import PriceResponse
from shared.analysis.significance.dependence import Dependence

KINDS = sorted({kind for one in all_agents().values() for kind in one.playbook}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_two_fields_of_an_example_are_two_columns(kind):
    for printed in asked(kind):
        assert "{" not in printed
        words = [word for word in printed.strip("?").split() if word in ("revenue", "cost", "region", "channel")]
        assert len(set(words)) == len(words), printed


def test_one_of_several_is_told_in_the_singular():
    assert "Which customer is best in class by revenue in each region?" in asked(BestInClass)
    assert "What is the best customer in each region by revenue?" in asked(BestInClass)


def test_a_price_is_called_a_price():
    assert "What is the elasticity of quantity to price?" in asked(PriceResponse)
    assert "What would happen if the prices go up by 10 percent?" in asked(PriceResponse)


def test_what_may_depend_on_each_other_differs():
    assert "Is region independent of channel?" in asked(Dependence)
