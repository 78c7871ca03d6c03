"""Measures honesty: asks every question of a half in no-model mode and prints how often the answer is right, wrong or
forfeited, with 95 % intervals, risk against coverage, and the failures.

    python -m tests.evaluation.honesty.run [--half development|held_out] [--set first|second|third|fourth]
        [--json] [--failures]

For the held-out half the failures are printed only on request, so that nobody tunes on them by accident.
"""

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from functions.registry import all_agents
from shared.agents.coordination.coordinator import offered_to
from shared.analysis.base import Analysis
from shared.analysis.figures.side_by_side import SideBySide
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult, Scalar
from shared.errors import ForfeitException
from shared.ingestion.pipeline import ingest
from shared.model.moves import NextMove, RouteQuestion, TaskDraft
from shared.offline.mind import DeterministicModel
from shared.offline.reading.parse import read
from tests.evaluation.honesty.grade import Answer, Grade, grade
from tests.shared.analysis.running import with_columns, with_statistics

HERE = Path(__file__).parent
SETS = {"first": "", "second": "second_", "third": "third_", "fourth": "fourth_"}
"""The sets of questions, and what the names of their files begin with."""
ASKED_AT = "2025-01-15T10:00:00"
"""The time of asking where a question does not give one."""
_SECONDS = 5.0
_Z = 1.959964
_STEPS = (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.0)


@dataclass(frozen=True)
class Graded:
    """A question with its answer and grade."""

    entry: dict[str, Any]
    answer: Answer
    grade: Grade

    @property
    def kind(self) -> str:
        """answerable, ambiguous or unanswerable."""
        return str(self.entry["kind"])


