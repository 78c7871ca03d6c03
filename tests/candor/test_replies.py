"""Replies as a program gets them and a notebook shows them."""

import pytest

from candor.replies import Fact, Forfeit, Reply, Table
from shared import contracts

HOSTILE = "<script>alert(1)</script>"


def wire(**more: object) -> dict[str, object]:
    told = contracts.Reply(turn_id="turn_1", session_id="sess_1", status="answered", text="So.", source="claude")
    return told.wire() | more


def response(*rows: dict[str, object], purpose: str = "Totals") -> dict[str, object]:
    result = {
        "results": [{"purpose": purpose, "data": list(rows), "row_count": len(rows)}],
        "queries_executed": [{"sql": "SELECT 1", "purpose": purpose}],
    }
    return {"agent": "sql_analytics", "status": "completed", "result": result}


@pytest.mark.parametrize(
    ("ours", "theirs"), [(Fact, contracts.Fact), (Forfeit, contracts.Forfeit)], ids=lambda kind: kind.__module__
)
def test_a_type_has_only_fields_that_the_api_gives(ours: type[Fact], theirs: type[contracts.Fact]) -> None:
    assert set(ours.model_fields) <= set(theirs.model_fields)


def test_every_status_of_the_api_is_one_of_a_reply() -> None:
    for status in ("running", "answered", "partial", "forfeited", "failed"):
        assert Reply.of(wire(status=status)).answered == (status in ("answered", "partial"))


def test_a_reply_has_its_figures_tables_confidence_and_time() -> None:
    fact = contracts.Fact(id="f", name="total", value=18.5, unit="EUR", text="The total is 18.50 EUR.").wire()
    told = wire(
        facts=[fact],
        responses=[response({"region": "West", "total": 18.5})],
        assessment={"assessment": "CONFIDENT", "confidence_score": 0.9},
        timing={"duration_ms": 1500.0},
        usage={"price_usd": 0.01},
    )
    reply = Reply.of(told)
    assert (reply.facts[0].value, reply.facts[0].unit) == (18.5, "EUR")
    assert (reply.tables[0].columns, reply.tables[0].sql) == (("region", "total"), "SELECT 1")
    assert (reply.confidence, reply.seconds, reply.price_usd, reply.wire) == (0.9, 1.5, 0.01, told)
    assert str(reply) == "So."
    assert reply.tables[0].frame()["total"].sum() == 18.5


def test_what_was_not_assessed_has_no_confidence() -> None:
    assert Reply.of(wire(assessment={"assessment": "NOT_ASSESSED", "confidence_score": 1.0})).confidence is None


def test_nothing_of_the_data_becomes_markup_in_a_notebook() -> None:
    rows = ({HOSTILE: HOSTILE}, {HOSTILE: HOSTILE})
    shown = Reply.of(wire(text=HOSTILE, responses=[response(*rows, purpose=HOSTILE)]))._repr_html_()
    assert "<script" not in shown
    assert shown.count("&lt;script&gt;") == 5


def test_text_is_shown_in_paragraphs_lists_and_emphasis() -> None:
    shown = Reply.of(wire(text="**West** leads\nby far.\n\n- a * b * c\n- *two*"))._repr_html_()
    assert "<p><b>West</b> leads<br>by far.</p><ul><li>a * b * c</li><li><i>two</i></li></ul>" in shown


def test_a_long_table_says_how_many_rows_there_are() -> None:
    table = Table(title="All", rows=tuple({"n": at} for at in range(30)), row_count=5000)
    assert "20 of 5,000 rows" in table._repr_html_()
    assert table._repr_html_().count("<tr>") == 21
