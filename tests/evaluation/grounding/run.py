"""Right drafts that the grounding spoils, and altered ones that it lets pass: `make grounding`."""

import argparse
import math
from collections import Counter

from tests.evaluation.grounding.alterations import KINDS, altered
from tests.evaluation.grounding.drafts import cases


def main() -> int:
    """Prints both counts, by kind; 1 where more are spoiled or passed than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most-spoiled", type=int, default=10**6)
    parser.add_argument("--most-passed", type=int, default=10**6)
    parser.add_argument("--most-unseen", type=int, default=10**6, help="of these, what no judge would be asked about")
    parser.add_argument("--show", action="store_true", help="print each that is judged wrongly")
    arguments = parser.parse_args()
    told, spoiled, unseen, passed, made = 0, 0, 0, Counter[str](), Counter[str]()
    for case in cases():
        for draft in case.drafts:
            told += 1
            grounding = case.grounded(draft)
            if not grounding.ok:
                spoiled += 1
                _show(arguments.show, "spoiled", case.name, f"{draft!r}: {', '.join(grounding.flagged)}")
            for kind, wrong in altered(case, draft):
                made[kind] += 1
                grounding = case.grounded(wrong)
                if grounding.ok:
                    passed[kind] += 1
                    unseen += not grounding.unchecked
                    _show(arguments.show, f"passed, {kind}", case.name, repr(wrong))
    print("| | judged wrongly | of | at most (95 %) |\n|---|---:|---:|---:|")
    print(_row("right drafts spoiled", spoiled, told))
    for kind in KINDS:
        print(_row(f"altered and passed: {kind}", passed[kind], made[kind]))
    print(_row("altered and passed", passed.total(), made.total()))
    print(f"\n{passed.total() - unseen} of these {passed.total()} are put to a judge, {unseen} are not.")
    allowed = (arguments.most_spoiled, arguments.most_passed, arguments.most_unseen)
    return int(any(found > most for found, most in zip((spoiled, passed.total(), unseen), allowed, strict=True)))


def _show(wanted: bool, *told: str) -> None:
    if wanted:
        print(" | ".join(told))


def _row(name: str, wrong: int, of: int) -> str:
    return f"| {name} | {wrong} | {of} | {bound(wrong, of):.1%} |"


def bound(wrong: int, of: int) -> float:
    """The upper end of Wilson's interval at 95 %."""
    if not of:
        return 1.0
    z, rate = 1.96, wrong / of
    middle = rate + z * z / (2 * of)
    return (middle + z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))) / (1 + z * z / of)


if __name__ == "__main__":
    raise SystemExit(main())
