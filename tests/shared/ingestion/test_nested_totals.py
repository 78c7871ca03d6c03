"""Totals inside of totals, whatever they are called: quarter after months, region above branches, company over all."""

import random

import pytest

LEFT_OUT = "of the file"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

Row = tuple[str, list[int]]


def _added(label: str, rows: list[Row]) -> Row:
    return label, [sum(each) for each in zip(*(figures for _, figures in rows), strict=True)]


def _text(header: str, rows: list[Row]) -> str:
    return "".join(line + "\n" for line in (header, *(",".join([label, *map(str, row)]) for label, row in rows)))


def _blocks(rng: random.Random, sizes: list[int], columns: int) -> list[list[Row]]:
    shops = iter(range(100))
    return [
        [(f"Shop {next(shops)}", [rng.randint(1_000, 9_000) for _ in range(columns)]) for _ in range(size)]
        for size in sizes
    ]


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_areas_and_the_company_over_them_are_left_out(read, seed, above):
    rng = random.Random(seed)
    columns = rng.choice([1, 3])
    blocks = _blocks(rng, [*rng.choices([1, 2, 4], k=3), 2, 3], columns)
    areas = [_added(f"Area {at}", block) for at, block in enumerate(blocks)]
    parts = [[area, *block] if above else [*block, area] for area, block in zip(areas, blocks, strict=True)]
    company = _added("Company", areas)
    rows = [row for part in parts for row in part]
    found = read(_text("Place," + ",".join("abc"[:columns]), [company, *rows] if above else [*rows, company]))
    assert [row[0] for row in found.rows] == [label for block in blocks for label, _ in block]
    assert LEFT_OUT in found.told("footer")


@pytest.mark.parametrize("seed", range(4))
def test_quarters_halves_and_years_beside_a_column_of_years_are_left_out(read, seed):
    rng = random.Random(seed)
    rows: list[Row] = []
    for year in (2023, 2024):
        months = [(f"{year},{month}", [rng.randint(1_000, 9_000)]) for month in MONTHS]
        quarters = [_added(f"{year},Q{at + 1}", months[3 * at : 3 * at + 3]) for at in range(4)]
        halves = [_added(f"{year},H{at + 1}", quarters[2 * at : 2 * at + 2]) for at in range(2)]
        for at in range(4):
            rows += [*months[3 * at : 3 * at + 3], quarters[at], *([halves[at // 2]] if at % 2 else [])]
        rows.append(_added(f"{year},All year", halves))
    found = read(_text("Year,Month,Revenue", rows))
    assert len(found.rows) == 24
    assert {row[1] for row in found.rows} == set(MONTHS)


def test_months_are_dates_once_the_quarters_among_them_are_gone(read):
    months = [(f"{month} 2024", [1_000 + 37 * at * at, 20 + at]) for at, month in enumerate(MONTHS)]
    quarters = [_added(f"Q{at + 1} 2024", months[3 * at : 3 * at + 3]) for at in range(4)]
    rows = [row for at in range(4) for row in (*months[3 * at : 3 * at + 3], quarters[at])]
    found = read(_text("Period,Revenue,Orders", rows))
    assert found.types()[0] == "date"
    assert "no date" not in found.told()
    assert len(found.rows) == 12


def test_a_quarter_that_is_not_over_has_no_sum_yet(read):
    months = [(f"{month} 2024", [1_000 + 37 * at * at, 200 + at]) for at, month in enumerate(MONTHS[:11])]
    quarters = [_added(f"Q{at + 1} 2024", months[3 * at : 3 * at + 3]) for at in range(3)]
    rows = [row for at in range(3) for row in (*months[3 * at : 3 * at + 3], quarters[at])]
    assert len(read(_text("Period,Revenue,Orders", [*rows, *months[9:]])).rows) == 11


@pytest.mark.parametrize("seed", range(4))
def test_a_sum_that_lacks_the_label_of_its_parts_may_have_one_part(read, seed):
    rng = random.Random(seed)
    blocks = _blocks(rng, [1, 2, 1], 2)
    rows = []
    for at, block in enumerate(blocks):
        rows += [_added(f"Area {at},", block), *((f"Area {at},{label}", row) for label, row in block)]
    found = read(_text("Area,Shop,Sales,Costs", rows))
    assert [row[1] for row in found.rows] == ["Shop 0", "Shop 1", "Shop 2", "Shop 3"]


@pytest.mark.parametrize("seed", range(10))
def test_rows_that_close_no_blocks_stay(read, seed):
    rng = random.Random(seed)
    plain = [(f"Shop {at}", [rng.randint(10, 99), rng.randint(10, 99)]) for at in range(40)]
    assert len(read(_text("Place,Sales,Costs", plain)).rows) == 40
    running = [(f"Day {at}", [2**at, 3 * 2**at]) for at in range(12)]  # each is the sum of those before it, and one
    assert len(read(_text("Day,Sales,Costs", running)).rows) == 12
