"""A function starts quickly: it imports nothing that another one is there for, or that few of its events need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from functions.registry import all_agents, all_functions

ROOT = Path(__file__).parents[2]
NUMBERS = ("numpy", "scipy", "tokenizers", "safetensors")
MODELS = ("anthropic", "shared.model.claude")
LOG = "aws_lambda_powertools"
STORES = tuple(f"shared.store.{one}" for one in ("turns", "datasets", "watches", "results", "health"))
OF_AGENTS = ("sqlglot", "rapidfuzz", "mcp", "shared.agents.run", "shared.query.conditions", "shared.model.port")
AGENTS = tuple(f"agent-{name}" for name in all_agents())
LEFT_OUT = {
    ("api", "stream", "assistants"): (*NUMBERS, *MODELS, *OF_AGENTS),
    ("query",): (*NUMBERS, *MODELS, *STORES, "duckdb", "shared.model.port", "shared.contracts.turn", LOG),
    ("statistics",): (*MODELS, *OF_AGENTS, "scipy.stats"),
    ("respond",): (*NUMBERS, *MODELS, "sqlglot", "Stemmer", LOG, "shared.model.moves", "shared.analysis.base"),
    ("turn",): (
        *MODELS,
        "scipy",
        "sqlglot.dialects.duckdb",
        "shared.engine.sql.syntax",
        "shared.agents.run",
        LOG,
        "rapidfuzz",
    ),
    AGENTS: (*NUMBERS, *MODELS, LOG, "rapidfuzz"),
    ("ingest",): (*NUMBERS, *MODELS, *OF_AGENTS, LOG, "duckdb", "shared.contracts.turn", "shared.store.turns"),
    ("agent-sql_analytics",): tuple(
        f"shared.analysis.{others}" for others in ("segments", "texts", "trends", "warnings")
    ),
}


@pytest.mark.parametrize("names", LEFT_OUT, ids=lambda names: names[0])
def test_functions_start_without_what_few_of_their_events_need(names: tuple[str, ...]) -> None:
    modules = ", ".join(all_functions()[name].module for name in names)
    assert printed(f"import sys, {modules}; print([one for one in {LEFT_OUT[names]} if one in sys.modules])") == "[]\n"


def test_no_function_brings_boto3_along() -> None:
    modules = ", ".join(function.module for function in all_functions().values())
    assert printed(f"import sys, {modules}; print('boto3' in sys.modules, 'botocore' in sys.modules)") == "False True\n"


def test_no_validator_of_the_query_language_is_built_before_it_is_used() -> None:
    """They hold each other, and a dozen of them take a tenth of a second."""
    program = (
        "import functions.turn.turn\nfrom shared.query.base import Node\n"
        "kinds = [Node]\nfor kind in kinds: kinds += kind.__subclasses__()\n"
        "print([kind.__name__ for kind in kinds if kind.__pydantic_complete__])"
    )
    assert printed(program) == "[]\n"


def test_values_that_are_nothing_but_their_fields_are_named_tuples() -> None:
    """A dataclass has its methods written, parsed and compiled at every start: four times the work of a NamedTuple."""
    program = (
        "import sys, functools, dataclasses as d\n"
        f"import {', '.join(all_functions()[name].module for name in ('turn', 'agent-sql_analytics', 'ingest'))}\n"
        "own = [module for name, module in list(sys.modules.items()) if name.startswith('shared.')]\n"
        "kinds = {one for module in own for one in vars(module).values() if isinstance(one, type)}\n"
        "def more(one):\n"
        "    fields, held = d.fields(one), vars(one)\n"
        "    related = one.__bases__ != (object,) or one.__subclasses__()\n"
        "    made = any(field.default_factory is not d.MISSING for field in fields)\n"
        "    computed = any(isinstance(value, functools.cached_property) for value in held.values())\n"
        "    return related or made or computed or not fields or {'__str__', '__post_init__'} & held.keys()\n"
        "plain = [one for one in kinds if d.is_dataclass(one) and one.__dataclass_params__.frozen and not more(one)]\n"
        "print(sorted(one.__name__ for one in plain if one.__module__.startswith('shared.')))"
    )
    assert printed(program) == "[]\n", "these can be NamedTuples"


def test_a_turn_has_what_every_question_needs_before_the_first_event() -> None:
    """Lambda starts a function with a whole processor, and a schedule keeps started ones: no question waits for it."""
    needed = ("functions.agents.sql_analytics", "shared.agents.sdk", "safetensors")
    program = f"import sys, functions.turn.turn; print([one for one in {needed} if one not in sys.modules])"
    started = {"_HANDLER": "functions.turn.turn.handler", "CANDOR_MODEL": "deterministic"}
    assert printed(program, **started) == "[]\n"
    assert printed(program) != "[]\n"


def test_an_agent_has_its_work_before_the_first_event() -> None:
    program = "import sys, functions.agents.sql_analytics; print('shared.agents.run' in sys.modules)"
    started = {"_HANDLER": "functions.agents.sql_analytics.handler", "CANDOR_MODEL": "deterministic"}
    assert printed(program, **started) == "True\n"


def test_a_turn_is_ready_without_what_writes_sql_or_cuts_words_that_nobody_says() -> None:
    """It chooses among analyses, none of which it has write its SQL; and knows the words of a plain reply by heart."""
    program = (
        "import sys, functions.turn.turn\nfrom shared.confidence.classifier import probabilities\n"
        "from shared.embeddings.embedder import Embedder\n"
        "probabilities('the total revenue is #.')\nEmbedder().embed(['which region has the highest sales'])\n"
        "print([one for one in ('sqlglot', 'rapidfuzz', 'tokenizers') if one in sys.modules])"
    )
    started = {"_HANDLER": "functions.turn.turn.handler", "CANDOR_MODEL": "deterministic"}
    assert printed(program, **started) == "[]\n"


@pytest.mark.parametrize("started", ["functions.turn.turn.handler", "", "functions/api/stream.sh"])
def test_no_cycles_are_looked_for_while_a_function_starts_and_then_they_are(started: str) -> None:
    program = (
        "import gc, functions; off = not gc.isenabled()\nimport functions.turn.turn\n"
        "print(off, gc.isenabled(), gc.get_freeze_count() > 0)"
    )
    environ = {"_HANDLER": started, "CANDOR_MODEL": "deterministic"}
    assert printed(program, **environ) == f"True True {started.endswith('.handler')}\n"


@pytest.mark.parametrize(
    ("module", "unused"), [("functions.turn.turn", ["_lambda", "loans"]), ("functions.api.api", ["_lambda"])]
)
def test_a_function_starts_without_clients_that_few_of_its_events_ask(module: str, unused: list[str]) -> None:
    program = (
        f"import {module}\nfrom shared.deps import current\n"
        f"print('table' in vars(current()), [one for one in {unused} if one in vars(current())])"
    )
    started = {"_HANDLER": f"{module}.handler", "CANDOR_MODEL": "deterministic"}
    assert printed(program, **started) == "True []\n"


def test_an_answer_with_no_other_beside_it_is_held_against_none_and_needs_no_parser() -> None:
    program = (
        "import sys\nfrom shared.contracts import *\nfrom shared.model.disagreement import disagreements\n"
        "fact = Fact(id='1', name='total', value=1, text='1.', cells=(Cell(query=0, row=0, column='a'),))\n"
        "ran = AgentResult(queries_executed=(ExecutedQuery(sql='SELECT 1 AS a FROM data', purpose='total'),))\n"
        "told = {'agent': 'a', 'task': 'Total', 'status': 'completed', 'facts': (fact,), 'result': ran}\n"
        "one, two = (AgentResponse(task_id=task, **told) for task in '12')\n"
        "parser = 'shared.engine.sql.syntax'\n"
        "print(disagreements([one]), parser in sys.modules, disagreements([one, two]), parser in sys.modules)"
    )
    assert printed(program) == "() False () True\n"


def printed(program: str, **environ: str) -> str:
    """What a program prints in an interpreter of its own."""
    command = [sys.executable, "-c", program]
    environ = {**os.environ, **environ}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout
