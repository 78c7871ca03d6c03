"""The word lists of no-model mode are data: each is read, and says something only once."""

import tomllib
from pathlib import Path

import pytest

from shared.table.abbreviations import ABBREVIATIONS
from shared.table.names import words_of

WING = Path(__file__).parents[3] / "shared" / "offline"
LISTS = tomllib.loads((WING / "words" / "lists.toml").read_text("utf-8"))
SOURCE = "\n".join(path.read_text("utf-8") for path in WING.rglob("*.py"))


@pytest.mark.parametrize("name", [*LISTS["lists"], *LISTS["phrases"], *LISTS["words"]])
def test_every_list_is_read_by_the_code(name: str) -> None:
    assert f'("{name}")' in SOURCE


@pytest.mark.parametrize("name", LISTS["lists"])
def test_a_list_names_each_word_once(name: str) -> None:
    words = LISTS["lists"][name].split()
    assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize("word", ABBREVIATIONS)
def test_an_abbreviation_is_a_word_that_a_name_can_hold(word: str) -> None:
    """The words of a name hold no underscore: an abbreviation with one would never be found."""
    assert words_of(word) == (word,)
