"""A list of groups says how many it leaves out."""

import pytest

from tests.shared.model.answering import found
from tests.shared.offline.reading.ingested import ingested
from tests.shared.offline.reading.shops import NOW


@pytest.mark.parametrize(("many", "listed", "left"), [(7, 7, 0), (12, 12, 0), (13, 11, 2), (33, 11, 22)])
def test_what_a_list_of_groups_leaves_out_is_said_in_its_last_line(tmp_path, many: int, listed: int, left: int) -> None:
    text = "place,visits\n" + "".join(f"P{n % many},{n * 3 + n % 2}\n" for n in range(many * 3))
    with ingested({"visits": text}, tmp_path) as tables:
        lines = found("total visits by place", *tables["visits"], NOW).findings
    assert len([line for line in lines if line.startswith("P")]) == listed
    assert [line for line in lines if "more" in line] == ([f"and {left} more"] if left else [])


@pytest.mark.parametrize(
    ("visits", "told"),
    [
        ((1, 1, 1, 2, 3, 4, 5), "are between 1 (P0 and 2 more) and 5 (P6)."),
        ((1, 2, 3, 4, 5, 9, 9), "are between 1 (P0) and 9 (P5 and P6)."),
        ((4,) * 7, "are 4 in every group."),
    ],
)
def test_an_end_that_groups_share_is_no_single_groups(tmp_path, visits: tuple[int, ...], told: str) -> None:
    text = "place,visits\n" + "".join(f"P{n},{many}\n" for n, many in enumerate(visits))
    with ingested({"visits": text}, tmp_path) as tables:
        assert found("total visits by place", *tables["visits"], NOW).summary.endswith(told)
