"""How values are written is told with the figures that depend on it, and once in a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Candor

SALES = "order_id,region,amount\n" + "".join(
    f"{1000 + at},{('West', 'west', 'East')[at % 3]},{at}.5\n" for at in range(30)
)
TOLD = "In region, I read “west” as “West”"
ALL = f"{TOLD} (10 rows)."


def test_spellings_are_told_once_in_a_conversation_however_long_ago(candor: Candor) -> None:
    session = candor.session(SALES)
    asked = ["amount", "average amount", "highest amount", "lowest amount", "total amount"]
    replies = [candor.ask(f"{measure} by region", session=session) for measure in asked]
    assert all(reply.status == "answered" for reply in replies)
    assert [TOLD in reply.text for reply in replies] == [True, False, False, False, False]
    assert ALL in candor.ask("total amount by region", session=candor.session(SALES)).text


def test_what_was_told_of_some_rows_is_not_told_again_of_others(candor: Candor) -> None:
    session = candor.session(SALES)
    replies = [candor.ask(f"total amount {of}", session=session).text for of in ("in the West", "by region")]
    assert [text.count(TOLD) for text in replies] == [1, 0]


def test_figures_that_do_not_depend_on_the_spellings_do_not_tell_them(candor: Candor) -> None:
    session = candor.session(SALES)
    first, then = (
        candor.ask(question, session=session) for question in ("total amount in the East", "total amount in the West")
    )
    assert TOLD not in first.text
    assert f"{TOLD}." in then.text


def test_spellings_are_told_of_a_column_in_words(candor: Candor) -> None:
    reply = candor.ask("total amount by lift id", session=candor.session(SALES.replace("region", "lift_id")))
    assert "In lift id, I read “west” as “West” (10 rows)." in reply.text
    assert "lift_id" not in "".join(reply.responses[0].doubts)
