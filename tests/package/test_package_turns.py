"""Whole turns with every function on exactly what is deployed with it, compared with the same turns in one process."""

import pytest

from functions.registry import all_functions
from tests.package.day import FAULTS, Day
from tests.package.machine import Machine
from tests.package.sandboxes import Sandboxes


def test_every_reply_is_the_one_that_comes_where_everything_is_installed(here: Day, deployed: Day) -> None:
    assert deployed.told() == here.told()


def test_every_agent_says_what_it_says_where_everything_is_installed(here: Day, deployed: Day) -> None:
    assert deployed.by_agents == here.by_agents
    answered = [name for name, said in here.by_agents.items() if said.startswith("completed")]
    assert len(answered) > len(here.by_agents) / 2, here.by_agents


def test_every_file_gets_the_same_verdict(here: Day, deployed: Day) -> None:
    assert deployed.verdicts == here.verdicts
    told = [verdict.split(":")[0] for verdict in deployed.verdicts.values()]
    assert told == ["ready", "rejected", "ready", "rejected", "ready"]


def test_the_question_with_a_known_answer_gets_it(here: Day, deployed: Day) -> None:
    assert "72.75" in deployed.smoke
    assert deployed.smoke == here.smoke


def test_a_document_is_drawn(here: Day, deployed: Day) -> None:
    assert deployed.documents == here.documents
    assert (deployed.documents["html"][:5], deployed.documents["pdf"]) == (b"<!doc", b"%PDF-")


def test_a_watch_tells_of_new_data(deployed: Day) -> None:
    assert deployed.watched == [("crossed", 30.0)]


def test_no_function_fails_where_it_runs(deployed: Day, sandboxes: Sandboxes) -> None:
    assert sandboxes.errors == []


def test_every_function_was_called(deployed: Day, sandboxes: Sandboxes) -> None:
    served = {"assistants"}  # over HTTP alone, as test_sandboxes.py asks it
    assert set(all_functions()) - set(sandboxes.calls) == served


def test_no_function_asks_for_what_its_role_does_not_allow(deployed: Day, sandboxes: Sandboxes) -> None:
    assert sandboxes.recording.refused() == []


def test_each_fault_has_its_one_reply(deployed: Day) -> None:
    assert all(deployed.replies[f"{state} {kind}"].text for state, kind in FAULTS.items())


def test_what_was_not_tried_is_said(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{machine.not_tried}")
