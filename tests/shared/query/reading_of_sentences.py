"""Reads back, from the sentence alone, the query that it was made of: as a careful reader would, in all ways possible.

A sentence that can be read in two ways is `Ambiguous`; one that cannot be read, or not to its end, is `Unread`.
"""

import re
from dataclasses import dataclass, fields, replace
from typing import Any

from tests.shared.query.facets import facets_of
from tests.shared.query.recovered import ALL_COLUMNS, Part, Recovered
from tests.shared.query.recovered import results as result_columns
from tests.shared.query.sentence_columns import Columns, table_columns, with_derived
from tests.shared.query.sentence_conditions import conditions
from tests.shared.query.sentence_figures import Figures, across, groupings, measures, results
from tests.shared.query.sentence_grammar import (
    NOTHING,
    Rule,
    Text,
    after,
    each,
    either,
    in_brackets,
    listed,
    literal,
    maybe,
    remembered,
    separated,
    table,
    then,
    whole,
)  # fmt: skip
from tests.shared.query.sentence_words import DIRECTIONS, EQUALITIES, INEQUALITIES, NUMBER, WHOLE, plurals

__all__ = ["Ambiguous", "Recovered", "Unread", "facets_of", "read_sentence"]
_OVER = ", computed over ["


class Unread(ValueError):
    """The sentence says nothing that a query can say, or something behind it."""


class Ambiguous(ValueError):
    """The sentence says different things to different readers. `readings` are all of them."""

    def __init__(self, sentence: str, readings: list[Recovered]) -> None:
        apart = [one.name for one in fields(Recovered) if len({getattr(reading, one.name) for reading in readings}) > 1]
        told = "\n".join(f"  {name}: {getattr(one, name)}" for one in readings[:4] for name in apart)
        super().__init__(f"{len(readings)} readings of: {sentence}\n{told}")
        self.readings = readings


@dataclass(frozen=True)
class _Rules:
    """The rules for one level of a sentence."""

    columns: Columns
    figures: Figures
    groups: Figures
    across: Rule
    where: Rule
    nouns: Rule


def read_sentence(
    sentence: str, columns: dict[str, str], noun: str, others: dict[str, dict[str, str]] | None = None
) -> Recovered:
    """What a sentence says of a table with these columns (types by name) whose rows are each called `noun`; `others`
    are the columns of other tables, by their relations.

    Raises `Ambiguous` where there are several ways to read it, and `Unread` where there is none.
    """
    return _read(sentence, table_columns(columns, others or {}, _figures_there), noun)[0]


def _figures_there(columns: Columns) -> Rule:
    """Figures of the rows of another table, each of which is called a thing."""
    return _rules(columns, "thing").figures.atom


def _read(sentence: str, columns: Columns, noun: str) -> tuple[Recovered, _Rules, str]:
    """The query, its rules, and what its rows are called."""
    head, inner = _split(sentence)
    if inner is None:
        rules, over = _rules(columns, noun), None
    else:
        over, below, noun = _read(inner, columns, noun)
        shown = result_columns(over, below.columns.source)
        if over.kind == "rows":
            rules = _rules(below.columns.shown(shown), noun)
        else:
            noun = "group"
            rules = _rules(results(lambda: (below.figures, below.groups, below.across), shown), noun)
    text = Text(head)
    once = maybe(then(literal(" (each repeated row counted once)"), lambda _: True), False)
    query = either(_figures(rules), _rows(rules))
    found = whole(after(lambda said, read: replace(said, distinct_rows=read), query, once), text)
    if not found:
        raise Unread(f"not understood from {head[text.furthest :]!r} on: {sentence}")
    readings = [replace(one, over=over) for one in found]
    if len(readings) > 1:
        raise Ambiguous(sentence, readings)
    return readings[0], rules, noun  # type: ignore[type-var]


def _split(sentence: str) -> tuple[str, str | None]:
    """The sentence without the query that it is over, and that query's sentence."""
    unquoted = re.sub(r"“[^”]*”", lambda found: "x" * len(found[0]), sentence)
    at = unquoted.find(_OVER)
    if at < 0:
        return sentence, None
    if not unquoted.endswith("]"):
        raise Unread(f"the query that it is over has no end: {sentence}")
    return sentence[:at], sentence[at + len(_OVER) : -1]


def _rules(source: Columns, noun: str) -> _Rules:
    nouns = either(*(literal(one) for one in plurals(noun)))
    columns = with_derived(source)
    where = conditions(columns, nouns)
    groups = groupings(columns)
    figures = measures(columns, groups, nouns, where)
    return _Rules(columns, figures, groups, remembered(across(figures.atom, groups.atom)), where, nouns)


def _figures(rules: _Rules) -> Rule:
    """A query of figures: them, what they are by, the rows they are of, which groups, and in what order."""
    return after(
        lambda said, having, ranking: _coherent(said, having, ranking),
        either(_one_list(rules), _several(rules)), maybe(_having(rules), ()), maybe(_ranking(rules)),
    )  # fmt: skip


def _one_list(rules: _Rules) -> Rule:
    """Figures joined by commas, or a single one: figures, across, groups, where."""
    figures = either(then(rules.figures.any, lambda one: (one,)), listed(rules.figures.atom))
    by, rows = _by(rules), _rows_said(rules)
    return either(
        after(lambda some, groups, where: (some, (), groups, where), figures, maybe(by, ()), maybe(rows, ())),
        after(lambda one, _, where: ((one,), (), (), where), rules.figures.any, " of ", rules.nouns, " ", rules.where),
        after(lambda _, where: ((("rows",),), (), (), where), "number of ", rules.nouns, " ", rules.where),
    )


