"""What exists: every function and every agent, found by their files."""

import threading
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages

import functions
import functions.agents
import functions.phases
from shared.agents.agent import Agent
from shared.function import LambdaFunction, Steps, name_of
from shared.phases.phase import Phase, in_order


class Functions(Mapping[str, LambdaFunction]):
    """Every handler by its name: functions, and the steps of those that have several.

    Those in the folders `later` are imported when they are first asked for, the others now.
    """

    def __init__(self, later: Collection[str] = ()) -> None:
        self._modules: dict[str, list[str]] = {}
        self._importing = threading.Lock()  # modules that import each other must not be begun from two threads
        for module in walk_packages(functions.__path__, "functions."):
            _, folder, *file = module.name.split(".")
            if file:
                self._modules.setdefault(name_of(module.name), []).append(module.name)
            if folder not in later:
                import_module(module.name)

    def __getitem__(self, name: str) -> LambdaFunction:
        with self._importing:
            handlers = [getattr(import_module(module), "handler", None) for module in self._modules[name]]
        for handler in handlers:
            if isinstance(handler, LambdaFunction) and handler.name == name:
                return handler
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._modules if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def all_handlers() -> dict[str, LambdaFunction]:
    """Every handler by its name: functions, and the steps of those that have several."""
    return dict(Functions())


@cache
def homes() -> dict[str, str]:
    """The function that each handler runs in, by their names: itself, or the one of which it is a step."""
    steps = {step: one.name for one in all_handlers().values() if isinstance(one, Steps) for step in one.parts}
    return {name: steps.get(name, name) for name in all_handlers()}


@cache
def all_functions() -> dict[str, LambdaFunction]:
    """Every Lambda function by its name, as it is deployed."""
    return {name: handler for name, handler in all_handlers().items() if homes()[name] == name}


@cache
def all_agents() -> dict[str, Agent]:
    """Every agent by its name."""
    modules = (import_module(f"functions.agents.{module.name}") for module in iter_modules(functions.agents.__path__))
    return {module.agent.name: module.agent for module in modules}


@cache
def all_phases() -> dict[str, Phase]:
    """Every phase of a consultation by its name, in their order."""
    modules = (import_module(f"functions.phases.{module.name}") for module in iter_modules(functions.phases.__path__))
    return in_order([module.phase for module in modules])
