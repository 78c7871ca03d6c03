"""The rules of the house, read from the syntax tree."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules

import pytest

import shared.grounding
from shared.pattern import LazyPattern

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path for folder in ("candor", "shared", "functions", "infra") for path in (ROOT / folder).rglob("*.py")
)
BOTOCORE_MAY_BE_IN = ("shared/store/", "shared/model/", "shared/guard/outgoing.py", "shared/deps.py", "infra/")
EMPTY_WORDS = {"utils", "util", "helpers", "helper", "common", "misc"}
MOST_LINES = 400
MOST_LINES_OF_THE_WING = 6886
CDK = ("infra/local/", "infra/lab/")
BACKWARDS = {
    ("candor", "infra"),  # the command, in a process of its own
}
"""Imports of packages or modules of one level against the order of the others: none is added, and one that goes goes
from here too."""


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    """What a file says, parsed once for all rules."""
    return ast.parse(path.read_text())


@cache
def _imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def _reads_environment(path: Path) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv") for node in ast.walk(_tree(path)))


def _uses_cdk(path: Path) -> bool:
    return bool(_imported(path) & {"aws_cdk", "cdk_nag", "constructs"})


def _that(breaks: Callable[[Path], bool]) -> list[str]:
    """The files that break a rule: one test looks at all of them, since a thousand cost more than the looking."""
    return [_name(path) for path in SOURCES if breaks(path)]


def test_botocore_stays_where_aws_is_met():
    assert _that(lambda path: "botocore" in _imported(path) and not _name(path).startswith(BOTOCORE_MAY_BE_IN)) == []


def test_boto3_is_for_one_machine():
    """What travels asks botocore: half of what boto3 imports is for transfers, which no function makes by it."""
    assert _that(lambda path: "boto3" in _imported(path) and not _name(path).startswith("infra/")) == []


def test_only_settings_reads_the_environment():
    assert _that(_reads_environment) == ["shared/settings.py"]


def test_the_models_sdk_is_imported_only_where_it_is_called():
    assert _that(lambda path: "anthropic" in _imported(path)) == ["shared/model/claude.py"]


def test_the_cdk_is_imported_only_in_infra():
    using = _that(_uses_cdk)
    assert [one for one in using if not one.startswith("infra/") or one.startswith(CDK)] == []


def test_a_module_is_a_noun_of_readable_size():
    assert _that(lambda path: path.stem in EMPTY_WORDS) == []
    assert _that(lambda path: len(path.read_text().splitlines()) > MOST_LINES) == []


def test_the_offline_wing_only_gets_smaller():
    """It is frozen (docs/architecture.md): who takes lines out lowers the number."""
    wing = [path for path in SOURCES if _name(path).startswith("shared/offline/")]
    assert sum(len(path.read_text().splitlines()) for path in wing) <= MOST_LINES_OF_THE_WING


def test_every_module_imports_without_environment_client_or_network():
    """In one process, with sockets forbidden and nothing of AWS in the environment."""
    modules = [_module(path) for path in SOURCES if not _uses_cdk(path)]
    program = (
        "import importlib, socket\n"
        "def refuse(*_args, **_kwargs): raise AssertionError('network at import')\n"
        "socket.socket.connect = refuse\n"
        "import boto3, botocore.session\n"
        "boto3.client = boto3.resource = botocore.session.Session.create_client = refuse\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "import os\nos._exit(0)\n"
    )
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_start_is_not_slowed_by_looking_through_all_that_stays():
    program = "import gc, functions.query.query; print(gc.get_stats()[2]['collections'], gc.isenabled())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "True"]


def _module(path: Path) -> str:
    return _name(path).removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@cache
def _imports() -> dict[str, set[str]]:
    """The modules of this repository that each of them imports, wherever in it: in a function or for types, too."""
    known = set(map(_module, SOURCES))
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        named = set()
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= (inner & known) | ({node.module} if inner - known else set())
        found[_module(path)] = named & known - {_module(path)}
    return found


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """A way from a node back to itself, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_no_module_imports_itself_by_way_of_others():
    assert _circle(_imports()) == []


