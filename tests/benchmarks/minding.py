"""A question with a model: seconds, tokens and dollars, by a fake that takes three seconds a call and counts tokens by
the length of what is sent; answered in its cells' own words, in its question's, and in others, which a judge sees."""

import time
from dataclasses import dataclass
from typing import Any

from infra.lab.messages_api import Brain, MessagesApi, Slow, Wire, Writes, calls
from infra.lab.meter import CHARACTERS_A_TOKEN, Meter
from infra.lab.recorded import Recorded
from infra.local.cloud import LocalCloud
from shared.contracts import Session, Usage
from shared.mind import choose_model
from shared.settings import Settings
from tests.benchmarks.asking import EXAMPLE
from tests.benchmarks.report import Aim, Section
from tests.benchmarks.written import written

QUESTION = "Which region has the highest revenue?"
BY_REGION = 'SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1 ORDER BY 2 DESC'
CALL_SECONDS, FIRST_SECONDS = 3.0, 1.0
"""What a call takes; and until it begins to be written, where it is streamed."""
SILENT, STREAMS = "at once, at its end", f"from {FIRST_SECONDS:g} s on"
WORDED = "West leads by far: {r1.revenue}, well ahead of all others."
"""An answer that says more than its cells."""
SOLD = "How many pieces did customers order in the West?"
COUNTED = "SELECT count(*) AS pieces FROM \"data\" WHERE region = 'West'"
ECHOED = "Customers ordered {r1.pieces} pieces in the West."
"""An answer in words of its question that no cell says: a judge is asked of its query while it is written."""


@dataclass(frozen=True)
class Asked:
    """What one turn took: seconds, calls, those in a row, and tokens by kind."""

    seconds: float
    calls: int
    in_a_row: int
    usage: Usage

    @property
    def anew(self) -> int:
        """Tokens of prompts that were in no cache."""
        return self.usage.input_tokens - self.usage.cache_read_tokens

    def cells(self) -> tuple[str, ...]:
        """As a row of the table."""
        return (
            f"{self.calls}",
            f"{self.in_a_row}",
            f"{self.seconds:.1f}",
            f"{self.usage.input_tokens:,}",
            f"{self.anew:,}",
            f"{self.usage.price_usd:.4f}",
        )


class Wordy(Meter):
    """Counts what is sent, and what a model would write; the fake says less."""

    def __call__(self, request: Recorded, content: list[dict[str, Any]]) -> dict[str, Any]:
        return {**super().__call__(request, content), "output_tokens": written().of(content)}


def minding() -> Section:
    """A plain question by a model that is simulated at three seconds a call."""
    _asked(warm=True)  # the SDK is imported once
    found = {
        ("in its cells' words", "cold", "five minutes", SILENT): _asked(warm=False),
        ("in its cells' words", "cold", "an hour", SILENT): _asked(warm=False, hour=True),
        ("in its cells' words", "warm", "either", SILENT): _asked(warm=True),
        ("in its question's", "cold", "five minutes", SILENT): _asked(warm=False, answer=ECHOED),
        ("in its question's", "warm", "either", SILENT): _asked(warm=True, answer=ECHOED),
        ("in its question's, the second model judges", "cold", "five minutes", SILENT): _asked(
            warm=False, answer=ECHOED, second_judges=True
        ),
        ("in others, judged", "cold", "five minutes", SILENT): _asked(warm=False, answer=WORDED),
        ("in others, judged", "warm", "either", SILENT): _asked(warm=True, answer=WORDED),
        ("in others, the second model judges", "cold", "five minutes", SILENT): _asked(
            warm=False, answer=WORDED, second_judges=True
        ),
    }
    streamed = {
        ("in its cells' words", "warm", "either", STREAMS): _asked(warm=True, first=FIRST_SECONDS),
        ("in its question's", "warm", "either", STREAMS): _asked(warm=True, answer=ECHOED, first=FIRST_SECONDS),
        ("in others, judged", "warm", "either", STREAMS): _asked(warm=True, answer=WORDED, first=FIRST_SECONDS),
    }
    *plain, echoed, echoed_warm, cheap_echoed, judged, judged_warm, cheap = found.values()
    cold, warm = plain[0], plain[-1]
    plain_streamed, echoed_streamed, judged_streamed = streamed.values()
    return Section(
        title="A plain question with a model",
        notes=_notes(),
        header=(
            "answered, cache, kept for",
            "writes",
            "calls",
            "in a row",
            "wall s",
            "prompt tokens",
            "of them not cached",
            "US dollars",
        ),
        rows=tuple((", ".join(name), way, *asked.cells()) for (*name, way), asked in (found | streamed).items()),
        aims=(
            Aim("Calls in a row", cold.in_a_row, 2, 0),
            Aim(f"Calls in a row, its question's words, written {STREAMS}", echoed_streamed.in_a_row, 2, 0),
            Aim("Calls in a row with a judge", judged.in_a_row, 2, 0),
            Aim("Wall time, s", min(asked.seconds for asked in plain), 8),
            Aim("Wall time, its question's words, s", min(echoed.seconds, echoed_warm.seconds), 8),
            Aim("Wall time with a judge, s", min(judged.seconds, judged_warm.seconds), 8),
            Aim(f"Wall time, written {STREAMS}, s", plain_streamed.seconds, 8),
            Aim(f"Wall time, its question's words, written {STREAMS}, s", echoed_streamed.seconds, 8),
            Aim(f"Wall time with a judge, written {STREAMS}, s", judged_streamed.seconds, 8),
            Aim("Prompt tokens not cached, cold", cold.anew, 10_000, 0),
            Aim("US dollars, cold", cold.usage.price_usd, 0.05, 4),
            Aim("US dollars, warm", warm.usage.price_usd, 0.02, 4),
            Aim("US dollars, its question's words, cold", echoed.usage.price_usd, 0.05, 4),
            Aim("The same, the second model judging", cheap_echoed.usage.price_usd, 0.05, 4),
            Aim("US dollars, its question's words, warm", echoed_warm.usage.price_usd, 0.02, 4),
            Aim("US dollars with a judge, cold", judged.usage.price_usd, 0.05, 4),
            Aim("The same, the second model judging", cheap.usage.price_usd, 0.05, 4),
            Aim("US dollars with a judge, warm", judged_warm.usage.price_usd, 0.02, 4),
        ),
    )


