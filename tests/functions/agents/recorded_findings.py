"""What each analysis finds in the tables of shapes.py, as it is written down: its first figures, in their order.

`python -m tests.functions.agents.recorded_findings` writes them anew. Look at each line that changes: it is what users
will be told from then on.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from shared.analysis.base import Analysis
from tests.functions.agents.analysis_promises import outcome
from tests.functions.agents.filling import Unfit

FILE: Final = Path(__file__).with_name("recorded_findings.json")
TABLES: Final = ("shop", "calendar", "lines", "odd names")
"""Those that most analyses find something in."""
MOST: Final = 30
Figure = tuple[str, Any]


def found(kind: type[Analysis], shape: str) -> list[Figure]:
    """The names and values of the first facts; none where it forfeits, or does not suit the table."""
    try:
        findings = outcome(kind, shape).findings
    except Unfit:
        return []
    return [(one.name, one.value) for one in findings.facts[:MOST]] if findings else []


def recorded() -> dict[str, dict[str, list[Figure]]]:
    """The figures by analysis and table."""
    read = json.loads(FILE.read_text(encoding="utf-8"))
    return {kind: {shape: [(name, value) for name, value in said] for shape, said in by.items()} for kind, by in read}


def _written(kind: type[Analysis]) -> str:
    by = {shape: said for shape in TABLES if (said := found(kind, shape))}
    tables = ",\n".join(f"  {json.dumps(shape)}: [{','.join(_lines(said))}\n  ]" for shape, said in by.items())
    return f"[{json.dumps(kind.__name__)}, {{\n{tables}\n}}]"


def _lines(said: list[Figure]) -> Iterator[str]:
    for name, value in said:
        settled = float(f"{value:.9g}") if isinstance(value, float) else value
        yield f"\n    {json.dumps([name, settled], ensure_ascii=False)}"


if __name__ == "__main__":
    from tests.functions.agents.contracted import KINDS

    FILE.write_text("[\n" + ",\n".join(map(_written, KINDS)) + "\n]\n", encoding="utf-8")
