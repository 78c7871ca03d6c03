"""The agent that CONTRIBUTING.md shows: it is right, and its file alone makes it a part of the whole system."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from shared.errors import ForfeitException
from shared.query.conditions import Compare
from tests.functions.agents.example import NAME, example, module_of
from tests.shared.analysis.running import Tables, values

Spread = module_of(example()).Spread
ROOT = Path(__file__).parents[3]
WHOLE = """
import json, sys
from pathlib import Path
import functions.agents
functions.agents.__path__.append(sys.argv[1])

from functions.registry import all_agents, all_functions
from infra.docs.pages import agents_page
from infra.local.cloud import LocalCloud

with LocalCloud() as cloud:
    session = cloud.session((cloud.upload(Path(sys.argv[2])).dataset_id,))
    reply = cloud.ask(session, "What is the interquartile range of the amount?")
uses = {name: sorted(one.uses) for name, one in all_functions().items() if name.startswith("agent-")}
print(json.dumps({"agents": list(all_agents()), "uses": uses, "page": agents_page(), "reply": reply.wire()}))
"""


@pytest.mark.parametrize("seed", range(4))
def test_its_figures_are_those_of_pandas(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"kind": rng.choice(["a", "b"], 200), "sales": rng.lognormal(3, 1, 200)})
    frame.loc[rng.random(200) < 0.1, "sales"] = np.nan
    some = (Compare(column="kind", operator="=", value="a"),)
    for where, rows in (((), frame), (some, frame[frame.kind == "a"])):
        given = list(values(Tables(shop=frame).run(Spread(measure="sales", where=where))).values())
        assert given == pytest.approx([rows.sales.count(), rows.sales.quantile(0.25), rows.sales.quantile(0.75)])


def test_seven_values_are_too_few():
    with pytest.raises(ForfeitException, match=r"only 7 rows found, need at least 8"):
        Tables(shop=pd.DataFrame({"sales": range(7)})).run(Spread(measure="sales"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The whole system with one file more among its agents, in a process of its own."""
    folder = tmp_path_factory.mktemp("agents")
    (folder / f"{NAME}.py").write_text(example())
    data = tmp_path_factory.mktemp("data") / "orders.csv"
    data.write_text(
        "region,amount\n" + "".join(f"{['North', 'South'][at % 2]},{at * 7 % 90 + 1}.5\n" for at in range(60))
    )
    program = [sys.executable, "-c", WHOLE, str(folder), str(data)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_a_question_reaches_it_and_is_answered(whole):
    assert NAME in whole["agents"]
    assert [response["agent"] for response in whole["reply"]["responses"]] == [NAME]
    assert whole["reply"]["status"] == "answered"
    amounts = pd.Series([at * 7 % 90 + 1.5 for at in range(60)])
    told = [fact["value"] for fact in whole["reply"]["facts"]]
    assert told == pytest.approx([60, amounts.quantile(0.25), amounts.quantile(0.75)])


def test_it_is_a_function_with_the_rights_of_every_agent(whole):
    assert whole["uses"][f"agent-{NAME}"] == whole["uses"]["agent-sql_analytics"]


def test_it_has_its_place_in_the_documentation(whole):
    assert f"## {NAME}\n" in whole["page"]
    assert "What is the interquartile range of " in whole["page"]
    assert "{measure}" not in whole["page"]


def test_it_is_written_as_the_house_writes(tmp_path):
    (tmp_path / f"{NAME}.py").write_text(example())
    for command in (["check"], ["format", "--check"]):
        options = ["--no-cache", "--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
        done = subprocess.run([sys.executable, "-m", "ruff", *command, *options], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
