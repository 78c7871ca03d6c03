"""Which test applies, and what it gives: questions about published tables, whose keys their publishers print.

The keys are those of R's own documentation and of the textbooks that use its data sets, by R's functions; a question is
asked in words, without a model, and its analysis is called directly. Of 2 by 2 tables the key is Pearson's χ² without
Yates' correction, as Candor computes it.
"""

from datetime import UTC, datetime
from typing import Any

import pandas as pd
import pytest
from statsmodels.datasets import stackloss

from functions.registry import all_agents
from shared.analysis.base import Analysis
from shared.analysis.significance.association import Association
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.drivers import Drivers
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.significance.paired_difference import PairedDifference
from shared.model.moves import NextMove, RouteQuestion
from shared.offline.mind import DeterministicModel
from tests.shared.analysis.running import Tables
from tests.shared.statistics import published as of

NOW = datetime(2025, 1, 5, tzinfo=UTC)
STACK = stackloss.load_pandas().data.rename(
    columns={"STACKLOSS": "loss", "AIRFLOW": "airflow", "WATERTEMP": "temperature", "ACIDCONC": "acid"}
)
DIFFERENCE = "Is the difference in {measure} between {group} significant?"
RELATION = "Is the relationship of {one} with {other} statistically significant?"
APART = "Is {one} independent of {other}?"

EXAM: tuple[tuple[str, pd.DataFrame, Analysis, str, dict[str, Any]], ...] = (
    ("sleep", of.SLEEP, GroupDifference(measure="extra", group="drug"), DIFFERENCE,
     {"test": "Welch’s t", "statistic": 1.8608, "p": 0.07939}),
    ("plants", of.PLANTS, GroupDifference(measure="weight", group="treatment"), DIFFERENCE,
     {"test": "ANOVA", "statistic": 4.846, "p": 0.01591}),
    ("sprays", of.SPRAYS, GroupDifference(measure="insects", group="spray"), DIFFERENCE,
     {"test": "Kruskal–Wallis", "statistic": 54.691, "p": 1.511e-10, "anova_p": None}),
    ("chicks", of.CHICKS, GroupDifference(measure="weight", group="feed"), DIFFERENCE,
     {"test": "ANOVA", "statistic": 15.365, "p": 5.936e-10}),
    ("teeth", of.TEETH, GroupDifference(measure="length", group="supplement"), DIFFERENCE,
     {"test": "Welch’s t", "statistic": 1.9153, "p": 0.06063}),
    ("gearboxes", of.MOTORS, GroupDifference(measure="mileage", group="gearbox"), DIFFERENCE,
     {"test": "Welch’s t", "statistic": 3.7671, "p": 0.001374}),
    ("engines", of.MOTORS, GroupDifference(measure="mileage", group="engine"), DIFFERENCE,
     {"test": "Welch’s ANOVA", "statistic": 31.624, "p": 1.271e-06}),
    ("sleepers", of.SLEEPERS, PairedDifference(one="first_drug", other="second_drug"), "",
     {"t_p": 0.002833, "mean_difference": -1.58, "test": "Wilcoxon signed-rank"}),
    ("motors", of.MOTORS, Association(one="mileage", other="weight"), RELATION,
     {"pearson": -0.8676594, "pearson_p": 1.294e-10}),
    ("women", of.WOMEN, Association(one="height", other="weight"), RELATION,
     {"pearson": 0.9954948, "pearson_p": 1.091e-14}),
    ("cars", of.CARS, Association(one="speed", other="distance"), RELATION,
     {"pearson": 0.8068949, "pearson_p": 1.490e-12}),
    *((f"anscombe {name}", of.ANSCOMBE, Association(one="x", other=name), "",
       {"pearson": r, "pearson_p": p})
      for name, r, p in (("first", 0.81642, 0.00217), ("second", 0.81624, 0.00218), ("third", 0.81629, 0.00218))),
    ("hair", of.HAIR, Dependence(one="hair", other="eye"), APART, {"test": "χ² test", "statistic": 138.29}),
    ("berkeley", of.BERKELEY, Dependence(one="admission", other="gender"), APART,
     {"test": "χ² test", "statistic": 92.205}),
    ("titanic", of.TITANIC, Dependence(one="survival", other="gender"), APART,
     {"test": "χ² test", "statistic": 456.87}),
    ("gears and engines", of.MOTORS, Dependence(one="gearbox", other="engine"), APART,
     {"test": "χ² test", "statistic": 8.7407, "p": 0.01265}),
    ("trees", of.TREES, Drivers(measure="volume"), "", {"r_squared": 0.948}),
    ("stack", STACK, Drivers(measure="loss"), "", {"r_squared": 0.9136}),
    ("one speed", of.CARS, Drivers(measure="distance"), "", {"r_squared": 0.6511}),
)  # fmt: skip
ASKED = tuple(one for one in EXAM if one[3])
COEFFICIENTS = {
    "trees": {"girth": 4.7082, "height": 0.3393},
    "stack": {"airflow": 0.7156, "temperature": 1.2953, "acid": -0.1521},
    "one speed": {"speed": 3.9324},
}


def figures(tables: Tables, analysis: Analysis) -> dict[str, Any]:
    """The first row of the statistic that an analysis applies."""
    _, results = tables.findings(analysis)
    return dict(zip(results[1].columns, results[1].rows[0], strict=True))


@pytest.mark.parametrize(
    ("name", "frame", "analysis", "_question", "keys"),
    EXAM,
    ids=lambda one: one if isinstance(one, str) and " {" not in one else "",
)
def test_the_test_that_applies_and_its_figures_are_the_published_ones(name, frame, analysis, _question, keys):
    found = figures(Tables(data=frame), analysis)
    for key, value in keys.items():
        if isinstance(value, str):
            assert found[key] == value, name
        elif value is not None:
            assert abs(found[key]) == pytest.approx(abs(value), rel=5e-3), (name, key)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_the_coefficients_are_the_published_ones(name):
    frame, analysis = next((one[1], one[2]) for one in EXAM if one[0] == name)
    _, results = Tables(data=frame).findings(analysis)
    rows = [dict(zip(results[2].columns, row, strict=True)) for row in results[2].rows]
    found = {row["predictor"]: row["coefficient"] for row in rows}
    assert found == pytest.approx(COEFFICIENTS[name], rel=1e-3)


@pytest.mark.parametrize(
    ("name", "frame", "analysis", "question", "_keys"),
    ASKED,
    ids=lambda one: one if isinstance(one, str) and " {" not in one else "",
)
def test_asked_in_words_the_same_is_computed_without_a_model(name, frame, analysis, question, _keys):
    tables, mind, agents = Tables(data=frame), DeterministicModel(), all_agents()
    asked = question.format(**analysis.model_dump())
    routed = mind.ask(
        RouteQuestion(
            question=asked,
            agents=tuple(one.card for one in agents.values()),
            playbooks={one.name: one.playbook for one in agents.values()},
            datasets=tables.profiles,
            now=NOW,
        ),
        seconds=5,
    ).value
    (task,) = routed.tasks
    agent = agents[task.agent]
    move = mind.ask(
        NextMove(
            task=task.request,
            agent=agent.card,
            instructions="",
            playbook=agent.playbook,
            datasets=tables.profiles,
            now=NOW,
        ),
        seconds=5,
    ).value
    (chosen,) = move.analyses
    assert type(chosen) is type(analysis), name
    assert figures(tables, chosen) == figures(tables, analysis)
