"""The shapes of two or more sides: which of two, by how much, all together, and whether."""

from shared.analysis.conditions import Filter
from shared.analysis.rows.asked import Asked, Goal, Sides
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import concept_columns, names_of
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.conditions import read_conditions, restate, value_filter
from shared.offline.reading.rows.numbers import year_filter
from shared.offline.reading.rows.stems import name_stems
from shared.offline.reading.vocabulary.adjectives import COMPARATIVES

_LOW = ("lighter", "younger", "shorter", "slower", "cheaper", "cooler", "colder", "drier")


def read_sides(clause: Clause) -> Asked:
    """ "did A or B win more gold", "how many more X than Y", "A and B combined"."""
    goal = _goal(clause)
    label = kinds.label(clause.table)
    clause.prefer = (label.name,) if label is not None else ()
    sides = _sides(clause)
    if len(sides) < 2 or (goal not in ("sum", "average") and len(sides) > 2):
        raise NotUnderstood("no two sides")
    by = _measure(clause, goal)
    clause.take("or", "and", "than", "count", "both", "sum")
    clause.same = (by.name,) if by else ()
    clause.same += tuple(dict.fromkeys(side.column for side in sides))
    read_conditions(clause, avoid=clause.same, wide=by is None)
    _use_asking(clause, sides)
    restate(clause)
    if by is not None and goal in ("difference", "sum", "average"):
        clause.check_unit(by)
    ranked = by is not None and (by in kinds.places(clause.table) or kinds.charted(by))
    if ranked and goal not in ("difference", "sum", "average"):
        raise NotUnderstood("a high rank is a small number")
    if by is None:
        if any(clause.pieces[at].kind == "value" and not clause.pieces[at].whole for at in _counted(clause)):
            raise NotUnderstood("what is counted is part of a cell")
        if unique(clause.table.column(sides[0].column), clause.table):
            raise NotUnderstood("each side is one row, so that something else than rows is compared")
        _use_rows(clause)
    return Sides(
        sides=tuple((side,) for side in sides), by=by.name if by else None, filters=tuple(clause.filters), goal=goal
    )


def _goal(clause: Clause) -> Goal:
    first = clause.tokens[0].text if clause.tokens else ""
    if clause.take("difference"):
        clause.take("more", "less")
        return "difference"
    if clause.free("operation", "average") and not clause.free("operation", "or"):
        clause.take("average")
        return "average"
    degree = clause.take("more", "less", "max", "min") or _comparative(clause) or _compared(clause)
    low = any(clause.pieces[at].word in ("less", "min", "<") or clause.pieces[at].text in _LOW for at in degree)
    if degree and clause.free("operation", "or"):
        return "less" if low else "more"
    than = clause.free("operation", "than") or any(clause.pieces[at].kind == "compare" for at in degree)
    if degree and than and first in ("is", "was", "did", "does", "do", "are", "were", "has"):
        return "is less" if low else "is more"
    if degree and len(clause.free("asking")) and not clause.free("operation", "than"):
        return "less" if low else "more"
    if clause.free("operation", "and", "both") and (clause.free("operation", "sum", "count")):
        if not clause.free("operation", "sum") and not any("total" in p.text for p in clause.pieces):
            raise NotUnderstood("for each or in total")
        return "sum"
    raise NotUnderstood("nothing is asked of the sides")


def _counted(clause: Clause) -> list[int]:
    """What stands after "how many more"."""
    ends = [at for at, piece in enumerate(clause.pieces) if piece.word in ("difference", "more", "less", "count")]
    following = [clause.beside(at, 1) for at in ends]
    return [at for at in following if at is not None]


def _compared(clause: Clause) -> list[int]:
    """ "more than" without a number after it: than another row."""
    found = clause.free("compare", ">", "<") if not clause.free("number") else []
    clause.use(*found)
    return found


def _comparative(clause: Clause) -> list[int]:
    found = [at for at in clause.free("unknown") if clause.pieces[at].text in COMPARATIVES]
    return found[:1]


