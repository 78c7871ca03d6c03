"""Codes among the answers of a survey: 9 for "no answer" beside marks from 1 to 5."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.quoting import identifier
from shared.table.nouns import counted

_CODES = (8, 9, 88, 98, 99)
_LEAST_STEPS, _MOST_STEPS = 3, 7
"""How many steps a scale of answers has: fewer are yes and no, more are counts."""
_LEAST_ANSWERS = 20
_LEAST_SHARE = 0.05
_RARE_SHARE = 0.02
"""Of the answers, each step has so many at least: of counts, the larger are rare. Where a code is as frequent as the
rarest step, a few will do."""
_MOST_DIFFERENT = 9
_FIRST_ROWS = "(FROM data LIMIT 5000)"
_LEAST_COLUMNS = 2
"""One column alone may hold counts, of which 9 is a large one."""


class _Scale(NamedTuple):
    """The least and the largest answer, and the codes beyond them."""

    least: int
    most: int
    codes: tuple[int, ...]


def without_codes_of_answers(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold such a code, and tells it by column: where several columns have the
    same scale, with each of its steps taken and a code beyond a gap."""
    scales = {name: scale for name in columns if (scale := _scale(_tallied(con, name)))}
    alike: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    for name, scale in scales.items():
        for code in scale.codes:
            alike[scale.least, scale.most, code].append(name)
    told: dict[str, tuple[Repair, ...]] = {}
    for (_, most, code), names in alike.items():
        for name in names if len(names) >= _LEAST_COLUMNS else ():
            column = identifier(name)
            (cells,) = con.execute(f"SELECT count(*) FROM data WHERE {column} = {code}").fetchone() or (0,)
            con.execute(f"UPDATE data SET {column} = NULL WHERE {column} = {code}")
            told[name] = (*told.get(name, ()), _told(name, code, cells, most))
    return told


def _tallied(con: duckdb.DuckDBPyConnection, name: str) -> dict[float, int]:
    """How often each number occurs; nothing where there are more than a scale and its codes have."""
    column, enough = identifier(name), _MOST_DIFFERENT + 1
    found: dict[float, int] = {}
    for rows in (_FIRST_ROWS, "data"):  # the first rows mostly show that there are more
        asked = f"FROM {rows} SELECT {column}, count(*) WHERE {column} IS NOT NULL GROUP BY 1 LIMIT {enough}"
        found = {float(value): int(often) for value, often in con.execute(asked).fetchall()}
        if len(found) > _MOST_DIFFERENT:
            return {}
    return found


def _scale(tally: dict[float, int]) -> _Scale | None:
    """The scale from 1 that these numbers are, where each step of it was often answered and codes lie beyond a gap."""
    codes = tuple(code for code in _CODES if code in tally)
    steps = sorted(value for value in tally if value not in codes)
    answers = sum(tally[one] for one in steps)
    if not codes or answers < _LEAST_ANSWERS:
        return None
    rarest, coded = min(tally[one] for one in steps), min(tally[one] for one in codes)
    if rarest < (_LEAST_SHARE if coded < rarest else _RARE_SHARE) * answers:
        return None
    least, most = int(steps[0]), int(steps[-1])
    whole = steps == [float(one) for one in range(1, most + 1)]
    if not whole or not _LEAST_STEPS <= len(steps) <= _MOST_STEPS or min(codes) < most + 2:
        return None
    return _Scale(least, most, codes)


def _told(name: str, code: int, cells: int, most: int) -> Repair:
    detail = (
        f"In column {name}, {code} in {counted(cells, 'cell', 'cells')} was taken to stand for no answer: all others "
        f"are at most {most}, and other columns have the same scale and the same code."
    )
    return Repair(kind="null", detail=detail, column=name, rows=cells, examples=(str(code),), doubt=True)
