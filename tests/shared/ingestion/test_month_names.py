"""The names of months in other languages are read alike by Python, which decides, and by SQL, which converts."""

from datetime import datetime

import duckdb
import pytest

from shared.ingestion.cells.months import english_months, in_english
from shared.quoting import quoted

NAMES = {
    "Januar": 1, "janv": 1, "février": 2, "FEBBRAIO": 2, "März": 3, "mrt": 3, "avril": 4, "Mai": 5, "maggio": 5,
    "juin": 6, "giugno": 6, "Juli": 7, "juillet": 7, "août": 8, "agosto": 8, "Septiembre": 9, "set": 9, "Oktober": 10,
    "out": 10, "novembro": 11, "Dezember": 12, "déc": 12,
}  # fmt: skip


def _by_sql(cells: list[str]) -> list[str]:
    listed = ", ".join(f"({quoted(cell)})" for cell in cells)
    return [
        str(row[0]) for row in duckdb.sql(f"SELECT {in_english('cell')} FROM (VALUES {listed}) AS t(cell)").fetchall()
    ]


@pytest.mark.parametrize("form", ["5 {} 2024", "5. {} 2024", "5 de {} 2024", "5 de {} de 2024", "5 di {} 2024"])
def test_a_day_with_the_name_of_its_month_is_that_day(form: str) -> None:
    cells = [form.format(name) for name in NAMES]
    assert _by_sql(cells) == [english_months(cell) for cell in cells]
    days = [datetime.strptime(english_months(cell), "%d %b %Y") for cell in cells]
    assert days == [datetime(2024, month, 5) for month in NAMES.values()]


@pytest.mark.parametrize("cell", ["5 March 2024", "2024-03-05", "Maior 2024", "marzipan", "1er trimestre"])
def test_a_cell_without_such_a_name_has_none_put_in(cell: str) -> None:
    for read in (english_months(cell), *_by_sql([cell])):
        assert not {"Jan", "Mar", "May"} & set(read.split())
