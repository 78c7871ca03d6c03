"""Checks of what a query means: figures that can be computed and would mislead.

Each rule is a module with one function, from a bound query (one level) and the table's semantics to findings.
"""

from collections.abc import Callable

from shared.query.bound import BoundQuery
from shared.query.checks.addition import addition
from shared.query.checks.currency import currency
from shared.query.checks.cut import cut
from shared.query.checks.finding import Finding
from shared.query.checks.fixed import fixed
from shared.query.checks.grain import grain
from shared.query.checks.last_period import last_period
from shared.query.checks.repeated import repeated
from shared.query.semantics import ProfileSemantics, Semantics

Rule = Callable[[BoundQuery, Semantics], tuple[Finding, ...]]
RULES: tuple[Rule, ...] = (addition, currency, fixed, grain, repeated, cut, last_period)


def findings(bound: BoundQuery, semantics: Semantics | None = None) -> tuple[Finding, ...]:
    """The findings of every rule on a query, on its inner queries, which come first, and on those of its lookups, each
    once."""
    known = semantics or ProfileSemantics(bound.table)
    inner = findings(bound.source, known) if bound.source is not None else ()
    inner += tuple(one for lookup in bound.lookups if lookup.figures for one in findings(lookup.figures))
    own = tuple(finding for rule in RULES for finding in rule(bound, known))
    return tuple(dict.fromkeys((*inner, *own)))
