"""docs/reliability.md says what was measured, of the system as it is."""

from pathlib import Path

from infra.lab.matrix import Cell, Matrix, Skipped
from infra.lab.matrix.cases import DEPENDENCIES
from infra.lab.matrix.evidence import BEGIN, END, RUNGS, renewed, tables
from infra.workflow.definition import definition, states

DOCUMENT = (Path(__file__).parents[2] / "docs" / "reliability.md").read_text()
CELL = Cell(state="Guard", fault="raises", hits=1, replies=1, status="answered", coherent=True, seconds=2.0)


def test_the_tables_count_cells_and_name_what_was_broken() -> None:
    told = tables(Matrix(cells=(CELL,), skipped=(Skipped(state="Done", fault="x", reason="nothing runs"),)), "today")
    assert "| state | Guard | 1 | 1 | answered × 1 | 0 × 1 | 2 s |" in told
    assert "nothing runs: 1" in told


def test_only_what_stands_between_the_markers_is_renewed() -> None:
    document = f"before\n{BEGIN}\nold\n{END}\nafter"
    assert renewed(document, f"{BEGIN}\nnew\n{END}") == f"before\n{BEGIN}\nnew\n{END}\nafter"


def test_the_document_has_every_rung_every_state_and_every_dependency() -> None:
    machine = definition("turn", prefix="candor", table="candor")
    running = [name for name, state in states(machine) if state["Type"] not in ("Succeed", "Fail")]
    measured = DOCUMENT.split(BEGIN)[1].split(END)[0]
    assert not [rung for rung in RUNGS if f"\n| {rung} | " not in measured]
    assert not [name for name in running if f"| state | {name} |" not in measured]
    assert not [name for name in DEPENDENCIES if f"| dependency | {name} |" not in measured]
