"""Dialogues by authors who have not seen the code, without a model: `python -m tests.evaluation.dialogues.run`.

Counts, a message at a time: right, declined, talk without a figure, and wrong: a figure that nobody asked for, or not
the one that was asked for. It prints every wrong one, to be read by a person: the checker is strict.
"""

import argparse
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from infra.local.file import Files
from infra.local.session import conversed
from shared.contracts import Reply
from shared.settings import Settings

HERE = Path(__file__).parent
NUMBER = re.compile(r"-?\d[\d,]*\.?\d*")


def numbers(text: str) -> list[float]:
    """The numbers in a text."""
    return [float(one.replace(",", "").rstrip(".")) for one in NUMBER.findall(text)]


def holds(value: Any, text: str) -> bool:
    """Whether a value is told, rounded sensibly where it is a number."""
    if isinstance(value, str):
        return value.lower() in text.lower()
    near = max(0.006, abs(value) * 0.0006) if abs(value) < 10 else max(0.06, abs(value) * 0.0006)
    return any(abs(one - value) <= near for one in numbers(text)) or (value == 0 and " no " in f" {text.lower()} ")


def verdict(said: str, expect: dict[str, Any], reply: Reply) -> str:
    """What a reply is, held against what was expected."""
    if reply.status in ("forfeited", "failed"):
        return "declined" if reply.status == "forfeited" else "failed"
    results = [shown.data for response in reply.responses for shown in response.result.results]
    text = f"{reply.text} {json.dumps(results, default=str)}"
    told = set(numbers(reply.text)) - set(numbers(said))
    values = expect.get("values", [])
    if expect["kind"] in ("figures", "rows_or_list"):
        ways = (values, *expect.get("or", ()))
        return "right" if any(all(holds(one, text) for one in way) for way in ways if way) else "wrong"
    if not told:
        return "no figure"
    if expect["kind"] == "either":
        return "right" if any(holds(one, text) for one in (*values, *expect.get("also", ()))) else "wrong"
    return "wrong"


def main() -> None:
    """Runs a half and prints the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("development", "held_out"), default="development")
    parser.add_argument("--most", type=int, default=1000, help="dialogues to run")
    given = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for dialogue in json.loads((HERE / f"{given.half}.json").read_text())[: given.most]:
        file = HERE / "tables" / dialogue["table"]
        messages = dialogue["messages"]
        replies = conversed(
            [one["say"] for one in messages], Files((file,)), Settings(model="deterministic"), lambda _event: None
        )
        for message, reply in zip(messages, replies, strict=True):
            found = verdict(message["say"], message["expect"], reply)
            counts[message["expect"]["kind"], found] += 1
            if found in ("wrong", "failed") and given.half == "development":
                print(f"{found}: {dialogue['id']}: {message['say']!r} → {reply.text[:200]!r}", flush=True)
    for (kind, found), count in sorted(counts.items()):
        print(f"{kind:14} {found:10} {count}")
    total, wrong = sum(counts.values()), sum(count for (_, found), count in counts.items() if found == "wrong")
    print(f"{wrong} of {total} messages answered wrongly ({100 * wrong / max(total, 1):.1f} %)")


if __name__ == "__main__":
    main()
