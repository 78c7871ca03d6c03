"""What is told of words that nothing explains: names are lacking, all else is not understood."""

import pytest

from shared.failure.unknown_words import unknown


@pytest.mark.parametrize(
    ("question", "words", "told"),
    [
        ("total revenue of atlantis", ("atlantis",), "no value is called “atlantis”"),
        ("Does revenue depend on the channel?", ("depend",), "I don't understand “depend”"),
        (
            "How does revenue of Bo fare?",
            ("Bo", "fare"),
            "I don't understand “fare”, and no value is called “Bo”",
        ),
        ("did Klopp win", ("Klopp",), "no value is called “Klopp”"),
        ("how much money are clients still owing us?", ("still", "owing"), "I don't understand “still” or “owing”"),
        ("Who is our biggest customer?", ("customer",), "no value is called “customer”"),
        ("zebra", ("zebra",), "no value is called “zebra”"),
        ("it is " + "x" * 90, ("x" * 90,), f"no value is called “{'x' * 60}…”"),
    ],
)
def test_a_name_is_lacking_and_what_is_done_is_not_understood(question: str, words: tuple[str, ...], told: str) -> None:
    assert unknown(words, question, "no value") == told
