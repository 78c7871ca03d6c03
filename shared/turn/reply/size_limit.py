"""The largest reply that the table can hold: evidence is thinned before a reply is lost."""

from collections.abc import Callable

from shared.contracts import AgentResponse, Reply

MOST_BYTES = 200_000

Thinner = Callable[[Reply], Reply]


def fitted(reply: Reply) -> Reply:
    """The reply thinned to at most MOST_BYTES of JSON: rows first, then facts, of which those that no answer tells go
    before others, and then charts, which a person sees; never the text."""
    for thinner in THINNERS:
        if len(reply.model_dump_json()) <= MOST_BYTES:
            return reply
        reply = thinner(reply)
    return reply


def _with_responses(reply: Reply, change: Callable[[AgentResponse], AgentResponse]) -> Reply:
    return reply.model_copy(update={"responses": tuple(change(response) for response in reply.responses)})


def _rows(most: int) -> Thinner:
    def thinned(response: AgentResponse) -> AgentResponse:
        shown = tuple(
            one.model_copy(update={"data": one.data[:most], "truncated": one.truncated or len(one.data) > most})
            for one in response.result.results
        )
        return response.model_copy(update={"result": response.result.model_copy(update={"results": shown})})

    return lambda reply: _with_responses(reply, thinned)


def _told_facts(reply: Reply) -> Reply:
    """Without the facts of a model's queries that its answer tells nothing of."""
    kept = _with_responses(reply, lambda one: one.model_copy(update={"facts": one.telling}))
    untold = {fact for one in reply.responses for fact in set(one.facts) - set(one.telling)}
    return kept.model_copy(update={"facts": tuple(fact for fact in reply.facts if fact not in untold)})


def _facts(most: int) -> Thinner:
    """Facts stand once in the reply and once in their response: the reply keeps the headlines."""

    def thinned(reply: Reply) -> Reply:
        kept = _with_responses(reply, lambda one: one.model_copy(update={"facts": one.facts[:most]}))
        return kept.model_copy(update={"facts": reply.facts[: max(most, 1) * 4]})

    return thinned


def _attempts(most: int) -> Thinner:
    def thinned(reply: Reply) -> Reply:
        kept = _with_responses(reply, lambda one: one.model_copy(update={"attempts": one.attempts[:most]}))
        return kept.model_copy(update={"attempts": reply.attempts[:most], "receipts": reply.receipts[:most]})

    return thinned


def _without_charts(reply: Reply) -> Reply:
    return reply.model_copy(update={"charts": ()})


THINNERS: tuple[Thinner, ...] = (
    _rows(20),
    _told_facts,
    _facts(40),
    _rows(5),
    _facts(10),
    _without_charts,
    _attempts(20),
    _rows(0),
    _facts(0),
)
