"""The tables of docs/reliability.md, from the matrix as it was run: pipe `candor faults --json` into this module."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from infra.lab.matrix.cells import Cell, Matrix

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
RUNGS = {
    0: "nothing that the reply needed broke: a retry, or a part that can be missed",
    1: "a forfeit, with its reason and what was tried",
    2: "the others answer; what is missing is named",
    3: "another model, or no-model mode",
    4: "DescribeError and Explain: told in the conversation",
    5: "the hardcoded text, in Respond",
    6: "LastResort: the state machine itself, no Lambda",
    7: "the rescuer, on the status-change event",
    8: "the sweeper: started again, or committed after the deadline",
    9: "the reader's GET",
}
EXAMPLES = 3


def tables(matrix: Matrix, day: str) -> str:
    """Totals, the ladder with its evidence, and a row for each part that was broken; between the two markers."""
    return "\n".join([BEGIN, "", *_totals(matrix, day), "", *_ladder(matrix), "", *_parts(matrix), "", END])


def renewed(document: str, measured: str) -> str:
    """The document with what stands between its markers replaced."""
    before, rest = document.split(BEGIN)
    return before + measured + rest.split(END)[1]


def _totals(matrix: Matrix, day: str) -> Iterator[str]:
    yield f"Measured {day}:"
    yield ""
    totals = matrix.totals
    yield from _rows(totals, [totals.values()])
    yield ""
    yield f"Refused with 409, which makes no turn: {matrix.conflicts}. Skipped: {len(matrix.skipped)}, because"
    yield ""
    for reason, count in Counter(skipped.reason for skipped in matrix.skipped).most_common():
        yield f"- {reason}: {count}"


def _ladder(matrix: Matrix) -> Iterator[str]:
    rows = []
    for rung, who in RUNGS.items():
        found = [cell for cell in matrix.cells if cell.rung == rung]
        rows.append((rung, who, len(found), _examples(found)))
    yield from _rows(("rung", "who answers", "cells", "for example"), rows)


def _examples(cells: list[Cell]) -> str:
    chosen = cells[:: max(1, len(cells) // EXAMPLES)][:EXAMPLES]
    return "; ".join(f"{cell.state} {cell.fault}" for cell in chosen)


def _parts(matrix: Matrix) -> Iterator[str]:
    rows = []
    for key in dict.fromkeys((cell.family, cell.state) for cell in matrix.cells):
        found = [cell for cell in matrix.cells if (cell.family, cell.state) == key]
        slowest = max(cell.seconds for cell in found)
        statuses, rungs = _counted(cell.status for cell in found), _counted(str(cell.rung) for cell in found)
        rows.append(
            (key[0], key[1], len(found), sum(cell.holds for cell in found), statuses, rungs, f"{slowest:.0f} s")
        )
    yield from _rows(("kind", "broken", "cells", "hold", "statuses", "rungs", "slowest, simulated"), rows)


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{value} × {count}" for value, count in sorted(Counter(values).items()))


def _rows(head: Iterable[object], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    names = list(map(str, head))
    yield f"| {' | '.join(names)} |"
    yield f"|{'---|' * len(names)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def main(document: Path) -> None:
    """Reads the matrix from stdin and renews the document."""
    matrix = Matrix.model_validate_json(sys.stdin.read())
    day = datetime.now(UTC).date().isoformat()
    document.write_text(renewed(document.read_text(), tables(matrix, day)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
