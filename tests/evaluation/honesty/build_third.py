"""Build the third set: questions on real, public tables, whose answers pandas computes.

Like `build.py`, from which it takes the format, the split and the helpers, it knows nothing of the product. The tables
in third_tables/ are the source and stay as they are, dirt and all; each is read here by a reader of its own. The same
run gives the same bytes. The held-out half is frozen.

    python -m tests.evaluation.honesty.build_third            write third_development.json and third_held_out.json
    python -m tests.evaluation.honesty.build_third --check    write nothing; fail where a file differs
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

from tests.evaluation.honesty import third_machines, third_nature, third_people
from tests.evaluation.honesty.build import HERE, Question, split, summary
from tests.evaluation.honesty.build_second import check

Reader = Callable[[Path], pd.DataFrame]
Asker = Callable[[pd.DataFrame], list[Question]]
TABLES: dict[str, tuple[Reader, Asker]] = {
    "titanic.csv": (third_people.titanic, third_people.titanic_questions),
    "gapminder.tsv": (third_people.gapminder, third_people.gapminder_questions),
    "state_crime.csv": (third_people.state_crime, third_people.state_crime_questions),
    "us_marriages.csv": (third_people.us_marriages, third_people.us_marriages_questions),
    "mtcars.csv": (third_machines.mtcars, third_machines.mtcars_questions),
    "cars.json": (third_machines.cars, third_machines.cars_questions),
    "flights.csv": (third_machines.flights, third_machines.flights_questions),
    "airports.csv": (third_machines.airports, third_machines.airports_questions),
    "penguins_raw.csv": (third_nature.penguins, third_nature.penguins_questions),
    "mammal_sleep.xlsx": (third_nature.sleep, third_nature.sleep_questions),
    "seattle_weather.csv": (third_nature.seattle, third_nature.seattle_questions),
    "iowa_electricity.csv": (third_nature.iowa, third_nature.iowa_questions),
    "elements.csv": (third_nature.elements, third_nature.elements_questions),
    "diamonds.csv": (third_nature.diamonds, third_nature.diamonds_questions),
}


def build() -> list[Question]:
    """All questions, with their expected answers."""
    questions: list[Question] = []
    for name, (read, ask) in TABLES.items():
        stem = name.split(".")[0].replace("_", "-")
        for index, question in enumerate(ask(read(HERE / "third_tables" / name)), start=1):
            questions.append(replace(question, id=f"third-{stem}-{index:03d}", table=name))
    return questions


def main() -> int:
    """Write the files, or compare them with what would be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs")
    only_check = parser.parse_args().check
    questions = build()
    check(questions)
    halves = dict(zip(("third_development", "third_held_out"), split(questions), strict=True))
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
    sys.stdout.write(f"third_held_out.json: sha256 {hashlib.sha256(files['third_held_out.json']).hexdigest()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
