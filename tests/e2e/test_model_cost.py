"""What a turn spends on a model: the reply tells it, and a cold prompt cache takes nothing from the answer."""

import pytest

from infra.lab.messages_api import Brain, MessagesApi, Says, calls
from infra.lab.meter import Meter
from infra.lab.recorded import Recorded
from shared.mind import choose_model
from shared.settings import Settings


class Stumbling:
    """A mind that misspells a tool's argument first, asks a query that fails next, then a right one, and answers."""

    def __init__(self, meter: Meter, padding: int = 0) -> None:
        self.parts: list[str] = []
        self._brain = Brain(meter=self._counted, then=self._content)
        self._meter, self._padding = meter, padding

    def __call__(self, request, wire) -> None:
        self._brain(request, wire)

    def _counted(self, request: Recorded, content):
        padded = request.body | {"system": [*request.body["system"], *self._pad()]}
        return self._meter(Recorded(request.path, request.headers, padded), content)

    def _pad(self):
        if not self._padding:
            return []
        return [{"type": "text", "text": "x" * self._padding, "cache_control": {"type": "ephemeral"}}]

    def _content(self, request: Recorded, content):
        part = next(line for line in request.system.splitlines() if line.startswith("# Your part"))
        self.parts.append(part)
        tries = self.parts.count(part)
        if "answer" in request.tools and tries <= len(QUERIES):
            return [calls("run_sql", QUERIES[tries - 1] | {"purpose": "Total"})]
        return content


QUERIES = (
    {"sql": 'SELECT sum(revenue) AS total_revenue FROM "data"', "of": 1},
    {"sql": 'SELECT quite_unheard_of_thing FROM "data"'},
    {"sql": 'SELECT sum(revenue) AS total_revenue FROM "data"'},
)


def _turn(candor, mind, **settings):
    """The reply, asked of that mind over HTTP."""
    with MessagesApi(mind) as server:
        chosen = Settings(model="claude", anthropic_api_key="test", anthropic_base_url=server.base_url, **settings)
        before, candor.deps.model = candor.deps.model, choose_model(chosen)
        try:
            return candor.ask("What is the total revenue?")
        finally:
            candor.deps.model = before


@pytest.mark.parametrize("padding", [0, 120_000], ids=["as it is", "31,500 tokens and more"])
def test_the_same_is_asked_of_a_model_whether_its_cache_is_cold_or_warm(candor, padding):
    cold, warm = Stumbling(Meter(), padding), Stumbling(Meter(warm=True), padding)
    replies = [_turn(candor, cold), _turn(candor, warm)]
    assert cold.parts == warm.parts
    assert sum("work out one task" in part for part in cold.parts) == len(QUERIES) + 1
    assert [reply.source for reply in replies] == ["claude", "claude"]
    assert replies[0].usage.price_usd > replies[1].usage.price_usd > 0


def test_a_reply_says_how_many_tokens_it_took_how_many_were_cached_and_what_they_cost(candor):
    usage = _turn(candor, Stumbling(Meter(warm=True))).usage.wire()
    assert 0 < usage["cached_tokens"] < usage["input_tokens"]
    fresh = usage["input_tokens"] - usage["cached_tokens"]
    paid = fresh * 3 + usage["cached_tokens"] * 0.30 + usage["output_tokens"] * 15
    assert usage["price_usd"] == pytest.approx(paid / 1e6)


class _Counting:
    """A model whose judge gives nothing usable, and whose requests are counted."""

    def __init__(self, text):
        self.asked, self._text = 0, text

    def __call__(self, request, wire):
        self.asked += 1
        if "score" in str(request.body.get("output_config")):
            Says.json(score="much", category=7)(request, wire)
            return
        Brain(then=self._answer)(request, wire)

    def _answer(self, request, content):
        return [calls("answer", {"text": self._text})] if request.results else content


@pytest.mark.parametrize(
    "text",
    ["That is {r1.rows} rows. About two thirds of them came back.", "I'm not sure, maybe; I don't know, possibly."],
    ids=["a draft that stands", "a draft that is replaced"],
)
def test_every_request_is_in_the_usage_of_the_reply_whatever_came_of_it(candor, text):
    model = _Counting(text)
    with candor.minded(model):
        reply = candor.ask("How many rows are there?")
    assert reply.usage.calls == model.asked
    assert reply.usage.input_tokens == 100 * model.asked
