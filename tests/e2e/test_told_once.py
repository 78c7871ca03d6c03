"""What a model has been shown is not shown again: a table that comes again keeps its references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from infra.lab.messages_api import Brain, calls
from infra.lab.recorded import Recorded

if TYPE_CHECKING:
    from tests.conftest import Candor

MONTHS = [f"{2022 + at // 12}-{at % 12 + 1:02d}" for at in range(36)]
ORDERS = "day,revenue\n" + "\n".join(
    f"{month}-{day:02d},{(80 if at < 18 else 200) + (at * 7 + day) % 13}.5"
    for at, month in enumerate(MONTHS)
    for day in (1, 11, 21, 28)
)


def _analysing(*analyses: str, text: str) -> Brain:
    def then(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "assign_tasks" in request.tools:
            return content
        if request.results:
            return [calls("answer", {"text": text})]
        return [
            calls("analyse", {"analysis": name, "arguments": {"measure": "revenue"}}, call_id=f"q{at}")
            for at, name in enumerate(analyses)
        ]

    return Brain(agent="trend_analysis", then=then)


def test_a_series_that_a_second_analysis_rests_on_is_told_once_and_stays_citable(candor: Candor) -> None:
    told = "The level in the first month was {r1.sum_revenue}, and {count(t1)} months are told."
    with candor.minded(_analysing("trend", "change_points", text=told)) as server:
        reply = candor.ask("What is the trend of revenue, and when did its level change?", ORDERS)
    trend, changes = next(request.results for request in server.requests if request.results)
    assert [len(table["rows"]) for table in trend["tables"]] == [36, 1]
    assert changes["tables"][0] == {"table": "t1", "again": "Its rows and references are the ones above."}
    assert [table["table"] for table in changes["tables"]] == ["t1", "t3", "t4"]
    assert reply.text.startswith("The level in the first month was 344, and 36 months are told.")


def test_what_only_the_statistic_needs_of_a_series_is_not_told(candor: Candor) -> None:
    with candor.minded(_analysing("trend", text="It was {r1.sum_revenue} first.")) as server:
        candor.ask("What is the trend of revenue?", ORDERS)
    (trend,) = next(request.results for request in server.requests if request.results)
    assert trend["tables"][0]["columns"] == ["day_month", "sum_revenue"]
    assert trend["tables"][0]["rows"]["r1"] == ["2022-01-01", 344.0]


def test_what_an_overview_knows_without_a_query_may_be_referred_to(candor: Candor) -> None:
    data = "region,amount\n" + "".join(f"West,{at}.5\n" if at % 4 else "West,\n" for at in range(40))

    def then(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "assign_tasks" in request.tools:
            return content
        if request.results:
            rows = {row[0]: name for table in request.results[0]["tables"] for name, row in table["rows"].items()}
            return [
                calls("answer", {"text": f"The amount is missing in {{{rows['empty cells of amount']}.figure}} rows."})
            ]
        return [calls("analyse", {"analysis": "overview", "arguments": {}})]

    with candor.minded(Brain(agent="data_quality", then=then)):
        reply = candor.ask("Where is the amount missing?", data)
    assert reply.text.startswith("The amount is missing in 10 rows.")
