"""Build the two halves of each confidence evaluation set: replies.json, and the second set, second.json.

    python build.py            check the replies, write both halves of both sets, print the counts
    python build.py --check    check the replies and that the files are exactly what would be written

The halves are stratified by label: within a label the replies are ordered by the SHA-256 of their id and dealt
alternately, so the outcome depends on the ids alone and is the same on every machine.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple, TypedDict

HERE = Path(__file__).resolve().parent
HALVES = ("development", "held_out")


class Collection(NamedTuple):
    """One set of labelled replies: its file, what its halves' names begin with, and what it has to hold at least."""

    source: str
    prefix: str
    replies: int
    per_label: int
    confident_share: float = 0.4
    innocent_share: float = 0.6


COLLECTIONS = (
    Collection("replies.json", "", 480, 30),
    Collection("second.json", "second_", 300, 20, innocent_share=0.5),
)

FIXED_CATEGORY: dict[str, str | None] = {
    "confident": None,
    "hedged": "UNCERTAINTY",
    "tool_failure": "TOOL_FAILURE",
    "timeout": "TIMEOUT",
    "ambiguous": "AMBIGUOUS_QUERY",
    "insufficient_info": "INSUFFICIENT_INFO",
    "technical_limitation": "TECHNICAL_LIMITATION",
}
CATEGORIES = {category for category in FIXED_CATEGORY.values() if category is not None}
LABELS = ("confident", "hedged", "refused", "partial", *list(FIXED_CATEGORY)[2:])

# The word lists printed in the failsafe specification; used here only to count how many replies hold one of them.
SPECIFICATION_WORDS = (
    "i'm not sure", "i don't know", "uncertain", "maybe", "possibly", "i think", "i believe", "might be", "could be",
    "not certain", "unclear", "ambiguous", "difficult to determine", "hard to say", "i cannot", "i can't", "unable to",
    "insufficient information", "partial", "incomplete", "some of", "part of", "limited", "only able to", "partially",
    "to some extent", "error", "failed", "exception", "cannot", "unable", "not sure", "don't know",
    "not enough information", "need more details", "multiple interpretations", "tool failed", "execution failed",
    "error occurred", "timeout", "timed out", "request expired", "technical limitation", "cannot process",
    "not capable",
)  # fmt: skip


class _Required(TypedDict):
    id: str
    question: str
    reply: str
    label: str
    triggers: bool
    category: str | None
    why: str


class Entry(_Required, total=False):
    """One labelled reply; values are cells or column names of the table that occur in the reply."""

    values: list[str]


def holds_specification_word(reply: str) -> bool:
    """Say whether the reply contains a phrase of the specification's lists, as a plain substring."""
    text = reply.lower().replace("\u2019", "'")
    return any(word in text for word in SPECIFICATION_WORDS)


def problems_of(entry: Entry) -> list[str]:
    """List what is wrong with one entry."""
    label, category = entry["label"], entry["category"]
    found: list[str] = []
    if label not in LABELS:
        found.append(f"unknown label {label}")
    if not re.fullmatch(re.escape(label.replace("_", "-")) + r"-\d{3}", entry["id"]):
        found.append("id does not fit the label")
    if label in FIXED_CATEGORY and category != FIXED_CATEGORY[label]:
        found.append(f"category {category} does not fit the label")
    if category is not None and category not in CATEGORIES:
        found.append(f"unknown category {category}")
    if entry["triggers"] != (category is not None):
        found.append("triggers and category disagree")
    if label == "refused" and not entry["triggers"]:
        found.append("a refusal always triggers")
    found.extend(f"empty {key}" for key in ("question", "reply", "why") if not str(entry.get(key, "")).strip())
    found.extend(f"value {value!r} is not in the reply" for value in entry.get("values", []) if
                 value.lower() not in entry["reply"].lower())  # fmt: skip
    return found


