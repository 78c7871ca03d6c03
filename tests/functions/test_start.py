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
OF_AGENTS = ("sqlglot", "rapidfuzz", "mcp", "shared.agents.run", "shared.query.conditions", "shared.model.port")
AGENTS = tuple(f"agent-{name}" for name in all_agents())
LEFT_OUT = {
    ("api", "stream", "assistants"): (*NUMBERS, *MODELS, *OF_AGENTS),
    ("query",): (*NUMBERS, *MODELS, "duckdb", "shared.model.port"),
    ("statistics",): (*MODELS, *OF_AGENTS, "scipy.stats"),
    ("respond",): (*NUMBERS, *MODELS, "sqlglot", "Stemmer"),
    ("turn",): (*MODELS, "scipy", "sqlglot.dialects.duckdb", "shared.engine.syntax", "shared.agents.run"),
    AGENTS: (*NUMBERS, *MODELS),
}


@pytest.mark.parametrize("names", LEFT_OUT, ids=lambda names: names[0])
def test_functions_start_without_what_few_of_their_events_need(names: tuple[str, ...]) -> None:
    modules = ", ".join(all_functions()[name].module for name in names)
    assert printed(f"import sys, {modules}; print([one for one in {LEFT_OUT[names]} if one in sys.modules])") == "[]\n"


def test_no_validator_of_the_query_language_is_built_before_it_is_used() -> None:
    """They hold each other, and a dozen of them take a tenth of a second."""
    program = (
        "import functions.turn.turn\nfrom shared.query.base import Node\n"
        "kinds = [Node]\nfor kind in kinds: kinds += kind.__subclasses__()\n"
        "print([kind.__name__ for kind in kinds if kind.__pydantic_complete__])"
    )
    assert printed(program) == "[]\n"


def test_a_turn_has_what_every_question_needs_before_the_first_event() -> None:
    """Lambda starts a function with a whole processor, and a schedule keeps started ones: no question waits for it."""
    needed = ("functions.agents.sql_analytics", "shared.agents.sdk", "tokenizers", "safetensors")
    program = f"import sys, functions.turn.turn; print([one for one in {needed} if one not in sys.modules])"
    started = {"_HANDLER": "functions.turn.turn.handler", "CANDOR_MODEL": "deterministic"}
    assert printed(program, **started) == "[]\n"
    assert printed(program) != "[]\n"


@pytest.mark.parametrize("started", ["functions.turn.turn.handler", "", "functions/api/stream.sh"])
def test_no_cycles_are_looked_for_while_a_function_starts_and_then_they_are(started: str) -> None:
    program = (
        "import gc, functions; off = not gc.isenabled()\nimport functions.turn.turn\n"
        "print(off, gc.isenabled(), gc.get_freeze_count() > 0)"
    )
    environ = {"_HANDLER": started, "CANDOR_MODEL": "deterministic"}
    assert printed(program, **environ) == f"True True {started.endswith('.handler')}\n"


def printed(program: str, **environ: str) -> str:
    """What a program prints in an interpreter of its own."""
    command = [sys.executable, "-c", program]
    environ = {**os.environ, **environ}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout
