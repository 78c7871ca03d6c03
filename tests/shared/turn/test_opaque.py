"""Of a sentence that is translated nothing but its words can change."""

import pytest

from shared.grounding.languages import language_of
from shared.turn.reply.protected_text import Opaque, opaque

GERMAN, ITALIAN = language_of("de"), language_of("it")
READ = opaque("In Status, I read “Sold” as “sold” (1,078 rows).", ("Status", "sold"), GERMAN)


def _shown(line: str, *names: str, language=GERMAN) -> list[str]:
    return [value for _, value in opaque(line, names, language).values]


def test_figures_names_and_quotations_are_not_shown_to_the_translator() -> None:
    assert READ.text == "In ⟦1⟧, I read ⟦2⟧ as ⟦3⟧ (⟦4⟧ rows)."


def test_a_translation_has_them_back_as_its_language_writes_figures() -> None:
    told = READ.filled("In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen (⟦4⟧ Zeilen).")
    assert told == "In Status habe ich “Sold” als “sold” gelesen (1.078 Zeilen)."


@pytest.mark.parametrize(
    "changed",
    [
        "In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen.",
        "In ⟦1⟧ habe ich ⟦2⟧ als ⟦2⟧ gelesen, ⟦3⟧ (⟦4⟧ Zeilen).",
        "In ⟦1⟧ habe ich ⟦3⟧ als ⟦2⟧ gelesen (⟦4⟧ Zeilen).",
        "In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen (⟦4⟧ von 2 Zeilen).",
        "In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen (⟦4⟧ Zeilen, ⟦5⟧).",
        "In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen (⟦4⟧ Zeilen). https://a.example",
        "In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen (⟦4⟧ Zeilen)." + " Und noch etwas." * 20,
        "⟦1⟧⟦2⟧⟦3⟧⟦4⟧",
        "",
    ],
    ids=["lost", "doubled", "exchanged", "a digit", "made up", "a link", "more said", "no word", "nothing"],
)
def test_a_translation_that_changes_them_is_none(changed: str) -> None:
    assert READ.filled(changed) is None


@pytest.mark.parametrize(
    ("line", "german", "italian"),
    [
        ("October 2024 ends on 9 October 2024.", ["Oktober 2024", "9. Oktober 2024"], ["2024-10", "2024-10-09"]),
        ("Q4 2024 is not complete.", ["4. Quartal 2024"], ["Q4 2024"]),
        ("It is €1,234.50, 2.5 %.", ["€1.234,50", "2,5"], ["€1,234.50", "2.5"]),
        ("03/04/2025 was read.", ["03/04/2025"], ["03/04/2025"]),
    ],
)
def test_dates_and_figures_are_written_as_the_language_does(line: str, german: list[str], italian: list[str]) -> None:
    assert _shown(line) == german
    assert _shown(line, language=ITALIAN) == italian


def test_the_longest_name_counts_and_no_part_of_a_word() -> None:
    assert _shown("Sales date of Sales and Salesman", "Sales", "Sales date") == ["Sales date", "Sales"]


def test_a_sentence_without_any_of_them_may_be_translated() -> None:
    assert Opaque("It is an estimate.", ()).filled("Es ist eine Schätzung.") == "Es ist eine Schätzung."