def _several(rules: _Rules) -> Rule:
    """Figures parted by semicolons, at last what all of them are of: figures, across, groups, where."""
    plain = then(rules.figures.any, lambda one: (one, False))
    over_groups = then(rules.across, lambda one: (one, True))
    ending = either(
        after(lambda groups, where: (groups, where), "; each", _by(rules), maybe(_rows_said(rules), ())),
        after(lambda where: ((), where), "; all", _rows_said(rules, comma="")),
        lambda text, at: [(((), ()), at)],
    )
    return after(_parted, separated(either(plain, over_groups), "; "), ending)


def _parted(some: tuple[Any, ...], ending: tuple[Any, Any]) -> Any:
    figures = tuple(one for one, is_across in some if not is_across)
    over_groups = tuple(one for one, is_across in some if is_across)
    if [is_across for _, is_across in some] != sorted(is_across for _, is_across in some):
        return NOTHING
    return (figures, over_groups, *ending)


def _by(rules: _Rules) -> Rule:
    return after(lambda groups: groups, " ", listed(after(lambda group: group, "by ", rules.groups.any)))


def _rows_said(rules: _Rules, comma: str = ",") -> Rule:
    return after(lambda _, where: where, comma + " for ", rules.nouns, " ", rules.where)


def _having(rules: _Rules) -> Rule:
    figure = either(rules.figures.atom, in_brackets(rules.across))
    operators = table({**EQUALITIES, **INEQUALITIES["number"]})
    one = after(lambda *said: said, "whose ", figure, " ", operators, NUMBER)
    return after(lambda some: some, ", only groups ", listed(one))


def _ranking(rules: _Rules) -> Rule:
    """What groups are ranked by, descending, limit, offset, within, ties."""
    figure = either(rules.figures.atom, in_brackets(rules.across))
    within = maybe(after(lambda groups: groups, " within each ", listed(rules.groups.atom)), ())
    offset = maybe(after(lambda many: many, ", leaving out the first ", WHOLE), 0)
    ties = maybe(then(literal(", ties included"), lambda _: True), False)
    cut = each(
        after(
            lambda high, limit, by, within, offset, ties: (by, high, limit, offset, within, ties),
            table({", top ": True, ", bottom ": False}), WHOLE, " by ", figure, within, offset, ties,
        ),
        lambda said: [(*said[:2], *cut, *said[4:]) for cut in _cuts(said[2], said[3])],
    )  # fmt: skip
    later = after(
        lambda limit, high, offset, by, within, ties: (by, high, limit, offset, within, ties),
        ", next ", WHOLE, table({" after the top ": True, " after the bottom ": False}), WHOLE, " by ", figure, within,
        ties,
    )  # fmt: skip
    order = after(
        lambda by, high, within, offset: (by, high, None, offset, within, False),
        ", sorted by ", figure, " from the ", table(DIRECTIONS), within, offset,
    )  # fmt: skip
    return either(cut, later, order)


def _cuts(limit: int | None, offset: int) -> list[tuple[int | None, int]]:
    """Limit and offset of "first 5, leaving out the first 2": 5 to some readers, to others the 3 that are left."""
    if limit is None or not 0 < offset < limit:
        return [(limit, offset)]
    return [(limit, offset), (limit - offset, offset)]


def _coherent(said: tuple[Any, ...], having: tuple[Part, ...], ranking: Part | None) -> Any:
    """The query, unless it speaks of groupings or figures that it does not have."""
    figures, over_groups, groups, where = said
    grains = {group[2] for group in groups if group[0] == "by_time"}
    withins = [one[-1] for one in over_groups if one[0] in ("share", "rank")] + ([ranking[4]] if ranking else [])
    if any(group not in groups for within in withins for group in within):
        return NOTHING
    if any(one[1] not in figures for one in over_groups) or (ranking and ranking[0] not in (*figures, *over_groups)):
        return NOTHING
    if any(one[-1] not in grains for one in over_groups if one[0] in ("change", "moving_average")):
        return NOTHING
    return Recovered("figures", figures, over_groups, groups, where, having, ranking)


def _rows(rules: _Rules) -> Rule:
    """A query of rows: which, what is shown of them, in what order, and how many."""
    column = rules.columns.atom
    every = literal("all columns")
    shown = either(
        then(every, lambda _: (ALL_COLUMNS,)),
        after(lambda _, columns: (ALL_COLUMNS, *columns), every, " and ", listed(column)),
        after(lambda _, columns: (ALL_COLUMNS, *columns), every, ", ", listed(column)),
        listed(column),
    )
    order = listed(after(lambda one, high: (one, high), column, " from the ", table(DIRECTIONS)))
    limited = each(
        after(
            lambda *cut: cut,
            maybe(after(lambda many: many, ", first ", WHOLE)),
            maybe(after(lambda many: many, ", leaving out the first ", WHOLE), 0),
        ),
        lambda cut: _cuts(*cut),
    )
    later = after(lambda limit, offset: (limit, offset), ", next ", WHOLE, " after the first ", WHOLE)
    return after(
        lambda _, where, columns, order, cut: Recovered(
            "rows", where=where, columns=columns, order=order, limit=cut[0], offset=cut[1]
        ),
        rules.nouns,
        maybe(after(lambda where: where, " ", rules.where), ()),
        maybe(after(lambda columns: columns, ", showing ", shown), (ALL_COLUMNS,)),
        maybe(after(lambda order: order, ", sorted by ", order), ()),
        either(limited, later),
    )
