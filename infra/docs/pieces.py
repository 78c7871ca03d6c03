"""Cuts what Candor says into tokens beforehand. `python -m infra.docs.pieces` writes `shared/embeddings/pieces.json`.

A reply is assessed by the vectors of its tokens; in its words nearly all replies are alike.
"""

import ast
import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from shared.confidence.own_words import FIGURE, QUOTE, for_reading
from shared.embeddings.pieces import BLANK, HEAD, PIECES, pieces
from shared.embeddings.vocabulary import tokenizer

SHARED = Path(__file__).parents[2] / "shared"
KEPT = re.compile(rf"{BLANK}*(?:[a-zß-öø-ÿ]{{1,24}}|[ -;=-~–—’“”…·•−]{{1,4}})|{BLANK}+|\n")
"""Words in small letters, and signs but for those of special tokens, which the tokenizer takes out of a text first."""
MASKS, AFTER = (
    ("", QUOTE, FIGURE, f"({FIGURE}", f"({QUOTE}"),
    ("", *".,;:%)?!", "),", ").", "):", "%)", "%.", "%,", "%;"),
)
"""Stand side by side wherever a figure or a value of the data stood before a sign."""


def page() -> str:
    """The file's text: pieces and their tokens in turn, by how they begin."""
    said = {piece for text in _texts() for piece in pieces(for_reading(text))}
    inside = {piece.removeprefix(BLANK) for piece in said}  # as behind a bracket
    masked = {blank + mask + sign for blank in ("", BLANK) for mask in MASKS for sign in AFTER}
    found = sorted(one for one in {*_words(), *said, *inside, *masked} if KEPT.fullmatch(one))
    told = {
        head: " ".join(f"{piece} {','.join(map(str, tokens(piece)))}" for piece in alike)
        for head, alike in groupby(found, key=lambda piece: piece[:HEAD])
    }
    return json.dumps(told, indent=0, ensure_ascii=False, separators=(",", ":")) + "\n"


def tokens(piece: str) -> list[int]:
    """The ids of the tokens that a piece of text is cut into where other text stands before it."""
    return [one.id for one in tokenizer().model.tokenize(piece)]


def _words() -> Iterator[str]:
    """The words of small letters that are one token of the vocabulary."""
    vocabulary: dict[str, int] = tokenizer().get_vocab()
    yield from (
        one for one in vocabulary if one[0] == BLANK and one[1:].isascii() and one[1:].isalpha() and one.islower()
    )


def _texts() -> Iterator[str]:
    """Every text in the code of what Candor says, but for what it says of itself, and every list of words."""
    for file in sorted(SHARED.rglob("*.py")):
        yield from _constants(ast.parse(file.read_text(encoding="utf-8")))
    for file in sorted(SHARED.rglob("*.toml")):
        yield file.read_text(encoding="utf-8")


def _constants(tree: ast.AST) -> Iterator[str]:
    """The texts of a module, but for those that describe it."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


if __name__ == "__main__":
    PIECES.write_text(page(), encoding="utf-8")
