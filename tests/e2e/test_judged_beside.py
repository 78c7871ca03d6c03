"""A plain question whose words no cell says: a judge is asked of the query while the answer is being written."""

from threading import Event

import pytest

from infra.lab.messages_api import Brain, Fails, MessagesApi, Says, calls, text
from shared.mind import choose_model
from shared.settings import Settings

QUESTION = "How many purchases did customers place in the West?"
COUNTED = "SELECT count(*) AS purchases FROM \"data\" WHERE region = 'West'"
ANSWER = "Customers placed {r1.purchases} purchases in the West."
AGREES, DOUBTS = '{"score": 0.95, "category": null}', '{"score": 0.3, "category": null, "missing": ["customers"]}'
PATIENCE = 5.0


def _answering(answer, written):
    def then(_, content):
        if any(one.get("name") == "answer" for one in content):
            written.set()
        return [calls("answer", {"text": answer}) if one.get("name") == "answer" else one for one in content]

    return then


@pytest.fixture
def played(candor):
    """The reply, and the requests to judges of the query and of the answer."""
    before = candor.deps.model

    def played(judge, question=QUESTION, answer=ANSWER, written=None, **settings):
        brain = Brain(sql=COUNTED, purpose="Purchases", eager=True, then=_answering(answer, written or Event()))

        def answered(request, wire):
            if request.fenced("words") is not None:
                judge(request, wire)
            else:
                brain(request, wire)

        with MessagesApi(answered) as server:
            given = {"model": "claude", "anthropic_api_key": "test", "anthropic_base_url": server.base_url}
            candor.deps.model = choose_model(Settings.model_validate(given | settings))
            reply = candor.ask(question)
        judges = [one for one in server.requests if "score" in str(one.body.get("output_config"))]
        beside = [one for one in judges if one.fenced("words") is not None]
        return reply, beside, [one for one in judges if one not in beside]

    yield played
    candor.deps.model = before


def _says(verdict, written=None):
    def judge(request, wire):
        if written is not None:
            assert written.wait(PATIENCE)
        Says([text(verdict)])(request, wire)

    return judge


def test_the_words_that_a_judge_finds_in_the_query_need_no_judge_of_the_answer(played):
    reply, beside, after = played(_says(AGREES))
    assert (reply.status, reply.source) == ("answered", "claude")
    assert reply.text.startswith("Customers placed ")
    assert (len(beside), len(after)) == (1, 0)
    assert beside[0].fenced("words") == {"words": ["purchase", "customer", "place"], "said_of": "purchases"}
    assert reply.usage.calls == 3


def test_of_a_query_that_a_model_only_looked_around_with_no_judge_is_asked(candor):
    queries = ['SELECT count(*) AS purchases FROM "data"', COUNTED]

    def then(request, content):
        if "answer" not in request.tools or "assign_tasks" in request.tools:
            return content
        if queries:
            return [calls("run_sql", {"sql": queries.pop(0), "purpose": "Purchases"}, call_id=f"q{len(queries)}")]
        return [calls("answer", {"text": "Customers placed {r2.purchases} purchases."})]

    with candor.minded(Brain(then=then)) as server:
        reply = candor.ask(QUESTION)
    assert reply.source == "claude"
    assert [one for one in server.requests if one.fenced("words") is not None] == []


def test_that_judge_is_asked_while_the_answer_is_written(played):
    written = Event()
    _, beside, after = played(_says(AGREES, written), written=written)
    assert (len(beside), len(after)) == (1, 0)


@pytest.mark.parametrize("judge", [_says(DOUBTS), _says("no JSON")], ids=["doubts", "babbles"])
def test_where_that_judge_does_not_agree_the_answer_is_put_to_one(played, judge):
    reply, beside, after = played(judge)
    assert beside
    assert len(after) == 1
    assert reply.text.startswith("Customers placed ")


def test_where_that_judge_breaks_the_answer_is_told_as_one_that_nobody_checked(played):
    reply, _, after = played(Fails(500))
    assert (reply.status, after) == ("partial", [])
    assert reply.text.startswith("Customers placed ")


@pytest.mark.parametrize(
    "answer",
    [
        "Customers placed {r1.purchases} purchases in the East.",
        "Customers placed {r1.purchases} purchases in the West, the most of all.",
        "Customers placed {r1.purchases} purchases in the West, and few returns.",
    ],
)
def test_what_an_answer_says_beside_is_put_to_a_judge_all_the_same(played, answer):
    _, beside, after = played(_says(AGREES), answer=answer)
    assert len(beside) == 1
    assert len(after) == 1


@pytest.mark.parametrize(
    "question",
    ["How many rows are in the West?", "Did customers place purchases in the West?", "Why so few purchases?"],
)
def test_nobody_is_asked_where_cells_say_all_or_words_may_be_denied(played, question):
    _, beside, _ = played(_says(AGREES), question=question)
    assert beside == []


def test_the_second_model_judges_where_the_settings_say_so(played):
    _, beside, after = played(_says(DOUBTS), second_model_judges=True)
    assert {one.body["model"] for one in (*beside, *after)} == {Settings().second_model_id}
