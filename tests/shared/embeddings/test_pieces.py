"""What is cut into tokens beforehand is cut as the tokenizer does it, wherever it stands."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infra.docs.pieces import page
from shared.confidence.own_words import for_reading, own_words
from shared.embeddings.pieces import PIECES, pieces, token_ids
from shared.embeddings.vocabulary import tokenizer

TESTS = Path(__file__).parents[2]
SPOKEN = sorted((TESTS / "evaluation" / "confidence").glob("*.json"))

PLAIN = "The region with the highest revenue is _: 7,250.75. It is 12.5% of all (8).\n\n- _, 4\n- _: 12.5%."


def known(page: str) -> dict[str, str]:
    """The tokens of each piece of a page."""
    told = [one for group in json.loads(page).values() for one in group.split(" ")]
    return dict(zip(told[::2], told[1::2], strict=True))


KNOWN = known(PIECES.read_text(encoding="utf-8"))


def test_no_token_of_the_vocabulary_reaches_over_the_bounds_of_a_piece() -> None:
    """So whatever stands beside a piece, its tokens are the same."""
    signs = {sign for piece in KNOWN for sign in piece}
    reachable = [token for token in tokenizer().get_vocab() if signs.issuperset(token)]
    assert len(reachable) > 15_000
    inside = [token for token in reachable if len(pieces_of_written(token)) > 1]
    assert inside == []


def pieces_of_written(token: str) -> list[str]:
    """The pieces of what stands in the vocabulary, without the blank that begins each text."""
    found = pieces(token)
    assert found[0][0] == "▁"
    return [one for one in [found[0][1:], *found[1:]] if one]


def test_the_committed_texts_have_the_tokens_that_the_tokenizer_gives_them() -> None:
    texts = sorted({text for file in SPOKEN for text in strings(json.loads(file.read_text(encoding="utf-8")))})
    read = {one for text in texts for one in (text, for_reading(text), for_reading(own_words(text)))}
    beforehand = [text for text in sorted(read) if all(piece in KNOWN for piece in pieces(text))]
    assert len(beforehand) > 1000
    assert [text for text, ids in zip(beforehand, token_ids(beforehand), strict=True) if ids != whole(text)] == []


def strings(node: Any) -> Iterator[str]:
    """Every text in what a file of JSON holds."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for one in node.values() if isinstance(node, dict) else node:
            yield from strings(one)


@pytest.mark.parametrize(
    "text", ["Zürich's <s>", "mißvergnügt", "東京", "", " ", "  two  blanks\n\n", PLAIN, "▁", "</s>"]
)
def test_a_text_with_other_pieces_is_left_to_the_tokenizer(text: str) -> None:
    assert token_ids([text]) == [whole(text)]
    assert token_ids([PLAIN, text]) == [whole(PLAIN), whole(text)]


def test_a_plain_answer_is_made_of_known_pieces() -> None:
    assert [piece for piece in pieces(for_reading(PLAIN)) if piece not in KNOWN] == []


def test_each_piece_of_the_file_is_cut_as_it_would_be_today() -> None:
    today = known(page())
    assert {piece: told for piece, told in KNOWN.items() if today.get(piece, told) != told} == {}


def whole(text: str) -> list[int]:
    """The tokens that the tokenizer gives."""
    return list(tokenizer().encode(text, add_special_tokens=False).ids)
