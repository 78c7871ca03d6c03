"""What a forfeit says and offers."""

from shared.contracts import Forfeit
from shared.offline.forfeit import nearest
from tests.shared.model.answering import planned
from tests.shared.offline.reading.shops import NOW, reading_of, shop


def test_only_columns_that_are_near_are_called_near() -> None:
    profile, _ = shop("orders")
    assert [column.name for column in nearest(("regoin",), profile)] == ["region"]
    assert nearest(("zebra",), profile) == ()


def _forfeit(question: str) -> Forfeit:
    forfeit = planned(question, NOW, shop("orders")[0]).forfeit
    assert forfeit is not None
    return forfeit


def test_a_word_that_says_what_to_do_is_not_looked_for_in_the_data() -> None:
    told = _forfeit("what percentage of revenue comes from the best regions?")
    assert told.reason == "I could not tell what “percentage of” goes with"
    assert "Looked for" not in " ".join(told.attempted_actions)


def test_of_words_that_the_data_does_not_explain_and_others_only_the_former_are_named() -> None:
    told = _forfeit("segment galaxies by value")
    assert "is called “segment” or “galaxies”" in told.reason
    assert "“by”" not in told.reason


def test_two_readings_are_told_apart_by_what_differs() -> None:
    assert "with list price or with sale price" in reading_of("average price of villas", "houses").gaps[0]
