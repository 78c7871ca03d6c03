"""What a person sees in a terminal."""

from datetime import UTC, datetime, timedelta

import pytest

from infra.local.cli_ask import picked
from infra.local.show import Progress, show_reply
from shared.charts.charts import chart_of
from shared.contracts import (
    AgentResponse,
    AgentResult,
    Assessment,
    Cell,
    Event,
    ExecutedQuery,
    Fact,
    Forfeit,
    Reply,
    ResultPreview,
    Usage,
)
from shared.failure.forfeit import worded

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
    lines = [line for line in told.splitlines() if "figure number" in line]
    assert len(lines) == 11
    assert "1,010" in lines[10]


def replied(text: str, *figures: str, rows: tuple[dict[str, object], ...] = ROWS) -> Reply:
    """A reply of one result, whose figures stand in these columns."""
    found = AgentResult(results=(ResultPreview(purpose="Totals", data=rows, row_count=len(rows)),))
    facts = tuple(
        Fact(id=name, name=name, value=1, text="So.", cells=(Cell(query=0, row=0, column=name),)) for name in figures
    )
    answered = AgentResponse(
        agent="sql_analytics", task_id="1", task="t", status="completed", result=found, facts=facts
    )
    return Reply(turn_id="t", session_id="s", status="answered", text=text, responses=(answered,))


def test_an_answer_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    show_reply(replied("West: 90,076.85; North: 46,002.50.", "total"))
    assert "region" not in capsys.readouterr().out
    show_reply(replied("West: 90,076.85; North: 46,002.50.", "total"), evidence=True)
    assert "region" in capsys.readouterr().out


def test_a_cell_that_its_row_is_told_without_brings_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    rows = ({"part": "West", "change": 604.39, "share": 108.61}, {"part": "North", "change": -47.9, "share": -8.61})
    reply = replied("West +604.39 (108.61 %); North -47.90 (against the overall change).", rows=rows)
    for places, shows in ((((0, "change"), (0, "share"), (1, "change")), False), (((0, "change"), (0, "share")), True)):
        cells = tuple(Cell(query=0, row=row, column=column) for row, column in places)
        facts = tuple(
            Fact(id=f"f{at}", name="change", value=rows[one.row][one.column], text="So.", cells=(one,))
            for at, one in enumerate(cells)
        )
        answered = reply.responses[0].model_copy(update={"facts": facts})
        show_reply(reply.model_copy(update={"responses": (answered,)}))
        assert ("share" in capsys.readouterr().out) == shows


def test_a_figure_that_is_told_without_its_trailing_zeros_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    show_reply(replied("West: 90,076.85; North: 46,002.5.", "total"))
    assert "region" not in capsys.readouterr().out


def test_a_figure_that_is_told_with_other_decimals_than_its_table_has_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reply = replied("Practically none: 0.055.", rows=({"correlation": 0.0554321, "rows": 195},))
    cell = Cell(query=0, row=0, column="correlation")
    fact = Fact(id="f1", name="correlation", value=0.0554321, decimals=3, text="So.", cells=(cell,))
    show_reply(reply.model_copy(update={"responses": (reply.responses[0].model_copy(update={"facts": (fact,)}),)}))
    assert "correlation" not in capsys.readouterr().out


def test_where_bars_show_each_row_no_list_tells_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ({"region": "West", "total": 90076.85, "rows": 153}, {"region": "North", "total": 46002.5, "rows": 79})
    reply = replied("Between.\n- West: 90,076.85\n- North: 46,002.50\n- North is not complete.", rows=rows)
    facts = tuple(
        Fact(
            id="f1",
            name="total",
            value=row["total"],
            decimals=2,
            text="So.",
            cells=(Cell(query=0, row=at, column="total"),),
        )
        for at, row in enumerate(rows)
    )
    (answered,) = reply.responses
    chart = chart_of(answered.result.results[0], "bar", {})
    reply = reply.model_copy(
        update={"charts": (chart,), "responses": (answered.model_copy(update={"facts": facts}),), "facts": facts}
    )
    show_reply(reply)
    assert "West: 90,076.85" in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    show_reply(reply)
    drawn = capsys.readouterr().out
    assert "West: 90,076.85" not in drawn
    assert "90,076.85" in drawn
    assert "North is not complete" in drawn


