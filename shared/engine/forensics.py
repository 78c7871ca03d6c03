"""Why a query found nothing: which condition emptied it, what is there instead, and from where to where."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from sqlglot import exp

from shared.contracts import Contract, Fact, PlannedQuery, QueryResult, Scalar, is_number
from shared.engine.sql.names import Tables, nearest
from shared.engine.sql.ranges import Bounds, bound_words, joined, moment_of, range_words, stretch
from shared.engine.sql.syntax import parse, render
from shared.errors import QueryFailed
from shared.query.words.values import time

MOST_CONDITIONS = 8
MOST_VALUES = 500
_CENTS = 1000.0
"""From here on two decimals say all that six digits do, and what the arithmetic of floats leaves says nothing."""

_DATE = re.compile(r"\d{4}(-\d{2}){0,2}([T ].*)?")
_ORDERED = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)
_SAME_THING = (exp.Lower, exp.Upper, exp.Trim, exp.TimestampTrunc, exp.TimeToStr)
_CALENDAR_PARTS = (exp.Year, exp.Quarter, exp.Month, exp.Week, exp.Day, exp.Hour)
_DATE_PARTS = {"isodow": "weekday"}
_PHRASES: dict[type[exp.Expr], str] = {
    exp.EQ: "{} is {}",
    exp.NEQ: "{} is not {}",
    exp.Like: "{} is like {}",
    exp.ILike: "{} is like {}",
}


class Probe(PlannedQuery):
    """A query that asks about the conditions of an empty one, and which of them it is about.

    `counts` gives one row: all rows, those that meet every condition, then for each condition the rows that meet it
    alone and the rows that are left without it. `values` gives values, the commonest first; `range` the least and the
    greatest. `group` tells apart the SELECTs of one query.
    """

    about: Literal["counts", "values", "range"]
    group: int
    conditions: tuple[str, ...]
    subject: str = ""
    sought: tuple[str, ...] = ()


class Diagnosis(Contract):
    """Why there is nothing, in sentences for the user; `facts` back the figures in them. Empty where nothing is found.

    `culprits` are the conditions that no row meets, or that have to go; `suggestions` are values that are there.
    """

    sentences: tuple[str, ...] = ()
    culprits: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


def is_empty(result: QueryResult) -> bool:
    """Whether a result may come from no rows at all: none, or one of nothing but nulls and zeros."""
    if result.row_count == 0:
        return True
    return result.row_count == 1 and all(not value and not isinstance(value, str) for value in result.rows[0])


def probes(sql: str, tables: Tables, *, asked: bool = True) -> tuple[Probe, ...]:
    """What to ask about a query that found nothing; none where it has no conditions. Of one that nobody `asked` for as
    it stands, only conditions on columns of the tables: the others are rules of its own. Never raises."""
    try:
        tree = parse(sql)
        selects = [select for select in tree.find_all(exp.Select) if _can_be_asked(select, tree, tables)]
        return tuple(
            probe for at, select in enumerate(selects[:2]) for probe in _probes_of(select, at, tables, asked=asked)
        )
    except QueryFailed:
        return ()


def diagnose(asked: Sequence[Probe], results: Sequence[QueryResult | None]) -> Diagnosis:
    """What the probes found (None for one that failed), about the first SELECT that had rows and kept none."""
    answered = [(probe, result) for probe, result in zip(asked, results, strict=True) if result and result.rows]
    for probe, result in answered:
        if probe.about == "counts" and _count(result, 0) > 0 and _count(result, 1) == 0:
            details = [(p, r) for p, r in answered if p.group == probe.group and p.about != "counts"]
            return _explained(probe, result, details)
    return Diagnosis()


def _can_be_asked(select: exp.Select, tree: exp.Expr, tables: Tables) -> bool:
    """A SELECT with conditions, over what can be read from outside of it."""
    source = select.args.get("from_")
    if select.args.get("where") is None or source is None:
        return False
    known = {name.lower() for name in tables}
    places = [source, *(select.args.get("joins") or ())]
    return select is tree or all(t.name.lower() in known for place in places for t in place.find_all(exp.Table))


def _probes_of(select: exp.Select, group: int, tables: Tables, *, asked: bool) -> Iterator[Probe]:
    """None of a condition that compares figures which the query computes itself: nobody asked for it."""
    columns = {name.lower() for names in tables.values() for name in names}

    def is_meant(one: exp.Expr) -> bool:
        return bool(asked and one.find(exp.Literal)) or all(
            used.name.lower() in columns for used in one.find_all(exp.Column)
        )

    every = [one for one in _conjuncts(_without_aliases(select)) if one.find(exp.Subquery) is None and is_meant(one)]
    conditions = joined(every)[:MOST_CONDITIONS]
    if not conditions:
        return
    told = tuple(_told(condition) for condition in conditions)
    counts = _asking(select, _count_columns(conditions))
    yield Probe(
        sql=counts, purpose="Count the rows that each condition keeps", about="counts", group=group, conditions=told
    )
    for condition, words in zip(conditions, told, strict=True):
        yield from _detail(select, condition, words, group)


def _detail(select: exp.Select, condition: exp.Expr, words: str, group: int) -> Iterator[Probe]:
    """What there is of the thing that a condition compares with literals."""
    subject, literals = _comparison(condition)
    if subject is None:
        return
    name, sought = _plain(subject), tuple(literal.name for literal in literals)
    if _is_ordered(condition, subject, literals):
        sql = _asking(select, [exp.Min(this=subject.copy()), exp.Max(this=subject.copy())])
        about: Literal["values", "range"] = "range"
    else:
        listed = _asking(select, [exp.alias_(subject.copy(), "value"), exp.alias_(exp.Count(this=exp.Star()), "n")])
        sql = f"{listed} GROUP BY 1 ORDER BY n DESC, value LIMIT {MOST_VALUES}"
        about = "values"
    purpose = f"See what {name} holds"
    yield Probe(sql=sql, purpose=purpose, about=about, group=group, conditions=(words,), subject=name, sought=sought)


def _asking(select: exp.Select, columns: Sequence[exp.Expr]) -> str:
    """Other columns of the same rows, before any condition."""
    asked = exp.Select(expressions=[column.copy() for column in columns])
    for part in ("with_", "from_", "joins"):
        value = select.args.get(part)
        if value is not None:
            asked.set(part, [one.copy() for one in value] if isinstance(value, list) else value.copy())
    return render(asked)


def _count_columns(conditions: Sequence[exp.Expr]) -> list[exp.Expr]:
    columns: list[exp.Expr] = [exp.Count(this=exp.Star()), _counted(conditions)]
    for position, condition in enumerate(conditions):
        columns += [_counted([condition]), _counted([*conditions[:position], *conditions[position + 1 :]])]
    return [exp.alias_(column, f"n{position}") for position, column in enumerate(columns)]


def _counted(conditions: Sequence[exp.Expr]) -> exp.Expr:
    everything = exp.Count(this=exp.Star())
    if not conditions:
        return everything
    met = exp.and_(*(condition.copy() for condition in conditions))
    return exp.Filter(this=everything, expression=exp.Where(this=met))


def _without_aliases(select: exp.Select) -> exp.Expr:
    """The conditions, with the names that the SELECT list gives replaced by what they stand for."""
    aliases = {node.alias.lower(): node.this for node in select.expressions if isinstance(node, exp.Alias)}

    def spelled_out(node: exp.Expr) -> exp.Expr:
        meaning = aliases.get(node.name.lower()) if isinstance(node, exp.Column) and not node.table else None
        return node if meaning is None else exp.paren(meaning.copy())

    conditions: exp.Expr = select.args["where"].this
    return conditions.copy().transform(spelled_out)


def _conjuncts(condition: exp.Expr) -> Iterator[exp.Expr]:
    if isinstance(condition, exp.Paren):
        yield from _conjuncts(condition.this)
    elif isinstance(condition, exp.And):
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    else:
        yield condition


def _comparison(condition: exp.Expr) -> tuple[exp.Expr | None, list[exp.Expr]]:
    """What is compared, and with which literals; (None, []) where it is not that simple."""
    between = Bounds.of(condition)
    if between is not None:
        return _comparison(exp.Between(this=between.lower.left, low=between.lower.right, high=between.upper.right))
    if isinstance(condition, exp.In):
        others = condition.expressions
    elif isinstance(condition, exp.Between):
        others = [condition.args["low"], condition.args["high"]]
    elif isinstance(condition, exp.EQ | exp.GT | exp.GTE | exp.LT | exp.LTE | exp.Like | exp.ILike):
        others = [condition.expression]
    else:
        return None, []
    literals = [_literal(other) for other in others]
    subject: exp.Expr = condition.this
    if not literals or None in literals or subject.find(exp.Column) is None or subject.find(exp.AggFunc) is not None:
        return None, []
    return subject, [literal for literal in literals if literal is not None]


def _literal(node: exp.Expr) -> exp.Expr | None:
    inner = node.this if isinstance(node, exp.Cast | exp.Neg | exp.Paren) else node
    return inner if isinstance(inner, exp.Literal) else None


def _is_ordered(condition: exp.Expr, subject: exp.Expr, literals: Sequence[exp.Expr]) -> bool:
    """Whether it is asked from where to where (numbers, dates) rather than which."""
    if isinstance(condition, exp.Like | exp.ILike):
        return False
    numeric = all(not literal.args.get("is_string") for literal in literals)
    dates = all(_DATE.fullmatch(literal.name) for literal in literals)
    return numeric or dates or (isinstance(condition, _ORDERED) and subject.find(exp.TimeToStr) is not None)


def _told(condition: exp.Expr) -> str:
    """A condition in words, or as it is written."""
    between = Bounds.of(condition)
    if between is not None:
        low, high = (_shown_bound(bound.right) for bound in (between.lower, between.upper))
        return f"{_plain(between.lower.left)} is {range_words(between, low, high)}"
    if isinstance(condition, exp.GT | exp.GTE | exp.LT | exp.LTE):
        return f"{_plain(condition.left)} is {bound_words(condition, _shown_bound(condition.right))}"
    negated = _negated(condition)
    if negated is not None:
        told = ", ".join(_plain(one) for one in negated.expressions or [negated.expression])
        return f"{_plain(negated.this)} is {'none of ' if negated.expressions else 'not '}{told}"
    phrase = _PHRASES.get(type(condition))
    if phrase is not None:
        return phrase.format(_plain(condition.this), _plain(condition.expression))
    if isinstance(condition, exp.Between):
        return f"{_plain(condition.this)} is from {_plain(condition.args['low'])} to {_plain(condition.args['high'])}"
    if isinstance(condition, exp.In) and condition.expressions:
        return f"{_plain(condition.this)} is one of {', '.join(_plain(one) for one in condition.expressions)}"
    if isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null):
        return f"{_plain(condition.this)} is missing"
    return _plain(condition)


def _negated(condition: exp.Expr) -> exp.EQ | exp.In | None:
    """The comparison that must not hold, where an empty cell does not hold it either."""
    inner = condition.this if isinstance(condition, exp.Not) else None
    while isinstance(inner, exp.Coalesce | exp.Paren):
        inner = inner.this
    return inner if isinstance(inner, exp.EQ) or (isinstance(inner, exp.In) and inner.expressions) else None


def _shown_bound(node: exp.Expr) -> str:
    """A bound as it is told: a time without quotes, whichever way it is written."""
    literal = _literal(node)
    return literal.name if literal is not None and moment_of(literal.name) else _plain(node)


def _plain(node: exp.Expr) -> str:
    if isinstance(node, exp.Paren):
        return _plain(node.this)
    if isinstance(node, exp.Column):
        return node.name
    literal = _literal(node)
    if literal is not None and isinstance(node, exp.Cast):
        at = moment_of(literal.name)
        return time(at.isoformat()) if at else literal.name
    if isinstance(node, _SAME_THING) and isinstance(node.this, exp.Column):
        return node.this.name
    if isinstance(node, _CALENDAR_PARTS) and isinstance(node.this, exp.Column):
        return f"the {type(node).__name__.lower()} of {node.this.name}"
    if isinstance(node, exp.Anonymous) and node.name.lower() == "date_part" and len(node.expressions) == 2:
        which, of = node.expressions
        return f"the {_DATE_PARTS.get(which.name, which.name)} of {_plain(of)}"
    return render(node)


def _count(result: QueryResult, position: int) -> int:
    value = result.rows[0][position]
    return int(value) if isinstance(value, int | float) else 0


def _explained(probe: Probe, counts: QueryResult, details: Sequence[tuple[Probe, QueryResult]]) -> Diagnosis:
    unmet = [words for position, words in enumerate(probe.conditions) if _count(counts, 2 + 2 * position) == 0]
    if unmet:
        return _merged([_nothing(words, details) for words in unmet])
    return _too_much_together(probe, counts)


def _nothing(words: str, details: Sequence[tuple[Probe, QueryResult]]) -> Diagnosis:
    """One condition that no row meets, and what there is instead."""
    start = f"No row matches the condition that {words}"
    for probe, result in details:
        if probe.conditions == (words,):
            found = _from_to(probe, result) if probe.about == "range" else _instead(probe, result)
            sentence = f"{start}; {found.sentences[0]}." if found.sentences else f"{start}."
            return found.model_copy(update={"sentences": (sentence,), "culprits": (words,)})
    return Diagnosis(sentences=(f"{start}.",), culprits=(words,))


def _from_to(probe: Probe, result: QueryResult) -> Diagnosis:
    low, high = result.rows[0]
    if low is None or high is None:
        return Diagnosis(sentences=(f"{probe.subject} is empty in every row",))
    facts = (
        _fact(f"lowest {probe.subject}", low, f"The lowest {probe.subject} is {_shown(low)}."),
        _fact(f"highest {probe.subject}", high, f"The highest {probe.subject} is {_shown(high)}."),
    )
    sentence = f"{probe.subject} runs from {stretch(_shown(low), _shown(high))}"
    return Diagnosis(sentences=(sentence,), suggestions=(_shown(low), _shown(high)), facts=facts)


def _instead(probe: Probe, result: QueryResult) -> Diagnosis:
    values = [str(row[0]) for row in result.rows if row[0] is not None]
    if not values:
        return Diagnosis(sentences=(f"{probe.subject} is empty in every row",))
    near = tuple(dict.fromkeys(v for sought in probe.sought for v in nearest(sought.strip("%_"), values)))[:3]
    if near:
        plural = "s are" if len(near) > 1 else " is"
        return Diagnosis(sentences=(f"the nearest value{plural} {_listed(near)}",), suggestions=near)
    some = tuple(values[:5])
    among = "the values are" if len(values) == len(some) else "the commonest values are"
    return Diagnosis(sentences=(f"{among} {_listed(some)}",), suggestions=some)


def _too_much_together(probe: Probe, counts: QueryResult) -> Diagnosis:
    """Every condition is met somewhere, but all are never met together."""
    left = [(_count(counts, 3 + 2 * position), words) for position, words in enumerate(probe.conditions)]
    helpful = sorted((one for one in left if one[0] > 0), key=lambda one: -one[0])
    start = "Each condition is met by some rows, but no row meets all of them together"
    if not helpful:
        return Diagnosis(sentences=(f"{start}.",))
    rows, words = helpful[0]
    would = f"{rows:,} {'row remains' if rows == 1 else 'rows remain'}"
    fact = _fact("rows without the condition", rows, f"Without the condition that {words}, {would}.")
    sentence = f"{start}; without the condition that {words}, {would}."
    return Diagnosis(sentences=(sentence,), culprits=tuple(words for _, words in helpful), facts=(fact,))


def _merged(parts: Sequence[Diagnosis]) -> Diagnosis:
    facts = [fact for part in parts for fact in part.facts]
    return Diagnosis(
        sentences=tuple(sentence for part in parts for sentence in part.sentences),
        culprits=tuple(culprit for part in parts for culprit in part.culprits),
        suggestions=tuple(suggestion for part in parts for suggestion in part.suggestions),
        facts=tuple(fact.model_copy(update={"id": f"empty-{n}"}) for n, fact in enumerate(facts, 1)),
    )


def _fact(name: str, value: Scalar, text: str) -> Fact:
    return Fact(id="empty-1", name=name, value=value, text=text)


def _shown(value: Scalar) -> str:
    """As a person writes it: thousands apart from 10,000 on (2023 may be a year), no midnight after a date."""
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    if isinstance(value, float):
        value = round(value, 2) if abs(value) >= _CENTS else float(f"{value:.6g}")
    if is_number(value):
        return f"{value:,}" if abs(value) >= 10_000 else str(value)
    return str(value).removesuffix("T00:00:00")


def _listed(values: Sequence[str]) -> str:
    quoted = [f"'{value}'" for value in values]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