def _sides(clause: Clause) -> list[Filter]:
    """The named cells of one column, or the named years."""
    values = clause.free("value")
    shared: set[str] = set()
    for number, at in enumerate(values):
        own = {piece.column.name for piece in clause.alike(at) if piece.column is not None}
        shared = own if not number else shared & own
    if len(values) >= 2 and len(shared) >= 1:
        return _cells(clause, values, shared)
    years = [at for at in clause.free("number") if 1000 < (clause.pieces[at].number or 0) < 2200]
    if len(years) == 2 and not values:
        clause.use(*years)
        return [year_filter(clause, int(clause.pieces[at].number or 0)) for at in years]
    repeated = _repeated(clause, values)
    return _cells(clause, repeated[1], {repeated[0]}) if repeated else []


def _repeated(clause: Clause, values: list[int]) -> tuple[str, list[int]] | None:
    """The only column of which two cells are named, beside conditions on others."""
    places: dict[str, list[int]] = {}
    for at in values:
        for piece in clause.alike(at):
            if piece.column is not None:
                places.setdefault(piece.column.name, []).append(at)
    found = [(name, list(dict.fromkeys(at))) for name, at in places.items() if len(set(at)) == 2]
    return found[0] if len(found) == 1 else None


def _cells(clause: Clause, values: list[int], shared: set[str]) -> list[Filter]:
    others = tuple(column.name for column in clause.table.columns if column.name not in shared)
    found = [value_filter(clause, at, avoid=others) for at in values]
    if len({item.column for item in found}) > 1 or any(item.operator not in ("=", "in") for item in found):
        raise NotUnderstood("the sides are of several columns")
    if len({item.values for item in found}) < len(found):
        raise NotUnderstood("the sides are the same")
    return found


def _measure(clause: Clause, goal: Goal) -> ColumnProfile | None:
    """The column whose figures are compared; None where rows are counted."""
    for at in list(clause.free("unknown")):
        text = clause.pieces[at].text
        if text in COMPARATIVES:
            found = concept_columns(COMPARATIVES[text], names_of(clause.table))
            best = [name.column for score, name in found if score > found[0][0] - 0.03]
            if len(best) != 1:
                raise NotUnderstood("no one column is compared")
            clause.use(at)
            clause.tell(f"I compared {kinds.name(best[0])}.")
            return best[0]
    totals = [column for column in clause.table.columns if column.numeric and name_stems(column) == stem_set("total")]
    said = [at for at in clause.free("operation", "sum") if "total" in clause.pieces[at].text]
    numeric = [at for at in clause.free_columns() if _figures(clause, at)]
    if len(totals) == 1 and said and not numeric and goal not in ("sum", "average"):
        clause.use(*said)
        return totals[0]
    if len(numeric) > 1:
        raise NotUnderstood("several figures")
    if numeric:
        clause.use(*numeric)
        return next(c for c in clause.columns_at(numeric[0]) if c.numeric or c.type in ("time", "text"))
    return None


def _figures(clause: Clause, at: int) -> bool:
    columns = clause.columns_at(at)
    return len(columns) == 1 and columns[0].numeric


def _use_asking(clause: Clause, sides: list[Filter]) -> None:
    """The question word and the noun after it say what kind the sides are."""
    for at in clause.free("asking", "which", "who", "year", "much", "when"):
        clause.use(at)
        after = clause.beside(at, 1)
        piece = clause.piece(after)
        if piece is None or after is None or after in clause.used:
            continue
        if piece.kind == "column" and any(c.name == sides[0].column for c in clause.columns_at(after)):
            clause.use(after)
        if piece.kind == "unknown" and sides[0].column in [c.name for c in kinds.meant(piece.text, clause.table)]:
            clause.use(after)


def _use_rows(clause: Clause) -> None:
    """What is counted: rows, by the name of the column that tells them apart."""
    label = kinds.label(clause.table)
    left = list(clause.free_columns())
    if not left and not clause.told:
        clause.tell("I counted rows.")
    for at in left:
        if label is None or label not in clause.columns_at(at):
            raise NotUnderstood("something else is counted")
        clause.use(at)
