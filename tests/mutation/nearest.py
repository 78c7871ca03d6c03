"""Which test files are nearest to a module: by name, import, common words, and common changes."""

import re
import subprocess
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer

from tests.mutation.copy import ROOT

LAST = "tests/e2e/test_turn.py"
WORDS = r"[A-Za-z]{3,}"
MOST_CHANGED = 60
"""Files of a commit that is about something; larger ones move or rename."""


def nearest(module: str, most: int) -> list[str]:
    """The test files that are most likely to see a change of the module, the nearest first: the first half by what
    stands in them, the others by how often they were changed in one commit with it; else a whole turn's."""
    own, path = f"test_{Path(module).stem}", module.removesuffix(".py")
    package, _, name = path.replace("/", ".").rpartition(".")
    imports = re.compile(rf"\b{package}(?:\.{name}\b| import .*\b{name}\b)")

    def near(file: str, alike: float) -> float:
        folder = Path(file).parent
        mirrors = folder.parts[1:3] == Path(module).parent.parts[:2]  # others are of higher layers, and slow
        called = mirrors and Path(file).stem.startswith(own)
        imported = bool(imports.search(_text(file)))
        return called + imported / 2 + (1 + mirrors) * alike / (1 if imported else 2)

    scores = {file: near(file, alike) for file, alike in zip(_test_files(), _alike(module), strict=True)}
    ranked = [file for file in sorted(scores, key=lambda file: -scores[file]) if scores[file]]
    changed = [file for file, _ in _changed_together()[module].most_common() if file in scores]
    return [*dict.fromkeys((*ranked[: (most + 1) // 2], *changed[: most // 2], *ranked))][:most] or [LAST]


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
