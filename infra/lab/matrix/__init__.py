"""The fault matrix: every part of the system, broken in every way, one accepted turn a cell; with minds made for it (a
doubting one, a team with one broken agent) and the judge of its replies."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from difflib import get_close_matches
from itertools import chain
from multiprocessing import get_context
from typing import Any, get_args

from infra.lab.matrix.cases import (
    Case,
    answer_cases,
    crash_cases,
    dependency_cases,
    http_cases,
    model_cases,
    request_cases,
    state_cases,
)
from infra.lab.matrix.cells import Cell, Family, Matrix, Skipped
from infra.lab.matrix.laboratory import Laboratory, laboratory
from infra.lab.matrix.team import team_cases
from infra.lab.paths import ways
from infra.workflow.definition import states
from shared.errors import BadRequest

FAMILIES: tuple[str, ...] = get_args(Family)
SUGGESTED = 8

__all__ = ["Case", "Cell", "Laboratory", "Matrix", "Skipped", "laboratory", "plan", "run_matrix"]


def run_matrix(
    *,
    state: str | None = None,
    fault: str | None = None,
    family: str | None = None,
    sample: int | None = None,
    jobs: int = 1,
    on_cell: Callable[[Cell], None] = lambda _cell: None,
    on_plan: Callable[[int], None] = lambda _cells: None,
) -> Matrix:
    """Runs the cells of the given state, fault and family, or all; only `sample` of each state where given.

    Raises BadRequest for a name that there is not. Several `jobs` are processes, each with a cloud of its own.
    """
    known = {"state": state, "fault": fault, "family": family}
    _require(family, FAMILIES, "family")
    with laboratory() as bench:
        machine = dict(states(bench.cloud.definition("turn")))
        cases, skipped = plan(bench, ("state",) if state in machine else (family,) if family else FAMILIES)
        for what in ("state", "fault"):
            _require(known[what], (getattr(case, what) for case in (*cases, *skipped)), what)
        chosen = _sampled([case for case in cases if _is(case, known)], sample)
        skips = tuple(
            skip for skip in skipped if (state or skip.state) == skip.state and (fault or skip.fault) == skip.fault
        )
        on_plan(len(chosen))
        if jobs == 1 and len(chosen) <= PORTION:
            return Matrix(cells=tuple(_each(bench, chosen, on_cell)), skipped=skips)
    return Matrix(cells=tuple(_shared_out(chosen, jobs, on_cell)), skipped=skips)


def plan(bench: Laboratory, families: Sequence[str] = FAMILIES) -> tuple[list[Case], list[Skipped]]:
    """Every cell of these families to run, and every one that makes no sense."""
    machine = bench.cloud.definition("turn")
    makers: dict[str, Callable[[], Iterable[Case | Skipped]]] = {
        "state": lambda: state_cases(machine, ways(machine, bench.entered)),
        "dependency": dependency_cases,
        "model": lambda: model_cases(machine),
        "messages api": lambda: http_cases(machine),
        "team": team_cases,
        "request": request_cases,
        "crash": lambda: crash_cases(bench.calls(), machine),
        "answer": lambda: answer_cases(bench.calls(), machine),
    }
    planned = list(chain.from_iterable(makers[family]() for family in families))
    return [one for one in planned if isinstance(one, Case)], [one for one in planned if isinstance(one, Skipped)]


def _is(case: Case, known: dict[str, str | None]) -> bool:
    return all(given is None or getattr(case, what) == given for what, given in known.items())


def _require(given: str | None, known: Iterable[Any], what: str) -> None:
    names = list(dict.fromkeys(known))
    if given is not None and given not in names:
        near = get_close_matches(given, names, SUGGESTED, 0.5) or names[:SUGGESTED]
        more = f" and {len(names) - len(near)} more" if len(names) > len(near) else ""
        raise BadRequest(f"There is no {what} {given!r}; there are {', '.join(map(repr, near))}{more}.")


def _sampled(cases: list[Case], sample: int | None) -> list[Case]:
    """So many of each state, spread over its faults."""
    if sample is None:
        return cases
    by_state: dict[str, list[Case]] = {}
    for case in cases:
        by_state.setdefault(case.state, []).append(case)
    return [case for found in by_state.values() for case in found[:: max(1, len(found) // sample)][:sample]]


def _each(bench: Laboratory, cases: Sequence[Case], on_cell: Callable[[Cell], None]) -> Iterator[Cell]:
    for case in cases:
        cell = bench.run(case)
        on_cell(cell)
        yield cell


def _part(cases: list[Case]) -> list[Cell]:
    with laboratory() as bench:
        return [bench.run(case) for case in cases]


def _shared_out(cases: list[Case], jobs: int, on_cell: Callable[[Cell], None]) -> Iterator[Cell]:
    """The cells in the order of their cases, run in portions by several processes."""
    portions = [cases[start : start + PORTION] for start in range(0, len(cases), PORTION)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for cells in pool.map(_part, portions):
            for cell in cells:
                on_cell(cell)
                yield cell


PORTION = 40
"""How many cells a process runs on one cloud: a fresh one costs a second."""
