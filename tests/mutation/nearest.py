"""Which test files are nearest to a module: by name, imports, common words, and common changes."""

import re
import subprocess
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer

from tests.mutation.copy import OURS, ROOT

LAST = "tests/e2e/test_turn.py"
WORDS = r"[A-Za-z]{3,}"
NAMED = re.compile(r"\b((?:candor|functions|infra|shared)(?:\.\w+)+)(?: import (\([^)]*\)|.*))?")
MOST_CHANGED = 60
"""Files of a commit that is about something; larger ones move or rename."""


def nearest(module: str, most: int) -> list[str]:
    """The test files that are most likely to see a change of the module, the nearest first: the first half by what
    stands in them, the others by how often they were changed in one commit with it; else a whole turn's."""
    own, dotted = f"test_{Path(module).stem}", _dotted(module)
    users = {_dotted(file) for file in _modules() if dotted in _named(file)}

    def near(file: str, alike: float) -> float:
        folder = Path(file).parent
        mirrors = folder.parts[1:3] == Path(module).parent.parts[:2]  # others are of higher layers, and slow
        called = mirrors and Path(file).stem.startswith(own)
        imported = dotted in _named(file)
        used = len(users & _named(file)) / max(len(users), 3)
        return called + imported / 2 + used / 3 + (1 + mirrors) * alike / (1 if imported or used else 2)

    scores = {file: near(file, alike) for file, alike in zip(_test_files(), _alike(module), strict=True)}
    ranked = [file for file in sorted(scores, key=lambda file: -scores[file]) if scores[file]]
    changed = [file for file, _ in _changed_together()[module].most_common() if file in scores]
    return [*dict.fromkeys((*ranked[: (most + 1) // 2], *changed[: most // 2], *ranked))][:most] or [LAST]


def _dotted(module: str) -> str:
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def _modules() -> tuple[str, ...]:
    found = (path for package in OURS - {"tests"} for path in (ROOT / package).rglob("*.py"))
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


@cache
def _named(file: str) -> frozenset[str]:
    """The modules that a file imports, or names in a text that may be a program, and what it imports of them."""
    found = ((path, re.findall(r"\w+", given)) for path, given in NAMED.findall(_text(file)))
    return frozenset(name for path, given in found for name in (path, *(f"{path}.{one}" for one in given)))


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


@cache
def _text(file: str) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.exists() else ""


@cache
def _changed_together() -> defaultdict[str, Counter[str]]:
    """For each file, how often each test file was changed with it, small commits counting more."""
    told = ["git", "log", "--no-renames", "--format=%x00", "--name-only"]
    commits = subprocess.run(told, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    together: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for files in (commit.split() for commit in commits):
        tests = [file for file in files if Path(file).name.startswith("test_")]
        for file in files if len(files) <= MOST_CHANGED else ():
            for test in tests:
                together[file][test] += MOST_CHANGED // len(files)
    return together
