"""Whether the values of a column may be added up, and what is meant of it where nobody says.

The only place that decides it: everyone else reads it from the profile.
"""

import re
from collections.abc import Iterable

from shared.contracts import Additivity, ColumnProfile, DefaultAggregate
from shared.table.names import tokens, word_set, written_out
from shared.table.units import is_speed

_RATES = word_set(
    """
    rating ratings score scores stars rate rates ratio percent percentage percentile pct share probability grade
    rank index average avg mean median minimum maximum temperature fahrenheit celsius humidity pressure speed
    velocity density bmi gpa age ph ppm ppb volt volts voltage battery altitude elevation latitude longitude efficiency
    satisfaction nps csat growth capita per mpg concentration intensity purity quality expectancy
    magnitude aqi uv frequency acceleration oxygen glucose cholesterol pulse bp systolic diastolic mark marks
    version zip zipcode postcode phone code rpm bpm place placing pos position cumulative cumulated
    """
)
"""Words of what no sum means anything of, not even of things of one moment."""
_SIZES = word_set(
    """
    price mass weight carat width length height depth size displacement stories alcohol radius
    capacity salary wage hourly tenure experience seniority stock inventory balance horsepower power cylinders
    heart blood mileage level interest yield performance visibility popularity wind quarter exam test margin point
    """
)
"""Words of what can be added up, but is meant as an average where nobody asks for the sum: "weight by species"."""
_STATES = word_set(
    """
    population inhabitants residents stock inventory balance headcount members subscribers employees followers debt
    assets capacity gdp gnp hand closing outstanding
    """
)
"""Words of what stands at a moment (or is told as of a year): added up over things, never over times."""
_PARTS = frozenset({"discount", "rate", "ratio", "share", "margin", "probability", "fraction", "proportion"})
"""Words of what is a part of one where all values lie between 0 and 1."""
_CALENDAR = frozenset({"year", "month", "day", "week", "hour", "minute", "quarter"})
_LATEST = frozenset({"last", "past", "previous", "this"})
_COUNTS = frozenset({"count", "counts", "cnt", "qty", "quantity"})
_NUMBERS = frozenset({"number", "num", "count", "n"})
_TOTALS = frozenset({"total", "sum", "tot"})
_RATE_UNITS = frozenset({"%", "‰", "°", "°C", "°F", "km/h", "mph", "bps"})
_RATIO_IN_BRACKETS = re.compile(r"[(\[][^)\]]*/[^)\]]*[)\]]")
_SCALE = re.compile(r"[(\[] ?\d+ ?(?:-|–|—|to|\.\.\.?|…) ?\d+ ?[)\]]", re.IGNORECASE)
"""The ends of a scale behind a name: "Appraisal (1-5)"."""


def additivity(column: ColumnProfile, *, over_time: bool, counted: bool) -> Additivity:
    """Whether sums of the column mean something. `over_time`: the table holds the same things at several times;
    `counted`: a column of it says how many there are of what a price is for."""
    if column.numeric and column.yes is not None:
        return "additive"  # its total counts the rows that say yes
    if not column.numeric or column.role != "measure" or is_rate(column, counted=counted):
        return "non_additive"
    return "semi_additive" if over_time and stands_at_a_moment(column) else "additive"


def stands_at_a_moment(column: ColumnProfile) -> bool:
    """Whether the column is called what is known as of a moment: a level, such as a stock or a head count."""
    named = _STATES & {*written_out(column.name), *tokens(column.name)}
    return column.numeric and column.role == "measure" and bool(named)


def default_aggregate(column: ColumnProfile, kind: Additivity) -> DefaultAggregate:
    """The aggregate, sum or mean, that is meant where a question names the column alone."""
    if kind == "non_additive" or column.yes is not None:
        return "mean"
    words = tokens(column.name)
    if words[-1:] and (words[-1] in _TOTALS or words[0] in _TOTALS):
        return "sum"
    return "mean" if _SIZES & set(_meant(words)) else "sum"


def additive(column: ColumnProfile) -> bool:
    """Whether a column's total is what is meant where a question names it alone."""
    return column.default_aggregate == "sum"


def is_rate(column: ColumnProfile, *, counted: bool) -> bool:
    """Whether the column is never added up: a rate, a rating or score, a unit price, or a part of the calendar."""
    words = tokens(column.name)
    named = column.name
    of_a_whole = column.unit in _RATE_UNITS or (column.unit or "").startswith("out of ")
    if of_a_whole or "%" in named or _RATIO_IN_BRACKETS.search(named) or _SCALE.search(named):
        return True
    if not words or _counts(words):
        return False
    if is_speed(column):
        return True
    meant = set(_meant(words))
    if meant & _RATES or words[-1] in ("long", "lng", "pc"):
        return True
    if (words[-1] in _CALENDAR and not _LATEST & set(words)) or is_clock(column):
        return True
    if ("price" in meant and counted) or ("unit" in meant and meant & {"price", "cost"}) or _runs(words):
        return True
    return bool(meant & _PARTS) and column.type == "number" and _within_one(column)


def _runs(words: tuple[str, ...]) -> bool:
    """Whether each row holds the total of all rows up to it: "running total"."""
    return "running" in words and bool(_TOTALS & {*words})


def counts_things(columns: Iterable[ColumnProfile]) -> bool:
    """Whether the column is a quantity (units, pieces), so that a price beside it is a unit price."""
    return any(
        column.numeric and column.role == "measure" and {"quantity", "units"} & set(written_out(column.name))
        for column in columns
    )


def _meant(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with those written out; "min" behind another word is minutes."""
    kept = words[:-1] if len(words) > 1 and words[-1] in ("min", "mins") else words
    return (*kept, *(part for word in kept for part in written_out(word)))


def _counts(words: tuple[str, ...]) -> bool:
    return words[-1] in _COUNTS or (len(words) > 1 and words[0] in _NUMBERS and words[0] != words[-1])


def is_clock(column: ColumnProfile) -> bool:
    """Whether whole numbers are times of day, as 517 for 5:17."""
    if "time" not in tokens(column.name) or column.type != "integer" or not isinstance(column.maximum, int):
        return False
    known = [count.value for count in column.top_values] or [column.minimum, column.maximum]
    told = all(isinstance(one, int) and 0 <= one <= 2400 and one % 100 < 60 for one in known)
    return told and 1000 <= column.maximum <= 2400


def _within_one(column: ColumnProfile) -> bool:
    low, high = column.minimum, column.maximum
    return isinstance(low, int | float) and isinstance(high, int | float) and 0 <= low <= high <= 1
