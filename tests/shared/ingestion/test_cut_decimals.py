"""Decimal commas that were taken for commas between cells, as an export without quotes has them."""

import random

import pytest


def _lines(seed: int, header: str, row: str) -> list[str]:
    rng = random.Random(seed)
    rows = (row.format(at, rng.randint(1, 99), rng.randint(0, 99), rng.randint(1, 9), at % 7) for at in range(30))
    return [header, *rows]


@pytest.mark.parametrize("seed", range(3))
def test_they_are_put_together_again_and_told(read, seed):
    found = read("\n".join(lines := _lines(seed, "name,price,pieces", "Item {},{},{:02d},{}")))
    cut = [line.split(",") for line in lines[1:]]
    assert found.values("price") == [float(f"{whole}.{cents}") for _, whole, cents, _ in cut]
    assert found.types() == ["text", "number", "integer"]
    assert any(one.doubt and "price" in one.detail for one in found.profile.repairs)


def test_of_a_last_column_too(read):
    found = read("\n".join(_lines(1, "name,pieces,price", "Item {0},{3},{1},{2:02d}")))
    assert found.types() == ["text", "integer", "number"]


@pytest.mark.parametrize(
    "lines",
    [
        _lines(1, "weight,age", "Row {0},{1},5{3}"),  # as R writes names of rows: nothing begins with 0
        _lines(2, "weight,age,rank", "Row {0},{1},{3},{4}"),
        _lines(3, "weight,age,rank", "{0},{1}.5,{2:02d},{4}"),
    ],
)
def test_rows_with_a_name_of_their_own_keep_their_cells(read, lines):
    found = read("\n".join(lines))
    assert found.profile.columns[0].name == "column_1"
    assert "put together" not in found.told()
