"""Which columns of a query's result are in percent, or in percentage points: a result says nothing of units, but its
query does."""

import re
from collections.abc import Mapping
from typing import Final

from sqlglot import exp

from shared.engine.results.lineage import KnownTexts, followed, spelled, told_of
from shared.engine.results.units import SPREADS, unit_kept, unit_or_count
from shared.table.unit_arithmetic import POINTS, UNKNOWN
from shared.table.units import unit_in_name

_NAMED = re.compile(r"%|(?:^|[_ ])(?:pct|percent(?:age)?)(?:$|[_ ])", re.IGNORECASE)
_SAME = (exp.Cast, exp.TryCast, exp.Paren, exp.Round, exp.Abs, exp.Neg)
"""What leaves a difference one."""
_PART: Final = "\0part"
"""In the place of the unit of a part of one: 0.12, which is 12 %."""
_NO_TABLES: Final[Mapping[str, KnownTexts]] = {}
_A_TRUTH = (exp.Boolean, exp.Case, exp.If, exp.Predicate)


def percent_units(sql: str, columns: tuple[str, ...], tables: Mapping[str, KnownTexts] = _NO_TABLES) -> dict[str, str]:
    """ "%" or points of those that are, by what they are computed of and never by what the query calls them. In percent
    are a hundred times a quotient of alike figures or an average of yes and no, and what keeps the unit of such; in
    points is what two of them differ by. Of what does not follow nothing is said. `tables` are the units of the columns
    that are read."""
    found = {column: unit for column, unit in followed(sql, tables, percent_of).items() if unit in ("%", POINTS)}
    return spelled(found, columns)


def percent_of(one: exp.Expr, known: KnownTexts) -> str | None:
    """ "%" for an expression that is in percent, points for the difference of two, a mark for a part of one, else the
    unit that it keeps of the columns that it reads."""
    if _in_points(one, known):
        return POINTS
    if _times_a_hundred(one, known):
        return "%"
    return _PART if _a_part(one, known) else unit_or_count(one, known)


def heading_says_percent(name: str) -> bool:
    """Whether a table calls a column of its own so."""
    return _NAMED.search(name) is not None and unit_in_name(name) in (None, "%")


