"""A list that is cut where the next row is as good as its last."""

import pytest

from shared.agents.execution.execution import Execution
from shared.contracts import PlannedQuery, QueryOutcome, QueryResult
from shared.errors import CandorError

SQL = "SELECT region, sum(net) AS net FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 2"


class _Engine(Execution):
    """Has one result, and gives this row for the one behind it; it is down where there is none."""

    def __init__(self, following: tuple[object, ...] | None) -> None:
        self.following = following
        self.results = [QueryResult(columns=("region", "net"), rows=(("West", 9), ("East", 5)), row_count=2, sql=SQL)]

    def _outcomes(self, queries: list[PlannedQuery]) -> list[QueryOutcome]:
        if self.following is None:
            raise CandorError
        row = QueryResult(columns=("region", "net"), rows=(self.following,), row_count=1, sql=queries[0].sql)
        return [QueryOutcome(result=row)]


@pytest.mark.parametrize(("following", "tied"), [(("North", 5), "net"), (("North", 4), ""), (None, "")])
def test_a_tie_that_a_limit_cuts_is_named_by_the_column_of_its_order(following, tied):
    assert _Engine(following).tied(0) == tied