def _notes() -> tuple[str, ...]:
    """What the figures of the section are of."""
    length = written()
    return (
        f"One turn in the local cloud, starting process and cloud apart, at a fake Messages API that "
        f"takes {CALL_SECONDS:g} s a call. **Tokens are not counted but assumed**: "
        f"{CHARACTERS_A_TOKEN:g} characters of what is sent each. What is written is as long as the median of what "
        f"was recorded by hand for `make mind`: {length.queries} tokens for a call with queries, {length.answer} "
        f"for an answer; {length.verdict} are those of a verdict that objects to nothing. Prices are Sonnet's.",
        "If a word of the question is in no cell, a judge is asked about the query as soon as an answer begins; an "
        "answer that says more than that takes a third call in a row, to a judge: 11 of 44 plain ones of `make "
        "mind`. If the second model judges, its prices are Haiku's.",
        f"The column “writes” says how the {CALL_SECONDS:g} s of a call pass. “{SILENT.capitalize()}”: a server "
        "that does not stream. The judge of a query then begins only when the answer is there, so that its turn takes "
        "as long as three calls in a row, though two are counted: no turn "
        f"takes longer. “{STREAMS.capitalize()}”: one that streams, as the Messages API does. The first event "
        f"comes after {FIRST_SECONDS:g} s, the others evenly until the end; the judge is asked as soon as an "
        "answer begins, and works beside it. A model that thinks before it calls `answer` lies between "
        "the two.",
    )


def _asked(
    *, warm: bool, hour: bool = False, answer: str = "", second_judges: bool = False, first: float = CALL_SECONDS
) -> Asked:
    """One turn; `first` are the seconds until a call begins to be written."""
    question, sql = (SOLD, COUNTED) if answer == ECHOED else (QUESTION, BY_REGION)

    def worded(_: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [calls("answer", {"text": answer}) if answer and one.get("name") == "answer" else one for one in content]

    brain = Brain(sql=sql, purpose="Figures for the question", eager=True, meter=Wordy(warm=warm), then=worded)

    def slow(request: Recorded, wire: Wire) -> None:
        way = Writes(first, CALL_SECONDS, brain) if first < CALL_SECONDS else Slow(CALL_SECONDS, brain)
        way(request, wire)

    with MessagesApi(slow) as server:
        given = {"model": "claude", "anthropic_api_key": "test", "anthropic_base_url": server.base_url}
        ways = {"cache_for_an_hour": hour, "second_model_judges": second_judges}
        model = choose_model(Settings.model_validate(given | ways))
        with LocalCloud() as cloud:
            session: Session = cloud.session((cloud.upload(EXAMPLE).dataset_id,))
            cloud.ask(session, QUESTION)  # without a model: what is imported and parsed once is no part of a turn
            cloud.deps.model = model
            began = time.perf_counter()
            reply = cloud.ask(cloud.session(session.dataset_ids), question)
            seconds = time.perf_counter() - began
        assert (reply.status, reply.source) == ("answered", "claude"), reply.text
        beside = sum(request.fenced("words") is not None for request in server.requests)
        return Asked(seconds, len(server.requests), len(server.requests) - beside, reply.usage)
