"""The door opens quickly: it imports nothing of what reads questions, computes or draws."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
OF_AGENTS = ("sqlglot", "numpy", "scipy", "rapidfuzz", "anthropic", "mcp", "shared.agents.run", "shared.query.query")
LOADED = "import sys, json, functions.api.{0}; print(json.dumps([name for name in {1} if name in sys.modules]))"


def test_no_function_behind_the_gateway_imports_what_agents_are_made_of() -> None:
    for module in ("api", "stream", "assistants"):
        program = LOADED.format(module, OF_AGENTS)
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == [], module
