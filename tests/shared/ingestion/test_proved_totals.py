"""Totals that no word gives away are proved by arithmetic, in any place, and nothing else is taken for one."""

import random
import time

import pytest

from shared.ingestion.rows.breakdowns import Breakdown

HEADER = "area,people,births,size,share\n"


def _parts(rng: random.Random, count: int, name: str = "County") -> list[tuple[str, int, int, float]]:
    return [
        (f"{name} {at}", rng.randint(500, 90_000), rng.randint(40, 900), rng.randint(100, 9_000) / 10)
        for at in range(count)
    ]


def _whole(name: str, parts: list[tuple[str, int, int, float]]) -> tuple[str, int, int, float]:
    return (name, sum(row[1] for row in parts), sum(row[2] for row in parts), round(sum(row[3] for row in parts), 1))


def _text(rows: list[tuple[str, int, int, float]]) -> str:
    return HEADER + "".join(f"{a},{p},{b},{s},{b / p * 1000:.2f}\n" for a, p, b, s in rows)


@pytest.mark.parametrize("seed", range(6))
def test_a_row_that_is_the_sum_of_all_others_is_left_out_wherever_it_stands(read, seed):
    rng = random.Random(seed)
    rows = _parts(rng, rng.randint(4, 30))
    rows.insert(place := rng.choice([0, len(rows), rng.randint(0, len(rows))]), _whole("ALABAMA (all of it)", rows))
    found = read(_text(rows))
    assert found.values("area") == [row[0] for row in rows if "ALABAMA" not in row[0]], place
    (told,) = (one for one in found.profile.repairs if one.kind == "footer")
    assert told.doubt
    assert told.examples[0].startswith("ALABAMA (all of it)")


@pytest.mark.parametrize("seed", range(6))
def test_a_first_row_that_is_larger_than_all_others_but_not_their_sum_stays(read, seed):
    rng = random.Random(seed)
    rows = _parts(rng, rng.randint(4, 30))
    name, people, births, size = _whole("Metropolis", rows)
    rows.insert(
        0, (name, people + rng.choice([-1, 1]) * rng.randint(300, 999), births - rng.randint(30, 99), size + 70)
    )
    assert len(read(_text(rows)).rows) == len(rows)


@pytest.mark.parametrize("seed", range(6))
def test_each_row_above_a_block_that_it_is_the_sum_of_is_left_out(read, seed):
    rng = random.Random(seed)
    blocks = [_parts(rng, rng.randint(1, 6), f"S{at}") for at in range(rng.randint(3, 6))]
    blocks = [*blocks, _parts(rng, 3, "last"), _parts(rng, 4, "least")]
    heads = [_whole(f"STATE {at}", block) for at, block in enumerate(blocks)]
    rows = [row for head, block in zip(heads, blocks, strict=True) for row in (head, *block)]
    rows = [_whole("THE LAND", heads), *rows] if seed % 2 else rows
    found = read(_text(rows[::-1] if seed % 3 == 0 else rows))
    assert sorted(found.values("area")) == sorted(row[0] for block in blocks for row in block)


def test_one_row_for_each_year_that_sums_the_others_of_the_year_is_left_out(read):
    rng = random.Random(2)
    places = ["Leinster", "Munster", "Connacht", "North", "West", "South"]
    years = {year: {place: rng.randint(1_000, 99_999) for place in places} for year in range(2015, 2021)}
    rows = "".join(
        f"{place},{year},{people}\n"
        for year, by_place in years.items()
        for place, people in {"Ireland": sum(by_place.values()), **by_place}.items()
    )
    assert set(read(f"area,year,people\n{rows}").values("area")) == set(places)


def test_two_rows_that_add_up_to_a_third_in_all_places_are_told_and_all_are_kept(read):
    rng = random.Random(3)
    rows = ""
    for year in range(2015, 2021):
        costs, profit = rng.randint(10_000, 99_999), rng.randint(1_000, 9_999)
        rows += f"Revenue,{year},{costs + profit}\nCosts,{year},{costs}\nProfit,{year},{profit}\n"
    found = read(f"item,year,amount\n{rows}")
    assert len(found.rows) == 18
    (told,) = (one for one in found.profile.repairs if one.doubt)
    assert "6 rows of the file are sums of others; they were kept" in told.detail
    first = [" | ".join(map(str, row)) for row in found.rows if row[0] == "Revenue"][:3]
    assert told.detail.endswith(f"counts these twice: {'; '.join(first)}; ….")


def test_a_total_of_rates_and_one_amount_is_left_out_and_not_told_as_kept(read):
    rng = random.Random(4)
    rows = [(f"r{at}", rng.randint(1_000, 99_999), rng.randint(30, 60) / 10, rng.randint(40, 80)) for at in range(20)]
    text = f"Total,{sum(row[1] for row in rows)},4.1,55\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows)
    found = read(f"area,people,rate,percent\n{text}")
    assert len(found.rows) == 20
    assert "kept" not in found.told()


def test_a_loan_that_its_instalments_pay_back_is_no_total_of_them(read):
    rates = "".join(f"2024-{month:02}-05,instalment,1000\n" for month in range(2, 10))
    assert len(read(f"date,what,amount\n2024-01-02,loan,8000\n{rates}").rows) == 9
    names = "".join(f"instalment {month},1000\n" for month in range(2, 10))
    assert len(read(f"what,amount\nloan,8000\n{names}").rows) == 9