class Tables:
    """The ingested tables, each once."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder, self.source = folder, source
        self.connection = duckdb.connect()
        self.profiles: dict[str, DatasetProfile] = {}

    def profile(self, name: str) -> DatasetProfile:
        """The profile of a table, whose relation is there to be queried."""
        if name not in self.profiles:
            target = self.folder / f"{name}.parquet"
            relation = name.split(".")[0]
            profile = ingest(self.source / name, target, dataset_id=name, file_name=name, relation=relation)
            self.connection.execute(f"CREATE VIEW \"{relation}\" AS SELECT * FROM read_parquet('{target}')")
            self.profiles[name] = profile
        return self.profiles[name]

    def run(self, query: PlannedQuery) -> QueryResult:
        """The result of a query, its values as JSON would have them."""
        cursor = self.connection.execute(query.sql)
        columns = tuple(str(item[0]) for item in cursor.description)
        rows = tuple(tuple(_scalar(value) for value in row) for row in cursor.fetchall())
        result = QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=query.sql)
        return with_columns(self.connection, query, result)


def _scalar(value: Any) -> Scalar:
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, str | bool | int | float) else float(value)


def ask(entry: dict[str, Any], tables: Tables) -> Answer:
    """The answer of no-model mode to one question, planned and computed without the state machine."""
    table = tables.profile(entry["table"])
    now = datetime.fromisoformat(entry.get("asked_at", ASKED_AT))
    model, agents = DeterministicModel(), offered_to(all_agents(), (table,))
    cards = tuple(agent.card for agent in agents.values())
    playbooks = {name: agent.playbook for name, agent in agents.items()}
    asked = RouteQuestion(question=entry["question"], agents=cards, datasets=(table,), now=now, playbooks=playbooks)
    route = model.ask(asked, seconds=_SECONDS).value
    if route.forfeit:
        return _forfeited(route.forfeit.reason)
    answers = [_answered(task, model, table, now, tables) for task in route.tasks]
    return next((answer for answer in answers if not answer.forfeited), answers[0])


def _answered(
    task: TaskDraft, model: DeterministicModel, table: DatasetProfile, now: datetime, tables: Tables
) -> Answer:
    agent = all_agents()[task.agent]
    request = NextMove(
        task=task.request, agent=agent.card, instructions="", playbook=agent.playbook, datasets=(table,), now=now
    )
    plan = model.ask(request, seconds=_SECONDS).value
    if plan.forfeit or not plan.analyses:
        return _forfeited(f"[{task.agent}] {plan.forfeit.reason if plan.forfeit else plan.text}")
    confidence = read(task.request, table, now)[0].confidence
    return _computed(plan.analyses[0], table, tables, plan.readings, confidence)


def _forfeited(reason: str) -> Answer:
    return Answer(forfeited=True, reason=reason)


def _computed(
    analysis: Analysis, table: DatasetProfile, tables: Tables, readings: tuple[str, ...], confidence: float
) -> Answer:
    try:
        results = tuple(tables.run(query) for query in analysis.queries(table))
        results += tuple(tables.run(query) for query in analysis.wider(table, results))
        results = with_statistics(analysis, table, results)
        findings = analysis.findings(table, results)
    except ForfeitException as forfeit:
        return _forfeited(forfeit.forfeit.reason)
    beside: tuple[Answer, ...] = ()
    if isinstance(analysis, SideBySide) and findings.undecided:
        beside = tuple(_computed(way, table, tables, readings, confidence) for way in analysis.ways)
    return Answer(
        readings_beside=beside,
        forfeited=False,
        summary=findings.summary,
        facts=findings.facts,
        results=results,
        readings=readings,
        confidence=confidence,
    )


def graded(half: str, folder: Path, name: str = "first") -> Iterator[Graded]:
    """Every question of a half, asked and graded."""
    prefix = SETS[name]
    tables = Tables(folder, HERE / f"{prefix}tables")
    for entry in json.loads((HERE / f"{prefix}{half}.json").read_text("utf-8")):
        answer = ask(entry, tables)
        yield Graded(entry, answer, grade(entry["kind"], entry["accept"], answer, entry["skill"]))


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    if not total:
        return 0.0, 1.0
    share = hits / total
    middle = share + _Z**2 / (2 * total)
    spread = _Z * math.sqrt(share * (1 - share) / total + _Z**2 / (4 * total**2))
    width = 1 + _Z**2 / total
    return max(0.0, (middle - spread) / width), min(1.0, (middle + spread) / width)


def totals(items: list[Graded]) -> dict[str, Any]:
    """Wrong answers among all questions; coverage and accuracy of the answerable; honesty of the rest."""
    wrong = [item for item in items if item.grade == "wrong"]
    answerable = [item for item in items if item.kind == "answerable"]
    right = [item for item in answerable if item.grade == "right"]
    answered = [item for item in items if item.grade != "forfeited"]
    return {
        "questions": len(items),
        "wrong": len(wrong),
        "wrong_rate": len(wrong) / len(items),
        "wrong_interval": wilson(len(wrong), len(items)),
        "answered": len(answered),
        "wrong_of_answered": len(wrong) / len(answered) if answered else 0.0,
        "wrong_of_answered_interval": wilson(len(wrong), len(answered)),
        "answerable": len(answerable),
        "right": len(right),
        "coverage": len(right) / len(answerable) if answerable else 0.0,
        "coverage_interval": wilson(len(right), len(answerable)),
        "kinds": {kind: _kind(items, kind) for kind in ("answerable", "ambiguous", "unanswerable")},
    }


def _kind(items: list[Graded], kind: str) -> dict[str, int]:
    own = [item.grade for item in items if item.kind == kind]
    return {name: own.count(name) for name in ("right", "forfeited", "wrong")}  # type: ignore[arg-type]


def risk_coverage(items: list[Graded]) -> list[dict[str, float]]:
    """For each least certainty of the reading: how many are answered, what share of all that is, and what share of
    these is wrong."""
    rows = []
    for least in _STEPS:
        kept = [item for item in items if item.grade != "forfeited" and item.answer.confidence >= least]
        wrong = sum(item.grade == "wrong" for item in kept)
        rows.append(
            {
                "confidence": least,
                "answered": len(kept),
                "coverage": len(kept) / len(items),
                "wrong": wrong,
                "risk": wrong / len(kept) if kept else 0.0,
            }
        )
    return rows


def failures(items: list[Graded]) -> list[dict[str, Any]]:
    """Wrong answers, then answerable questions that were forfeited."""
    ranked = sorted(items, key=lambda item: item.grade != "wrong")
    return [
        {
            "grade": item.grade,
            "id": item.entry["id"],
            "question": item.entry["question"],
            "said": item.answer.summary or item.answer.reason,
            "accept": item.entry["accept"],
            "confidence": item.answer.confidence,
        }
        for item in ranked
        if item.grade == "wrong" or (item.grade == "forfeited" and item.kind == "answerable")
    ]


def _percent(share: float, interval: tuple[float, float]) -> str:
    return f"{100 * share:5.1f} %  (95 %: {100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def _print(half: str, items: list[Graded], *, with_failures: bool) -> None:
    found = totals(items)
    print(f"{half}: {found['questions']} questions, {found['answered']} answered")
    print(f"  wrong of all       {found['wrong']:4d}  {_percent(found['wrong_rate'], found['wrong_interval'])}")
    risk = _percent(found["wrong_of_answered"], found["wrong_of_answered_interval"])
    print(f"  wrong of answered  {found['wrong']:4d}  {risk}")
    print(f"  right of answerable{found['right']:4d}  {_percent(found['coverage'], found['coverage_interval'])}")
    for kind, counts in found["kinds"].items():
        print(f"  {kind:13s} " + "  ".join(f"{name} {count}" for name, count in counts.items()))
    print("  confidence  answered  coverage  wrong  risk")
    for row in risk_coverage(items):
        shares = f"{100 * row['coverage']:6.1f} %  {row['wrong']:5d}  {100 * row['risk']:.1f} %"
        print(f"  {row['confidence']:10.2f}  {row['answered']:8d}  {shares}")
    for item in failures(items) if with_failures else []:
        accept = json.dumps(item["accept"])[:160]
        print(
            f"- {item['grade']} [{item['id']}] {item['question']}\n    said: {item['said'][:260]}\n    accept: {accept}"
        )


def main() -> int:
    """Runs one half and prints its measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("development", "held_out"), default="development")
    parser.add_argument("--set", choices=tuple(SETS), default="first")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--most-wrong", type=float, default=1.0, help="fail above this share of wrong answers")
    parser.add_argument("--least-right", type=float, default=0.0, help="fail under this share of right answers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        items = list(graded(options.half, Path(folder), options.set))
    if options.json:
        shown = {"half": options.half, "totals": totals(items), "risk_coverage": risk_coverage(items)}
        if options.failures or options.half == "development":
            shown["failures"] = failures(items)
        print(json.dumps(shown, indent=1))
    else:
        _print(options.half, items, with_failures=options.failures or options.half == "development")
    found = totals(items)
    return int(found["wrong_rate"] > options.most_wrong or found["coverage"] < options.least_right)


if __name__ == "__main__":
    sys.exit(main())
