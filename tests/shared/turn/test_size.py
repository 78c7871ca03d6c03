"""A reply always fits into the table."""

from shared.contracts import AgentResponse, AgentResult, Cell, Chart, DerivedName, Fact, Message, Reply, ResultPreview
from shared.turn.reply.size_limit import MOST_BYTES, fitted


def _reply(rows, facts):
    found = tuple(Fact(id=f"f{n}", name="total " * 20, value=n, text="the total is " * 20) for n in range(facts))
    shown = ResultPreview(purpose="p", data=tuple({"region": "x" * 100, "n": n} for n in range(rows)), row_count=rows)
    responses = tuple(
        AgentResponse(
            agent="a", task_id=f"t{n}", task="t", status="completed", facts=found, result=AgentResult(results=(shown,))
        )
        for n in range(6)
    )
    said = Message(role="assistant", agent="candor", content="The answer.")
    return Reply(
        turn_id="t", session_id="s", status="answered", text="The answer.", messages=(said,), responses=responses,
        facts=found * 6,
    )  # fmt: skip


def test_a_reply_of_usual_size_stays_as_it_is():
    reply = _reply(rows=10, facts=5)
    assert fitted(reply) is reply


def test_an_enormous_reply_loses_evidence_and_no_word():
    reply = _reply(rows=5000, facts=500)
    kept = fitted(reply)
    assert len(kept.model_dump_json()) <= MOST_BYTES < len(reply.model_dump_json())
    assert (kept.text, kept.status, len(kept.responses)) == (reply.text, reply.status, 6)
    assert all(shown.truncated for response in kept.responses for shown in response.result.results)
    assert kept.facts[0] == reply.facts[0]


def test_a_chart_outlasts_figures_that_nobody_told():
    reply = _reply(rows=10, facts=0)
    shown = ResultPreview(purpose="p", data=({"told": 1, "other": 2},), row_count=1, cited=("told",))

    def fact(column: str, n: int) -> Fact:
        cell = Cell(query=0, row=n, column=column)
        return Fact(id=f"{column}{n}", name="n" * 300, value=n, text="t" * 300, cells=(cell,), derived=DerivedName())

    facts = tuple(fact(column, n) for n in range(100) for column in ("told", "other"))
    response = reply.responses[0].model_copy(update={"facts": facts, "result": AgentResult(results=(shown,))})
    chart = Chart(title="c", vega_lite={})
    reply = reply.model_copy(update={"responses": (response,), "facts": facts, "charts": (chart,)})
    kept = fitted(reply)
    assert len(kept.model_dump_json()) <= MOST_BYTES < len(reply.model_dump_json())
    assert kept.charts == (chart,)
    assert kept.facts == kept.responses[0].facts == tuple(one for one in facts if one.cells[0].column == "told")


def test_a_chart_goes_before_the_last_row_and_figure():
    reply = _reply(rows=10, facts=5)
    chart = Chart(title="c", vega_lite={"data": "x" * MOST_BYTES})
    kept = fitted(reply.model_copy(update={"charts": (chart,)}))
    assert not kept.charts
    assert kept.facts
    assert kept.responses[0].result.results[0].data
