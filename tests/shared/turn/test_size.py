"""A reply always fits into the table."""

from shared.contracts import AgentResponse, AgentResult, Fact, Message, Reply, ResultPreview
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
