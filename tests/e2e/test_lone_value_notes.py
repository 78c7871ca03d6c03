"""A total that one value dominates has that value beside it, whoever asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infra.lab.messages_api import Brain, calls

if TYPE_CHECKING:
    from tests.conftest import Candor

GIFTS = "campaign,amount_gbp\n" + "".join(
    f"{campaign},{10 + at % 5}\n" for at in range(20) for campaign in ("General", "Water")
)
GIFTS += "General,12500\n"
LINE = "General: one of 21 values of amount gbp, £12,500"


def test_no_model_mode_tells_the_value_that_decides_a_total(candor: Candor) -> None:
    reply = candor.ask("Total amount gbp by campaign", GIFTS)
    assert LINE in reply.text
    assert "Water: one of" not in reply.text


def test_an_answer_of_a_model_has_it_where_it_tells_that_total(candor: Candor) -> None:
    by_campaign = 'SELECT campaign, sum(amount_gbp) AS total FROM "data" GROUP BY 1 ORDER BY 1'

    def told(text: str) -> str:
        answer = lambda request, content: [calls("answer", {"text": text})] if request.results else content  # noqa: E731
        with candor.minded(Brain(sql=by_campaign, purpose="Total by campaign", then=answer)):
            return candor.ask("How much came in by campaign?", GIFTS).text

    assert LINE in told("General brought {r1.total}.")
    assert LINE not in told("Water brought {r2.total}.")
