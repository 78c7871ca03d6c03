"""The registry finds every function by its file, and reads a file only when its function is asked for."""

import subprocess
import sys

import pytest

from functions.registry import Functions, all_functions, all_handlers, homes
from shared.function import Steps

ONE = """
import sys
from functions.registry import Functions
print("intake" in Functions(later=("api",)), "functions.api.api" in sys.modules)
"""


def test_every_function_is_found_under_its_own_name():
    assert {name: function.name for name, function in all_functions().items()} == {
        name: name for name in all_functions()
    }
    assert {"turn", "respond", "query", "api", "agent-segmentation"} <= set(all_functions())


def test_a_step_has_a_handler_of_its_own_and_runs_in_the_function_that_it_belongs_to() -> None:
    assert set(all_handlers()) - set(all_functions()) == {name for name, home in homes().items() if home != name}
    assert (homes()["intake"], homes()["guard"], homes()["respond"]) == ("turn", "turn", "respond")


def test_a_function_of_several_steps_has_the_rights_time_and_memory_of_all_of_them() -> None:
    turn = all_functions()["turn"]
    assert isinstance(turn, Steps)
    for step in turn.parts.values():
        assert set(step.uses) <= set(turn.uses)
        assert (turn.seconds, turn.memory_mb) >= (step.seconds, step.memory_mb)
    assert turn.part({"step": "guard"}).name == "guard"


def test_a_file_without_a_handler_is_no_function():
    assert "records" not in Functions()
    with pytest.raises(KeyError):
        Functions()["no-such-function"]


def test_what_is_left_for_later_is_not_read_before():
    done = subprocess.run([sys.executable, "-c", ONE], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "True False"
