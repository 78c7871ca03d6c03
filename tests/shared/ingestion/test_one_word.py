"""One word again and again among measurements, as a meter writes that it could not measure."""

import random

import pytest


def _lines(word: str, often: int, rows: int = 24) -> list[str]:
    rng = random.Random(rows)
    cells = [word] * often + [f"{rng.random() * 9:.3f}" for _ in range(rows - often)]
    rng.shuffle(cells)
    return ["probe,lead", *(f"P{at},{cell}" for at, cell in enumerate(cells))]


@pytest.mark.parametrize("word", ["OVER", "n.n.", "too dark", "uunneetu", "unterhalb"])
@pytest.mark.parametrize("often", [4, 6, 8])
def test_the_others_are_numbers_and_the_word_counts_as_empty_and_is_told(read, word, often):
    found = read("\n".join(_lines(word, often)))
    assert found.types() == ["text", "number"]
    assert found.values("lead").count(None) == often
    told = next(one for one in found.profile.repairs if one.column == "lead" and one.rows == often)
    assert told.doubt
    assert word in told.detail


@pytest.mark.parametrize(
    "lines",
    [
        _lines("OVER", 12),
        [*_lines("OVER", 4), "P90,UNDER"],
        ["room,door", *(f"R{at},{'attic' if at % 5 == 0 else at}" for at in range(24))],
        [*_lines("OVER", 3, 9)],
        [*_lines("<0.5*", 5)],
    ],
)
def test_words_that_say_different_things_or_label_stay(read, lines):
    assert read("\n".join(lines)).types()[1] == "text"
