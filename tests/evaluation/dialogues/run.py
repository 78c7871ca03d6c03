"""Dialogues by authors who have not seen the code, without a model: `python -m tests.evaluation.dialogues.run`.

Counts, a message at a time: right, declined, talk without a figure, and wrong: a figure that nobody asked for, or not
the one that was asked for. Of the development half it prints every wrong one, to be read by a person: the checker is
strict. Fails above `--most-wrong` of all messages, and under `--least-right` of those that ask for figures or rows.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from infra.local.file import Files
from infra.local.session import conversed
from shared.settings import Settings
from tests.evaluation.dialogues.verdict import verdict

HERE = Path(__file__).parent
ASKED = ("figures", "rows_or_list")


def main() -> int:
    """Runs a half, prints the counts, and gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("development", "held_out"), default="development")
    parser.add_argument("--most", type=int, default=1000, help="dialogues to run")
    parser.add_argument("--most-wrong", type=float, default=1.0, help="fail above this share of wrong messages")
    parser.add_argument("--least-right", type=float, default=0.0, help="fail under this share of right ones")
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
    return _judged(counts, given.most_wrong, given.least_right)


def _judged(counts: Counter[tuple[str, str]], most_wrong: float, least_right: float) -> int:
    """Prints what the thresholds are held against; 1 where one is missed, or where a turn failed."""
    total, asked = counts.total(), sum(count for (kind, _), count in counts.items() if kind in ASKED)
    wrong, failed = (sum(count for (_, found), count in counts.items() if found == one) for one in ("wrong", "failed"))
    right = sum(count for (kind, found), count in counts.items() if kind in ASKED and found == "right")
    print(f"{wrong} of {total} messages answered wrongly ({100 * wrong / max(total, 1):.1f} %), {failed} failed")
    print(f"{right} of {asked} that ask for figures or rows answered rightly ({100 * right / max(asked, 1):.1f} %)")
    return int(failed > 0 or wrong > most_wrong * total or right < least_right * asked)


if __name__ == "__main__":
    sys.exit(main())
