"""What exists: every function and every agent, found by their files."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages

import functions
import functions.agents
from shared.agent import Agent
from shared.function import LambdaFunction


@cache
def all_functions() -> dict[str, LambdaFunction]:
    """Every Lambda function by its name."""
    found = {}
    for module in walk_packages(functions.__path__, "functions."):
        handler = getattr(import_module(module.name), "handler", None)
        if isinstance(handler, LambdaFunction):
            found[handler.name] = handler
    return found


@cache
def all_agents() -> dict[str, Agent]:
    """Every agent by its name."""
    modules = (import_module(f"functions.agents.{module.name}") for module in iter_modules(functions.agents.__path__))
    return {module.agent.name: module.agent for module in modules}
