"""How sentences say groupings and figures: "average revenue", "share of orders marked as paid", "by month"."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.shared.query.recovered import Part, type_of
from tests.shared.query.sentence_columns import Columns, anew
from tests.shared.query.sentence_conditions import QUANTILE
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
    remembered,
    table,
    then,
)  # fmt: skip
from tests.shared.query.sentence_words import (
    DIRECTIONS,
    EXTREME_TEXTS,
    EXTREME_TIMES,
    GRAINS,
    NUMBER,
    OUTER,
    PARTS,
    STATISTICS,
    WHOLE,
    value,
    whole_day,
)  # fmt: skip


@dataclass(frozen=True)
class Figures:
    """Rules for groupings and figures: as `any` at the top, as `atom` inside another (composed ones in brackets)."""

    atom: Rule
    any: Rule


def groupings(columns: Columns) -> Figures:
    """Reads what stands behind "by" or "per"."""
    time, number = columns.of("time"), columns.of("number")
    unsaid: Rule = lambda text, at: [(columns.only_time, at)] if columns.only_time else []  # noqa: E731
    of_time = either(after(lambda column: column, " of ", time), unsaid)
    timed = either(
        after(lambda grain, column: ("by_time", column, grain), table({one: one for one in GRAINS}), of_time),
        after(lambda part, column: ("by_part", column, part), table(PARTS), of_time),
    )
    timed = anew(timed, columns.atom)
    simple = either(after(lambda column: ("by_column", column), columns.atom), timed, in_brackets(timed))
    composed = either(
        after(lambda column: ("by_column", column), columns.bare),
        after(lambda column, edges: ("by_edges", column, edges), number, " cut at ", listed(NUMBER)),
        after(lambda column, width: ("by_width", column, width), number, " in steps of ", NUMBER),
    )
    missing = after(lambda group, _: (*group, True), either(simple, composed), literal(" with the missing one"))
    plain = then(simple, lambda group: (*group, False))
    every = remembered(either(plain, then(composed, lambda group: (*group, False)), missing))
    return Figures(remembered(either(plain, in_brackets(every))), every)


def measures(columns: Columns, groups: Figures, nouns: Rule, conditions: Rule) -> Figures:
    """Reads a figure of rows."""

    def inner(text, at):  # type: ignore[no-untyped-def]
        return atoms(text, at)

    counts = either(
        after(lambda _: ("rows",), "number of ", nouns),
        after(lambda _, column: ("statistic", "known", column), "number of ", nouns, " with known ", columns.atom),
        after(
            lambda _, column: ("statistic", "empty", column), "number of ", nouns, " with ", columns.atom, " missing"
        ),
        after(lambda column: ("statistic", "distinct", column), "number of different values of ", columns.atom),
        after(lambda column: ("statistic", "distinct", column), "number of different ", columns.plural),
    )
    statistics = either(
        _statistic(STATISTICS, columns.of("number")),
        _statistic(EXTREME_TIMES, columns.of("time")),
        _statistic(EXTREME_TEXTS, columns.of("text")),
        after(lambda at, column: ("quantile", column, at), QUANTILE, " of ", columns.of("number")),
    )
    simple = remembered(either(counts, statistics))
    composed = either(
        _rate(columns, nouns),
        after(lambda _, where: ("filtered", ("rows",), where), "number of those ", nouns, " ", conditions),
        after(
            lambda figure, _, where: ("filtered", figure, where) if figure[0] != "filtered" else NOTHING,
            inner, " of those ", nouns, " ", conditions,
        ),
        _arithmetic(inner),
        after(
            lambda function, figure, group: ("per_group", function, group, figure),
            table(OUTER), inner, " per ", groups.atom,
        ),
    )  # fmt: skip
    every = remembered(either(simple, composed))
    atoms = remembered(either(simple, in_brackets(every)))
    return Figures(atoms, every)


def _statistic(words: dict[str, str], column: Rule) -> Rule:
    return after(lambda function, one: ("statistic", function, one), table(words), column)


def _rate(columns: Columns, nouns: Rule) -> Rule:
    def wanted(column: Part) -> Rule:
        type_ = type_of(column)
        return then(either(value(type_), whole_day(type_)), lambda one: ("rate", column, one))

    flag = columns.of("flag")
    return either(
        bound(after(lambda _, column: column, "share of ", nouns, " whose ", columns.atom, " is "), wanted),
        after(lambda _, column: ("rate", column, ("flag", True)), "share of ", nouns, " marked as ", flag),
        after(lambda _, column: ("rate", column, ("flag", False)), "share of ", nouns, " marked as not ", flag),
    )


def _arithmetic(inner: Rule) -> Rule:
    between = {" in percent of ": "percentage", " minus ": "difference", " plus ": "sum", " times ": "product"}
    return either(
        after(lambda left, right: ("arithmetic", "ratio", left, right), "ratio of ", inner, " to ", inner),
        after(
            lambda left, operator, right: ("arithmetic", operator, left, right), inner, table(between), inner
        ),
    )  # fmt: skip


def across(figure: Rule, group: Rule) -> Rule:
    """Reads a figure across groups."""
    within = maybe(after(lambda groups: groups, " within each ", listed(group)), ())
    grain = table({one: one for one in GRAINS})
    unit = table({"change in ": "absolute", "percent change in ": "percent"})
    return either(
        after(lambda measure, groups: ("share", measure, groups), "share of the ", figure, within),
        after(
            lambda measure, high, groups: ("rank", measure, high, groups),
            "rank by ", figure, " from the ", table(DIRECTIONS), within,
        ),
        after(
            lambda unit, measure, grain: ("change", measure, "previous", unit, grain),
            unit, figure, " from the previous ", grain,
        ),
        after(
            lambda unit, measure, grain: ("change", measure, "year_before", unit, grain),
            unit, figure, " from the same ", grain, " a year before",
        ),
        after(lambda measure: ("running_total", measure), "running total of ", figure),
        after(
            lambda many, grain, measure: ("moving_average", measure, many, grain),
            WHOLE, "-", grain, " moving average of ", figure,
        ),
    )  # fmt: skip


def results(inner: Callable[[], tuple[Figures, Figures, Rule]], shown: tuple[Part, ...]) -> Columns:
    """The columns of a query's result, called by the figures and groupings that they hold."""
    figures, groups, over_groups = inner()

    def result(rule: Rule) -> Rule:
        return only(then(rule, lambda part: ("result", part)), lambda column: column in shown)

    atom = result(either(figures.atom, groups.atom, in_brackets(over_groups)))
    plural: Rule = lambda text, at: []  # noqa: E731
    bare = result(either(figures.any, groups.any, over_groups))
    return Columns(remembered(atom), remembered(bare), plural, shown)
