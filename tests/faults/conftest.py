"""One laboratory for all tests of a file: a cloud takes a second to build."""

from collections.abc import Iterator

import pytest

from infra.lab.matrix import Laboratory, laboratory


@pytest.fixture(scope="module")
def bench() -> Iterator[Laboratory]:
    with laboratory() as made:
        yield made
