"""Rows of totals among the data that no empty cell gives away: proved by adding up, and then left out.

Summed with the rest they would double every figure. A label alone proves nothing: a company may be called Total.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from shared.contracts.dataset import Repair
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.months import english_months
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.ingestion.rows.breakdowns import Breakdown, RowValues, decimals
from shared.ingestion.rows.group_names import groups_of_like, names_above, names_of_groups
from shared.quoting import identifier
from shared.table.nouns import counted

_MOST_ROWS = 20_000
"""Larger tables are not made by hand; the pass over their rows in Python would take long."""
_LABEL = re.compile(
    r"(?i:\b(?:(?:sub)?totals?|both|overall|sum|combined|gesamt|insgesamt|zusammen|summe|ensemble|totale?s?|totaal"
    r"|totalt|razem|ogółem|suma|toplam|celkem)\b)|^(?i:all)(?: [a-z]+s| people)?$"
)
"""All ages is a total, All Saints and All good are none."""
_CALENDAR = re.compile(r"year|month|quarter|week|\bday\b|jahr|année|anno|año", re.IGNORECASE)
_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE)
_TIMES = ("date", "timestamp", "time")
_GROUP = -1
"""The place of a column that is not there yet."""
_NEARLY_ALL = 0.9
_AVERAGE_DIGITS = 4.0
"""In so many digits a row agrees with the averages of its columns, against chance."""
_NEAR = 1e-3
"""Published parts are rounded, so that they add up to nearly the total."""
_ROUNDED = 0.500001
"""An average is off by half of its last decimal place at most."""


@dataclass(frozen=True)
class _Table:
    """The rows of a small table: which of their cells label them, and which hold figures."""

    rows: tuple[RowValues, ...]
    labels: tuple[int, ...]
    figures: tuple[int, ...]
    times: tuple[int, ...] = ()
    depths: tuple[int, ...] = ()
    """By how many blanks the first label of each row is indented."""

    def says_total(self, row: int, label: int) -> bool:
        """Whether this cell is labelled as a total."""
        cell = self.rows[row][label]
        return isinstance(cell, str) and bool(_LABEL.search(cell))

    def adds_up(self, total: int, parts: Sequence[int]) -> bool:
        """Whether at least half of the figures of a row, one of them not zero, are the sums of two or more others, or
        some are so exactly that chance is ruled out: the others may be rates."""
        if len(parts) < 2:
            return False
        checked = [(self.rows[total][at], [self.rows[part][at] for part in parts]) for at in self.figures]
        open_to = [(float(figure), [float(v) for v in values if v is not None]) for figure, values in checked if figure]
        right = sum(len(v) > 1 and math.isclose(math.fsum(v), figure, rel_tol=_NEAR) for figure, v in open_to)
        return right > 0 and (2 * right >= len(open_to) or self.breakdown.is_sum(total, parts))

    def averages(self, average: int, parts: Sequence[int]) -> bool:
        """Whether all figures of a row are the averages of these others, in more digits than chance gives."""
        digits = 0.0
        for at in self.figures:
            figure, held = self.rows[average][at], [v for part in parts if (v := self.rows[part][at]) is not None]
            step = 10.0 ** -decimals(figure) if figure else 1.0
            if figure is not None and (not held or abs(math.fsum(held) / len(held) - figure) > step * _ROUNDED):
                return False
            digits += math.log10(abs(figure) / step) if figure else 0.0
        return digits >= _AVERAGE_DIGITS

    @cached_property
    def breakdown(self) -> Breakdown:
        """The rows as what arithmetic alone can tell of them."""
        return Breakdown(self.rows, self.figures, self.labels, self.times)


def without_proved_totals(
    con: duckdb.DuckDBPyConnection, raw: Raw, choices: Sequence[Choice]
) -> tuple[Raw, tuple[Repair, ...], int]:
    """Deletes from tables `data` and `raw` the rows that are proved to be sums of others; how many is told. Where they
    alone tell rows of one label apart, what they are called becomes a column of table `raw`."""
    table = _small_table(con, choices)
    if table is None:
        return raw, (), 0
    by_label = {row for at in table.labels for row in _proved(table, at)}
    bare, averages = _unlabelled(table)
    proved = by_label | bare | _above_indented(table)
    unnamed, doubtful, named = _whatever_called(table, proved | averages)
    told, dropped = _kept_told(table, sorted(doubtful)), sorted(proved | unnamed | averages)
    if not dropped or len(dropped) > len(table.rows) - 2:
        return raw, told, 0
    group = named.pop(_GROUP, {})
    told = (*told, *_name(con, choices, {**names_above(table.rows, table.labels, set(dropped)), **named}))
    if group:
        raw, became = _with_group(con, raw, group)
        told = (*told, became)
    _delete(con, dropped)
    sums = [row for row in dropped if row not in averages]
    left = [_left_out(table, rows, what) for rows, what in ((sums, "sum"), (sorted(averages), "average")) if rows]
    return raw, (*left, *told), len(dropped)


def _with_group(con: duckdb.DuckDBPyConnection, raw: Raw, group: Mapping[int, str]) -> tuple[Raw, Repair]:
    """Table `raw` with these texts of its rows as a column of their own."""
    cell, written = f"c{len(raw.names)}", con.execute("SELECT rowid FROM raw ORDER BY rowid").fetchall()
    con.execute(f"ALTER TABLE raw ADD COLUMN {cell} VARCHAR")
    pairs = [[name, written[row][0]] for row, name in group.items()]
    con.executemany(f"UPDATE raw SET {cell} = $1 WHERE rowid = $2", pairs)
    taken = {name.casefold() for name in raw.names}
    named = next(name for name in ("group", "group of the report") if name not in taken)
    shown = ", ".join(list(dict.fromkeys(group.values()))[:3])
    detail = f"Rows of one label differ only in whose sum they are in ({shown}); that became column {named}."
    repair = Repair(kind="other", detail=detail, column=named, rows=len(group))
    return replace(raw, names=(*raw.names, named)), repair


def _delete(con: duckdb.DuckDBPyConnection, rows: Sequence[int]) -> None:
    written = con.execute("SELECT rowid FROM raw ORDER BY rowid").fetchall()  # both tables have their rows in one order
    for name, lines in (("raw", [written[row][0] for row in rows]), ("data", list(rows))):
        con.execute(f"DELETE FROM {name} WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [lines])


def _left_out(table: _Table, rows: Sequence[int], what: str) -> Repair:
    are = counted(len(rows), f"row of the file is the {what}", f"rows of the file are {what}s")
    detail = f"{are} of others and {'was' if len(rows) == 1 else 'were'} left out."
    return Repair(kind="footer", detail=detail, rows=len(rows), examples=_shown(table, rows), doubt=True)


def _whatever_called(table: _Table, proved: set[int]) -> tuple[set[int], set[int], dict[int, dict[int, str]]]:
    """What arithmetic alone proves of the rows that are left: the totals, rows that may be totals or not, and what the
    totals call the rows that have no such label themselves, by column and row."""
    left = [row for row in range(len(table.rows)) if row not in proved]
    rows = [table.rows[row] for row in left]
    breakdown = Breakdown(rows, table.figures, table.labels, table.times)
    totals, doubtful = breakdown.totals()
    blocks = breakdown.blocks if totals and totals == {head for head, _ in breakdown.blocks} else []
    named = names_of_groups(rows, table.labels, blocks) if blocks else {}
    if blocks and not named and (group := groups_of_like(rows, table.labels, blocks)):
        named[_GROUP] = group
    by_column = {at: {left[row]: name for row, name in names.items()} for at, names in named.items()}
    return {left[row] for row in totals}, {left[row] for row in doubtful}, by_column


def _name(
    con: duckdb.DuckDBPyConnection, choices: Sequence[Choice], named: Mapping[int, Mapping[int, str]]
) -> Iterator[Repair]:
    """Gives the rows of both tables these labels, and tells it."""
    for at, names in named.items():
        written = con.execute("SELECT rowid FROM raw ORDER BY rowid").fetchall()
        for table, cell in (("raw", choices[at].cell), ("data", identifier(choices[at].name))):
            pairs = [[name, written[row][0] if table == "raw" else row] for row, name in names.items()]
            con.executemany(f"UPDATE {table} SET {cell} = $1 WHERE rowid = $2", pairs)
        rows = counted(len(names), "row got", "rows got")
        detail = f"{rows} the {choices[at].name} of their group, which only its first row or its sum says."
        yield Repair(kind="other", detail=detail, column=choices[at].name, rows=len(names))


def _kept_told(table: _Table, doubtful: Sequence[int]) -> tuple[Repair, ...]:
    if not doubtful:
        return ()
    are = counted(len(doubtful), "row of the file is the sum of others", "rows of the file are sums of others")
    them = "it was" if len(doubtful) == 1 else "they were"
    shown = _shown(table, doubtful)
    which = f"{'; '.join(shown)}{'; …' if len(doubtful) > len(shown) else ''}"
    detail = f"{are}; {them} kept like any other, so that a total over all rows counts these twice: {which}."
    return (Repair(kind="other", detail=detail, rows=len(doubtful), examples=shown, doubt=True),)


def _shown(table: _Table, rows: Sequence[int]) -> tuple[str, ...]:
    return tuple(" | ".join(str(cell) for cell in table.rows[row] if cell is not None)[:120] for row in rows[:3])


def _small_table(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> _Table | None:
    counted = con.execute("SELECT count(*) FROM data").fetchone()
    numbers = [at for at, choice in enumerate(choices) if choice.type in ("integer", "number")]
    names = _numbers_that_name(con, choices)
    figures = tuple(at for at in numbers if not _CALENDAR.search(choices[at].name) and at not in names)
    labels = tuple(at for at in range(len(choices)) if at not in figures)
    if not labels or not figures or counted is None or not 2 < counted[0] <= _MOST_ROWS:
        return None
    listed = ", ".join(identifier(choice.name) for choice in choices)
    rows = con.execute(f"SELECT {listed} FROM data ORDER BY rowid").fetchall()
    written = con.execute(f"SELECT {choices[labels[0]].cell} FROM raw ORDER BY rowid").fetchall()
    depths = tuple(len(cell) - len(cell.lstrip()) if isinstance(cell, str) else 0 for (cell,) in written)
    timed = [at for at in labels if choices[at].type in _TIMES or _CALENDAR.search(choices[at].name)]
    months = [at for at in timed if choices[at].type == "text" and _ends_in_no_month([row[at] for row in rows])]
    timed = [at for at in timed if at not in months]
    return _Table(tuple(rows), labels, figures, tuple(timed), depths)


def _numbers_that_name(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> set[int]:
    """The columns of whole numbers from the first on, as of accounts, that are empty in the same few rows, in which
    others hold figures: those of sums."""
    whole = list(takewhile(lambda at: choices[at].type == "integer", range(len(choices))))
    if not whole or len(whole) == len(choices):
        return set()
    cells = [identifier(choices[at].name) for at in whole]
    empty = f"{cells[0]} IS NULL"
    alike = ", ".join(f"count(*) FILTER (({cell} IS NULL) <> ({empty}))" for cell in cells)
    rows, bare, *differ = con.execute(f"SELECT count(*), count(*) FILTER ({empty}), {alike} FROM data").fetchone() or ()
    return {at for at, other in zip(whole, differ, strict=True) if not other} if 0 < 2 * bare < rows else set()


def _ends_in_no_month(cells: Sequence[str | None]) -> bool:
    """Whether all cells but the last name a month, as where "Year" stands below them."""
    *months, last = [_MONTH.match(english_months(cell or "")) is not None for cell in cells]
    return all(months) and not last


def _proved(table: _Table, label: int) -> list[int]:
    """The rows whose label in this column says total and whose figures are sums; none unless nearly all of them are."""
    said = [row for row in range(len(table.rows)) if table.says_total(row, label)]
    if not said or len(said) > len(table.rows) / 2:
        return []
    proved = [row for row, *parts in _candidates(table, label, said) if any(table.adds_up(row, p) for p in parts)]
    return proved if len(proved) >= _NEARLY_ALL * len(said) else []


def _unlabelled(table: _Table) -> tuple[set[int], set[int]]:
    """The rows without any label, but perhaps the first, that are the sums, and those that are the averages, of those
    above them, up to the one before; the last may be that of all. Of three at least, against chance; none unless the
    others have labels, and nearly all such rows are one or the other."""
    labels = table.labels[1:] or table.labels
    bare = {row for row, cells in enumerate(table.rows) if all(cells[at] is None for at in labels)}
    others = [cells for row, cells in enumerate(table.rows) if row not in bare]
    named = (sum(cells[at] is not None for cells in others) for at in labels)
    if not bare or max(named) < _NEARLY_ALL * len(others):
        return set(), set()
    begins = [0, *(row + 1 for row in sorted(bare))]
    blocks: list[tuple[int, Sequence[int]]] = list(zip(sorted(bare), map(range, begins, sorted(bare)), strict=True))
    last = max(bare)
    blocks.append((last, [row for row in range(last) if row not in bare]))
    sums = {row for row, parts in blocks if len(parts) > 2 and table.adds_up(row, parts)}
    averages = {row for row, parts in blocks if len(parts) > 2 and row not in sums and table.averages(row, parts)}
    return (sums, averages) if len(sums | averages) >= _NEARLY_ALL * len(bare) else (set(), set())


def _above_indented(table: _Table) -> set[int]:
    """The rows with others indented below them whose figures are the sums of these; none unless most of them are."""
    parents = {row: parts for row in range(len(table.depths)) if len(parts := _indented_below(table.depths, row)) > 1}
    proved = {row for row, parts in parents.items() if table.adds_up(row, parts)}
    return proved if 2 * len(proved) > len(parents) else set()


def _indented_below(depths: Sequence[int], row: int) -> list[int]:
    """The rows that are one step deeper, down to the next that is not deeper."""
    below = list(takewhile(lambda at: depths[at] > depths[row], range(row + 1, len(depths))))
    least = min((depths[at] for at in below), default=0)
    return [at for at in below if depths[at] == least]


def _candidates(table: _Table, label: int, said: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Each such row with the rows that it may sum: those with its other labels, and those above it."""
    totals = set(said)
    others = [at for at in table.labels if at != label]
    alike: dict[RowValues, list[int]] = defaultdict(list)
    for row, cells in enumerate(table.rows):
        if row not in totals:
            alike[tuple(cells[at] for at in others)].append(row)
    last = -1
    for row in said:
        same = alike.get(tuple(table.rows[row][at] for at in others), [])
        block = list(range(last + 1, row))
        yield row, same, block, [above for above in range(row) if above not in totals]
        last = row
