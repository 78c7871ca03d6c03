"""Long lists of cases of one promise: `make test` tries a sample of them, `make test-nightly` the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int = 3) -> list[Any]:
    """The cases for `parametrize`, a tuple for several arguments: the first of each `every` are tried always, the
    others at night. For what differs in its words, or is promised of all and held to elsewhere for each."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.nightly] if at % every else [])
        for at, case in enumerate(cases)
    ]
