"""What a figure of the language is a figure of, read from what its query counts beside it.

For every figure, used + left out = rows of its source, which are the table's, or the groups or rows of an inner query.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from shared.contracts import Account, Completeness, LeftOut, LookupMatches, QueryResult, Why
from shared.log import logger
from shared.query.bound import BoundQuery
from shared.query.measures import RowCount, of_no_rows
from shared.query.query import Figures, figure_at
from shared.query.semantics import Semantics
from shared.query.sql.figures import DISTINCT, GROUPED, GROUPS, ROWS, SELECTED, SOURCE, account_name
from shared.query.sql.lookups import matched_name, several_name
from shared.query.sql.measures import taken
from shared.query.words import values as v
from shared.query.words.verbalise import naming_of

NOTABLE = 0.02
"""The share of rows from which on it matters that a figure does without them."""


def completeness(bound: BoundQuery, result: QueryResult, row: int, place: int) -> Completeness | None:
    """What the figure at `place` (counted through measures and across) of a row of the result is a figure of; None, and
    a line in the log, where the counts do not agree. Raises LookupError for a row that the result does not have."""
    total, lookups = _there(bound, result), _lookups(bound, result)
    try:
        return Completeness(
            accounts=_accounts(bound, result, row, place),
            shown=len(result.rows),
            there=total,
            cut=result.truncated or total > len(result.rows),
            grouped_by=_grouped_by(bound),
            matched=min((one.matched for one in lookups), default=None),
            lookups=lookups,
            as_of=bound.table.semantic.as_of,
        )
    except ValidationError as breach:
        logger.warning("the rows of a figure are not accounted for", extra={"errors": breach.error_count()})
        return None


def _accounts(bound: BoundQuery, result: QueryResult, row: int, place: int) -> tuple[Account, ...]:
    """One for each aggregate that the figure is made of. Raises ValidationError where counts do not agree."""
    query = bound.query
    if not isinstance(query, Figures):
        return ()
    cells = dict(zip(result.columns, result.rows[row], strict=True))
    if place >= len(query.measures):
        place = figure_at(query, query.across[place - len(query.measures)].measure)

    def count(name: str) -> int:
        value = cells.get(name)
        return int(value) if isinstance(value, int | float) else 0

    made: list[Account] = []
    read = count(DISTINCT if query.distinct_rows else SOURCE)
    for part, one in enumerate(taken(query.measures[place])):
        met, used, unreadable = (count(account_name(what, place, part)) for what in ("met", "used", "unreadable"))
        counts: dict[Why, int] = {
            "repeated": count(SOURCE) - read,
            "condition": read - count(SELECTED),
            "no_group": count(SELECTED) - count(GROUPED),
            "other_group": count(GROUPED) - count(ROWS),
            "own_condition": count(ROWS) - met,
            "unreadable": unreadable,
            "empty": met - used - unreadable,
        }
        left = tuple(LeftOut(why=why, rows=rows) for why, rows in counts.items() if rows)
        column = None if isinstance(one.leaf, RowCount) else one.leaf.column
        made.append(Account(column=column, there=count(SOURCE), used=used, left_out=left))
    return tuple(made)


def _there(bound: BoundQuery, result: QueryResult) -> int:
    """How many groups (or rows) there are, before the query's own limit and the cap on results."""
    name = GROUPS if isinstance(bound.query, Figures) else SELECTED
    there = result.rows[0][result.columns.index(name)] if result.rows and name in result.columns else 0
    return int(there) if isinstance(there, int | float) else 0


