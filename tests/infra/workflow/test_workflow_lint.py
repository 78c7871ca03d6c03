"""The lint of state machines notices each way in which a definition can break its promise."""

from collections.abc import Callable
from typing import Any

import pytest

from infra.workflow.definition import definition, states
from infra.workflow.lint import lint, main

Machine = dict[str, Any]
Break = Callable[[dict[str, Machine]], None]


@pytest.mark.parametrize("name", ["turn", "ingest"])
def test_the_definitions_that_are_deployed_have_no_findings(name: str) -> None:
    assert lint(definition(name, prefix="candor", table="candor")) == []


def test_the_tasks_of_a_wave_run_side_by_side_and_waves_one_after_another() -> None:
    turn = dict(states(definition("turn", prefix="candor", table="candor")))
    assert turn["Waves"]["MaxConcurrency"] == 1
    assert turn["Agents"]["MaxConcurrency"] >= 5


def _tasks() -> list[str]:
    machine = definition("turn", prefix="candor", table="candor")
    return [name for name, state in states(machine) if state["Type"] == "Task"]


@pytest.mark.parametrize("task", _tasks())
@pytest.mark.parametrize("needed", ["TimeoutSeconds", "Retry", "Catch"])
def test_a_task_that_could_hang_or_fail_uncaught_is_noticed(turn: Machine, task: str, needed: str) -> None:
    del dict(states(turn))[task][needed]
    assert f"{task}: a Task without {needed}" in lint(turn)


def _choices() -> list[str]:
    machine = definition("turn", prefix="candor", table="candor")
    return [name for name, state in states(machine) if state["Type"] == "Choice"]


@pytest.mark.parametrize("choice", _choices())
def test_a_choice_without_a_default_is_noticed(turn: Machine, choice: str) -> None:
    del turn["States"][choice]["Default"]
    assert f"{choice}: a Choice without Default" in lint(turn)


@pytest.mark.parametrize("choice", _choices())
@pytest.mark.parametrize("proof", [0, 1])
def test_a_field_read_without_proof_is_noticed_in_each_choice(turn: Machine, choice: str, proof: int) -> None:
    del turn["States"][choice]["Choices"][0]["And"][proof]
    assert any(finding.startswith(f"{choice}: ") and " reads $." in finding for finding in lint(turn))


def _keeps_no_input(by_name: dict[str, Machine]) -> None:
    del by_name["Coordinate"]["Catch"][0]["ResultPath"]


def _shares_a_place(by_name: dict[str, Machine]) -> None:
    by_name["Guard"]["Catch"][0]["ResultPath"] = by_name["Assess"]["Catch"][0]["ResultPath"]


def _catches_one_error(by_name: dict[str, Machine]) -> None:
    by_name["Respond"]["Catch"][0]["ErrorEquals"] = ["States.Timeout"]


def _selects_a_field(by_name: dict[str, Machine]) -> None:
    by_name["Intake"]["ResultSelector"] = {"route.$": "$.Payload.route"}


def _selects_output(by_name: dict[str, Machine]) -> None:
    by_name["Intake"]["OutputPath"] = "$.intake"


def _replaces_input(by_name: dict[str, Machine]) -> None:
    del by_name["Synthesize"]["ResultPath"]


def _drops_map_catch(by_name: dict[str, Machine]) -> None:
    del by_name["Waves"]["Catch"]


def _speaks_jsonata(by_name: dict[str, Machine]) -> None:
    by_name["Guard"]["Assign"] = {"draft": "{% $states.input %}"}


def _is_unreachable(by_name: dict[str, Machine]) -> None:
    by_name["PlanKind"]["Choices"] = by_name["PlanKind"]["Choices"][:1]


def _leads_nowhere(by_name: dict[str, Machine]) -> None:
    by_name["Assess"]["Next"] = "Publish"


def _has_no_way_out(by_name: dict[str, Machine]) -> None:
    del by_name["Unrecorded"]["End"]


def _runs_in_circles(by_name: dict[str, Machine]) -> None:
    by_name["LastResort"]["Next"] = "LastReply"
    for caught in by_name["LastResort"]["Catch"]:
        caught["Next"] = "LastReply"


