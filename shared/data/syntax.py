"""Text to syntax tree and back, by one dialect; whatever the text, only QueryFailed comes out."""

import itertools
import re

from sqlglot import Token, TokenType, exp
from sqlglot.dialects import DuckDB
from sqlglot.errors import ErrorLevel, SqlglotError

from shared.contracts import QueryFailure, QueryFault
from shared.failure.errors import QueryFailed

MAX_TOKENS = 5000
MAX_NESTING = 50
MAX_INDEXING = 50

_DIALECT = DuckDB()
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_STARTS = (TokenType.SELECT, TokenType.WITH, TokenType.FROM, TokenType.L_PAREN)
_STEPS = {
    **dict.fromkeys((TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE), 1),
    **dict.fromkeys((TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE), -1),
}
# What a parser written in Python raises on text that its authors did not think of.
_PARSER_ERRORS = (SqlglotError, ValueError, LookupError, AttributeError, TypeError, AssertionError)


def failed(kind: QueryFault, message: str, unknown: str | None = None, nearest: tuple[str, ...] = ()) -> QueryFailed:
    """The error to raise for a query that has no result."""
    return QueryFailed(QueryFailure(kind=kind, message=message, unknown=unknown, nearest=nearest))


def parse(sql: str, *, max_length: int = 20_000) -> exp.Query:
    """The tree of exactly one query. Raises QueryFailed: `rejected` or `syntax`."""
    _require_plain(sql, max_length)
    try:
        tokens = _DIALECT.tokenize(sql)
        _require_modest(tokens)
        trees = _DIALECT.parser().parse(tokens, sql)
    except RecursionError:
        raise failed("rejected", "The query is nested too deeply.") from None
    except _PARSER_ERRORS as error:
        raise failed("syntax", f"The query cannot be parsed: {_first_line(error)}") from None
    return _single_query(trees)


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


def _require_modest(tokens: list[Token]) -> None:
    """Refused before parsing: what would take the parser seconds, or isn't a query at all."""
    if not tokens:
        raise failed("syntax", "There is no query.")
    if tokens[0].token_type not in _STARTS:
        raise failed("rejected", "Only a SELECT is run.")
    kinds = [token.token_type for token in tokens]
    if len(kinds) > MAX_TOKENS or kinds.count(TokenType.L_BRACKET) > MAX_INDEXING:
        raise failed("rejected", "The query has too many parts.")
    if _nesting(kinds) > MAX_NESTING:
        raise failed("rejected", "The query is nested too deeply.")


def _nesting(kinds: list[TokenType]) -> int:
    """How many brackets are open at once, at most."""
    return max(itertools.accumulate(_STEPS[kind] for kind in kinds if kind in _STEPS), default=0)


def _single_query(trees: list[exp.Expr | None]) -> exp.Query:
    statements = [tree for tree in trees if tree is not None]
    if len(statements) != 1:
        raise failed("rejected", "Exactly one statement is run at a time.")
    if not isinstance(statements[0], exp.Query):
        raise failed("rejected", "Only a SELECT is run.")
    return statements[0]


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
