"""What a matrix of faults counts as kept, and what is shown of it."""

from typing import Any

import pytest

from infra.lab.matrix.cells import Cell, Matrix, Skipped
from infra.lab.show_faults import Cells, show_faults

KEPT = Cell(state="Plan", fault="timeout", hits=1, replies=1, status="answered", source="rules", coherent=True, rung=2)


@pytest.mark.parametrize(
    "change",
    [
        {"replies": 0},
        {"replies": 2},
        {"hits": 0},
        {"coherent": False},
        {"leak": True},
        {"false_success": True},
        {"duplicate": True},
        {"late": True},
        {"broken_promises": ("a figure was wrong",)},
    ],
)
def test_a_cell_holds_with_one_coherent_reply_to_a_fault_that_struck_and_nothing_else_broken(
    change: dict[str, Any],
) -> None:
    broken = KEPT.model_copy(update=change)
    assert KEPT.holds
    assert not broken.holds
    assert Matrix(cells=(KEPT, KEPT)).holds
    assert not Matrix(cells=(KEPT, broken)).holds


def test_a_matrix_of_no_cells_proves_nothing() -> None:
    assert not Matrix(cells=()).holds


def test_what_is_told_of_all_cells_is_counted_over_them() -> None:
    broken = KEPT.model_copy(update={"leak": True, "late": True, "conflicts": 2})
    matrix = Matrix(cells=(KEPT, broken))
    assert matrix.totals == {
        "cells": 2,
        "replies": 2,
        "coherent": 2,
        "leaks": 1,
        "false_successes": 0,
        "duplicates": 0,
        "late": 1,
    }
    assert matrix.wire()["conflicts"] == 2


def test_the_matrix_is_shown_by_state_with_every_cell_that_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    lost = KEPT.model_copy(update={"state": "Respond", "fault": "crash", "broken_promises": ("no reply",)})
    skipped = (Skipped(state="Plan", fault="crash", reason="it cannot be"),) * 2
    show_faults(Matrix(cells=(KEPT, KEPT, lost), skipped=skipped))
    said = capsys.readouterr().out
    rows = [[part.strip() for part in line.split("│")[1:-1]] for line in said.splitlines() if line.startswith("│")]
    assert rows == [["Plan", "2", "answered 2", "2 2", "2"], ["Respond", "1", "answered 1", "2 1", "0"]]
    assert "skipped 2: it cannot be" in said
    assert [line.strip() for line in said.splitlines() if "✗" in line] == ["✗ Respond, crash: no reply"]


@pytest.mark.parametrize(("quiet", "marks"), [(False, ["✓", "✗"]), (True, ["✗"])])
def test_each_cell_is_told_as_it_comes_and_quietly_only_those_that_do_not_hold(
    quiet: bool, marks: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with Cells(quiet=quiet) as cells:
        cells.planned(2)
        cells.cell(KEPT)
        cells.cell(KEPT.model_copy(update={"late": True}))
    assert [line.split()[0] for line in capsys.readouterr().err.splitlines()] == marks