def _reads_a_field_of_a_result(by_name: dict[str, Machine]) -> None:
    by_name["Guard"]["Parameters"]["Payload.$"] = "$.plan.out.kind"


def _skips_what_provides(by_name: dict[str, Machine]) -> None:
    by_name["Committed"]["Default"] = "LastReply"


def _maps_unproved(by_name: dict[str, Machine]) -> None:
    by_name["PlanKind"]["Default"] = "Waves"


def test_a_draft_is_assessed_then_guarded_then_replied_whatever_fails(turn: Machine) -> None:
    ways = {
        name: {state["Next"], *(catch["Next"] for catch in state["Catch"])}
        for name, state in turn["States"].items()
        if name in ("Synthesize", "Assess", "Guard")
    }
    assert ways == {"Synthesize": {"Assess"}, "Assess": {"Guard"}, "Guard": {"Respond"}}


WRITERS = {"Respond", "Explain", "LastResort"}
"""The states that write a reply."""


def _silent_ends(machine: Machine, name: str) -> set[str]:
    """The ends that are reached from a state by way of none that writes a reply."""
    seen: set[str] = set()
    waiting = {name}
    while waiting:
        seen |= waiting
        going = [machine["States"][one] for one in waiting - WRITERS]
        ways = {one.get(way) for one in going for way in ("Next", "Default")}
        ways |= {choice["Next"] for one in going for choice in one.get("Choices", ())}
        waiting = ways - seen - {None}
    return {one for one in seen if machine["States"][one]["Type"] in ("Succeed", "Fail")}


def test_whatever_fails_somebody_still_writes_the_reply(turn: Machine) -> None:
    caught = {
        (name, catch["Next"])
        for name, state in turn["States"].items()
        if name != "LastResort"
        for catch in state.get("Catch", ())
    }
    assert {name for name, _ in caught} >= {"Intake", "Coordinate", "Waves", "Synthesize", "Respond", "Explain"}
    assert {(name, way): _silent_ends(turn, way) for name, way in caught if _silent_ends(turn, way)} == {}


BREAKS: dict[str, tuple[Break, str]] = {
    "an error replaces the input": (_keeps_no_input, "Coordinate: a Catch without its own ResultPath"),
    "two errors share a place": (_shares_a_place, "Guard: keeps its error where Assess does"),
    "only one error is caught": (_catches_one_error, "Respond: the last Catch does not catch States.ALL"),
    "a field of a result is selected": (_selects_a_field, "Intake: ResultSelector reads $.Payload.route"),
    "the output is a field": (_selects_output, "Intake: OutputPath reads a field"),
    "a result replaces the input": (_replaces_input, "Synthesize: no ResultPath"),
    "a Map is not caught": (_drops_map_catch, "Waves: a Map without Catch"),
    "JSONata": (_speaks_jsonata, "Guard: Assign is JSONata"),
    "a state cannot be reached": (_is_unreachable, "Waves: cannot be reached"),
    "a state leads nowhere": (_leads_nowhere, "Assess: leads to Publish, which does not exist"),
    "a state has no way out": (_has_no_way_out, "Unrecorded: no way out"),
    "a circle without end": (_runs_in_circles, "LastResort: never comes to an end"),
    "a parameter reads a result": (_reads_a_field_of_a_result, "Guard: reads $.plan.out.kind"),
    "a way misses what provides a field": (_skips_what_provides, "LastReply: reads $.last_words.text"),
    "a Map's items are not proved": (_maps_unproved, "Waves: reads $.plan.out.waves"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_definition_is_noticed(turn: Machine, name: str) -> None:
    broken, expected = BREAKS[name]
    broken(dict(states(turn)))
    assert any(finding.startswith(expected) for finding in lint(turn)), lint(turn)


def test_findings_of_a_folder_are_told_and_counted(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "turn.asl.json").write_text('{"StartAt": "A", "States": {"A": {"Type": "Choice", "Choices": []}}}')
    assert main(str(tmp_path)) > 0
    assert "turn.asl.json: A: a Choice without Default" in capsys.readouterr().err
