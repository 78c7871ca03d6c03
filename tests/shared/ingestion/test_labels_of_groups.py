"""Labels that are written once for a group of rows are those of all its rows where another column proves it."""

import random

import pytest

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun")


def _groups(seed: int) -> list[tuple[str, str, int]]:
    rng = random.Random(seed)
    return [
        (f"Crew {crew}", month, rng.randint(1, 99))
        for crew in "ABCD"[: rng.randint(3, 4)]
        for month in MONTHS[: rng.randint(4, 6) if crew != "A" else 6]
    ]


def _written(rows: list[tuple[str, str, int]]) -> str:
    before, lines = "", []
    for crew, month, hours in rows:
        lines.append(f"{crew if crew != before else ''},{month},{hours}\n")
        before = crew
    return "Crew,Month,Hours\n" + "".join(lines)


@pytest.mark.parametrize("seed", range(8))
def test_each_row_gets_the_label_of_its_group_and_that_is_a_doubt(read, seed):
    rows = _groups(seed)
    found = read(_written(rows))
    assert found.values("Crew") == [crew for crew, _, _ in rows]
    assert [one.doubt for one in found.profile.repairs if "written once" in one.detail] == [True]
    assert found.profile.column("Crew").nulls == 0


def test_labels_in_a_second_column_are_filled_though_they_come_again_in_another_group(read):
    rows = [(site, crew, month, 10 * at) for site in ("S1", "S2") for crew in "XY" for at, month in enumerate(MONTHS)]
    text = "".join(f"{site},{crew if month == 'Jan' else ''},{month},{hours}\n" for site, crew, month, hours in rows)
    assert read("Site,Crew,Month,Hours\n" + text).values("Crew") == [crew for _, crew, _, _ in rows]


@pytest.mark.parametrize("broken", ["a label inside of a group", "a group without its label"])
def test_a_column_of_which_one_row_speaks_against_it_stays_as_it_is(read, broken):
    rows = [(crew, month, at) for crew in ("A1", "B1", "C1") for at, month in enumerate(MONTHS)]
    cells = [crew if month == "Jan" else "" for crew, month, _ in rows]
    cells[8 if broken == "a label inside of a group" else 6] = "A2" if broken == "a label inside of a group" else ""
    lines = zip(cells, rows, strict=True)
    found = read("Crew,Month,Hours\n" + "".join(f"{cell},{month},{at}\n" for cell, (_, month, at) in lines))
    assert found.values("Crew") == [cell or None for cell in cells]


def test_remarks_on_some_rows_are_no_labels(read):
    rng = random.Random(5)
    cells = ["late" if rng.random() < 0.3 or not at else "" if at % 7 else "early" for at in range(40)]
    found = read(
        "Remark,Day,Tons\n" + "".join(f"{cell},2024-03-{at % 28 + 1:02},{at}\n" for at, cell in enumerate(cells))
    )
    assert found.values("Remark") == [cell or None for cell in cells]
