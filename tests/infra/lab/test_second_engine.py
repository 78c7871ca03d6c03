"""The turn's state machine on two engines: the same states, the same calls, the same end."""

import copy
from collections.abc import Callable, Iterator

import pytest

from infra.lab.matrix import Case, laboratory, plan
from infra.lab.matrix.team import team_cases
from infra.lab.second_engine import DIFFERENCES, Recording, RecordingCloud, differences, second_runs
from infra.local.faults import FaultKind
from infra.workflow.definition import LAMBDA, State, states

pytestmark = pytest.mark.synth

COMPARED: tuple[FaultKind, ...] = (
    "raises",
    "times out",
    "is throttled",
    "fails once",
    "returns null",
    "returns malformed",
    "cannot be caught",
)
"""What is compared; see DIFFERENCES for what cannot be."""

OF_TEAMS: tuple[FaultKind, ...] = ("raises", "fails once", "returns null")
"""What happens to one of two agents, side by side and one after the other."""

KNOWN = {"Coordinate returns malformed": "texts"}
"""Scenarios that go differently, and which of the DIFFERENCES is why."""


class Recorded:
    """What the first engine did, by the name of each scenario."""

    def __init__(self, machine: State, cases: dict[str, Case], record: Callable[[Case], Recording], now: str) -> None:
        self.machine, self.now = machine, now
        self.by_name = {name: record(case) for name, case in cases.items()}

    def disagreements(self, machine: State | None = None) -> dict[str, list[str]]:
        """What the second engine does differently, with this definition; only scenarios with differences."""
        given = machine or self.machine
        runs = second_runs(given, list(self.by_name.values()), self.now)
        found = {
            name: list(differences(given, recording.run, run))
            for (name, recording), run in zip(self.by_name.items(), runs, strict=True)
        }
        return {name: lines for name, lines in found.items() if lines}


@pytest.fixture(scope="module")
def recorded() -> Iterator[Recorded]:
    with laboratory(RecordingCloud) as bench:
        cloud = bench.cloud
        assert isinstance(cloud, RecordingCloud)
        machine = cloud.definition("turn")
        healthy = [Case(family="state", state="none", fault=mode, mode=mode) for mode in ("analysis", "consultation")]
        kinds = dict(states(machine))
        cases, _ = plan(bench, ("state",))
        tasks = [case for case in cases if kinds[case.state].get("Resource") == LAMBDA and case.fault in COMPARED]
        teams = [case for case in team_cases() if isinstance(case, Case) and case.fault in OF_TEAMS and not case.only]

        def record(case: Case) -> Recording:
            bench.run(case.model_copy(update={"goes_on": False}))
            return cloud.recording(cloud.last_entered)

        named = {f"{case.state} {case.fault}": case for case in [*healthy, *tasks, *teams]}
        yield Recorded(machine, named, record, "2026-11-22T00:00:00Z")


def test_both_engines_take_every_scenario_along_the_same_path_to_the_same_end(recorded: Recorded) -> None:
    assert len(recorded.by_name) > 60
    found = recorded.disagreements()
    assert set(found) == set(KNOWN), found
    assert set(KNOWN.values()) <= set(DIFFERENCES)


def test_the_second_engine_notices_a_catch_that_is_gone(recorded: Recorded) -> None:
    broken = copy.deepcopy(recorded.machine)
    del broken["States"]["Assess"]["Catch"]
    assert "Assess raises" in recorded.disagreements(broken)


def test_the_second_engine_notices_a_retry_that_is_gone(recorded: Recorded) -> None:
    broken = copy.deepcopy(recorded.machine)
    del broken["States"]["Intake"]["Retry"]
    assert "Intake fails once" in recorded.disagreements(broken)


def test_the_second_engine_notices_a_choice_that_goes_elsewhere(recorded: Recorded) -> None:
    broken = copy.deepcopy(recorded.machine)
    broken["States"]["Committed"]["Default"] = "Done"
    assert "Respond returns null" in recorded.disagreements(broken)
