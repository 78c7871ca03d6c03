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
