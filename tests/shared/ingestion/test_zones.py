"""Times with zones count by the days of UTC: where these differ from those that are written, figures say so."""

import pytest

from shared.engine.doubts.reading import readings

HERE = ["2024-03-31T22:30:00-04:00", "2024-03-01T00:30+02:00", "2024-03-31 12:00:00Z", "2024-03-31T23:59:00.5+0000"]
SAME = ["2024-03-31T10:30:00-04:00", "2024-03-01T12:30+02:00", "2024-03-31 12:00:00Z", "2024-03-31T12:30:00 UTC"]


def _file(cells: list[str]) -> str:
    return "event,at,value\n" + "".join(f"e{at},{cell},{at}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(value) FROM data WHERE at >= DATE '2024-04-01'", True),
        ("SELECT date_trunc('day', at), sum(value) FROM data GROUP BY 1", True),
        ("SELECT sum(value) FROM data", False),
        ("SELECT count(at) FROM data", False),
    ],
)
def test_figures_by_time_say_how_many_cells_fall_on_another_day_than_the_one_written(read, sql, told):
    profile = read(_file(HERE)).profile
    (line,) = [one.detail for one in profile.repairs if one.doubt]
    said = "Column at holds times with a zone, which count in UTC: 2 of them fall on another day there than the one"
    assert line.startswith(said)
    assert list(readings([sql], [profile])) == ([line] if told else [])


def test_one_cell_is_told_with_its_text(read):
    profile = read(_file([*SAME, HERE[0]])).profile
    (line,) = [one.detail for one in profile.repairs if one.doubt]
    assert line.endswith(f": one of them falls on another day there than the one written ({HERE[0]}).")


@pytest.mark.parametrize("cells", [SAME, [cell[:10] for cell in SAME], [cell[:16] for cell in SAME]])
def test_times_on_the_same_day_everywhere_and_without_zones_leave_no_doubt(read, cells):
    assert not [one for one in read(_file(cells)).profile.repairs if one.doubt]
