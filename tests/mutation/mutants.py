"""Small changes of a module: of a comparison, a connective, a condition, a number, a result, a call."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """A module with one change: its text, and where and what the change is."""

    text: str
    line: int
    change: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module's text, in the order of its lines."""
    tree = ast.parse(source)
    nodes = [node for node in ast.walk(tree) if not _is_typing_only(node)]
    for position, node in enumerate(nodes):
        for change, mutate in _changes(node):
            other = copy.deepcopy(tree)
            twin = [one for one in ast.walk(other) if not _is_typing_only(one)][position]
            mutate(twin)
            yield Mutant(ast.unparse(ast.fix_missing_locations(other)), getattr(node, "lineno", 0), change)


def _is_typing_only(node: ast.AST) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        yield "a comparison is turned round", lambda twin: twin.ops.__setitem__(0, SWAPPED[type(twin.ops[0])]())
    if isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "and becomes or", lambda twin: setattr(twin, "op", other())
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "a condition is negated", lambda twin: setattr(twin, "test", ast.UnaryOp(ast.Not(), twin.test))
    if isinstance(node, ast.Return) and node.value is not None:
        yield "nothing is returned", lambda twin: setattr(twin, "value", ast.Constant(None))
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "a call is left out", lambda twin: setattr(twin, "value", ast.Constant(None))
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "a number is one more", lambda twin: setattr(twin, "value", twin.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "true becomes false", lambda twin: setattr(twin, "value", not twin.value)
