"""The registry finds every function by its file, and reads a file only when its function is asked for."""

import subprocess
import sys

import pytest

from functions.registry import Functions, all_functions

ONE = """
import sys
from functions.registry import Functions
print("intake" in Functions(later=("api",)), "functions.api.api" in sys.modules)
"""


def test_every_function_is_found_under_its_own_name():
    assert {name: function.name for name, function in all_functions().items()} == {
        name: name for name in all_functions()
    }
    assert {"intake", "respond", "query", "api", "agent-segmentation"} <= set(all_functions())


def test_a_file_without_a_handler_is_no_function():
    assert "records" not in Functions()
    with pytest.raises(KeyError):
        Functions()["no-such-function"]


def test_what_is_left_for_later_is_not_read_before():
    done = subprocess.run([sys.executable, "-c", ONE], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "True False"
