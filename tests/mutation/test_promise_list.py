"""A line that is to be broken is there: a promise whose line has moved is proved by nothing, and nobody is told."""

from pathlib import Path

import pytest

from tests.mutation.promises import LISTS, Promise, promises

ROOT = Path(__file__).parents[2]
EVERY = [one for name in LISTS for one in promises(name)]


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.promise)
def test_the_line_of_a_promise_stands_once_in_its_file_and_its_tests_are_there(one: Promise) -> None:
    one.broken((ROOT / one.file).read_text(encoding="utf-8"))
    for file, _, test in (test.partition("::") for test in one.tests):
        assert (ROOT / file).exists()
        assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
