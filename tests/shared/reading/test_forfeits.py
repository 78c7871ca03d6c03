"""What is said around answers: thanks, and what a forfeit offers."""

from shared.contracts import AgentCard
from shared.reading.about import about_candor
from shared.reading.parse import nearest
from tests.shared.reading.shops import reading_of, shop

CARD = AgentCard(name="general_assistant", description="Talks.", capabilities=("Answer greetings",))


def test_thanks_are_not_answered_with_a_greeting() -> None:
    profile, _ = shop("orders")
    assert about_candor("Thanks a lot!", CARD, (profile,)).startswith("You're welcome")
    assert about_candor("Hello", CARD, (profile,)).startswith("Hello")


def test_only_columns_that_are_near_are_called_near() -> None:
    profile, _ = shop("orders")
    assert [column.name for column in nearest(("regoin",), profile)] == ["region"]
    assert nearest(("zebra",), profile) == ()


def test_two_readings_are_told_apart_by_what_differs() -> None:
    assert "with list price or with sale price" in reading_of("average price of villas", "houses").gaps[0]
