"""SELECTs put before a query, which then reads their result in place of a table."""

from __future__ import annotations

from shared.query.trees import exp


def reads_of(tree: exp.Expr, relation: str) -> list[exp.Table]:
    """Where a query reads a relation; nowhere if it has steps of that name."""
    others = {one.alias for one in tree.find_all(exp.CTE)}
    named = (one for one in tree.find_all(exp.Table) if one.name == relation not in others)
    return [one for one in named if not one.args.get("db")]


def read_instead(tree: exp.Expr, relation: str, steps: exp.Select, name: str) -> None:
    """Makes a query read the result of a SELECT, under that name, wherever it reads the relation."""
    for read in reads_of(tree, relation):
        read.replace(exp.table_(name, quoted=True, alias=exp.to_identifier(read.alias or read.name, quoted=True)))
    put_first(tree, steps, name)


def put_first(tree: exp.Expr, steps: exp.Select, name: str) -> None:
    """Puts the steps of a SELECT, and the SELECT itself under that name, before everything that a query reads."""
    own = steps.args.pop("with_", None)
    named = [
        *(own.expressions if own else ()),
        exp.CTE(this=steps, alias=exp.TableAlias(this=exp.to_identifier(name, quoted=True))),
    ]
    before = {one.alias: f"{name}_{at}" for at, one in enumerate(named[:-1])}
    for one in named:
        for identifier in one.find_all(exp.Identifier):
            identifier.set("this", before.get(identifier.name, identifier.name))
    whole = tree.args.get("with_") or exp.With(expressions=[])
    whole.set("expressions", [*named, *whole.expressions])
    tree.set("with_", whole)
