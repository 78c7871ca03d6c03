"""A leak is looked for only in a text that can hold it: what each pattern needs is read from its shape."""

import re
import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from infra.docs.needed import NEEDED, needs, page
from shared.guard.guardrail import guard
from shared.guard.leaks import LEAKS, Leak, folded

REPLY = (
    "West has the highest total revenue: 90,076.85.\n\n| region | total revenue |\n|---|---|\n| West | 90,076.85 |\n\n"
    "I read “revenue” as the column revenue."
)
FEW = 20
NEEDING = [leak for leak in LEAKS if leak.needs]


def test_the_file_of_needs_is_that_of_the_shapes() -> None:
    assert NEEDED.read_text("utf-8") == page()


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("Traceback: .*", ("traceback: ",)),
        (r"\b(?:npm|hf)_[a-z]{20}", ("hf", "npm")),
        ("a+(?:cat)?", ()),
        ("(?:cat|.)", ()),
        ("[:;]x?", (":", ";")),
        ("[^:]", ()),
        ("(?:ab){2,}", ("ab",)),
        ("(?<!ab)c", ()),
    ],
)
def test_what_every_match_holds_is_read_from_the_pattern(shape: str, told: tuple[str, ...]) -> None:
    assert needs(shape) == told


@pytest.mark.parametrize("leak", NEEDING, ids=lambda one: f"{one.kind}-{NEEDING.index(one)}")
def test_whatever_a_pattern_finds_holds_what_it_needs(leak: Leak) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of patterns whose lookarounds leave few examples

        @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.from_regex(re.compile(leak.shape, re.MULTILINE)))
        def holds(text: str) -> None:
            assert leak.can_be_in(folded(text))

        holds()


@pytest.mark.parametrize("letter", ["i", "I", "\u0130", "\u0131"])
def test_a_letter_that_a_pattern_takes_for_an_i_hides_nothing(letter: str) -> None:
    assert "srv" not in guard(f"It lies at f{letter}le://srv").text


def test_a_plain_reply_is_looked_through_for_few_leaks() -> None:
    """To compile all of them takes longer than to write the reply."""
    assert sum(leak.can_be_in(folded(REPLY)) for leak in LEAKS) < FEW
