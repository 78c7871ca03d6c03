"""Makes recordings of conversations that somebody played: `python -m tests.evaluation.mind.collect FOLDER HALF NAMES`.

FOLDER holds one JSON file a question (file, question, calls, reply). What is kept of it is what the player did: the
route, the rounds and the answers. A draft that was judged wrong is left out by hand, afterwards.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.evaluation.mind.recordings import HERE, ROOT, Recording

TABLES: Final = ("examples", "tests/evaluation")


def main() -> None:
    """Adds the conversations of those names to a half."""
    folder, half, names = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    path = HERE / f"{half}.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    known = {one["name"] for one in kept}
    tables = {_digest(file): file.relative_to(ROOT).as_posix() for file in _tables()}
    for name in names:
        given = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        if name not in known and (recording := _recording(name, given, tables)):
            kept.append(recording.wire())
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _tables() -> Iterator[Path]:
    return (file for folder in TABLES for file in (ROOT / folder).rglob("*") if file.suffix in (".csv", ".tsv"))


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _recording(name: str, given: dict[str, Any], tables: dict[str, str]) -> Recording | None:
    """None where more than one agent took part, or nobody answered."""
    files = given["file"] if isinstance(given["file"], list) else [given["file"]]
    said = [_uses(call["tools"], at) for at, call in enumerate(given["calls"]) if call.get("tools")]
    route = next((uses for uses in said if any(use["name"] == "assign_tasks" for use in uses)), None)
    drafts = [use["input"]["text"] for uses in said for use in uses if use["name"] == "answer"]
    rounds = [uses for uses in said if uses is not route and not any(use["name"] in _ENDING for use in uses)]
    tasks = [task for use in route or () if use["name"] == "assign_tasks" for task in use["input"]["tasks"]]
    if route is None or not drafts or len(tasks) != 1:
        return None
    return Recording.model_validate(
        {
            "name": name,
            "tables": [tables[_digest(Path(file))] for file in files],
            "question": given["question"],
            "route": route,
            "rounds": rounds,
            "drafts": list(dict.fromkeys(drafts)),
        }
    )


_ENDING: Final = frozenset({"answer", "forfeit"})


def _uses(tools: list[list[Any]], at: int) -> list[dict[str, Any]]:
    return [{"id": f"c{at}_{place}", "name": name, "input": given} for place, (name, given) in enumerate(tools)]


if __name__ == "__main__":
    main()