def test_what_stands_aside_is_shown_as_evidence_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for aside, told in ((("rows",), ("region",)), (("region", "total", "rows"), ())):
        reply = replied("So.", "total")
        (answered,) = reply.responses
        (preview,) = answered.result.results
        beside = AgentResult(results=(preview.model_copy(update={"aside": aside}),))
        reply = reply.model_copy(update={"responses": (answered.model_copy(update={"result": beside}),)})
        show_reply(reply)
        shown = capsys.readouterr().out
        assert "153" not in shown
        assert ("region" in shown) == bool(told)
        show_reply(reply, evidence=True)
        assert "90,076.85" in capsys.readouterr().out


def test_sql_is_shown_a_clause_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    reply = replied("So.", "total")
    (answered,) = reply.responses
    query = ExecutedQuery(sql='SELECT "region" FROM "data" GROUP BY "region"', purpose="Regions")
    result = answered.result.model_copy(update={"queries_executed": (query,)})
    show_reply(reply.model_copy(update={"responses": (answered.model_copy(update={"result": result}),)}), sql=True)
    assert 'FROM "data"\nGROUP BY' in "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())


def test_the_cells_of_a_figure_have_its_unit(capsys: pytest.CaptureFixture[str]) -> None:
    for unit, told in (("%", "90,076.85 %"), ("EUR", "€90,076.85"), ("kg", "90,076.85 kg")):
        reply = replied("So.", "total")
        facts = tuple(fact.model_copy(update={"unit": unit}) for fact in reply.responses[0].facts)
        show_reply(reply.model_copy(update={"responses": (reply.responses[0].model_copy(update={"facts": facts}),)}))
        assert told in capsys.readouterr().out


def test_what_is_worked_out_of_several_cells_lends_them_no_unit(capsys: pytest.CaptureFixture[str]) -> None:
    reply = replied("So.", "total")
    cells = (Cell(query=0, row=0, column="total"), Cell(query=0, row=1, column="total"))
    change = Fact(id="f1", name="change", value=50.0, unit="%", text="By 50 %.", cells=cells)
    show_reply(reply.model_copy(update={"responses": (reply.responses[0].model_copy(update={"facts": (change,)}),)}))
    assert "%" not in capsys.readouterr().out


def test_yes_and_no_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, {"who": "a", "came": True}, {"who": "b", "came": False})
    assert "yes" in told
    assert "no" in told
    assert "True" not in told


@pytest.mark.parametrize("text", ["West leads: 90,076.85.", "West: 190,076.85; North: 46,002.50.", "46,002.505"])
def test_a_table_that_says_more_than_the_text_is_shown(capsys: pytest.CaptureFixture[str], text: str) -> None:
    show_reply(replied(text, "total"))
    assert "region" in capsys.readouterr().out


def test_how_many_rows_a_figure_is_taken_of_is_shown_where_that_is_the_figure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = ({"region": "West", "total_revenue": 1.5, "rows": 153}, {"region": "North", "total_revenue": 2.5, "rows": 7})
    show_reply(replied("So.", "total_revenue", rows=rows))
    told = capsys.readouterr().out
    assert "total revenue" in told
    assert "rows" not in told
    show_reply(replied("So.", "rows", rows=rows))
    assert "153" in capsys.readouterr().out


def test_progress_does_not_tell_the_answer_before_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    event = Event(
        seq=1, type="result", at=datetime.now(UTC), agent="a", step_number=5, title="Done", data={"summary": "West: 7"}
    )
    progress, late = Progress(), event.at + timedelta(seconds=4)
    progress(event)
    progress(event.model_copy(update={"seq": 2, "at": late}))
    progress(event.model_copy(update={"seq": 3, "at": late, "type": "thinking", "data": {"purposes": ["Totals"]}}))
    assert capsys.readouterr().err == "  ✓ a: Done\n  · a: Done — Totals\n"


