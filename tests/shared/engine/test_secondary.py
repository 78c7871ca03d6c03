"""What is said beside a figure never costs the figure, whatever breaks in it."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from shared.contracts import QueryFailure
from shared.engine.secondary import spared
from shared.errors import QueryFailed


def _unreadable() -> Iterable[str]:
    raise QueryFailed(QueryFailure(kind="syntax", message="no SQL"))


def _half_way() -> Iterator[str]:
    yield "first"
    raise ValueError("broken")


def _endless() -> Iterable[str]:
    return _endless()


def test_what_is_found_is_given_in_its_order() -> None:
    assert spared(lambda: ["b", "a"], "notes") == ("b", "a")


@pytest.mark.parametrize("find", [_unreadable, _half_way, _endless])
def test_what_breaks_finds_nothing(find: Callable[[], Iterable[str]]) -> None:
    assert spared(find, "notes") == ()
