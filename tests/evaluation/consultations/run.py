"""Consultations as strangers would hold them, without a model: `python -m tests.evaluation.consultations.run`.

Counts the slots of each brief: right, unknown where the person did know, and wrong or invented; and prints each that is
not right, with what was said. `--show` prints the whole conversations.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from functions.registry import all_phases
from infra.local.file import Files
from infra.local.session import conversation
from shared.contracts import Consultation, Reply, SlotAnswer
from shared.phases.phase import all_slots
from shared.phases.slots import NOTED
from shared.settings import Settings

HERE = Path(__file__).parent
MOST_MESSAGES = 40
UNKNOWN = "I don't know"
Verdict = Literal["right", "missed", "wrong"]


def graded(found: SlotAnswer | None, accepted: list[str]) -> Verdict:
    """What a slot is, held against what may stand there: `unknown`, `=` and the whole value, or words of it."""
    if found is None or not found.value:
        return "right" if "unknown" in accepted else "missed"
    value = found.value.lower()
    whole = any(_spelled(one) == _spelled(value) for one in accepted if one[0] == "=")
    words = any(all(word in value for word in one.lower().split()) for one in accepted if one[0] != "=")
    return "right" if whole or words else "wrong"


def _spelled(name: str) -> str:
    """A name, however its words are joined: columns are told in words."""
    return re.sub(r"[\W_]+", "", name.lower())


def corrections(conversed: dict[str, Any], reply: Reply, stood: Consultation) -> list[str]:
    """What a person says who checks what is read back: each slot that is not right, by its label and a colon."""
    if NOTED not in reply.text:
        return []
    known = {slot: answer for snapshot in stood.snapshots.values() for slot, answer in snapshot.items()}
    labels = {name: slot.label for name, (_, slot) in all_slots(all_phases()).items()}
    read = reply.text[reply.text.index(NOTED) :]
    return [
        f"{labels[slot]}: {UNKNOWN if accepted[0] == 'unknown' else accepted[0].removeprefix('=')}"
        for slot, accepted in conversed["brief"].items()
        if f"- {labels[slot]}:" in read and graded(known.get(slot), accepted) != "right"
    ]


def held(conversed: dict[str, Any], *, reads_back: bool = False) -> Iterator[tuple[str, str, Reply, Consultation]]:
    """What was asked for, what the person said to it, the reply, and where the consultation stands after it; where the
    person `reads_back`, with what they put right of what was noted."""
    left = list(conversed["says"])
    with conversation(
        Files((HERE.parent / conversed["table"],)), Settings(model="deterministic"), mode="consultation"
    ) as (cloud, session):
        asked = "start"
        for _ in range(MOST_MESSAGES):
            now = next((one for one in left if one[0] == asked), None)
            if now is None and asked == "analysis":
                return
            if now is not None:
                left.remove(now)
            said = now[1] if now else UNKNOWN
            reply = cloud.ask(session, said)
            stood = cloud.deps.sessions.consultation(session.session_id)
            if stood is None:
                return
            yield asked, said, reply, stood
            for correction in corrections(conversed, reply, stood) if reads_back else ():
                reply = cloud.ask(session, correction)
                stood = cloud.deps.sessions.consultation(session.session_id) or stood
                yield "read back", correction, reply, stood
            asked = stood.asked or "analysis"


def main() -> int:
    """Runs them and prints the counts; 1 where more slots are wrong or missed than are allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="those whose id begins so")
    parser.add_argument("--show", action="store_true", help="print the conversations")
    parser.add_argument("--most-wrong", type=int, default=1000)
    parser.add_argument("--most-missed", type=int, default=1000)
    parser.add_argument("--conversations", type=Path, default=HERE / "conversations.json", help="others, as a file")
    parser.add_argument("--reads-back", action="store_true", help="the person puts right what is read back")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for one in json.loads(given.conversations.read_text(encoding="utf-8")):
        if not one["id"].startswith(given.only):
            continue
        spoken = list(held(one, reads_back=given.reads_back))
        for asked, said, reply, _ in spoken if given.show else ():
            print(f"\n{one['id']} [{asked}] > {said}\n[{reply.status}] {reply.text}")
        stood = spoken[-1][3]
        known = {slot: answer for snapshot in stood.snapshots.values() for slot, answer in snapshot.items()}
        for slot, accepted in one["brief"].items():
            found = graded(known.get(slot), accepted)
            counts[found] += 1
            if found != "right":
                value = known[slot].value if slot in known else None
                heard = [said for asked, said, _, _ in spoken if asked == slot]
                print(f"{found}: {one['id']} {slot}: {value!r}, not {accepted}; said {heard}", flush=True)
        counts["messages"] += len(spoken)
        counts["corrections"] += sum(asked == "read back" for asked, *_ in spoken)
        counts["analysed"] += stood.phase == stood.phases[-1]
    print(dict(counts))
    return int(counts["wrong"] > given.most_wrong or counts["missed"] > given.most_missed)


if __name__ == "__main__":
    sys.exit(main())
