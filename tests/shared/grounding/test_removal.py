"""Statements are taken out of a text without a trace: paragraphs and lists stay what they are."""

import pytest

from shared.grounding.removal import without

NOTE = "\n\n*How I read the question:*\n- Totals over all readings."


@pytest.mark.parametrize(
    ("text", "said", "left"),
    [
        (f"One holds. Two does not. Three neither.{NOTE}", {"Two does not.", "Three neither."}, f"One holds.{NOTE}"),
        (f"One does not. Two neither. Three holds.{NOTE}", {"One does not.", "Two neither."}, f"Three holds.{NOTE}"),
        ("One holds. Two does not. Three neither. Four.", {"Two does not.", "Three neither."}, "One holds. Four."),
        (f"One holds. Two does not. It is two again.{NOTE}", {"Two does not."}, f"One holds.{NOTE}"),
        (f"One holds.\n\nTwo does not. Three neither.{NOTE}", {"Two does not.", "Three neither."}, f"One holds.{NOTE}"),
        ("Top:\n\n- West: 5.\n- East: 4. It fell.\n- North: 3.", {"- East: 4."}, "Top:\n\n- West: 5.\n- North: 3."),
        ("Top:\n\n1. West: 5.\n2. East: 4.\n\nSo much.", {"2. East: 4."}, "Top:\n\n1. West: 5.\n\nSo much."),
        ("Top:\n\n- West: 5.\n- East: 4.", {"- West: 5."}, "Top:\n\n- East: 4."),
        ("Top:\n- West: 5.\nSo much.", {"- West: 5."}, "Top:\n\nSo much."),
    ],
)
def test_what_stands_around_several_sentences_that_go_is_as_it_was(text: str, said: set[str], left: str) -> None:
    assert without(text, said).text == left
