"""The verdict on a reply in a dialogue is strict: what a reader does not see, or sees at another name, is not told."""

import pytest

from shared.contracts import AgentResponse, AgentResult, Cell, Fact, Reply, ResultPreview
from tests.evaluation.dialogues.verdict import verdict

ROWS = ({"region": "West", "total": 90.5, "rows": 7}, {"region": "North", "total": 46.25, "rows": 12})
WEST = {"West": 90.5, "North": 46.25}


def reply(
    text: str, *, status: str = "answered", rows: tuple[dict[str, object], ...] = ROWS, aside: tuple[str, ...] = ()
) -> Reply:
    preview = ResultPreview(purpose="Totals", data=rows, row_count=len(rows), aside=aside)
    facts = (
        Fact(id="f1", name="total of West", value=90.5, text="So.", cells=(Cell(query=0, row=0, column="total"),)),
    )
    answered = AgentResponse(
        agent="sql_analytics",
        task_id="1",
        task="t",
        status="completed",
        result=AgentResult(results=(preview,)),
        facts=facts,
    )
    return Reply.model_validate(
        {"turn_id": "t", "session_id": "s", "status": status, "text": text, "responses": (answered,), "facts": facts}
    )


@pytest.mark.parametrize(
    ("text", "expect", "found"),
    [
        ("West: 90.50.", {"kind": "figures", "values": [90.5]}, "right"),
        ("West: 90.50.", {"kind": "figures", "values": [91.5]}, "wrong"),
        ("It is so.", {"kind": "figures", "values": list(WEST.values()), "groups": WEST}, "right"),
        (
            "It is so.",
            {"kind": "figures", "values": list(WEST.values()), "groups": {"West": 46.25, "North": 90.5}},
            "wrong",
        ),
        ("It is so.", {"kind": "figures", "values": [12]}, "wrong"),  # a count of rows that nobody is shown
        ("Since March 2025: 5.", {"kind": "no_figure"}, "wrong"),
        ("Since 3 March 2025.", {"kind": "no_figure"}, "no figure"),
        ("You said 42.", {"kind": "no_figure"}, "no figure"),
        ("Between 90.5 and 8.", {"kind": "either", "values": [90.5]}, "wrong"),
        ("Between 90.5 and 8.", {"kind": "either", "values": [90.5], "also": [8]}, "right"),
        ("It was on 22 July 2025.", {"kind": "figures", "values": ["2025-07-22"]}, "right"),
        ("No order came.", {"kind": "figures", "values": [0]}, "right"),
    ],
)
def test_a_reply_is_right_where_a_reader_finds_what_was_asked_for(
    text: str, expect: dict[str, object], found: str
) -> None:
    assert verdict("is it 42?", expect, reply(text)) == found


def test_what_stands_aside_is_not_told() -> None:
    expect = {"kind": "figures", "values": [46.25]}
    assert verdict("north?", expect, reply("So.")) == "right"
    assert verdict("north?", expect, reply("So.", aside=("total",))) == "wrong"


@pytest.mark.parametrize(("status", "found"), [("forfeited", "declined"), ("failed", "failed")])
def test_what_is_not_answered_is_neither_right_nor_wrong(status: str, found: str) -> None:
    assert verdict("west?", {"kind": "figures", "values": [90.5]}, reply("90.5", status=status)) == found
