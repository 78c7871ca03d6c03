"""Several tasks whose queries come with the plan: what these give goes straight to the writer of the one reply."""

from infra.lab.messages_api import Brain, calls, text
from shared.contracts import Plan

ORDERS = "region,sales\n" + "".join(f"{['North', 'South'][at % 2]},{at % 9 + 1}\n" for at in range(40))
QUESTION = "What are total sales, and how many rows has each region?"
TOTAL = 'SELECT sum(sales) AS total_sales FROM "data"'
ROWS = 'SELECT region, count(*) AS "rows" FROM "data" GROUP BY 1 ORDER BY 1'


def planning(*queries, enough=True, first=None):
    """A model that plans a task for each query and hands the queries along; it counts what else it is asked."""
    tasks = [
        {"agent": agent, "request": f"Task {at}", "first": [at] if first is None else first, "enough": enough}
        for at, agent in enumerate(("sql_analytics", "segmentation")[: len(queries)])
    ]
    said = [
        calls("run_sql", {"sql": sql, "purpose": f"Figures {'AB'[at]}"}, f"q{at}") for at, sql in enumerate(queries)
    ]
    planned = [*said, calls("assign_tasks", {"tasks": tasks})]
    return Brain(sql=TOTAL, then=lambda request, content: planned if "assign_tasks" in request.tools else content)


def asked(server):
    """Who was asked what, in order: the plan, an agent, the reply, the judge."""

    def who(request):
        if "assign_tasks" in request.tools:
            return "plan"
        if "answer" in request.tools:
            return "agent"
        return "judge" if "claims" in request.text else "reply"

    return [who(request) for request in server.requests]


def test_tasks_that_their_queries_settle_take_three_calls_and_the_reply_is_judged(candor):
    with candor.minded(planning(TOTAL, ROWS)) as server:
        reply = candor.ask(QUESTION, ORDERS)
    assert asked(server) == ["plan", "reply", "judge"]
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "190" in reply.text
    responses = {one.agent: one for one in reply.responses}
    assert [fact.value for fact in responses["sql_analytics"].facts] == [190]
    assert "Number of sales for region North: 20." in responses["segmentation"].result.insights.summary
    assert reply.assessment.judged


def test_what_a_judge_finds_false_of_such_a_reply_does_not_go_out(candor):
    false = "South has the most."

    def then(request, content):
        if "assign_tasks" in request.tools:
            return planning(TOTAL, ROWS).then(request, content)
        if "claims" in request.text:
            claims = request.fenced("claims")
            place = next(int(at) for at, one in claims.items() if false in str(one))
            return [text(f'{{"score": 0.9, "category": null, "contradicted": [{place}], "reasons": ["They tie."]}}')]
        return content if "answer" in request.tools else [text(f'{{"text": "Total sales are 190. {false}"}}')]

    with candor.minded(Brain(then=then)):
        reply = candor.ask(QUESTION, ORDERS)
    assert "190" in reply.text
    assert false not in reply.text


def test_an_agent_whose_query_failed_is_asked_as_any_other(candor):
    with candor.minded(planning("SELECT sum(nothing_like_it) AS total FROM data", ROWS)) as server:
        reply = candor.ask(QUESTION, ORDERS)
    assert asked(server) == ["plan", "agent", "agent", "reply", "judge"]
    assert reply.status == "answered"


def test_an_agent_whose_query_gave_nothing_is_asked_as_any_other(candor):
    nothing = 'SELECT sales FROM "data" WHERE sales > 1000'
    with candor.minded(planning(nothing, ROWS)) as server:
        candor.ask(QUESTION, ORDERS)
    assert asked(server).count("agent") >= 1


def test_an_agent_whose_queries_are_not_all_that_it_needs_words_what_came(candor):
    with candor.minded(planning(TOTAL, ROWS, enough=False)) as server:
        reply = candor.ask(QUESTION, ORDERS)
    assert asked(server) == ["plan", "agent", "agent", "reply", "judge"]
    assert reply.status == "answered"


def test_a_task_that_waits_for_another_is_never_settled_by_its_plan(candor):
    brain = planning(TOTAL, ROWS)

    def then(request, content):
        planned = brain.then(request, content)
        if "assign_tasks" in request.tools:
            planned = [*planned[:-1], calls("assign_tasks", planned[-1]["input"])]
            planned[-1]["input"]["tasks"][1]["depends_on"] = [0]
        return planned

    with candor.minded(Brain(sql=TOTAL, then=then)) as server:
        reply = candor.ask(QUESTION, ORDERS)
    plan = candor.deps.turns.load(reply.turn_id, "PLAN", Plan)
    assert [task.enough for task in plan.tasks] == [True, False]
    assert asked(server) == ["plan", "agent", "reply", "judge"]


def test_where_nobody_can_write_the_reply_each_task_tells_what_was_computed(candor):
    brain = planning(TOTAL, ROWS)

    def then(request, content):
        return [] if asked_for_reply(request) else brain.then(request, content)

    def asked_for_reply(request):
        return not {"assign_tasks", "answer"} & set(request.tools) and "claims" not in request.text

    with candor.minded(Brain(sql=TOTAL, then=then)):
        reply = candor.ask(QUESTION, ORDERS)
    assert "190" in reply.text
    assert "Number of sales for region North: 20." in reply.text
