"""A bound query in English, as a colleague would say it: a noun phrase, such as "total revenue by region, for orders in
March 2025". Every part that makes a difference is said, so two queries that differ never share a sentence; names that a
query gives to its figures make none."""

from shared.query.bound import BoundQuery
from shared.query.measures import RowCount
from shared.query.query import Figures, Having, Ranking, Rows, figure_at, group_at
from shared.query.semantics import ProfileSemantics, Semantics
from shared.query.words import values as v
from shared.query.words.conditions import COMPARED, clauses
from shared.query.words.measures import figure, measure, of_inner
from shared.query.words.phrases import Naming, Phrase

ONCE = "each repeated row counted once"


def verbalise(bound: BoundQuery, naming: Naming | None = None) -> str:
    """The whole query as a noun phrase, without a capital and a full stop."""
    naming, query = naming or naming_of(bound), bound.query
    said = _rows(query, naming) if isinstance(query, Rows) else _figures(query, naming)
    return f"{said}{_once(query)}{_over(bound, naming)}"


def naming_of(bound: BoundQuery, semantics: Semantics | None = None) -> Naming:
    """How the query's columns and rows are called."""
    return Naming(bound, semantics or ProfileSemantics(bound.table), of_inner)


def figure_words(bound: BoundQuery, place: int, naming: Naming | None = None, *, group: str = "") -> str:
    """One figure of a query of figures, counted through measures and across, with the query's conditions: "total
    revenue of orders in March 2025"; of a group, "total revenue for West, for orders in March 2025"."""
    query, naming = bound.query, naming or naming_of(bound)
    if not isinstance(query, Figures):
        raise TypeError("a query of rows has no figures")
    said = figure(place, query, naming)
    said = Phrase(f"{said.text} for {group}", compound=True) if group else said
    return f"{_scoped(said, query, naming, place)}{_once(query)}{_over(bound, naming)}"


def scope_words(bound: BoundQuery, naming: Naming | None = None) -> str:
    """What a query of figures by groups says beside its figures: "by region, for orders in March 2025, top 3 by total
    revenue". An order that leaves no group out is not said."""
    query, naming = bound.query, naming or naming_of(bound)
    if not isinstance(query, Figures):
        raise TypeError("a query of rows has no figures")
    said = f"{_grouped(query, naming)}{f', for {naming.rows} {clauses(query.where, naming)}' if query.where else ''}"
    cut = query.ranking is not None and (query.ranking.limit is not None or query.ranking.offset > 0)
    said += _selected(query if cut else query.model_copy(update={"ranking": None}), naming)
    said += f", {ONCE}" if query.distinct_rows else ""
    return f"{said}{_over(bound, naming)}".removeprefix(", ")


def taken_words(bound: BoundQuery, rows: str, naming: Naming | None = None) -> str:
    """What a query says of the rows that it takes, and of the groups that it gives, which are called `rows`: ", for
    orders in March 2025, for customers whose total revenue is over 100"; empty where it takes and gives all."""
    query, naming = bound.query, naming or naming_of(bound)
    said = f", for {naming.rows} {clauses(query.where, naming)}" if query.where else ""
    if isinstance(query, Figures):
        said += "".join(f", for {rows} whose {_having(one, query, naming)}" for one in query.having)
    return f"{said}, {ONCE}" if query.distinct_rows else said


def _once(query: Figures | Rows) -> str:
    return f" ({ONCE})" if query.distinct_rows else ""


def _over(bound: BoundQuery, naming: Naming) -> str:
    """What the query below computes; empty where there is none, and to a person where it only shows rows."""
    if bound.source is None or (not naming.exact and _is_the_table(bound.source)):
        return ""
    below = verbalise(bound.source, naming.within(bound.source))
    return f", computed over [{below}]" if naming.exact else f", worked out from the {below}"


def _is_the_table(below: BoundQuery) -> bool:
    """Whether a query gives all rows of a table as they are, and maybe not all columns."""
    query = below.query
    cut = query.limit is not None or query.offset if isinstance(query, Rows) else True
    return below.source is None and not (cut or query.where or query.derived or query.lookups or query.distinct_rows)


