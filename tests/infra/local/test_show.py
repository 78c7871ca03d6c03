"""What a person sees in a terminal."""

import pytest

from infra.local.show import show_reply
from shared.contracts import AgentResponse, AgentResult, Reply, ResultPreview

ROWS = ({"region": "West", "total": 90076.85, "rows": 153}, {"region": "North", "total": 46002.5, "rows": 79})


def test_the_numbers_of_a_column_have_the_same_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    found = AgentResult(results=(ResultPreview(purpose="Totals", data=ROWS, row_count=2),))
    answered = AgentResponse(agent="sql_analytics", task_id="1", task="totals", status="completed", result=found)
    show_reply(
        Reply(turn_id="t", session_id="s", status="answered", text="So.", source="deterministic", responses=(answered,))
    )
    told = capsys.readouterr().out
    assert "46,002.50" in told
    assert "90,076.85" in told
    assert "153 " in told
