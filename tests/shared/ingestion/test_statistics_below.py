"""Means and deviations that a laboratory writes below its numbered rows."""

import pytest


def _lines(first: str = "{}") -> list[str]:
    return ["run,ph,grams", *(f"{first.format(at)},{5 + at % 7 / 10},{at * 1.5}" for at in range(1, 13))]


@pytest.mark.parametrize("names", [("Mean", "SD", "CV%"), ("Sum", "Mean", "n"), ("Average", "Std. dev.", "Min", "Max")])
@pytest.mark.parametrize("first", ["{}", "2024-05-{:02d}"])
def test_they_are_no_rows(read, names, first):
    found = read("\n".join([*_lines(first), *(f"{name},1.25,{at}.5" for at, name in enumerate(names))]))
    assert len(found.rows) == 12
    assert found.types()[0] == ("integer" if first == "{}" else "date")
    assert "below the data were left out" in found.told("footer")


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ([*_lines(), "blank,1.25,0.5", "control,1.5,2.5"], 14),
        ([*_lines("run {}"), "Mean,1.25,0.5", "SD,1.5,2.5"], 14),
    ],
)
def test_rows_that_are_called_by_words_stay(read, lines, rows):
    assert len(read("\n".join(lines)).rows) == rows