def check(entries: list[Entry], least: Collection) -> list[str]:
    """List what is wrong with the whole set."""
    found = [f"{entry['id']}: {problem}" for entry in entries for problem in problems_of(entry)]
    for name, keys in (
        ("id", [entry["id"] for entry in entries]),
        ("reply", [re.sub(r"\W+", " ", entry["reply"].lower()).strip() for entry in entries]),
        ("question", [re.sub(r"\W+", " ", entry["question"].lower()).strip() for entry in entries]),
    ):
        found.extend(f"{name} occurs {times} times: {key[:60]}" for key, times in Counter(keys).items() if times > 1)
    counts = Counter(entry["label"] for entry in entries)
    innocent = sum(entry["label"] == "confident" and holds_specification_word(entry["reply"]) for entry in entries)
    if len(entries) < least.replies:
        found.append(f"only {len(entries)} replies")
    found.extend(f"only {counts[label]} of {label}" for label in LABELS if counts[label] < least.per_label)
    if counts["confident"] < least.confident_share * len(entries):
        found.append("too few confident replies")
    if innocent < least.innocent_share * counts["confident"]:
        found.append(f"only {innocent} confident replies hold a word of the lists")
    return found


def split(entries: list[Entry]) -> dict[str, list[Entry]]:
    """Deal each label's replies, in the order of the hash of their ids, alternately to the two halves."""
    halves: dict[str, list[Entry]] = {half: [] for half in HALVES}
    for label in LABELS:
        members = [entry for entry in entries if entry["label"] == label]
        members.sort(key=lambda entry: hashlib.sha256(entry["id"].encode()).hexdigest())
        for position, entry in enumerate(members):
            halves[HALVES[position % 2]].append(entry)
    return {half: sorted(members, key=lambda entry: entry["id"]) for half, members in halves.items()}


def as_text(entries: list[Entry]) -> str:
    """Give the entries as the text of a JSON file."""
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"


def report(halves: dict[str, list[Entry]]) -> str:
    """Give the counts of both halves as Markdown tables, and the checksum of the held-out half."""
    rows = ["| Label | Development | Held out | Together |", "|---|---:|---:|---:|"]
    for label in LABELS:
        numbers = [sum(entry["label"] == label for entry in halves[half]) for half in HALVES]
        rows.append(f"| {label} | {numbers[0]} | {numbers[1]} | {sum(numbers)} |")
    totals = [len(halves[half]) for half in HALVES]
    rows.append(f"| **all** | {totals[0]} | {totals[1]} | {sum(totals)} |")
    rows += ["", "| Category | Development | Held out | Together |", "|---|---:|---:|---:|"]
    for category in [*sorted(CATEGORIES), None]:
        numbers = [sum(entry["category"] == category for entry in halves[half]) for half in HALVES]
        rows.append(f"| {category or 'none (does not trigger)'} | {numbers[0]} | {numbers[1]} | {sum(numbers)} |")
    rows += ["", "| Holding a word of the specification's lists | Development | Held out | Together |"]
    rows.append("|---|---:|---:|---:|")
    for name, wanted in (("confident", ("confident",)), ("all other labels", LABELS[1:])):
        chosen = {half: [entry for entry in halves[half] if entry["label"] in wanted] for half in HALVES}
        held = [sum(holds_specification_word(entry["reply"]) for entry in chosen[half]) for half in HALVES]
        sizes = [len(chosen[half]) for half in HALVES]
        cells = [f"{held[0]} of {sizes[0]}", f"{held[1]} of {sizes[1]}", f"{sum(held)} of {sum(sizes)}"]
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    checksum = hashlib.sha256(as_text(halves["held_out"]).encode()).hexdigest()
    return "\n".join([*rows, "", f"SHA-256 of held_out.json: `{checksum}`"])


def build(collection: Collection, compare: bool) -> list[str]:
    """Write, or compare, the halves of one set, print its counts, and list what is wrong."""
    entries: list[Entry] = json.loads((HERE / collection.source).read_text(encoding="utf-8"))
    found = check(entries, collection)
    halves = split(entries)
    for half, members in halves.items():
        path, text = HERE / f"{collection.prefix}{half}.json", as_text(members)
        if not compare:
            if not found:
                path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            found.append(f"{path.name} is not what the replies give")
    print(f"{collection.source}\n\n{report(halves)}\n")
    return [f"{collection.source}: {problem}" for problem in found]


def main(arguments: list[str]) -> int:
    """Check the replies and write, or with --check compare, the halves of every set."""
    found = [problem for collection in COLLECTIONS for problem in build(collection, "--check" in arguments)]
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
