"""Yes and no in several languages, written out or shortened, are one flag; other words are none."""

import random

import pytest


def _values(read, cells):
    found = read("key;flag\n" + "".join(f"k{at};{cell}\n" for at, cell in enumerate(cells)))
    return found.values("flag"), found.profile.column("flag").type


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        (("ja", "JA", "j"), ("nein", "Nein", "n")),
        (("oui", "O", "1"), ("non", "N", "0")),
        (("WAHR", "true", "yes", "Y"), ("FALSCH", "false", "no", "N")),
        (("vrai", "oui"), ("faux", "non")),
        (("sí", "s"), ("no", "n")),
        (("WAHR",), ("FALSCH",)),
    ],
)
def test_words_for_yes_and_no_are_a_flag_however_they_are_mixed(read, yes, no):
    rng = random.Random(len(yes))
    cells = [*yes, *no, *(rng.choice((*yes, *no)) for _ in range(30))]
    assert _values(read, cells) == ([cell in yes for cell in cells], "boolean")


@pytest.mark.parametrize(
    "words",
    [
        ("N", "S", "1"),
        ("ja", "nein", "vielleicht"),
        ("j", "k", "n"),
        ("O", "N", "0"),
        ("ja", "oui", "sim"),
        ("si", "so", "no"),
    ],
    ids=["points of the compass", "perhaps", "initials alone", "letters and a zero", "yes alone", "another word"],
)
def test_words_that_say_more_or_less_than_yes_and_no_stay_words(read, words):
    assert _values(read, [words[at % 3] for at in range(30)])[1] == "text"
