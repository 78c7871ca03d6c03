"""Build the fourth set: questions on real, public tables, whose answers pandas computes.

Like `build.py`, from which it takes the format, the split and the helpers, it knows nothing of the product. The tables
in fourth_tables/ are the source and stay as they are, dirt and all; each is read here by a reader of its own. The same
run gives the same bytes. The held-out half is frozen.

    python -m tests.evaluation.honesty.build_fourth            write fourth_development.json and fourth_held_out.json
    python -m tests.evaluation.honesty.build_fourth --check    write nothing; fail where a file differs
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from tests.evaluation.honesty import fourth_fame, fourth_public, fourth_sport, fourth_trade
from tests.evaluation.honesty.build import HERE, Question, split, summary
from tests.evaluation.honesty.build_second import check

Reader = Callable[[Path], pd.DataFrame]
Asker = Callable[[pd.DataFrame], list[Question]]
TABLES: dict[str, tuple[Reader, Asker]] = {
    "decathlon.csv": (fourth_sport.decathlon, fourth_sport.decathlon_questions),
    "premier_league.csv": (fourth_sport.premier_league, fourth_sport.premier_league_questions),
    "sochi_medals.csv": (fourth_sport.medals, fourth_sport.medals_questions),
    "bakers.csv": (fourth_sport.bakers, fourth_sport.bakers_questions),
    "superstore.csv": (fourth_trade.superstore, fourth_trade.superstore_questions),
    "pizza_sales.csv": (fourth_trade.pizza, fourth_trade.pizza_questions),
    "credit.csv": (fourth_trade.credit, fourth_trade.credit_questions),
    "attrition.csv": (fourth_trade.attrition, fourth_trade.attrition_questions),
    "sacramento_homes.csv": (fourth_trade.homes, fourth_trade.homes_questions),
    "us_election_2016.csv": (fourth_public.election, fourth_public.election_questions),
    "canadian_senators.csv": (fourth_public.senators, fourth_public.senators_questions),
    "unemployment.csv": (fourth_public.jobless, fourth_public.jobless_questions),
    "us_macro.csv": (fourth_public.macro, fourth_public.macro_questions),
    "air_passengers.csv": (fourth_public.air, fourth_public.air_questions),
    "starwars.csv": (fourth_fame.starwars, fourth_fame.starwars_questions),
    "mpg.csv": (fourth_fame.mpg, fourth_fame.mpg_questions),
}


def build() -> list[Question]:
    """All questions, with their expected answers."""
    questions: list[Question] = []
    for name, (read, ask) in TABLES.items():
        stem = name.split(".")[0].replace("_", "-")
        for index, question in enumerate(ask(read(HERE / "fourth_tables" / name)), start=1):
            questions.append(replace(question, id=f"fourth-{stem}-{index:03d}", table=name))
    return questions


def main() -> int:
    """Write the files, or compare them with what would be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs")
    only_check = parser.parse_args().check
    questions = build()
    check(questions)
    halves = dict(zip(("fourth_development", "fourth_held_out"), split(questions), strict=True))
    files = {
        f"{name}.json": (json.dumps([q.entry() for q in half], indent=1, ensure_ascii=False) + "\n").encode()
        for name, half in halves.items()
    }
    if only_check:
        wrong = [n for n, body in files.items() if not (HERE / n).exists() or (HERE / n).read_bytes() != body]
        if wrong:
            sys.stderr.write(f"differs: {', '.join(wrong)}\n")
        return int(bool(wrong))
    for name, body in files.items():
        (HERE / name).write_bytes(body)
    traps = Counter(q.skill.startswith("trap_") for q in questions)[True]
    sys.stdout.write(f"{summary(halves)}\ntraps: {traps}\n")
    sys.stdout.write(f"fourth_held_out.json: sha256 {hashlib.sha256(files['fourth_held_out.json']).hexdigest()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
