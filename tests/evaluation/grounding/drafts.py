"""Drafts that are right, each beside the facts that it was written from (drafts.json)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.agents.execution.preview import preview
from shared.analysis.written_query import Written
from shared.contracts import DatasetProfile, Fact, QueryResult, ResultPreview
from shared.grounding.grounding import Grounding
from shared.query.words.figures import decimals_of, show_number
from shared.query.words.values import sentence
from tests.shared.grounding.texts import ground

FILE = Path(__file__).parent / "drafts.json"
NO_TABLE = DatasetProfile(dataset_id="d1", file_name="t.csv", row_count=1, columns=())


@dataclass(frozen=True)
class Case:
    """What was known, and what a careful writer made of it. `own` are the sentences that Candor made itself."""

    name: str
    question: str
    facts: tuple[Fact, ...]
    results: tuple[ResultPreview, ...]
    own: tuple[str, ...]
    drafts: tuple[str, ...]

    def grounded(self, text: str) -> Grounding:
        """A text, held against what was known as a reply is."""
        return ground(
            text, facts=self.facts, results=self.results, question=self.question, stated=self.own, judged=True
        )

    @property
    def columns(self) -> Iterator[tuple[str, ...]]:
        """The names of rows, by column."""
        for result in self.results:
            for column in result.data[0]:
                names = tuple(str(row[column]) for row in result.data)
                if column == "year" or any(isinstance(row[column], str) for row in result.data):
                    yield names


def cases() -> tuple[Case, ...]:
    """All of them."""
    return tuple(_case(given) for given in json.loads(FILE.read_text(encoding="utf-8")))


def _case(given: dict[str, Any]) -> Case:
    facts, previews = [_fact(one) for one in given.get("facts", ())], []
    for one in given["results"]:
        rows = tuple(map(tuple, one["rows"]))
        result = QueryResult(columns=tuple(one["columns"]), rows=rows, row_count=len(rows), sql=one["sql"])
        facts += Written(sql=one["sql"], purpose=one["purpose"]).findings(NO_TABLE, (result,)).facts
        previews.append(preview(one["purpose"], result))
    own = tuple(given.get("own", ()))
    return Case(given["name"], given["question"], tuple(facts), tuple(previews), own, tuple(given["drafts"]))


def _fact(given: dict[str, Any]) -> Fact:
    value, unit = given["value"], given.get("unit")
    decimals = decimals_of(value, unit)
    text = sentence(f"the {given['name']} is {show_number(value, unit, decimals)}")
    return Fact(id="", name=given["name"], value=value, unit=unit, decimals=decimals, text=text)
