"""The network that tells confident answers from others."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from shared.confidence.classifier import CONFIDENT, LABELS, forward, pool, probabilities
from shared.confidence.failsafe import assess
from shared.confidence.failsafe_words import KEYWORDS
from shared.confidence.own_words import for_reading, own_words
from tests.shared.confidence.test_failsafe import LONG, NOW

WORDS = (
    "I",
    "can't",
    "say",
    "4,210",
    "units",
    "timed out",
    "because",
    "North",
    "no",
    "?",
    ".",
    "\n",
    "“maybe”",
    "é",
    "—",
)


def test_the_probabilities_are_of_every_label_and_add_up():
    told = probabilities("north leads with # units.")
    assert set(told) == {CONFIDENT, *KEYWORDS} == set(LABELS)
    assert math.isclose(sum(told.values()), 1.0, abs_tol=1e-5)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("North leads with 4,210 units.", CONFIDENT),
        ("Your guess is as good as mine.", "UNCERTAINTY"),
        ("The query ran out of time, so there is no figure.", "TIMEOUT"),
        ("The database refused the connection, so I have no figures.", "TOOL_FAILURE"),
        ("I have no way to send e-mails.", "TECHNICAL_LIMITATION"),
        ("Which of the two Springfields do you mean?", "AMBIGUOUS_QUERY"),
        ("The sheet holds no costs, so the margin can't be worked out.", "INSUFFICIENT_INFO"),
        ("I'm sorry, but I can't help with that request.", "UNCERTAINTY"),
    ],
)
def test_each_label_is_found_in_plain_words(text, label):
    told = probabilities(for_reading(own_words(text)))
    assert max(told, key=lambda one: told[one]) == label


def test_what_is_quoted_or_a_value_of_the_data_is_not_read():
    quoted = 'Twelve orders carry the note "I cannot say", ten `timed out`.'
    assert "cannot" not in own_words(quoted)
    assert "timed" not in own_words(quoted)
    assert "Maybe" not in own_words("Maybe 39, No 74.", ("Maybe",))
    assert own_words("| I don't know | 53 |") == "_"


def test_a_filter_sees_every_place_of_a_text_and_no_other():
    rows = np.zeros((3 + 2 * 3, 2), np.float32)
    rows[3:6, 0] = (0.1, 0.9, 0.3)
    for width in (1, 2):
        weights = {f"filters_{width}": np.eye(2 * width, 1, dtype=np.float32), f"bias_{width}": np.zeros(1, np.float32)}
        assert pool(weights, rows, width) == pytest.approx([0.9])


def test_without_any_sign_all_labels_are_alike():
    weights = {f"filters_{width}": np.zeros((width, 1), np.float32) for width in (1, 2, 3, 4)}
    weights |= {f"bias_{width}": np.zeros(1, np.float32) for width in (1, 2, 3, 4)}
    weights |= {"out": np.zeros((4, len(LABELS)), np.float32), "out_bias": np.zeros(len(LABELS), np.float32)}
    assert forward(weights, np.zeros((9, 1), np.float32)) == pytest.approx([1 / len(LABELS)] * len(LABELS))


@profile(max_examples=250)
@given(st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join)))
def test_every_assessment_comes_to_an_end(text):
    told = assess(text, now=NOW)
    assert 0.0 <= told.confidence_score <= 1.0
    assert 0.0 <= told.rule_score <= 1.0


def test_a_deployments_words_of_every_list_are_heard():
    from shared.confidence.failsafe_words import FailsafeWords

    for words, category in (
        (FailsafeWords(extra_uncertainty=("subject to audit",)), "UNCERTAINTY"),
        (FailsafeWords(extra_partial=("subject to audit",)), "INSUFFICIENT_INFO"),
        (FailsafeWords(extra_error=("subject to audit",)), "TOOL_FAILURE"),
        (FailsafeWords(extra_keywords={"TIMEOUT": ("subject to audit",)}), "TIMEOUT"),
    ):
        told = assess(f"{LONG} Subject to audit.", now=NOW, words=words)
        assert (told.error_category, told.confidence_score) == (category, 0.6)
