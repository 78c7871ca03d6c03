"""Text to syntax tree and back, by one dialect; whatever the text, only QueryFailed comes out."""

import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from sqlglot import Token, TokenType, exp
from sqlglot.dialects import DuckDB
from sqlglot.errors import ErrorLevel, SqlglotError

from shared.contracts import QueryFailure, QueryFault
from shared.errors import QueryFailed

SUBTOTALS: Final = (exp.Rollup, exp.Cube, exp.GroupingSets)
"""What gives figures of several groups together beside those of each."""
MAX_TOKENS = 5000
MAX_NESTING = 50
MAX_INDEXING = 50
MAX_DEPTH = 400
MAX_LENGTH = 20_000


class Verbatim(DuckDB):  # type: ignore[misc]  # compiled, it has no type
    """DuckDB, with paths into JSON as they are written: sqlglot would make '$.a.b', two keys, of the one key 'a.b'."""

    def to_json_path(self, path: exp.Expr | None) -> exp.Expr | None:
        """The path of a JSON function, unchanged: sqlglot asks for it while it parses."""
        return path


_DIALECT = Verbatim()
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
PIVOT_FORM = (
    "PIVOT stands behind a table of a SELECT, over values that are written out: "
    "SELECT * FROM t PIVOT (sum(x) FOR y IN ('a', 'b') GROUP BY z)."
)
"""What is said of a statement that begins with it."""
_STARTS = (TokenType.SELECT, TokenType.WITH, TokenType.FROM, TokenType.L_PAREN)
_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE})
_SHAPING = _OPENING | _CLOSING | {TokenType.ON, TokenType.JOIN}
_UNCONDITIONAL = frozenset({TokenType.CROSS, TokenType.NATURAL})
_TRIED_TWICE = frozenset(_DIALECT.parser_class.TYPE_TOKENS)
_WORDS_TRIED_TWICE = frozenset({"IF", "SORT_ARRAY"})
_TWICE = 6
"""How much it weighs what doubles the parser's time, so that eight of it within each other are the most."""
_FEW_TOKENS = 300
_ROOM = 64 << 20
"""Bytes of stack for MAX_TOKENS: compiled, the parser has no limit of recursion and takes up to 2.7 kB for a token; a
thread has 8 MB, some have 1 MB, in which _FEW_TOKENS have room."""
_ROOM_LOCK = threading.Lock()
# What a parser written in Python raises on text that its authors did not think of.
_PARSER_ERRORS = (SqlglotError, ValueError, LookupError, AttributeError, TypeError, AssertionError)


def failed(kind: QueryFault, message: str, unknown: str | None = None, nearest: tuple[str, ...] = ()) -> QueryFailed:
    """The error to raise for a query that has no result."""
    return QueryFailed(QueryFailure(kind=kind, message=message, unknown=unknown, nearest=nearest))


def parse(sql: str, *, max_length: int = MAX_LENGTH) -> exp.Query:
    """The tree of exactly one query. Raises QueryFailed: `rejected` or `syntax`."""
    _require_plain(sql, max_length)
    try:
        tokens = _literals_whole(_DIALECT.tokenize(sql))
        _require_modest(tokens)
        trees = _parsed(tokens, sql) if len(tokens) <= _FEW_TOKENS else _parsed_with_room(tokens, sql)
    except RecursionError:
        raise failed("rejected", "The query is nested too deeply.") from None
    except _PARSER_ERRORS as error:
        raise failed("syntax", f"The query cannot be parsed: {_first_line(error)}") from None
    return _single_query(trees)


def readable(sql: str) -> exp.Query | None:
    """The tree of the query; None where it cannot be read, which the guard will say."""
    try:
        return parse(sql)
    except QueryFailed:
        return None


def render(tree: exp.Expr, *, copy: bool = True) -> str:
    """DuckDB SQL of the tree, without comments. Raises QueryFailed where it cannot be said in DuckDB.

    Writing may change the tree, so a copy is written; without `copy` the tree itself, which is then used up.
    """
    try:
        return tree.sql(dialect=_DIALECT, copy=copy, comments=False, unsupported_level=ErrorLevel.RAISE)
    except RecursionError:
        raise failed("rejected", "The query is nested too deeply.") from None
    except _PARSER_ERRORS as error:
        raise failed("rejected", f"The query has no form in DuckDB: {_first_line(error)}") from None


def _require_plain(sql: str, max_length: int) -> None:
    if len(sql) > max_length:
        raise failed("rejected", f"The query is longer than {max_length} characters.")
    if _UNWRITABLE.search(sql):
        raise failed("rejected", "The query holds characters that are no text.")


