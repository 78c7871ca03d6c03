"""Tokens of a text by its pieces, as the vocabulary's tokenizer gives them.

The tokenizer takes a tenth of a second to load: 61,000 merges, of which a reply uses fifty. No token reaches over
the bounds between pieces, so a text of pieces that were cut into tokens beforehand needs none of it.
`python -m infra.docs.pieces` keeps them in a file: whole words of the vocabulary, and what Candor says itself.
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from shared.embeddings.vocabulary import tokenizer

PIECES = Path(__file__).with_name("pieces.json")
HEAD = 3
"""Characters by which the file is divided."""
BLANK = "▁"
"""What stands for a blank in the vocabulary, and before the first word."""
_LETTERS = "a-zA-Zß-öø-ÿ"
_PIECE = re.compile(rf"{BLANK}*(?:[{_LETTERS}]+|[^{_LETTERS}{BLANK}\n]+)|{BLANK}+|\n")


def pieces(text: str) -> list[str]:
    """Words with the blanks before them, and what stands between words: together the text, as the vocabulary writes
    it."""
    return _PIECE.findall(BLANK + text.replace(" ", BLANK)) if text else []


def token_ids(texts: Sequence[str]) -> list[list[int]]:
    """The tokens of each text by their numbers, without marks of where it begins."""
    found = []
    for text in texts:
        known = _known_ids(text)
        if known is None:
            return [one.ids for one in tokenizer().encode_batch(list(texts), add_special_tokens=False)]
        found.append(known)
    return found


def _known_ids(text: str) -> list[int] | None:
    """The tokens of a text of known pieces; None for one with others."""
    found: list[int] = []
    for piece in pieces(text):
        told = _alike(piece[:HEAD]).get(piece)
        if told is None:
            return None
        found += map(int, told.split(","))
    return found


@lru_cache(maxsize=256)
def _alike(head: str) -> dict[str, str]:
    """The known pieces that begin so, each with its tokens: of 18,000 a reply needs fifty."""
    told = _known().get(head, "").split(" ")
    return dict(zip(told[::2], told[1::2], strict=False))


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    """Pieces and their tokens in turn, by how they begin."""
    kept: dict[str, str] = json.loads(PIECES.read_text(encoding="utf-8"))
    return kept