def _grouped(query: Figures, naming: Naming) -> str:
    return v.listed([f"by {naming.grouping(one).text}" for one in query.groups]) if query.groups else ""


def _selected(query: Figures, naming: Naming) -> str:
    """Which groups, and in which order."""
    said = "".join(f", only groups whose {_having(one, query, naming)}" for one in query.having)
    return said + (_ranked(query.ranking, query, naming) if query.ranking else "")


def _figures(query: Figures, naming: Naming) -> str:
    figures = [figure(place, query, naming) for place in range(len(query.measures) + len(query.across))]
    if len(figures) == 1 and not query.groups:
        said = _scoped(figures[0], query, naming, 0)
    else:
        texts = [one.text for one in figures]
        apart = len(figures) > 1 and any(one.compound for one in figures)  # one of them has an "and" of its own
        said = "; ".join(texts) if apart else v.listed(texts)
        groups = _grouped(query, naming)
        said += f"{'; each ' if apart else ' '}{groups}" if groups else ""
        met = f"for {naming.rows} {clauses(query.where, naming)}" if query.where else ""
        said += f"{'; all ' if apart and not groups else ', '}{met}" if met else ""
    return said + _selected(query, naming)


def _scoped(said: Phrase, query: Figures, naming: Naming, place: int) -> str:
    """A figure with the conditions that its rows meet."""
    if not query.where:
        return said.text
    met = clauses(query.where, naming)
    if said.compound or place >= len(query.measures):
        return f"{said.text}, for {naming.rows} {met}"
    of_rows = isinstance(query.measures[place], RowCount)
    return f"{said.text} {met}" if of_rows else f"{said.text} of {naming.rows} {met}"


def _having(item: Having, query: Figures, naming: Naming) -> str:
    if isinstance(item.measure, int | str):
        said = figure(figure_at(query, item.measure), query, naming)
    else:
        said = measure(item.measure, naming)
    return f"{said.whole} {COMPARED[item.operator]} {v.number(item.value)}"


def _ranked(ranking: Ranking, query: Figures, naming: Naming) -> str:
    by = figure(figure_at(query, ranking.by), query, naming).whole
    groups = [naming.grouping(query.groups[group_at(query, one)]).whole for one in ranking.within]
    within = f" within each {v.listed(groups)}" if groups else ""
    if ranking.limit is None:
        after = f", leaving out the first {ranking.offset}" if ranking.offset else ""
        return f", sorted by {by} from the {'highest' if ranking.descending else 'lowest'}{within}{after}"
    ties = ", ties included" if ranking.ties else ""
    end = "top" if ranking.descending else "bottom"
    if ranking.offset:
        return f", next {ranking.limit} after the {end} {ranking.offset} by {by}{within}{ties}"
    return f", {end} {ranking.limit} by {by}{within}{ties}"


def _rows(query: Rows, naming: Naming) -> str:
    said = naming.rows + (f" {clauses(query.where, naming)}" if query.where else "")
    if query.columns:
        said += f", showing {v.listed([naming.column(name).whole for name in query.columns])}"
    elif query.lookups or query.derived:
        names = [name for lookup in query.lookups for name in lookup.called]
        made = [naming.column(name).whole for name in (*names, *(item.name for item in query.derived))]
        said += f", showing all columns and {v.listed(made)}"
    if query.order:
        order = [
            f"{naming.column(one.column).whole} from the {_end(naming, one.column, one.descending)}"
            for one in query.order
        ]
        said += f", sorted by {v.listed(order)}"
    if query.limit is None:
        return said
    return f"{said}, {f'next {query.limit} after the first {query.offset}' if query.offset else f'first {query.limit}'}"


def _end(naming: Naming, column: str, descending: bool) -> str:
    ends = {"time": ("earliest", "latest"), "text": ("first", "last")}
    return ends.get(naming.bound.columns[column].kind, ("lowest", "highest"))[descending]
