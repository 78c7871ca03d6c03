"""Sums below groups of rows whose labels are numbers, as those of accounts are, and empty in the sums."""

import random

import pytest


def _lines(rng: random.Random, sizes: list[int]) -> tuple[list[str], int]:
    lines, rows = ["centre,account,spent"], 0
    for centre, size in enumerate(sizes, 1):
        cents = [rng.randint(1_000, 99_999) for _ in range(size)]
        lines += [f"{centre}00,{rng.randint(4_000, 4_999)},{each / 100:.2f}" for each in cents]
        lines.append(f",,{sum(cents) / 100:.2f}")
        rows += size
    return lines, rows


@pytest.mark.parametrize("seed", range(8))
def test_they_are_left_out_and_told(read, seed):
    rng = random.Random(seed)
    lines, rows = _lines(rng, [3, *rng.choices([3, 4, 6], k=3)])
    found = read("\n".join(lines))
    assert len(found.rows) == rows
    assert "sums of others" in found.told("footer")


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_lack_numbers_but_are_no_sums_stay(read, seed):
    lines, rows = _lines(random.Random(seed), [3, 4, 5])
    lines = [f",,{len(line)}.17" if line.startswith(",") else line for line in lines]
    assert len(read("\n".join(lines)).rows) == rows + 3


@pytest.mark.parametrize("seed", range(3))
def test_sums_of_years_among_months_are_left_out(read, seed):
    rng = random.Random(seed)
    lines = ["period,sold"]
    for year in (2022, 2023, 2024):
        sold = [rng.randint(1_000, 9_999) for _ in range(12)]
        lines += [f"{year}-{at:02d}-01,{each}" for at, each in enumerate(sold, 1)]
        lines.append(f"Year {year},{sum(sold)}")
    found = read("\n".join(lines))
    assert found.types() == ["date", "integer"]
    assert len(found.rows) == 36


def test_a_value_of_no_day_that_is_no_sum_stays(read):
    lines = [f"2024-01-{at:02d},{at * at + 3}" for at in range(1, 25)]
    assert len(read("\n".join(["day,sold", *lines[:12], ",77", *lines[12:], ",91"])).rows) == 26
