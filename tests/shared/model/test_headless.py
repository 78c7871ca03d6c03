"""A text whose answer was taken out begins with facts, and with none of its later sentences."""

import pytest

from shared.contracts import Fact
from shared.grounding.removal import without
from shared.model.headless import with_its_answer
from tests.shared.grounding.texts import ground

FACTS = tuple(
    Fact(id=name, name=name, value=value, text=f"{name}: {value}.") for name, value in (("West", 90), ("East", 62))
)
REST = "East comes next with 62."
KNOWN = "This much I can tell you:\n"


@pytest.mark.parametrize(
    ("answer", "stands"),
    [
        ("West leads with 99,999.", "- West: 90."),
        ("West leads with 90, or 99,999 with tax.", "- West: 90."),
    ],
    ids=[
        "none of its figures is known: the first that the rest does not tell",
        "one of its figures is known: that one",
    ],
)
def test_where_the_answer_tells_a_figure_that_nothing_gives_the_facts_stand_for_it(answer: str, stands: str) -> None:
    told = ground(f"{answer} {REST}", facts=FACTS)
    assert with_its_answer(told, FACTS, "en") == f"{KNOWN}{stands}\n\n{REST}"


def test_facts_that_the_rest_tells_do_not_stand_before_it_again() -> None:
    rest = "West has 90, and East 62."
    assert with_its_answer(without(f"East leads. {rest}", {"East leads."}), FACTS, "en") == rest


def test_where_the_answer_holds_the_text_is_what_is_left_of_it() -> None:
    told = ground(f"{REST} West leads with 99,999.", facts=FACTS)
    assert (told.headless, with_its_answer(told, FACTS, "en")) == (False, REST)


def test_nothing_stands_for_an_answer_where_nothing_is_left_or_nothing_is_known() -> None:
    assert with_its_answer(without(REST, {REST}), FACTS, "en") == ""
    assert with_its_answer(without(f"All is well. {REST}", {"All is well."}), (), "en") == REST


def test_the_facts_are_told_in_the_language_of_the_text() -> None:
    rest = without("Der Westen führt. Der Osten folgt.", {"Der Westen führt."})
    assert with_its_answer(rest, FACTS[:1], "de-AT").startswith("So viel kann ich")