def test_a_day_on_which_as_much_was_sold_as_on_all_others_is_no_total(read):
    rng = random.Random(5)
    days = [(rng.randint(100, 999), rng.randint(1_000, 99_999)) for _ in range(12)]
    days.append((sum(day[0] for day in days), sum(day[1] for day in days)))
    rows = "".join(f"2024-03-{at:02},{a},{b}\n" for at, (a, b) in enumerate(days, 1))
    assert len(read(f"day,orders,revenue\n{rows}").rows) == 13


def test_rows_that_stand_twice_are_no_totals_of_each_other(read):
    rows = _parts(random.Random(6), 9)
    assert len(read(_text([row for row in rows for _ in range(2)])).rows) == 18


@pytest.mark.parametrize("most", [3, 9, 60, 1_000])
def test_no_row_of_chance_is_a_total(most):
    for seed in range(150):
        rng = random.Random(seed)
        rows = [
            (f"x{at}", rng.choice("ab"), *(rng.randint(0, most) for _ in range(3))) for at in range(rng.randint(3, 25))
        ]
        assert Breakdown(rows, (2, 3, 4), (0, 1), ()).totals() == (set(), set()), seed


def test_columns_that_follow_from_others_prove_no_more_than_these():
    parts = [("a", 10, 7, 17), ("b", 20, 3, 23), ("c", 31, 5, 36), ("d", 40, 2, 42)]
    rows = [("all", 101, 17, 118), *parts]
    assert Breakdown(rows, (1, 2, 3), (0,), ()).agreement(0, range(1, 5)).columns == 2


def _days(rng: random.Random) -> tuple[list[list[str]], list[list[str]]]:
    """Rows of three months' days, and with them below each month a row that sums them, called as nobody expects."""
    days, whole = list[list[str]](), list[list[str]]()
    for month in (1, 2, 3):
        block = [
            [
                f"2025-0{month}-{day:02}",
                rng.choice(["Adult", "Child"]),
                str(rng.randint(3, 99)),
                str(rng.randint(100, 999)),
            ]
            for day in range(1, rng.randint(5, 9))
        ]
        days += block
        sums = (str(sum(int(row[at]) for row in block)) for at in (2, 3))
        whole += [*block, [f"up to here {month}", "", *sums]]
    return days, whole


def _csv(rows: list[list[str]]) -> str:
    return "".join(",".join(row) + "\n" for row in (["day", "ticket", "visitors", "taken"], *rows))


@pytest.mark.parametrize("seed", range(6))
def test_rows_without_labels_that_sum_the_block_above_are_left_out_whatever_they_are_called(read, seed):
    days, whole = _days(random.Random(seed))
    assert [row[1:] for row in read(_csv(whole)).rows] == [row[1:] for row in read(_csv(days)).rows]


@pytest.mark.parametrize("seed", range(6))
def test_rows_without_labels_that_sum_nothing_stay(read, seed):
    _, whole = _days(random.Random(seed))
    for row in whole:
        if not row[1]:
            row[2:] = [str(int(cell) + 7) for cell in row[2:]]
    assert len(read(_csv(whole)).rows) == len(whole)


def test_a_subtotal_between_the_rows_may_say_of_what_it_is_one(read):
    rows = "2025-01-01,a,5,10\n2025-01-02,b,6,20\nSubtotal January,,11,\n2025-02-01,a,1,40\n2025-02-02,b,2,30\n"
    found = read("day,kind,v,w\n" + rows)
    assert [row[2] for row in found.rows] == [5, 6, 1, 2]


def test_many_rows_without_a_label_take_no_more_time_than_they_are_many(read):
    figures = [f"v{at}" for at in range(8)]
    each = (",".join(str((at + 7 * one) % 977) for one in range(8)) for at in range(16_000))
    rows = "".join(f"n{at},{'x' if at % 2 else ''},{cells}\n" for at, cells in enumerate(each))
    started = time.process_time()
    assert len(read(f"name,remark,{','.join(figures)}\n{rows}").rows) == 16_000
    assert time.process_time() - started < 15


def test_many_rows_that_are_half_of_the_sum_are_no_totals_and_cost_no_more_time(read):
    votes = [1, -1] * 8_000
    votes[1] = 1
    rows = "".join(f"n{at},{vote}\n" for at, vote in enumerate(votes))
    started = time.process_time()
    assert len(read(f"name,vote\n{rows}").rows) == 16_000
    assert time.process_time() - started < 6


@pytest.mark.parametrize("seed", range(25))
def test_a_booking_that_two_others_of_its_day_and_price_come_to_is_no_sum_of_them(seed):
    rng = random.Random(seed)
    prices = [rng.choice([26, 39.5, 49.87, 99.75, 33.37]) for _ in range(5)]
    rows = []
    for at in range(1_500):
        house, heads, nights = rng.randrange(5), rng.randint(1, 10), rng.choice([1, 1, 2])
        amount = round(prices[house] * heads * nights * rng.choice([1, 0.9999]), 2)
        rows.append((f"B{at}", at // 6, f"house {house}", rng.choice("ab"), nights, heads, amount))
    assert Breakdown(rows, (4, 5, 6), (0, 1, 2, 3), (1,)).totals() == (set(), set())
