"""Growth: the last complete period against earlier ones."""

from shared.contracts import TypedColumns
from shared.statistics.periods import FilledPeriods, series_of
from shared.statistics.requests import CompareLast, SeriesGrain, StatisticTable
from shared.statistics.tables import TableRow, table

YEARS: dict[SeriesGrain, int] = {"month": 12, "quarter": 4}
"""Periods of a year, of those of which it has several."""


def growth(request: CompareLast, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; without two periods only how many there are."""
    series = series_of(request, columns)
    names = (
        "last", "previous", "change", "change_percent", "year_before", "year_change", "year_change_percent",
        "first", "growth_percent", "rises", "falls",
    )  # fmt: skip
    row: TableRow = {**series.span, **dict.fromkeys(names)}
    if len(series.values) >= 2:
        row |= _beside(series)
    return (table([row]),)


def _beside(series: FilledPeriods) -> TableRow:
    known = dict(zip(series.places.astype(int).tolist(), series.values.tolist(), strict=True))
    last = max(known)
    row: TableRow = {"last": known[last], "first": known[0], "previous": known.get(last - 1)}
    row["change"], row["change_percent"] = _change(known[last], known.get(last - 1))
    if year := YEARS.get(series.grain):
        row["year_before"] = known.get(last - year)
        row["year_change"], row["year_change_percent"] = _change(known[last], known.get(last - year))
    if known[0] > 0 and known[last] > 0:
        row["growth_percent"] = 100 * ((known[last] / known[0]) ** (1 / last) - 1)
    steps = [known[at] - known[at - 1] for at in known if at - 1 in known]
    row |= {"rises": sum(one > 0 for one in steps), "falls": sum(one < 0 for one in steps)}
    return row


def _change(now: float, before: float | None) -> tuple[float | None, float | None]:
    """The change, and in percent of what was before where that is above 0: a loss has no percentage that grew."""
    if before is None:
        return None, None
    return now - before, 100 * (now - before) / before if before > 0 else None
