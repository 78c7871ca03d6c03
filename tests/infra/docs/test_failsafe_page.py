"""The page on the failsafe tells what there is."""

from pathlib import Path

import pytest

from shared.confidence.failsafe import SECOND_OPINION_UNDER
from shared.confidence.failsafe_words import KEYWORDS
from shared.confidence.rules import BROKE_OFF, SWITCHED_OFF
from shared.contracts import FailsafeOptions
from shared.settings import variable

PAGE = (Path(__file__).parents[3] / "docs" / "failsafe.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("setting", FailsafeOptions.model_fields)
def test_the_page_names_every_setting_and_its_variable(setting):
    assert f"`{setting}`" in PAGE
    assert variable(setting) in PAGE


@pytest.mark.parametrize(("category", "words"), KEYWORDS.items(), ids=KEYWORDS)
def test_the_page_tells_every_category_in_its_order(category, words):
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{category}` |")]
    assert ", ".join(words) in row
    places = [PAGE.index(f"| `{one}` |") for one in KEYWORDS]
    assert places == sorted(places)


def test_the_page_says_what_the_threshold_does_and_what_a_judge_costs():
    assert "A higher threshold is stricter" in PAGE
    assert f"rule score is under {SECOND_OPINION_UNDER}" in PAGE
    assert "it costs one short call" in PAGE


@pytest.mark.parametrize(
    ("trouble", "remedies"),
    {
        "The failsafe triggers too often.": ("Lower `confidence_threshold`", "look for words of your own"),
        "Problem replies are not detected.": (
            "Raise `confidence_threshold`",
            *("uncertainty_words", "partial_words", "error_words", "category_words"),
        ),
        "The model's assessment fails.": ("The rule score stands", "`GET /health`", "its key and its quota"),
        "The metadata is not saved.": ("`NOT_ASSESSED`", BROKE_OFF, SWITCHED_OFF, "`NotAssessed`"),
    }.items(),
)
def test_the_page_helps_with_each_trouble(trouble, remedies):
    (entry,) = [one for one in PAGE.split("## Troubleshooting")[1].split("\n\n") if one.startswith(f"**{trouble}**")]
    told = " ".join(entry.split())
    assert [one for one in remedies if one not in told] == []
