"""How well the failsafe tells confident replies from others, for the specified rules and the refined assessment.

    python -m tests.evaluation.confidence.run [--half NAME] [--json] [--failures] [--least SHARE]

Trigger accuracy, and precision and recall by category, each with its counts and Wilson 95 % interval; whether the
probabilities are those that come true. `--failures` lists what went wrong in the development halves; the held-out
halves are only counted. `--least` fails where the held-out halves together are told apart worse.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from shared.confidence.assessment import refine
from shared.confidence.failsafe import THRESHOLD, assess
from shared.confidence.failsafe_words import KEYWORDS
from shared.confidence.rules import categorise, rule_score

HERE = Path(__file__).parent
NOW = datetime(2026, 5, 1, tzinfo=UTC)
BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97)
HALVES = ("development", "second_development", "held_out", "second_held_out")


class Seen(NamedTuple):
    """What an assessor says of a reply."""

    triggers: bool
    category: str | None


def by_rules(reply: str, _values: tuple[str, ...]) -> Seen:
    """The specification's score and keywords alone."""
    category = categorise(reply)
    triggers = rule_score(reply) < THRESHOLD or category is not None
    return Seen(triggers, (category or "UNCERTAINTY") if triggers else None)


def refined(reply: str, values: tuple[str, ...]) -> Seen:
    """The failsafe as it stands, without a model."""
    told = assess(reply, now=NOW, values=values)
    return Seen(told.error_category is not None, told.error_category)


ASSESSORS: dict[str, Callable[[str, tuple[str, ...]], Seen]] = {"rules": by_rules, "refined": refined}


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson 1927)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.959964, hits / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)


def proportion(hits: int, of: int) -> dict[str, Any]:
    """A share with its counts and interval."""
    return {"hits": hits, "of": of, "share": hits / of if of else None, "interval": wilson(hits, of)}


def measure(cases: list[dict[str, Any]], assessor: Callable[[str, tuple[str, ...]], Seen]) -> dict[str, Any]:
    """Everything that is reported of one assessor on one half."""
    start = time.process_time()
    seen = [assessor(case["reply"], tuple(case.get("values") or ())) for case in cases]
    seconds = time.process_time() - start
    pairs = list(zip(cases, seen, strict=True))
    return {
        "trigger": proportion(sum(case["triggers"] == one.triggers for case, one in pairs), len(cases)),
        "wrongly_triggered": sum(one.triggers and not case["triggers"] for case, one in pairs),
        "missed": sum(case["triggers"] and not one.triggers for case, one in pairs),
        "exact": proportion(sum(case["category"] == one.category for case, one in pairs), len(cases)),
        "categories": {name: _of_category(pairs, name) for name in KEYWORDS},
        "milliseconds_each": seconds / len(cases) * 1000,
        "failures": [
            (case["id"], case["category"], one.category) for case, one in pairs if case["category"] != one.category
        ],
    }


def _of_category(pairs: list[tuple[dict[str, Any], Seen]], name: str) -> dict[str, Any]:
    both = sum(case["category"] == name == one.category for case, one in pairs)
    told = sum(one.category == name for _, one in pairs)
    true = sum(case["category"] == name for case, _ in pairs)
    return {"precision": proportion(both, told), "recall": proportion(both, true)}


def report(half: str, failures: bool) -> dict[str, Any]:
    """The measures of both assessors on a half."""
    cases = json.loads((HERE / f"{half}.json").read_text(encoding="utf-8"))
    measured = {name: measure(cases, assessor) for name, assessor in ASSESSORS.items()}
    for one in measured.values():
        if half.endswith("held_out") or not failures:
            one.pop("failures")
    return {"half": half, "replies": len(cases), "assessors": measured}


def shown(told: dict[str, Any]) -> str:
    """A proportion in one short line."""
    low, high = told["interval"]
    share = "  –  " if told["share"] is None else f"{told['share'] * 100:5.1f}"
    return f"{share} % ({told['hits']}/{told['of']}; {low * 100:.1f}–{high * 100:.1f})"


def reliability(halves: tuple[str, ...]) -> list[dict[str, float]]:
    """For each band of probabilities: how many replies got one, the mean of it, and what share of them is confident."""
    cases = [case for half in halves for case in json.loads((HERE / f"{half}.json").read_text(encoding="utf-8"))]
    told = [(refine(one["reply"], values=tuple(one.get("values") or ())).score, not one["triggers"]) for one in cases]
    rows = []
    for low, high in zip(BINS, (*BINS[1:], 1.01), strict=True):
        kept = [one for one in told if low <= one[0] < high]
        if kept:
            mean, share = (sum(part) / len(kept) for part in zip(*kept, strict=True))
            rows.append({"from": low, "replies": len(kept), "mean": mean, "confident": share})
    return rows


def apart(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """How many replies of the held-out halves are told apart rightly."""
    found = [one["assessors"]["refined"]["trigger"] for one in reports if one["half"].endswith("held_out")]
    return proportion(sum(one["hits"] for one in found), sum(one["of"] for one in found))


def lines(told: dict[str, Any]) -> list[str]:
    """A report for people."""
    out = [f"{told['half']}: {told['replies']} replies"]
    for name, one in told["assessors"].items():
        out += [f"\n  {name}", f"    trigger accuracy   {shown(one['trigger'])}"]
        out += [f"    wrongly triggered {one['wrongly_triggered']}, missed {one['missed']}"]
        out += [f"    category exact     {shown(one['exact'])}", f"    {one['milliseconds_each']:.2f} ms a reply"]
        for category, both in one["categories"].items():
            out.append(f"    {category:<21} precision {shown(both['precision'])}  recall {shown(both['recall'])}")
        out += [f"    {known}: {true} taken for {said}" for known, true, said in one.get("failures", [])]
    return out


def main(arguments: list[str] | None = None) -> int:
    """Runs the evaluation; 1 where the held-out halves fall short of `--least`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--least", type=float, default=0.0)
    given = parser.parse_args(arguments)
    halves = (given.half,) if given.half else HALVES
    reports = [report(half, given.failures) for half in halves]
    together = apart(reports)
    text = json.dumps(reports, indent=2) if given.json else "\n\n".join("\n".join(lines(one)) for one in reports)
    sys.stdout.write(f"{text}\n")
    if not given.json:
        sys.stdout.write("\n".join(["", *_summary(halves, together)]) + "\n")
    return int(together["of"] > 0 and together["share"] < given.least)


def _summary(halves: tuple[str, ...], together: dict[str, Any]) -> list[str]:
    """What holds of all halves."""
    rows = [
        f"from {row['from']:.2f}     {row['replies']:6d}   {row['mean']:.3f}       {100 * row['confident']:5.1f} %"
        for row in reliability(halves)
    ]
    return ["probability   replies   mean   confident", *rows, f"held-out halves, told apart: {shown(together)}"]


if __name__ == "__main__":
    raise SystemExit(main())