def _in_points(one: exp.Expr, known: KnownTexts) -> bool:
    """Whether an expression is the difference of two in percent, how far such lie apart, or a hundred times the
    difference of two quotients."""
    if isinstance(one, exp.Case):
        taken = [
            each for each in (*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")) if each
        ]
        read = [each for each in taken if not isinstance(each, exp.Literal | exp.Null)]
        return bool(read) and all(_in_points(each, known) for each in read)
    if isinstance(one, _SAME) and isinstance(one.this, exp.Expr):
        return _in_points(one.this, known)
    if isinstance(one, SPREADS) and _in_percent(one.this, known):
        return True
    if _a_net_share(one) or _a_net_average(one):
        return True
    if isinstance(one, exp.Mul) and any(map(_is_hundred, (one.left, one.right))):
        other = (one.right if _is_hundred(one.left) else one.left).unnest()
        return isinstance(other, exp.Sub) and all(_a_part(side, known) for side in (other.left, other.right))
    return isinstance(one, exp.Sub) and all(_in_percent(side, known) for side in (one.left, one.right))


def _a_net_share(one: exp.Expr) -> bool:
    """Whether an expression is a hundred times what two counts differ by, of a third: a net promoter score. A change in
    percent is of one of the two."""
    factors, of = _factors(one)
    hundreds = [each for each in factors if _is_hundred(each)]
    nets = [each for each in factors if isinstance(each, exp.Sub)]
    if len(factors) != len(hundreds) + len(nets) or not (len(hundreds) == len(nets) == len(of) == 1):
        return False
    sides = [_bare(each) for each in (nets[0].left, nets[0].right, *of)]
    return all(map(_a_count, sides)) and sides[2] not in sides[:2]


def _a_net_average(one: exp.Expr) -> bool:
    """Whether an expression is a hundred times the average of 1, 0 and -1, a net promoter score, or how far such lie
    apart."""
    factors, of = _factors(one)
    rest = [each for each in factors if not _is_hundred(each)]
    if len(rest) != 1 or len(factors) != len(rest) + 1 or not isinstance(rest[0], (exp.Avg, *SPREADS)):
        return False
    return -1 in _written(rest[0].this) and (not of or isinstance(rest[0], SPREADS))


def _written(one: exp.Expr) -> set[float]:
    """The numbers that branches write for a row; none where one of them is no number that is written out."""
    one = _bare(one)
    if not isinstance(one, exp.Case | exp.If):
        return set()
    ifs = one.args["ifs"] if isinstance(one, exp.Case) else [one]
    default = one.args.get("default") or one.args.get("false")
    branches = [*(branch.args["true"] for branch in ifs), *([default] if default is not None else [])]
    known = [each for each in branches if not isinstance(each, exp.Null)]
    signed = [(each.this, -1) if isinstance(each, exp.Neg) else (each, 1) for each in known]
    if not all(isinstance(each, exp.Literal) and each.is_number for each, _ in signed):
        return set()
    return {sign * float(each.this) for each, sign in signed}


def _factors(one: exp.Expr) -> tuple[list[exp.Expr], list[exp.Expr]]:
    """What is multiplied in an expression, and by what it is divided."""
    one = _bare(one)
    if isinstance(one, exp.Mul | exp.Div):
        (above, below), (more, less) = _factors(one.left), _factors(one.right)
        return ([*above, *more], [*below, *less]) if isinstance(one, exp.Mul) else ([*above, *less], [*below, *more])
    return [one], []


def _bare(one: exp.Expr) -> exp.Expr:
    while isinstance(one, (*_SAME[:4], exp.Nullif)) and isinstance(one.this, exp.Expr):
        one = one.this
    return one


def _a_count(one: exp.Expr) -> bool:
    if isinstance(one, exp.Filter):
        return _a_count(one.this)
    sums = isinstance(one, exp.Sum) and isinstance(_bare(one.this), _A_TRUTH)
    return isinstance(one, exp.Count | exp.CountIf) or sums


def _in_percent(side: exp.Expr, known: KnownTexts) -> bool:
    return percent_of(side, known) == "%"


def _a_part(side: exp.Expr, known: KnownTexts) -> bool:
    """Whether an expression is a share of one: a quotient of alike figures, an average of what is true or not, or what
    keeps the unit of such."""
    side = _bare(side)
    if isinstance(side, exp.Column):
        return told_of(side, known) == _PART
    if isinstance(side, exp.Avg) and _says_yes_or_no(side.this):
        return True
    if isinstance(side, exp.Div):
        return not _scaled(side) and not _unlike(side, known)
    kept = isinstance(side, exp.Max | exp.Min | exp.Avg | exp.Median | exp.Lag | exp.Lead | exp.Filter | exp.Window)
    return kept and isinstance(side.this, exp.Expr) and _a_part(side.this, known)


def _scaled(one: exp.Div) -> bool:
    """Whether a written number is divided by, or a hundred taken times something in it."""
    return any(isinstance(each, exp.Literal) for each in _factors(one)[1]) or any(
        map(_is_hundred, one.find_all(exp.Literal))
    )


def _unlike(one: exp.Div, known: KnownTexts) -> bool:
    """Whether figures are divided of which one is in a unit that the other has not: litres by cows are no share."""
    above, below = ([each for each in side if not isinstance(each, exp.Literal)] for side in _factors(one))
    if len(above) != 1 or len(below) != 1:
        return False
    units = [unit_kept(each, known) for each in (above[0], below[0])]
    return units[0] != units[1] and UNKNOWN not in units and _PART not in units


def _times_a_hundred(column: exp.Expr, known: KnownTexts) -> bool:
    """Whether a share of one is taken a hundred times."""
    products = list(column.find_all(exp.Mul))
    hundreds = [one for one in products if any(map(_is_hundred, (one.left, one.right)))]
    if not hundreds:
        return False
    quotients = list(column.find_all(exp.Div))
    if quotients:
        return not any(_unlike(one, known) for one in quotients)
    others = [one.right if _is_hundred(one.left) else one.left for one in hundreds]
    averages = column.find_all(exp.Avg)
    return any(_says_yes_or_no(one.this) for one in averages) or any(_a_part(one, known) for one in others)


def _says_yes_or_no(one: exp.Expr) -> bool:
    """Whether what is averaged is true or not, or 1 and 0 for that; not what a branch reads of a score."""
    bare = _bare(one)
    if isinstance(bare, exp.Case | exp.If) and (written := _written(bare)):
        return written <= {0, 1}
    reads = isinstance(bare, exp.Case) and any(
        isinstance(_bare(branch.args["true"]), exp.Column) for branch in bare.args["ifs"]
    )
    return one.find(*_A_TRUTH) is not None and not reads


def _is_hundred(side: exp.Expr) -> bool:
    return isinstance(side, exp.Literal) and side.is_number and float(side.this) == 100
