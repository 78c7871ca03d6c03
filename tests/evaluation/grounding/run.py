"""Right drafts that the grounding spoils, and what becomes of altered ones: `make grounding`."""

import argparse
import math
from collections import Counter
from enum import Enum

from shared.contracts import Claim
from shared.grounding.grounding import Grounding
from tests.evaluation.grounding.alterations import KINDS, altered
from tests.evaluation.grounding.drafts import cases


class Fate(Enum):
    """What becomes of an altered draft: a sentence goes; its writer is asked about it; it goes unless a judge bears its
    figure out; it stands unless a judge finds it false; nobody sees it."""

    GONE = "goes"
    ASKED = "asked about"
    BORNE_OUT = "goes unless a judge bears it out"
    JUDGED = "stands unless a judge finds it false"
    UNSEEN = "unseen"


def main() -> int:
    """Prints both counts, by kind; 1 where more are spoiled or unseen than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most-spoiled", type=int, default=10**6)
    parser.add_argument("--most-unseen", type=int, default=10**6)
    parser.add_argument("--show", action="store_true", help="print each that is spoiled or unseen")
    arguments = parser.parse_args()
    told, spoiled, fates = 0, 0, Counter[tuple[str, Fate]]()
    for case in cases():
        for draft in case.drafts:
            told += 1
            right = case.grounded(draft)
            if not right.ok:
                spoiled += 1
                _show(arguments.show, "spoiled", case.name, f"{draft!r}: {', '.join(right.flagged)}")
            for kind, wrong in altered(case, draft):
                fate = _fate(case.grounded(wrong), right)
                fates[kind, fate] += 1
                _show(arguments.show and fate is Fate.UNSEEN, f"unseen, {kind}", case.name, repr(wrong))
    print(f"Right drafts spoiled: {spoiled} of {told}, at most {bound(spoiled, told):.1%} (95 %).\n")
    print(f"| altered | of | {' | '.join(fate.value for fate in Fate)} |\n|---|{'---:|' * (1 + len(Fate))}")
    for kind in KINDS:
        print(_row(kind, [fates[kind, fate] for fate in Fate]))
    print(_row("all", [sum(fates[kind, fate] for kind in KINDS) for fate in Fate]))
    unseen = sum(fates[kind, Fate.UNSEEN] for kind in KINDS)
    return int(spoiled > arguments.most_spoiled or unseen > arguments.most_unseen)


def _fate(wrong: Grounding, right: Grounding) -> Fate:
    if wrong.removed:
        return Fate.GONE
    if wrong.doubted:
        return Fate.ASKED
    figures = Counter(one for claim in wrong.unchecked for one in _borne_out(claim))
    figures.subtract(one for claim in right.unchecked for one in _borne_out(claim))
    if any(count > 0 for count in figures.values()):
        return Fate.BORNE_OUT
    return Fate.JUDGED if wrong.unchecked else Fate.UNSEEN


def _borne_out(claim: Claim) -> tuple[str, ...]:
    """The figures of a claim without which it goes where no judge bears them out."""
    return () if claim.follows else claim.figures


def _show(wanted: bool, *told: str) -> None:
    if wanted:
        print(" | ".join(told))


def _row(name: str, counts: list[int]) -> str:
    return f"| {name} | {sum(counts)} | {' | '.join(map(str, counts))} |"


def bound(wrong: int, of: int) -> float:
    """The upper end of Wilson's interval at 95 %."""
    if not of:
        return 1.0
    z, rate = 1.96, wrong / of
    middle = rate + z * z / (2 * of)
    return (middle + z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))) / (1 + z * z / of)


if __name__ == "__main__":
    raise SystemExit(main())
