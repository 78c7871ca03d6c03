"""A question about rows as a row of pieces, each explained by the table or by a known word."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.offline.reading.meanings.columns import Name, column_spans, names_of
from shared.offline.reading.meanings.tokens import Token, stem
from shared.offline.reading.meanings.values import loosely
from shared.offline.reading.rows.cells import Cells
from shared.offline.reading.rows.vocabulary import ABOUT, NEUTRAL, PERSONS, POINTING, ROW_NOUNS, WON, phrases
from shared.table.names import words_of

_LONGEST = 9
_WEIGHTS = {"operation": 0.75, "compare": 0.75, "asking": 0.72, "pointing": 0.4, "neutral": 0.3}
_WON = {word: meaning for meaning, words in WON.items() for word in words.split()}


@dataclass(frozen=True)
class Piece:
    """Tokens start..end (exclusive). `values` are the cells of `column` that the words stand for; `whole` says whether
    they are all of a cell's words. `kind`: operation, compare, asking, column, value, number, won, pointing, neutral,
    mark or unknown."""

    start: int
    end: int
    kind: str
    word: str = ""
    column: ColumnProfile | None = None
    values: tuple[Scalar, ...] = ()
    whole: bool = True
    number: float | None = None
    score: float = 0.0
    text: str = ""

    @cached_property
    def weight(self) -> float:
        """What choosing this piece is worth: long and certain ones first."""
        return self.score * (self.end - self.start) + 0.06 * (self.end - self.start - 1)


def pieces_of(tokens: tuple[Token, ...], table: DatasetProfile) -> list[Piece]:
    """Every piece that any words may be, overlapping."""
    found = [*_phrases(tokens), *_columns(tokens, table), *_values(tokens, table), *_words(tokens)]
    return [*found, *_pointed(tokens, table), *_numbered(tokens, table), *_rows(tokens, table)]


_TABLED = tuple(tuple(word for word in phrase.split()) for phrase in ABOUT.split(";"))
_LETTERS = {
    "win": ("w", "win", "won"),
    "loss": ("l", "loss", "lost", "lose"),
    "draw": ("d", "t", "draw", "tie", "drawn"),
}


def _pointed(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Piece]:
    """ "attended" where there is an Attendance, "wins" where there is a column W."""
    for at, token in enumerate(tokens):
        if token.kind != "word" or (token.text in NEUTRAL and token.text not in _WON) or (token.text,) in phrases():
            continue
        for name in names_of(table):
            counted = (
                token.text in _WON
                and name.column.numeric
                and {*words_of(name.column.name)} & {*_LETTERS[_WON[token.text]], token.text}
            )
            longer = len(token.stem) >= 5 and any(
                stem_.startswith(token.stem) and stem_ != token.stem for stem_ in name.full
            )
            if counted or longer:
                score = 0.9 if counted else 0.8
                yield Piece(at, at + 1, "column", "pointed", name.column, score=score, text=token.text)


def _numbered(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Piece]:
    """ "2008 population" where a column is called Pop. 2008."""
    for start in range(len(tokens) - 1):
        for end in range(start + 2, min(start + 4, len(tokens)) + 1):
            run = tokens[start:end]
            if not any(token.kind == "number" for token in run) or any(token.kind == "mark" for token in run):
                continue
            stems = sorted(token.stem for token in run if token.text not in ("in", "of", "the", "for"))
            for name in names_of(table):
                if stems == sorted(name.full):
                    text = " ".join(token.text for token in run)
                    yield Piece(start, end, "column", "turned", name.column, score=0.97, text=text)


def _rows(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Piece]:
    """What rows are called where the columns tell what they are, and phrases that only say what the table is about."""
    named = {part for column in table.columns for part in Name(column).full}
    medals = {"gold", "silver", "bronz"} <= named
    for at, token in enumerate(tokens):
        if ROW_NOUNS.get(token.stem, frozenset()) & named:
            yield Piece(at, at + 1, "row", score=0.55, text=token.text)
        if medals and token.text in ("medal", "medals"):
            yield Piece(at, at + 1, "row", score=0.55, text=token.text)
        for words in _TABLED:
            if tuple(other.text for other in tokens[at : at + len(words)]) == words:
                yield Piece(at, at + len(words), "neutral", "about", score=0.52, text=" ".join(words))


def _phrases(tokens: tuple[Token, ...]) -> Iterator[Piece]:
    known = phrases()
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            words = tuple(token.text for token in tokens[start:end])
            if words in known and all(token.kind != "quoted" for token in tokens[start:end]):
                kind, word = known[words]
                yield Piece(start, end, kind, word, score=_WEIGHTS[kind], text=" ".join(words))


def _columns(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Piece]:
    known = phrases()
    for span in column_spans(tokens, names_of(table)):
        words = tuple(token.text for token in tokens[span.start : span.end])
        partial = span.how not in ("exact", "form", "core")
        if partial and (words in known or set(words) <= NEUTRAL):
            continue
        yield Piece(span.start, span.end, "column", span.how, span.column, score=span.score, text=span.text)


def _values(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Piece]:
    for column in table.columns:
        cells = Cells.of(column)
        for start in range(len(tokens)):
            for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
                if tokens[start].kind != "mark" and tokens[end - 1].kind != "mark":
                    yield from _cells(cells, tokens, start, end)


def _cells(cells: Cells, tokens: tuple[Token, ...], start: int, end: int) -> Iterator[Piece]:
    run = tokens[start:end]
    words = tuple(part for token in run for part in words_of(token.raw))
    if not words:
        return
    lone = len(run) == 1 and run[0].kind != "quoted" and _weak(run[0])
    text = " ".join(token.raw for token in run)
    whole, held = cells.whole(words), cells.holding(words)
    if whole and not lone:
        yield Piece(start, end, "value", "whole", cells.column, whole, score=0.99, text=text)
    elif held and not lone and not _little(words) and not _vague(cells, text, held):
        yield Piece(start, end, "value", "part", cells.column, held, whole=False, score=0.84, text=text)


def _vague(cells: Cells, text: str, held: tuple[Scalar, ...]) -> bool:
    """ "film", where cells are called Closing Night Film; a person may go by any name. And what most cells say that
    tells them apart: "building", where nearly all are the building of somebody."""
    column = cells.column
    if len(held) >= _SEVERAL and (2 * len(held) > column.distinct or (cells.own and " " not in text)):
        return True
    return not set(Name(column).full) & PERSONS and all(loosely(text, value) for value in held)


_SEVERAL = 3


def _weak(token: Token) -> bool:
    """Whether a word alone says too little to be a cell: numbers, little words, words that ask."""
    return token.kind in ("number", "ordinal") or len(token.text) < 2 or _little((token.text,))


def _little(words: tuple[str, ...]) -> bool:
    known = phrases()
    return all(word in NEUTRAL or (word,) in known or word.isdigit() or len(word) < 2 for word in words)


def _words(tokens: tuple[Token, ...]) -> Iterator[Piece]:
    for at, token in enumerate(tokens):
        if token.kind == "mark":
            yield Piece(at, at + 1, "mark", score=0.2, text=token.text)
        elif token.number is not None:
            word = "ordinal" if token.kind == "ordinal" else "money" if token.currency else ""
            yield Piece(at, at + 1, "number", word, number=token.number, score=0.5, text=token.text)
        if token.text in _WON:
            yield Piece(at, at + 1, "won", _WON[token.text], score=0.6, text=token.text)
        elif token.text in NEUTRAL:
            yield Piece(at, at + 1, "neutral", score=_WEIGHTS["neutral"], text=token.text)
        elif token.text in POINTING:
            yield Piece(at, at + 1, "pointing", stem(token.text), score=_WEIGHTS["pointing"], text=token.text)


def chosen(tokens: tuple[Token, ...], pieces: list[Piece]) -> list[Piece]:
    """The heaviest row of pieces that covers the tokens."""
    ending: dict[int, list[Piece]] = {}
    for piece in pieces:
        ending.setdefault(piece.end, []).append(piece)
    rows: list[tuple[float, tuple[Piece, ...]]] = [(0.0, ())]
    for end in range(1, len(tokens) + 1):
        unknown = Piece(end - 1, end, "unknown", text=tokens[end - 1].text)
        options = [(rows[end - 1][0], (*rows[end - 1][1], unknown))]
        options += [(rows[p.start][0] + p.weight, (*rows[p.start][1], p)) for p in ending.get(end, [])]
        rows.append(max(options, key=lambda option: option[0]))
    return list(rows[-1][1])
