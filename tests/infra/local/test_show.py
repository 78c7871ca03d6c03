"""What a person sees in a terminal."""

import pytest

from infra.local.show import show_reply
from shared.contracts import AgentResponse, AgentResult, Reply, ResultPreview

ROWS = ({"region": "West", "total": 90076.85, "rows": 153}, {"region": "North", "total": 46002.5, "rows": 79})


def shown(capsys: pytest.CaptureFixture[str], *rows: dict[str, object]) -> str:
    found = AgentResult(results=(ResultPreview(purpose="Totals", data=rows, row_count=len(rows)),))
    answered = AgentResponse(agent="sql_analytics", task_id="1", task="totals", status="completed", result=found)
    show_reply(
        Reply(turn_id="t", session_id="s", status="answered", text="So.", source="deterministic", responses=(answered,))
    )
    return capsys.readouterr().out


def test_the_numbers_of_a_column_have_the_same_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, *ROWS)
    assert "46,002.50" in told
    assert "90,076.85" in told
    assert "153 " in told


def test_one_row_of_many_figures_is_shown_with_one_figure_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, {f"figure_number_{at}": 1000.0 + at for at in range(11)})
    lines = [line for line in told.splitlines() if "figure_number_" in line]
    assert len(lines) == 11
    assert "1,010" in lines[10]
