"""Below an answer in another language stand Candor's own sentences in that language, if the model gives them whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from infra.lab.messages_api import Brain, Fails, Says, calls

if TYPE_CHECKING:
    from shared.contracts import Reply
    from tests.conftest import Candor

SALES = "order_id,region,amount\n" + "".join(
    f"{1000 + at},{('West', 'west', 'East')[at % 3]},{at}.5\n" for at in range(30)
)
ENGLISH = "In region, I read “west” as “West” (10 rows)."
GERMAN = "In ⟦1⟧ habe ich ⟦2⟧ als ⟦3⟧ gelesen (⟦4⟧ Zeilen)."
SQL = 'SELECT region, sum(amount) AS summe FROM "data" GROUP BY 1 ORDER BY 2 DESC'


class Translating:
    """A model that answers in a language, and gives this where it is asked to translate."""

    def __init__(self, language: str, *lines: str, fails: bool = False) -> None:
        self.language, self.lines, self.fails, self.asked = language, lines, fails, list[str]()

    def __call__(self, request: Any, wire: Any) -> None:
        if '"lines"' not in str(request.body.get("output_config")).replace("'", '"'):
            Brain(sql=SQL, then=self._answer)(request, wire)
            return
        self.asked.append(request.everything)
        (Fails(500) if self.fails else Says.json(lines=[*self.lines]))(request, wire)

    def _answer(self, request: Any, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        text = "West: {r1.summe}, East: {r2.summe}."
        return [calls("answer", {"text": text, "language": self.language})] if request.results else content


def _asked(candor: Candor, model: Translating, **more: Any) -> Reply:
    with candor.minded(model):
        return candor.ask("Umsatz je Region?", SALES, **more)


def test_a_note_is_put_into_the_answer_s_language_without_its_names_and_figures_being_seen(candor: Candor) -> None:
    model = Translating("de", GERMAN)
    reply = _asked(candor, model)
    assert reply.text.endswith("Hinweis: In region habe ich “west” als “West” gelesen (10 Zeilen).")
    assert len(model.asked) == 1
    assert "west" not in model.asked[0].casefold()
    assert reply.status == "answered"


@pytest.mark.parametrize(
    "model",
    [
        Translating("de", "In ⟦1⟧ habe ich ⟦3⟧ als ⟦2⟧ gelesen (⟦4⟧ Zeilen)."),
        Translating("de", "In ⟦1⟧ habe ich 2 Werte gelesen."),
        Translating("de", GERMAN, GERMAN),
        Translating("de", fails=True),
    ],
    ids=["exchanged", "lost", "one more", "no answer"],
)
def test_a_note_that_is_not_whole_stays_in_english_and_is_said_to_be(candor: Candor, model: Translating) -> None:
    assert _asked(candor, model).text.endswith(f"Hinweis (auf Englisch): {ENGLISH}")


def test_an_english_answer_is_not_translated(candor: Candor) -> None:
    model = Translating("en-GB")
    assert _asked(candor, model).text.endswith(f"Note: {ENGLISH}")
    assert model.asked == []


def test_in_a_language_without_phrases_the_whole_line_is_put_into_it(candor: Candor) -> None:
    reply = _asked(candor, Translating("it", "Nota: in ⟦1⟧ ho letto ⟦2⟧ come ⟦3⟧ (⟦4⟧ righe)."))
    assert reply.text.endswith("Nota: in region ho letto “west” come “West” (10 righe).")


def test_a_note_that_was_translated_is_said_once_in_a_conversation(candor: Candor) -> None:
    session = candor.session(SALES)
    first, then = (_asked(candor, Translating("de", GERMAN), session=session) for _ in range(2))
    assert "Hinweis" in first.text
    assert "Hinweis" not in then.text
