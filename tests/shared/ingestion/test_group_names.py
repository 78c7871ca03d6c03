"""Sums of groups that alone say what the rows below them are of: a depot with its sum, then its deliveries."""

import random

import pytest

LEFT_OUT = "sums of others and were left out"
DEPOTS = ("Harbour", "Mill", "Station", "Quarry")
Delivery = tuple[str, int, int, str]


def _groups(rng: random.Random, sizes: list[int]) -> dict[str, list[Delivery]]:
    notes = iter(range(100, 200))
    return {
        depot: [
            (f"D-{next(notes)}", rng.randint(10_000, 90_000), rng.randint(100, 900), f"2024-0{rng.randint(1, 6)}-17")
            for _ in range(size)
        ]
        for depot, size in zip(DEPOTS, sizes, strict=True)
    }


def _sum(rows: list[Delivery]) -> str:
    return f"{sum(row[1] for row in rows)},{sum(row[2] for row in rows)}"


def _lines(groups: dict[str, list[Delivery]], *, above: bool, dated: bool) -> list[str]:
    found: list[str] = []
    for depot, rows in groups.items():
        head = f"{depot},,{_sum(rows)}" + ("," if dated else "")
        body = [f",{note},{grams},{crates}" + (f",{day}" if dated else "") for note, grams, crates, day in rows]
        found += [head, *body] if above else [*body, head]
    return found


def _header(dated: bool) -> str:
    return "Depot,Note,Grams,Crates" + (",Day" if dated else "")


@pytest.mark.parametrize("dated", [True, False])
@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_rows_get_the_name_that_only_the_sum_of_their_group_has(read, seed, above, dated):
    rng = random.Random(seed)
    groups = _groups(rng, [3, *rng.choices([1, 2, 4], k=2), 2])
    found = read("\n".join([_header(dated), *_lines(groups, above=above, dated=dated)]))
    expected = [(depot, *row[:3]) for depot, rows in groups.items() for row in rows]
    assert [row[:4] for row in found.rows] == expected
    assert LEFT_OUT in found.told("footer")
    assert f"{len(expected)} rows got the Depot of their group" in found.told("other")


@pytest.mark.parametrize("seed", range(3))
def test_a_row_is_called_by_the_innermost_sum_in_each_column(read, seed):
    rng = random.Random(seed)
    lines, expected, note = ["Area,Depot,Note,Grams,Crates"], [], iter(range(100, 200))
    for area in ("North", "South"):
        depots = [[(f"D-{next(note)}", rng.randint(10_000, 90_000), rng.randint(100, 900), "") for _ in range(3)]] * 1
        depots += [[(f"D-{next(note)}", rng.randint(10_000, 90_000), rng.randint(100, 900), "") for _ in range(2)]]
        lines.append(f"{area},,,{_sum([row for rows in depots for row in rows])}")
        for at, rows in enumerate(depots):
            lines += [f",{area} {at},,{_sum(rows)}", *(f",,{row[0]},{row[1]},{row[2]}" for row in rows)]
            expected += [(area, f"{area} {at}", *row[:3]) for row in rows]
    assert read("\n".join(lines)).rows == expected


def test_a_head_that_is_no_sum_of_its_rows_gives_no_name(read):
    groups = _groups(random.Random(1), [3, 2, 4, 2])
    lines = _lines(groups, above=True, dated=False)
    lines = [line.replace(",,", ",,7", 1) if line[0] != "," else line for line in lines]
    found = read("\n".join([_header(dated=False), *lines]))
    assert len(found.rows) == len(lines)
    assert "of their group" not in found.told()


def test_sums_that_are_all_called_alike_name_no_row(read):
    groups = _groups(random.Random(2), [3, 2, 4, 2])
    lines = [
        "Batch" + line[line.index(",") :] if line[0] != "," else line
        for line in _lines(groups, above=False, dated=True)
    ]
    assert "of their group" not in read("\n".join([_header(dated=True), *lines])).told()


