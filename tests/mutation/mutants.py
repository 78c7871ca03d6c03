"""Small changes of a module: of a comparison, a bound, a condition, a number, a text, a result, a call, a list."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
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
MOVED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
EXCHANGED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}
OF_TYPES = {"annotation", "returns", "type_params"}
"""What of a definition is for readers and type checkers."""
FOR_TYPES = {"TypeVar", "ParamSpec", "NewType"}
"""Calls that are for type checkers alone."""
GUARDS = {("dataclass", "frozen"), ("zip", "strict")}
"""Arguments that forbid what is done nowhere."""
SLIGHT = {"a bound is moved", "a number is one more", "an argument is left out", "an entry is left out"}
OF_A_TEXT = "a text is another one"
Changing = tuple[str, Callable[[Any], object]]


@dataclass(frozen=True)
class Mutant:
    """A module's text with one change: where, and which."""

    source: str
    place: tuple[int, int]
    line: int
    change: str

    @property
    def slight(self) -> int:
        """How little it may change: 0 is what nearly every use would show, 2 is a text."""
        return 2 if self.change == OF_A_TEXT else self.change in SLIGHT

    @property
    def text(self) -> str:
        """The changed module."""
        tree = ast.parse(self.source)
        at, which = self.place
        node = list(_nodes(tree))[at]
        list(_changes(node))[which][1](node)
        return ast.unparse(ast.fix_missing_locations(tree))


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module's text. What only type checkers or readers see is not changed, nor what is imported."""
    for at, node in enumerate(_nodes(ast.parse(source))):
        for which, (change, _) in enumerate(_changes(node)):
            yield Mutant(source, (at, which), getattr(node, "lineno", 0), change)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Itself and what stands below it, as far as it does something."""
    if _does_nothing(node):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in OF_TYPES and not (isinstance(node, ast.Subscript) and name == "slice" and _is_list(value)):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST) and not _is_guard(node, one):
                    yield from _nodes(one)


def _does_nothing(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return {"TYPE_CHECKING", "__name__"} & {
            one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)
        } != set()
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__" or _called(node.value) in FOR_TYPES
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom)


def _called(node: ast.AST) -> str:
    """The name of what is called there; "" where nothing is."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def _is_guard(call: ast.AST, argument: ast.AST) -> bool:
    return isinstance(argument, ast.keyword) and (_called(call), argument.arg) in GUARDS


def _is_list(node: object) -> bool:
    return isinstance(node, ast.Tuple | ast.List | ast.Set)


def _changes(node: ast.AST) -> Iterator[Changing]:
    for kind, changes in OF_KIND.items():
        if isinstance(node, kind):
            yield from changes(node)


def _of_operation(node: ast.BoolOp | ast.BinOp) -> Iterator[Changing]:
    if isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "and becomes or", lambda twin: setattr(twin, "op", other())
    elif type(node.op) in EXCHANGED:
        yield "an operation is its opposite", lambda twin: setattr(twin, "op", EXCHANGED[type(twin.op)]())


def _of_condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Changing]:
    yield "a condition is negated", lambda twin: setattr(twin, "test", ast.UnaryOp(ast.Not(), twin.test))


def _of_return(node: ast.Return) -> Iterator[Changing]:
    if node.value is not None and not isinstance(node.value, ast.Constant):  # a constant is another one
        yield "nothing is returned", lambda twin: setattr(twin, "value", ast.Constant(None))


def _of_call(node: ast.Expr | ast.Call) -> Iterator[Changing]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "a call is left out", lambda twin: setattr(twin, "value", ast.Constant(None))
    if isinstance(node, ast.Call) and node.keywords and not _is_guard(node, node.keywords[-1]):
        yield "an argument is left out", lambda twin: twin.keywords.pop()


def _of_list(node: ast.Tuple | ast.List | ast.Set | ast.Dict) -> Iterator[Changing]:
    if isinstance(node, ast.Dict):
        if len(node.keys) > 1:
            yield "an entry is left out", lambda twin: (twin.keys.pop(), twin.values.pop())
    elif len(node.elts) > 1 and not _is_target(node):
        yield "an element is left out", lambda twin: twin.elts.pop()


def _is_target(node: ast.AST) -> bool:
    return not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _of_comparison(node: ast.Compare) -> Iterator[Changing]:
    if type(node.ops[0]) in TURNED:
        yield "a comparison is turned round", lambda twin: twin.ops.__setitem__(0, TURNED[type(twin.ops[0])]())
    if type(node.ops[0]) in MOVED:
        yield "a bound is moved", lambda twin: twin.ops.__setitem__(0, MOVED[type(twin.ops[0])]())


def _of_class(node: ast.ClassDef) -> Iterator[Changing]:
    declares = any(ast.unparse(base) == "Protocol" for base in node.bases)
    for at, one in enumerate(node.body if not declares else ()):
        if isinstance(one, ast.AnnAssign) and one.value is None and "ClassVar" not in ast.unparse(one.annotation):
            yield "a field is left out", lambda twin, at=at: twin.body.__setitem__(at, ast.Pass())


def _of_constant(node: ast.Constant) -> Iterator[Changing]:
    if isinstance(node.value, bool):
        yield "true becomes false", lambda twin: setattr(twin, "value", not twin.value)
    elif isinstance(node.value, int | float):
        yield "a number is one more", lambda twin: setattr(twin, "value", twin.value + 1)
    elif isinstance(node.value, str):
        yield OF_A_TEXT, lambda twin: setattr(twin, "value", f"{twin.value}x")


OF_KIND: dict[Any, Callable[[Any], Iterator[Changing]]] = {
    ast.Compare: _of_comparison,
    ast.BoolOp | ast.BinOp: _of_operation,
    ast.If | ast.IfExp | ast.While: _of_condition,
    ast.Return: _of_return,
    ast.Expr | ast.Call: _of_call,
    ast.Tuple | ast.List | ast.Set | ast.Dict: _of_list,
    ast.ClassDef: _of_class,
    ast.Constant: _of_constant,
}
