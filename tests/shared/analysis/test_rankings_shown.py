"""The table beside a ranking: of all groups where one is told, and of the asked ones, called so, where several are."""

import pandas as pd
import pytest

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric, Ordering
from shared.query.groupings import ByColumn
from tests.shared.analysis.running import Tables

MANY = pd.DataFrame({"shop": [f"shop {at}" for at in range(26)], "spent": [float(100 + at) for at in range(26)]})
SPENT = {"metrics": (Metric(function="sum", column="spent"),), "groups": (ByColumn(column="shop"),)}


def test_beside_the_first_group_stand_all_others() -> None:
    """Under the title of all of them: a reader would take what is left out for nothing."""
    first = Aggregate(**SPENT, entity=True, ordering=Ordering(limit=1))
    found, (result,) = Tables(shops=MANY).findings(first)
    assert found.summary == "shop 25 has the highest total spent: 125."
    assert (len(result.rows), result.truncated) == (26, False)


@pytest.mark.parametrize(("descending", "title"), [(True, ", the 3 highest"), (False, ", the 3 lowest")])
def test_a_table_of_the_first_few_says_so(descending: bool, title: str) -> None:
    few = Aggregate(**SPENT, entity=True, ordering=Ordering(limit=3, descending=descending))
    tables = Tables(shops=MANY)
    (query,) = few.queries(tables.profiles[0])
    assert query.purpose == f"Total spent by shop{title}"
    assert few.shown(0) == 3
