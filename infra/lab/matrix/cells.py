"""What one turn with one fault came to, and what all of them count up to."""

from typing import Any, Literal

from shared.contracts import Contract

Family = Literal["state", "dependency", "model", "messages api", "team", "request", "crash", "answer"]


class Cell(Contract):
    """One turn with one fault. `hits` is how often the fault struck; `seconds` the time to the reply, as simulated.

    `state` is where it struck: a state of the machine, a dependency, the model, a request or a function.
    `broken_promises` says in words what was not kept.
    """

    family: Family = "state"
    state: str
    fault: str
    way: tuple[str, ...] = ()
    hits: int
    replies: int
    status: str = ""
    source: str = ""
    coherent: bool = False
    leak: bool = False
    false_success: bool = False
    duplicate: bool = False
    late: bool = False
    conflicts: int = 0
    rung: int = 0
    seconds: float = 0.0
    text: str = ""
    broken_promises: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the promise was kept."""
        broken = self.leak or self.false_success or self.duplicate or self.late or self.broken_promises
        return self.replies == 1 and self.coherent and not broken and self.hits > 0


class Skipped(Contract):
    """A cell that makes no sense, and why."""

    state: str
    fault: str
    reason: str


class Matrix(Contract):
    """All cells."""

    cells: tuple[Cell, ...]
    skipped: tuple[Skipped, ...] = ()

    @property
    def totals(self) -> dict[str, int]:
        """Over all cells: their number, and how many were answered, coherently, with a leak, falsely, twice or late."""
        return {
            "cells": len(self.cells),
            "replies": sum(cell.replies for cell in self.cells),
            "coherent": sum(cell.coherent for cell in self.cells),
            "leaks": sum(cell.leak for cell in self.cells),
            "false_successes": sum(cell.false_success for cell in self.cells),
            "duplicates": sum(cell.duplicate for cell in self.cells),
            "late": sum(cell.late for cell in self.cells),
        }

    @property
    def conflicts(self) -> int:
        """How many requests were rightly refused with 409: no turn of theirs, so no reply of theirs."""
        return sum(cell.conflicts for cell in self.cells)

    @property
    def holds(self) -> bool:
        """Whether the promise was kept in every cell."""
        return bool(self.cells) and all(cell.holds for cell in self.cells)

    def wire(self) -> dict[str, Any]:
        return {"totals": self.totals, "conflicts": self.conflicts, **super().wire()}
