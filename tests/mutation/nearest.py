"""Which test files are nearest to a module: by the words that both use, and by how many imports lie between them."""

import ast
import re
from collections import defaultdict, deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer

from tests.mutation.copy import OURS, ROOT

LAST = "tests/e2e/test_turn.py"
IN_A_TEXT = re.compile(r"\b(?:candor|functions|infra|shared)(?:\.\w+)+")
WORDS = r"[A-Za-z]{3,}"
FAR = 6
"""So many steps away is a test file that reaches a module in a way that no import tells: an agent, by the registry."""


def nearest(module: str, most: int) -> list[str]:
    """The test files that are most likely to see a change of the module, the nearest first; else a whole turn's."""
    steps = _steps(module)
    own = f"test_{Path(module).stem}"

    def near(file: str, alike: float) -> float:
        path, far = Path(file), min(steps.get(file, FAR), FAR)
        mirrors = path.parent.parts[1:3] == Path(module).parent.parts[:2]  # others are of higher layers, and slow
        called = mirrors and path.stem.startswith(own)
        return called + (far == 1) / 2 + (1 + mirrors) * alike / far**0.5

    scores = {file: near(file, alike) for file, alike in zip(_test_files(), _alike(module), strict=True)}
    ranked = sorted(scores, key=lambda file: -scores[file])
    return [file for file in ranked[:most] if scores[file]] or [LAST]


@cache
def _test_files() -> tuple[str, ...]:
    found = (ROOT / "tests").rglob("test_*.py")
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


def _alike(module: str) -> list[float]:
    """For each test file, from 0 to 1, how far it uses the words of a module, rare ones above all."""
    words, vectors = _vectors()
    found: list[float] = (vectors @ words.transform([_text(module)]).T).toarray().ravel().tolist()
    return found


@cache
def _vectors() -> tuple[Any, Any]:
    words = TfidfVectorizer(token_pattern=WORDS, sublinear_tf=True)
    return words, words.fit_transform([_text(file) for file in _test_files()])


def _text(file: str) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.exists() else ""


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
        for path in _imported(ast.parse(_text(file))):
            for target in {f"{path}.py", f"{path}/__init__.py"} & files - {file}:
                importers[target].add(file)
    return importers


def _imported(tree: ast.AST) -> Iterator[str]:
    """What is imported, or named in a text that may be a program, as paths: modules, names of theirs, and packages."""
    for node in ast.walk(tree):
        for name in _named(node):
            parts = name.split(".")
            yield from ("/".join(parts[:count]) for count in range(1, len(parts) + 1))


def _named(node: ast.AST) -> list[str]:
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom(module=str()):
            return [f"{node.module}.{alias.name}" for alias in node.names]
        case ast.Constant(value=str()):
            return IN_A_TEXT.findall(node.value)
    return []