def test_of_a_quick_reply_only_what_is_computed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    for at, kind in enumerate(("received", "thinking", "action", "result", "complete"), start=1):
        purposes = {"purposes": ["Totals"]} if kind == "action" else {}
        progress(
            Event(seq=at, type=kind, at=datetime.now(UTC), agent="a", step_number=1, title=kind.title(), data=purposes)
        )
    assert capsys.readouterr().err == "  · a: Action — Totals\n"


def test_first_figures_are_shown_at_once_and_signs_of_life_with_their_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    progress = Progress()
    came = {"figures": ["Total revenue for region West: 52.50.", "Total revenue for region East: 35.25."]}
    event = Event(
        seq=1, type="result", at=datetime.now(UTC), agent="a", step_number=4, title="First figures", data=came
    )
    progress(event)
    later = {"seq": 2, "type": "thinking", "title": "Waiting", "at": event.at + timedelta(seconds=9)}
    progress(event.model_copy(update={**later, "data": {"seconds": 5.0}}))
    told = " ".join(came["figures"])
    assert capsys.readouterr().err == f"  ✓ a: First figures — {told}\n  · a: Waiting (5 s)\n"


@pytest.mark.parametrize(
    ("usage", "told"),
    [
        (Usage(), ""),
        (Usage(calls=1, price_usd=0.0024), "model: 1 call, $0.0024"),
        (Usage(calls=3, price_usd=0.131), "model: 3 calls, $0.13"),
    ],
)
def test_where_a_model_was_asked_the_last_line_has_its_calls_and_its_price(
    usage: Usage, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show_reply(Reply(turn_id="t", session_id="s", status="answered", text="So.", usage=usage))
    assert capsys.readouterr().out.rstrip().endswith(f" · {told}" if told else "status: answered")


def test_a_forfeit_folds_what_was_tried_and_numbers_what_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    given = worded(
        Forfeit(
            code="not_in_data",
            reason="No region is called Atlantis",
            attempted_actions=("Looked for Atlantis",),
            suggestions=("total revenue by region",),
        )
    )
    reply = Reply(turn_id="t", session_id="s", status="forfeited", text=f"{given.message}\n\nA note.", forfeit=given)
    show_reply(reply)
    told = capsys.readouterr().out
    assert "1 total revenue by region" in told
    assert "A note." in told
    assert "Looked for Atlantis" not in told
    show_reply(reply, evidence=True)
    assert "Looked for Atlantis" in capsys.readouterr().out


@pytest.mark.parametrize(("typed", "asked"), [("2", "b"), ("3", "3"), ("0", "0"), ("2 b", "2 b"), ("٢", "b")])
def test_in_a_chat_a_number_picks_what_was_offered(typed: str, asked: str) -> None:
    assert picked(typed, ["a", "b"]) == asked


def test_thanks_are_nobodys_answer_and_not_sure_or_unsure(capsys: pytest.CaptureFixture[str]) -> None:
    show_reply(Reply(turn_id="t", session_id="s", status="answered", text="You're welcome!", source="deterministic"))
    assert capsys.readouterr().out.rstrip().endswith("status: answered")
    show_reply(Reply(turn_id="t", session_id="s", status="forfeited", text="No.", source="template"))
    assert "answered by" not in capsys.readouterr().out


@pytest.mark.parametrize(("score", "shown"), [(None, False), (0.93, True)])
def test_confidence_is_told_where_a_judge_scored_the_answer(
    capsys: pytest.CaptureFixture[str], score: float | None, shown: bool
) -> None:
    """Without one the number says how the text sounds, and a wrong figure sounds as sure as a right one."""
    assessment = Assessment(
        confidence_score=score or 1.0,
        rule_score=1.0,
        model_score=score,
        assessment="PASSED",
        verdict="PASSED",
        timestamp=datetime(2026, 1, 1, tzinfo=UTC),
    )
    reply = replied("Sales of West: 60.", "60").model_copy(update={"assessment": assessment, "usage": Usage(calls=1)})
    show_reply(reply)
    told = capsys.readouterr().out
    assert ("confidence: 0.93" in told) == ("confidence" in told) == shown
