"""Builds a set of questions on real, public tables, whose answers pandas computes.

It knows nothing of the product. The tables in a set's folder are the source and stay as they are, dirt and all; each is
read by a reader of its own. The same run gives the same bytes. The held-out half is frozen.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd

from tests.evaluation.honesty.building.first import HERE, Question, split, summary
from tests.evaluation.honesty.building.second import check

Reader = Callable[[Path], pd.DataFrame]
Asker = Callable[[pd.DataFrame], list[Question]]
Tables = Mapping[str, tuple[Reader, Asker]]


def build(name: str, tables: Tables) -> list[Question]:
    """All questions of the set of that name, with their expected answers."""
    questions: list[Question] = []
    for file, (read, ask) in tables.items():
        stem = file.split(".")[0].replace("_", "-")
        for index, question in enumerate(ask(read(HERE / f"{name}_tables" / file)), start=1):
            questions.append(replace(question, id=f"{name}-{stem}-{index:03d}", table=file))
    return questions


def main(name: str, tables: Tables, described: str | None) -> int:
    """Write the files of the set, or compare them with what would be written."""
    parser = argparse.ArgumentParser(description=described, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs")
    only_check = parser.parse_args().check
    questions = build(name, tables)
    check(questions)
    halves = dict(zip((f"{name}_development", f"{name}_held_out"), split(questions), strict=True))
    files = {
        f"{half}.json": (json.dumps([q.entry() for q in chosen], indent=1, ensure_ascii=False) + "\n").encode()
        for half, chosen in halves.items()
    }
    if only_check:
        wrong = [n for n, text in files.items() if not (HERE / n).exists() or (HERE / n).read_bytes() != text]
        if wrong:
            sys.stderr.write(f"differs: {', '.join(wrong)}\n")
        return int(bool(wrong))
    for file, text in files.items():
        (HERE / file).write_bytes(text)
    traps = Counter(q.skill.startswith("trap_") for q in questions)[True]
    frozen = f"{name}_held_out.json"
    sys.stdout.write(f"{summary(halves)}\ntraps: {traps}\n")
    sys.stdout.write(f"{frozen}: sha256 {hashlib.sha256(files[frozen]).hexdigest()}\n")
    return 0
