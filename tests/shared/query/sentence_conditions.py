"""How sentences say conditions: "whose revenue is over 5, marked as paid and for which either … or …"."""

from tests.shared.query.recovered import Part, family, type_of
from tests.shared.query.sentence_columns import Columns
from tests.shared.query.sentence_grammar import (
    NOTHING,
    Rule,
    after,
    bound,
    either,
    in_brackets,
    listed,
    literal,
    maybe,
    only,
    pattern,
    remembered,
    table,
    then,
)  # fmt: skip
from tests.shared.query.sentence_words import (
    EQUALITIES,
    FIGURES,
    IN_PERIOD,
    INEQUALITIES,
    MOMENT,
    MONTHS,
    NUMBER,
    ORDINALS,
    PERIOD,
    QUOTED,
    WEEKDAYS,
    WHOLE,
    value,
    whole_day,
)  # fmt: skip

QUANTILE = pattern(r"(\d+(?:\.\d+)?)(?:st|nd|rd|th) percentile", lambda share: round(float(share) / 100, 10))
_SEVERAL = 2


def conditions(columns: Columns, nouns: Rule) -> Rule:
    """Reads the conditions that stand behind a noun, "orders" + " whose …": a tuple of them."""

    def clause(text, at):  # type: ignore[no-untyped-def]
        return clauses(text, at)

    clauses = remembered(_clause(columns, nouns, clause))
    item = _item(columns, nouns, clause)
    exception = after(_not, "except those ", listed(item))
    every = either(item, exception, in_brackets(exception))
    plain = listed(every)
    return remembered(either(plain, after(lambda some, last: (*some, last), plain, ", ", exception)))


def _not(inner: tuple[Part, ...]) -> Part:
    return ("not", inner[0] if len(inner) == 1 else ("all_of", inner))


def _item(columns: Columns, nouns: Rule, clause: Rule) -> Rule:
    """A condition on rows already named: "whose …", "marked as …", "for which …"."""
    whose = bound(
        after(lambda column: column, "whose ", columns.atom, " "), lambda one: _predicate(one, columns, nouns)
    )
    return either(
        whose,
        _marked(columns),
        after(lambda some: some, "for which ", _several(clause)),
        _in_period(columns),
    )


def _in_period(columns: Columns) -> Rule:
    """ "orders in March 2025": of the only time that they have."""
    column = columns.only_time
    return then(IN_PERIOD, lambda both: ("period", column, *both)) if column else lambda text, at: []


def _marked(columns: Columns) -> Rule:
    return after(
        lambda operator, wanted, column: ("compare", column, operator, ("flag", wanted)),
        table({"marked as ": "=", "not marked as ": "!="}),
        either(then(literal("not "), lambda _: False), lambda text, at: [(True, at)]),
        columns.of("flag"),
    )


def _several(clause: Rule) -> Rule:
    """Clauses put together: "either A or B", "both A and B", "all of A, B and C"."""
    return either(
        after(lambda some: _group("any_of", some), "either ", listed(clause, "or")),
        after(lambda one, other: ("all_of", (one, other)), "both ", clause, " and ", clause),
        after(lambda some: _group("all_of", some), "all of ", listed(clause)),
    )


def _group(kind: str, some: tuple[Part, ...]) -> object:
    return (kind, some) if len(some) >= _SEVERAL else NOTHING


def _clause(columns: Columns, nouns: Rule, clause: Rule) -> Rule:
    """A condition with its own subject: "revenue is over 5", "it is marked as paid", or one in brackets."""
    return either(
        bound(after(lambda column: column, columns.atom, " "), lambda one: _predicate(one, columns, nouns)),
        after(lambda marked: marked, "it is ", _marked(columns)),
        in_brackets(clause),
        _several(clause),
        after(lambda inner: ("not", inner), "it is not so that ", clause),
        after(lambda inner: ("not", inner), "it is not the case that ", clause),
        after(lambda inner: ("not", inner), "not ", in_brackets(clause)),
    )


def _predicate(column: Part, columns: Columns, nouns: Rule) -> Rule:
    """What is said of a column: "is over 5", "is missing", "contains “x”"."""
    kind = family(type_of(column))
    rules = [_equality(column), _membership(column), _beside(column, columns)]
    rules += [
        after(lambda: ("empty", column), "is missing"),
        after(lambda: ("known", column), "is known"),
    ]
    if kind == "number":
        rules += [_number(column), _relative(column, nouns)]
    if kind == "time":
        rules += [_time(column), then(PERIOD, lambda both: ("period", column, *both))]
        rules += [then(_part(), lambda part: ("part_is", column, part[0], tuple(sorted(part[1]))))]
    if kind == "text":
        rules += [after(lambda text: ("contains", column, text), "contains ", QUOTED)]
        rules += [after(lambda thing: ("lists", column, thing), "includes ", QUOTED)]
    return either(*rules)


def _equality(column: Part) -> Rule:
    one = either(value(type_of(column)), whole_day(type_of(column)))
    return after(lambda operator, wanted: ("compare", column, operator, wanted), table(EQUALITIES), one)


