"""The agent that CONTRIBUTING.md shows, as a module."""

import re
import sys
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parents[3] / "CONTRIBUTING.md"
NAME = "spread"


def example() -> str:
    """Its source, as the page has it."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)
    return str(source)


def module_of(source: str, name: str = NAME) -> ModuleType:
    """The source as a module, as if it were a file among the agents."""
    module = ModuleType(f"functions.agents.{name}")
    sys.modules[module.__name__] = module  # where its classes look themselves up
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return module