def test_sums_over_rows_of_several_days_that_have_a_day_themselves_stay(read):
    groups = _groups(random.Random(3), [3, 2, 4, 2])
    lines = [line + "2024-06-30" if line.endswith(",") else line for line in _lines(groups, above=True, dated=True)]
    assert len(read("\n".join([_header(dated=True), *lines])).rows) == len(lines)


@pytest.mark.parametrize("title", ["{} in all", "Sum of {}", "Total {}", "{}"])
@pytest.mark.parametrize("seed", range(3))
def test_a_label_in_the_first_row_of_a_group_is_that_of_all_where_its_sum_says_it(read, seed, title):
    rng = random.Random(seed)
    groups = _groups(rng, [3, *rng.choices([1, 2, 4], k=2), 2])
    lines, expected = ["Depot,Note,Grams,Crates"], []
    for depot, rows in groups.items():
        for at, row in enumerate(rows):
            lines.append(f"{'' if at else depot},{row[0]},{row[1]},{row[2]}")
            expected.append((depot, *row[:3]))
        lines.append(f",{title.format(depot)},{_sum(rows)}")
    found = read("\n".join([*lines, f",All depots in all,{_sum([row for rows in groups.values() for row in rows])}"]))
    assert found.rows == expected


def test_labels_that_the_sums_do_not_say_stay_where_they_stand(read):
    groups = _groups(random.Random(4), [3, 3, 4, 2])
    lines = ["Depot,Note,Grams,Crates"]
    for at, (depot, rows) in enumerate(groups.items()):
        lines += [f"{'' if row is not rows[0] else depot},{row[0]},{row[1]},{row[2]}" for row in rows]
        lines.append(f",Sum {at},{_sum(rows)}")
    found = read("\n".join(lines))
    assert [row[0] for row in found.rows].count(None) == 8
    assert "of their group" not in found.told()


@pytest.mark.parametrize("title", ["Subtotal {}", "{} total", "Total {}"])
def test_the_last_group_has_its_label_where_its_total_closes_the_table(read, title):
    groups = _groups(random.Random(5), [3, 3, 4, 2])
    lines, expected = ["Depot,Note,Grams,Crates"], []
    for depot, rows in groups.items():
        lines += [f"{depot if row is rows[0] else ''},{row[0]},{row[1]},{row[2]}" for row in rows]
        lines.append(f"{title.format(depot)},,{_sum(rows)}")
        expected += [(depot, *row[:3]) for row in rows]
    lines.append(f"Grand total,,{_sum([row for rows in groups.values() for row in rows])}")
    assert read("\n".join(lines)).rows == expected


GOODS = ("Apples", "Pears", "Plums")


def _pivot(rng: random.Random, depots: dict[str, tuple[str, ...]]) -> tuple[list[str], list[tuple[object, ...]]]:
    lines, expected = ["Row Labels,Grams,Crates"], list[tuple[object, ...]]()
    for depot, goods in depots.items():
        rows = [(good, rng.randint(10_000, 90_000), rng.randint(100, 900)) for good in goods]
        lines.append(f"{depot},{sum(row[1] for row in rows)},{sum(row[2] for row in rows)}")
        lines += [",".join(map(str, row)) for row in rows]
        expected += [(*row, depot) for row in rows]
    return lines, expected


@pytest.mark.parametrize("seed", range(4))
def test_rows_of_one_label_below_different_sums_get_a_column_that_tells_them_apart(read, seed):
    lines, expected = _pivot(random.Random(seed), dict.fromkeys(DEPOTS, GOODS))
    found = read("\n".join(lines))
    assert [one.name for one in found.profile.columns] == ["Row Labels", "Grams", "Crates", "group"]
    assert found.rows == expected


def test_rows_that_their_own_labels_tell_apart_get_none(read):
    goods = {depot: tuple(f"{good} {depot}" for good in GOODS) for depot in DEPOTS}
    lines, expected = _pivot(random.Random(1), goods)
    assert read("\n".join(lines)).rows == [row[:3] for row in expected]