def _membership(column: Part) -> Rule:
    type_ = type_of(column)
    some = value(type_)
    days = either(whole_day(type_), then(MOMENT, lambda moment: ("time", moment)))
    both = [some, days] if type_ == "timestamp" else [some]

    def of_kind(kind: str, start: str, one: Rule, last: str) -> Rule:
        return after(
            lambda values: (kind, column, tuple(sorted(values))) if len(values) >= _SEVERAL else NOTHING,
            start, listed(one, last),
        )  # fmt: skip

    kinds = (("one_of", "is ", "or"), ("none_of", "is none of ", "and"))
    return either(*(of_kind(kind, start, one, last) for kind, start, last in kinds for one in both))


def _beside(column: Part, columns: Columns) -> Rule:
    """Compared with another cell of the row."""
    words = {"is the same as ": "=", "is not the same as ": "!=", **INEQUALITIES.get(family(type_of(column)), {})}
    other = columns.of(family(type_of(column)))
    return after(lambda operator, other: ("compare_columns", column, operator, other), table(words), "its ", other)


def _number(column: Part) -> Rule:
    return either(
        after(
            lambda operator, number: ("compare", column, operator, ("number", number)),
            table(INEQUALITIES["number"]), NUMBER,
        ),
        after(lambda low, high: ("range", column, low, high), "is between ", NUMBER, " and ", NUMBER),
    )  # fmt: skip


def _time(column: Part) -> Rule:
    """Before or after a time. "After 5 May" of a time of day: after its midnight, or after all of the day?"""
    words = table(INEQUALITIES["time"])
    exact = after(lambda operator, moment: ("compare", column, operator, moment), words, value(type_of(column)))
    day = after(lambda operator, moment: ("compare", column, operator, moment), words, whole_day(type_of(column)))
    return either(exact, only(day, lambda made: made[2] in (">", "<=")))


def _part() -> Rule:
    """The parts of a time that it falls in: the part and its numbers."""
    nth = pattern(r"the (\d+)(?:st|nd|rd|th)", int)
    month = table({name: at for at, name in enumerate(MONTHS, 1)})
    weekday = after(lambda _, day: day, maybe(literal("a ")), table({name: at for at, name in enumerate(WEEKDAYS, 1)}))
    quarter = table({f"the {name}": at for at, name in enumerate(ORDINALS, 1)})
    hour = pattern(r"(\d\d?):00", int)
    end_of_quarter = table({" quarter of a year": None, " quarter of the year": None, " quarter": None})
    years = table_words("falls in the year ", "falls in the years ")
    hours = table_words("falls in the hour from ", "falls in the hours from ")
    return either(
        after(lambda _, some: ("year", some), years, listed(WHOLE, "or")),
        after(lambda _, some: ("hour", some), hours, listed(hour, "or")),
        after(lambda some: ("day", some), "falls on ", listed(nth, "or"), " of a month"),
        after(lambda some: ("weekday", some), "falls on ", listed(weekday, "or")),
        after(lambda some: ("month", some), "falls in ", listed(month, "or")),
        after(lambda some, _: ("quarter", some), "falls in ", listed(quarter, "or"), end_of_quarter),
    )  # fmt: skip


def table_words(*words: str) -> Rule:
    return either(*(literal(one) for one in words))


def _relative(column: Part, nouns: Rule) -> Rule:
    """Compared with a figure of the same column among rows."""
    among = after(lambda among, _: among, table({"all ": "all", "the selected ": "selected"}), nouns)
    operators = table(INEQUALITIES["number"])
    figure = table(FIGURES)
    reach = _reach()
    return either(
        after(
            lambda figure, rows: (
                ("against_figure", column, "=", figure, 1, rows) if figure in ("min", "max") else NOTHING
            ),
            "is the ", figure, " of ", among,
        ),
        after(
            lambda operator, figure, rows: ("against_figure", column, operator, figure, 1, rows),
            operators, "the ", figure, " of ", among,
        ),
        after(
            lambda operator, times, figure, rows: ("against_figure", column, operator, figure, times, rows),
            operators, NUMBER, " times the ", figure, " of ", among,
        ),
        after(
            lambda operator, at, rows: ("against_quantile", column, operator, at, rows),
            operators, "the ", QUANTILE, " of ", among,
        ),
        after(
            lambda stretch, rows: ("against_spread", column, *stretch, rows),
            reach, " of ", among,
        ),
    )  # fmt: skip


def _reach() -> Rule:
    """How far from the middle: position, what it is around, and how many of its units."""
    deviations = after(lambda many, _: many, NUMBER, table_words(" standard deviations ", " standard deviation "))
    ranges = after(lambda many, _: many, NUMBER, table_words(" interquartile ranges ", " interquartile range "))
    sides = {"above the average": "above", "below the average": "below", "away from the average": "outside"}
    quartiles = {
        "above the third quartile": "above", "below the first quartile": "below", "away from the quartiles": "outside",
    }  # fmt: skip
    return either(
        after(lambda many, side: (side, "mean", many), "is more than ", deviations, table(sides)),
        after(lambda many: ("within", "mean", many), "is within ", deviations, "of the average"),
        after(lambda many, side: (side, "quartiles", many), "is more than ", ranges, table(quartiles)),
        after(lambda many: ("within", "quartiles", many), "is within ", ranges, "of the quartiles"),
    )