def _lookups(bound: BoundQuery, result: QueryResult) -> tuple[LookupMatches, ...]:
    """What each lookup matched of all rows that the innermost query reads, whatever its conditions; nothing of none."""
    while bound.source is not None:
        bound = bound.source
    cells = dict(zip(result.columns, result.rows[0], strict=True)) if result.rows else {}
    made: list[LookupMatches] = []
    for at, lookup in enumerate(bound.lookups):
        matched, several = (cells.get(name(at)) for name in (matched_name, several_name))
        counts = bool(lookup.node.measures) and all(of_no_rows(one) == 0 for one in lookup.node.measures)
        if isinstance(matched, int | float):
            own, other = bound.table.relation, lookup.table.relation
            more = float(several) if isinstance(several, int | float) else 0.0
            called, share = lookup.node.called, float(matched)
            made.append(
                LookupMatches(dataset=own, looked_in=other, columns=called, matched=share, several=more, counts=counts)
            )
    return tuple(made)


def _grouped_by(bound: BoundQuery) -> tuple[str, ...]:
    groups = bound.query.groups if isinstance(bound.query, Figures) else ()
    return tuple(dict.fromkeys(one.column for one in groups if not one.keep_empty))


def told(bound: BoundQuery, result: QueryResult, semantics: Semantics | None = None) -> str:
    """The completeness of a whole result in one short line; empty where every row and group is accounted for.

    "3 of 120 orders have no entry for revenue and are left out; 5 of 12 groups are shown."
    """
    query, naming = bound.query, naming_of(bound, semantics)
    places = len(query.measures) if isinstance(query, Figures) else 1
    found = [[completeness(bound, result, row, place) for row in range(len(result.rows))] for place in range(places)]
    figures = [[one for one in of_place if one is not None] for of_place in found]
    shown = "groups" if isinstance(query, Figures) else naming.rows
    return completeness_line(figures, lambda name: naming.column(name).whole, naming.rows, shown)


class _Share(NamedTuple):
    """So many rows of those that a figure could be of, and what these are called."""

    left: int
    of: int
    rows: str


def completeness_line(
    figures: Sequence[Sequence[Completeness]],
    name: Callable[[str], str],
    rows: str,
    shown: str = "",
    repeating: str = "",
    *,
    apart: bool = False,
    coded: Collection[str] = (),
    noted: Sequence[str] = (),
) -> str:
    """One line on the completeness of figures, given row by row: how many rows repeat another one and are left out, how
    many lack a value (of the groups given, where these are not all) or a group (where it is a notable share) or a
    match, and, where `shown` names what a result lists, how many were cut off. `name` gives a column's words, `rows` is
    the plural noun of a row, `repeating` that of rows that repeat another one, where these have a longer name. With
    `apart`, rows that lack a value are left out of its figures alone, where others count them. Nothing is said of rows
    that lack a value of a `coded` column, of which it is told what its cells hold instead, nor of as many as one of the
    notes `noted` says to lack it. Empty where nothing is to be said."""
    said: dict[str, None] = {}
    unknown: dict[str, dict[_Share, None]] = {}
    for figure in figures:
        if figure:
            said |= dict.fromkeys(_repeated(figure[0], repeating or rows))
        if figure and set(figure[0].grouped_by).difference(coded):
            said |= dict.fromkeys(_ungrouped(figure[0], name, rows))
        for having, share in _lacking(figure, name, rows, coded) if figure else ():
            if not any(line.startswith(f"{v.number(share.left)} of ") and having in line for line in noted):
                unknown.setdefault(having, {})[share] = None
    counted = max(map(_counted, figures), default=0) if apart else 0
    said |= dict.fromkeys(_of_figures(list(shares), having, counted) for having, shares in unknown.items())
    for one in (figure[0] for figure in figures if figure):
        if one.cut and shown:
            said[f"{v.number(one.shown)} of {v.number(one.there)} {shown} are shown"] = None
        said |= dict.fromkeys(line for lookup in one.lookups if not lookup.counts for line in _unmatched(lookup))
        if not one.lookups and one.matched is not None and one.matched <= 100 * (1 - NOTABLE):
            said[f"{_percent(100 - one.matched)} of {rows} have no match in the other table"] = None
    return v.sentence("; ".join(said)) if said else ""


