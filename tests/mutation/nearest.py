"""Which test files are nearest to a module, by what they import."""

import ast
from collections import defaultdict, deque
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.mutation.copy import OURS, ROOT

LAST = "tests/e2e/test_turn.py"
ALIKE, BESIDE = 1, 2
"""How far away a test file is at most that is called as the module is, and one whose folder is called as its folder."""


def nearest(module: str, most: int) -> list[str]:
    """The test files that are most likely to see a change of the module, the nearest first; else a whole turn's."""
    steps = _steps(module)
    own = Path(module).stem if Path(module).stem != "__init__" else Path(module).parent.name
    folder = Path("tests") / Path(module).parent

    def rank(file: str) -> tuple[int, bool, int, str]:
        path = Path(file)
        alike = path.stem == f"test_{own}"
        far = min(steps.get(file, 99), ALIKE if alike else 99, BESIDE if path.parent == folder else 99)
        return far, not alike and path.parent != folder, (ROOT / file).stat().st_size, file

    ranked = sorted(rank(file) for file in _test_files())
    chosen = [file for far, *_, file in ranked[:most] if far < 99]
    return chosen or [LAST]


@cache
def _test_files() -> tuple[str, ...]:
    found = (ROOT / "tests").rglob("test_*.py")
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


def _steps(module: str) -> dict[str, int]:
    """How many imports lie between a module and each file that reaches it."""
    importers, steps, left = _importers(), {module: 0}, deque([module])
    while left:
        file = left.popleft()
        for one in importers[file]:
            if one not in steps and not one.endswith("conftest.py"):
                steps[one] = steps[file] + 1
                left.append(one)
    return steps


@cache
def _importers() -> dict[str, set[str]]:
    """Each file of ours, and the files that import it or something of it."""
    files = {path.relative_to(ROOT).as_posix() for top in OURS for path in (ROOT / top).rglob("*.py")}
    importers: dict[str, set[str]] = defaultdict(set)
    for file in files:
        for name in _imported(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            path = name.replace(".", "/")
            for target in {f"{path}.py", f"{path}/__init__.py"} & files - {file}:
                importers[target].add(file)
    return importers


def _imported(tree: ast.AST) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