def _literals_whole(tokens: list[Token]) -> list[Token]:
    """The tokens with brackets around each DATE '…' that is cast on: sqlglot would cast its text, and that to a date.

    Raises QueryFailed where the type has several words.
    """
    whole: list[Token] = []
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        kind = whole[-1] if whole else None
        cast_on = following is not None and following.token_type is TokenType.DCOLON
        if token.token_type is not TokenType.STRING or not cast_on or kind is None:
            whole.append(token)
        elif kind.token_type in _TRIED_TWICE:
            whole[-1:] = [Token(TokenType.L_PAREN, "("), kind, token, Token(TokenType.R_PAREN, ")")]
        elif kind.token_type is TokenType.R_PAREN or kind.text.upper() == "ZONE":
            raise failed("rejected", "Write CAST('…' AS type) for a value of such a type that is cast on.")
        else:
            whole.append(token)
    return whole


def _require_modest(tokens: list[Token]) -> None:
    """Refused before parsing: what would take the parser seconds, or isn't a query at all."""
    if not tokens:
        raise failed("syntax", "There is no query.")
    if tokens[0].token_type is TokenType.PIVOT:
        raise failed("rejected", PIVOT_FORM)
    if tokens[0].token_type not in _STARTS:
        raise failed("rejected", "Only a SELECT is run.")
    kinds = [token.token_type for token in tokens]
    if TokenType.PIPE_GT in kinds:
        raise failed("syntax", "The query cannot be parsed: |> is not DuckDB.")
    if len(kinds) > MAX_TOKENS or kinds.count(TokenType.L_BRACKET) > MAX_INDEXING:
        raise failed("rejected", "The query has too many parts.")
    if _nesting(tokens) > MAX_NESTING:
        raise failed("rejected", "The query is nested too deeply.")


def _nesting(tokens: Sequence[Token]) -> int:
    """How many brackets are open at once, at most; what the parser tries in two ways weighs more.

    That is a bracket after a word that may be a type, and a join that still waits for its condition.
    """
    deepest = here = floor = 0
    around: list[tuple[int, int]] = []
    for at, kind in [(at, token.token_type) for at, token in enumerate(tokens) if token.token_type in _SHAPING]:
        before = tokens[max(at - 1, 0)]
        if kind is TokenType.ON or (kind is TokenType.L_PAREN and before.token_type is TokenType.USING):
            here = max(floor, here - _TWICE)
        if kind in _OPENING:
            around.append((here, floor))
            here = floor = here + (_TWICE if _may_be_two_things(before) else 1)
        elif kind in _CLOSING and around:
            here, floor = around.pop()
        elif kind is TokenType.JOIN and before.token_type not in _UNCONDITIONAL:
            here += _TWICE
        deepest = max(deepest, here)
    return deepest


def _may_be_two_things(word: Token) -> bool:
    return word.token_type in _TRIED_TWICE or word.text.upper() in _WORDS_TRIED_TWICE


def _parsed(tokens: list[Token], sql: str) -> list[exp.Expr | None]:
    trees: list[exp.Expr | None] = _DIALECT.parser().parse(tokens, sql)
    return trees


def _parsed_with_room(tokens: list[Token], sql: str) -> list[exp.Expr | None]:
    """The same on a stack that is large enough, whoever asks; the trees are shallow enough for all that follows."""
    with ThreadPoolExecutor(1) as pool:
        with _ROOM_LOCK:
            usual = threading.stack_size(_ROOM)
            try:
                parsing = pool.submit(_parsed_shallow, tokens, sql)
            except RuntimeError:
                raise failed("unavailable", "There is no room to read so long a query.") from None
            finally:
                threading.stack_size(usual)
        return parsing.result()


def _parsed_shallow(tokens: list[Token], sql: str) -> list[exp.Expr | None]:
    trees = _parsed(tokens, sql)
    level = [tree for tree in trees if tree is not None]
    for _ in range(MAX_DEPTH + 1):
        level = [child for node in level for child in node.iter_expressions()]
        if not level:
            return trees
    raise failed("rejected", "The query is nested too deeply.")


def _single_query(trees: list[exp.Expr | None]) -> exp.Query:
    statements = [tree for tree in trees if tree is not None]
    if len(statements) != 1:
        raise failed("rejected", "Exactly one statement is run at a time.")
    if not isinstance(statements[0], exp.Query):
        raise failed("rejected", "Only a SELECT is run.")
    return statements[0]


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