def _lacking(
    figure: Sequence[Completeness], name: Callable[[str], str], rows: str, coded: Collection[str]
) -> Iterator[tuple[str, _Share]]:
    """What a notable share of the rows of a figure lacks, given row by row, and the share, for each aggregate of it
    that is of no coded column."""
    own = f"{rows} in the groups shown" if len(figure) < figure[0].there else rows
    for parts in zip(*(one.accounts for one in figure), strict=True):
        if parts[0].column not in coded:
            yield from _unknown(parts, name, own)


def _counted(figure: Sequence[Completeness]) -> int:
    """How many rows a figure counts, given row by row; 0 where it is one of a column."""
    accounts = [account for one in figure for account in one.accounts]
    return sum(one.used for one in accounts) if all(one.column is None for one in accounts) else 0


def _unmatched(lookup: LookupMatches) -> Iterator[str]:
    """How many rows did not find what was looked up, and how many could have found any of several."""
    rows = f"of the rows of {lookup.dataset}"
    if lookup.matched < 100:
        yield f"{_percent(100 - lookup.matched)} {rows} have no match in {lookup.looked_in}"
    if lookup.several:
        yield f"{_percent(lookup.several)} {rows} match several of {lookup.looked_in}, so that none was taken"


def _percent(share: float) -> str:
    """As it is shown; a little of something is not told as nothing."""
    return v.figure(share, "%", v.decimals(share, "%"))


def no_entry(column: str) -> str:
    """What rows have whose cell of a column is empty; "no discount" would be one of 0."""
    return f"no entry for {column}"


def _repeated(figure: Completeness, rows: str) -> Iterator[str]:
    """They are left out because that was asked for, so how many they are is told however few."""
    for one in figure.accounts[:1]:
        if left := one.without("repeated"):
            repeats, is_left = ("repeats", "is") if left == 1 else ("repeat", "are")
            of = f"{'all ' if one.without('condition') else ''}{v.number(one.there)}"  # whatever the conditions
            yield f"{v.number(left)} of {of} {rows} {repeats} another row and {is_left} left out"


def _ungrouped(figure: Completeness, name: Callable[[str], str], rows: str) -> Iterator[str]:
    """The rows that belong to no group are the same for each of the groups and aggregates."""
    unknown = no_entry(" or ".join(name(column) for column in figure.grouped_by))
    for one in figure.accounts[:1]:
        left = one.without("no_group")
        asked = one.there - one.without("repeated") - one.without("condition")
        if left and left >= NOTABLE * asked:
            yield _of_figures([_Share(left, asked, rows)], unknown)


def _unknown(parts: Sequence[Account], name: Callable[[str], str], rows: str) -> Iterator[tuple[str, _Share]]:
    """What a notable share of the rows lacks, and the share."""
    column = parts[0].column
    if column is None:
        return
    reasons: dict[Why, str] = {
        "empty": no_entry(name(column)),
        "unreadable": f"an entry for {name(column)} that is not a number",
    }
    considered = sum(one.used + one.without("empty") + one.without("unreadable") for one in parts)
    for why, words in reasons.items():
        left = sum(one.without(why) for one in parts)
        if left and left >= NOTABLE * considered:
            yield words, _Share(left, considered, rows)


def _of_figures(shares: Sequence[_Share], having: str, counted: int = 0) -> str:
    """What rows of a figure lack; of several figures, each with its own share, the largest. So many rows are `counted`
    by another figure."""
    if len(shares) > 1:
        most = max(100 * one.left / one.of for one in shares)
        return f"up to {_percent(most)} of the {shares[0].rows} of a figure have {having} and are left out of it"
    (one,) = shares
    if one.of <= counted:
        rows = f"{v.number(one.left)} of {v.number(one.of)} {one.rows}"
        has = "has" if one.left == 1 else "have"
        return f"{rows} {has} {having}: figures of it are of the other {v.number(one.of - one.left)}"
    has, is_left = ("has", "is") if one.left == 1 else ("have", "are")
    return f"{v.number(one.left)} of {v.number(one.of)} {one.rows} {has} {having} and {is_left} left out"