def test_no_package_imports_itself_by_way_of_those_beside_it():
    """Of each package the packages and modules in it, whatever within them imports what."""
    levels: dict[str, dict[str, set[str]]] = {}
    for module, named in _imports().items():
        for other in named:
            own, there = module.split("."), other.split(".")
            apart = next((at for at, (one, two) in enumerate(zip(own, there, strict=False)) if one != two), None)
            if apart is not None:
                step = (".".join(own[: apart + 1]), ".".join(there[: apart + 1]))
                levels.setdefault(".".join(own[:apart]), {}).setdefault(step[0], set()).add(step[1])
    steps = {(one, other) for level in levels.values() for one, others in level.items() for other in others}
    assert BACKWARDS - steps == set()
    forwards = [
        {one: {other for other in others if (one, other) not in BACKWARDS} for one, others in level.items()}
        for level in levels.values()
    ]
    assert [circle for level in forwards if (circle := _circle(level))] == []


def test_grounding_compiles_no_pattern_while_a_function_starts():
    """It has two hundred, of which a plain reply uses a dozen: `shared.pattern.LazyPattern`."""
    grounding = [path for path in SOURCES if "grounding" in path.parts]
    assert len(grounding) > 10
    for path in grounding:
        for node in _tree(path).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                assert "re.compile(" not in ast.unparse(node), _name(path)


def test_every_pattern_of_the_grounding_compiles():
    """None is compiled by its import, so a wrong one would be seen only in the reply that needs it."""
    modules = [import_module(f"shared.grounding.{one.name}") for one in iter_modules(shared.grounding.__path__)]
    patterns = [one for module in modules for one in vars(module).values() if isinstance(one, LazyPattern)]
    assert len(patterns) > 50
    for pattern in patterns:
        assert pattern.compiled


def _calling(method: str) -> list[tuple[str, str]]:
    """Which functions call a method of that name, each with its file."""
    return [
        (_name(path), function.name)
        for path in SOURCES
        for function in ast.walk(_tree(path))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
    ]


def test_a_replys_text_is_grounded_at_one_place():
    """An agent's answer is grounded before it is accepted, since it is handed back where it is wrong; any other text
    that a model writes for a reply where it becomes a draft. What stands beside a reply has its `known_part` alone."""
    assert [one for one in _calling("grounded") if not one[0].startswith("shared/grounding/")] == [
        ("shared/agents/conversation/conversation.py", "checked_before_acceptance"),
        ("shared/turn/draft/text_guard.py", "grounded_in"),
    ]


def test_no_text_names_a_machine_or_a_registry():
    """Locks hold names and hashes only."""
    for lock in ROOT.glob("requirements*.lock"):
        assert "://" not in lock.read_text(), lock
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()


def _types(path: Path) -> Iterator[str]:
    """The types that a module defines, by name: its classes, and the unions, literals and the like that have a name."""
    yield from (node.name for node in ast.walk(_tree(path)) if isinstance(node, ast.ClassDef))
    for node in _tree(path).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and not isinstance(node.value, ast.Call):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (one.id for one in targets if isinstance(one, ast.Name) and re.match("[A-Z][a-z]", one.id))


def test_no_type_is_called_like_another_in_shared():
    found: dict[str, list[str]] = {}
    for path in (ROOT / "shared").rglob("*.py"):
        for name in _types(path):
            found.setdefault(name, []).append(_name(path))
    assert {name: sorted(places) for name, places in found.items() if len(places) > 1} == {}


@pytest.mark.parametrize(
    ("files", "told_apart_by"),
    [((ROOT / "docs/decisions").glob("*.md"), 4), ((ROOT / "tests").rglob("test_*.py"), None)],
    ids=["decisions by number", "test files by name"],
)
def test_files_that_are_told_apart_by_their_names_have_different_ones(files, told_apart_by):
    names = sorted(path.name[:told_apart_by] for path in files)
    assert [one for one, other in pairwise(names) if one == other] == []
