"""What stands around a model's answer: what it lost, and how it read the question."""

import pytest

from infra.lab.messages_api import Brain, Fails, Says, calls
from tests.e2e.minded import corrected

TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'


def _saying(words):
    """A model that computes the total and then answers so, however often it is asked to mend it."""
    return Brain(sql=TOTAL, purpose="Total revenue", then=lambda request, content: _answer(request, content, words))


def _answer(request, content, words):
    mending = "not right yet" in request.everything
    return [calls("answer", {"text": words})] if request.results or mending else content


def test_an_answer_that_lost_something_that_was_asked_is_partial(candor):
    with candor.minded(_saying("Revenue came to {r1.total_revenue:2} in total. 47 orders came from West.")):
        reply = candor.ask("What is the total revenue, and how many orders came from West?")
    assert "47" not in reply.text
    assert reply.text.count("I left out one sentence") == 1
    assert reply.status == "partial"


def test_assumptions_of_a_model_are_told_once_and_in_words(candor):
    data = "region,net_sales\nWest,100\nEast,11\n"
    given = {
        "text": "Net sales came to {r1.total}, over all rows.",
        "assumptions": ["Net sales came to 111, over all rows.", "“Sales” is `net_sales`."],
    }

    def answering(request, content):
        return [calls("answer", given)] if request.results else content

    with candor.minded(Brain(sql='SELECT sum(net_sales) AS total FROM "data"', purpose="Total", then=answering)):
        reply = candor.ask("What are total sales?", data)
    assert reply.text.count("over all rows") == 1
    assert "- “Sales” is net sales." in reply.text


def test_an_assumption_with_a_figure_from_nowhere_goes_and_that_it_went_is_told(candor):
    given = {"text": "Revenue came to {r1.total_revenue:2}.", "assumptions": ["Orders below 7.31 were left out."]}

    def answering(request, content):
        return [calls("answer", given)] if request.results else content

    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue", then=answering)):
        reply = candor.ask("What is the total revenue?")
    assert "7.31" not in reply.text
    assert reply.text.count("I left out one sentence") == 1
    assert reply.status == "answered"


def test_an_assumption_with_a_figure_from_nowhere_is_handed_back_once_and_stands_where_it_is_mended(candor):
    by_region = 'SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1 ORDER BY 2 DESC'
    first = {
        "text": "West has the highest total revenue: {r1.revenue}.",
        "assumptions": ["Revenue is read as given.", "Orders below 98,765 were left out."],
    }
    drawn = {"chart": "bar", "draw": "t1.revenue"}
    mended = {"text": "as before", "assumptions": ["Revenue is read as given.", "Small orders were left out."]}

    def answering(request, content):
        back = corrected(request)
        return [calls("answer", mended if back else first | drawn)] if back or request.results else content

    with candor.minded(Brain(sql=by_region, purpose="Revenue by region", then=answering)) as server:
        reply = candor.ask("Which region has the highest total revenue?")
    back = [one for one in server.requests if "Orders below 98,765" in str(one.body["messages"]) and corrected(one)]
    assert len(back) == 1
    assert "with its assumptions put right" in str(back[0].body["messages"])
    assert reply.text.startswith("West has the highest total revenue: ")
    assert "- Revenue is read as given." in reply.text
    assert "- Small orders were left out." in reply.text
    assert "left out one" not in reply.text
    assert len(reply.charts) == 1


def test_an_answer_that_lost_an_aside_alone_is_an_answer(candor):
    with candor.minded(_saying("Revenue came to {r1.total_revenue:2} in total. That is 47 % more than last year.")):
        reply = candor.ask("What is the total revenue?")
    assert "47" not in reply.text
    assert reply.text.count("I left out one sentence") == 1
    assert reply.status == "answered"


def test_a_model_that_gives_up_for_what_it_counted_says_so_and_the_count_stays_as_evidence(candor):
    reason = "The file holds 43 orders, too few for this"
    orders = "order,revenue\n" + "".join(f"{at},{at}.5\n" for at in range(1, 44))

    def giving_up(request, content):
        return [calls("forfeit", {"reason": reason, "attempted_actions": ["Counted"]})] if request.results else content

    with candor.minded(Brain(sql='SELECT count(*) AS orders FROM "data"', purpose="Orders", then=giving_up)):
        reply = candor.ask("What drives the revenue?", orders)
    assert (reply.status, f"**Reason:** {reason}" in reply.text) == ("forfeited", True)
    assert [one.data for one in reply.responses[0].result.results] == [({"orders": 43},)]


def test_figures_that_a_model_gives_up_with_are_computed_where_it_tells_them_by_reference(candor):
    """A cell and arithmetic of it; a line whose reference gives nothing is left out."""
    given = {
        "reason": "The file holds {r1.orders} orders, a {ratio(r1.orders, 2)}nd of what this needs",
        "attempted_actions": ["Counted the {r1.orders} orders", "Counted the {r1.customers} customers"],
        "kind": "too_few_rows",
    }
    orders = "order,revenue\n" + "".join(f"{at},{at}.5\n" for at in range(1, 45))

    def giving_up(request, content):
        return [calls("forfeit", given)] if request.results else content

    with candor.minded(Brain(sql='SELECT count(*) AS orders FROM "data"', purpose="Orders", then=giving_up)):
        reply = candor.ask("What drives the revenue?", orders)
    assert "**Reason:** The file holds 44 orders, a 22nd of what this needs" in reply.text
    assert "Counted the 44 orders" in reply.text
    assert "customers" not in reply.text


def test_what_a_query_computed_beside_the_figures_that_are_told_is_not_spoken_of(candor):
    data = "region,paid,weight\n" + "".join(f"West,{n},{'' if n < 5 else n}\n" for n in range(1, 31))
    sql = 'SELECT sum(paid) AS paid_in_all, sum(weight) AS weight_in_all FROM "data"'

    def answered(words):
        def then(request, content):
            return [calls("answer", {"text": words})] if request.results else content

        with candor.minded(Brain(sql=sql, purpose="Totals", then=then)):
            return candor.ask("What was paid, and how much did it weigh?", data).text

    assert "no entry for weight" not in answered("In all, {r1.paid_in_all:0} was paid.")
    assert "no entry for weight" in answered("It weighed {r1.weight_in_all:0} in all, for {r1.paid_in_all:0}.")


def test_a_limit_that_stands_beside_the_table_is_shown_to_a_model_and_may_be_told(candor):
    data = "Samples of May\nLimit: 262.5 per 100 ml\nsite,ecoli\nBasin,100\nBasin,300\nLake,400\nLake,20\n"
    over = 'SELECT count(*) AS above FROM "data" WHERE ecoli > (SELECT avg(ecoli) FROM "data")'
    said = "The limit is 262.5 per 100 ml, and {r1.above} samples lie above the mean. The limit was 731 before."

    def answering(request, content):
        computed = request.results or "not right yet" in request.everything
        return [calls("answer", {"text": said})] if computed else content

    with candor.minded(Brain(sql=over, purpose="Above", then=answering)) as server:
        reply = candor.ask("How many samples lie above the mean, and what is the limit?", data)
    assert "The limit is 262.5 per 100 ml, and 2 samples lie above the mean." in reply.text
    assert "731" not in reply.text
    assert "Limit: 262.5 per 100 ml" in server.requests[0].everything


def test_a_model_knows_which_notes_stand_below_its_answer_and_that_repeated_rows_were_counted(candor):
    rows = [f"{1000 + at},{('West', 'East')[at % 2]},{at + 10}" for at in range(30)]
    data = "\n".join(["order_id,region,revenue", *rows, rows[3], rows[8]]) + "\n"
    told = "2 rows repeat another row in every column; they are counted, too."

    def answering(request, content):
        return [calls("answer", {"text": "It is {r1.total:0}."})] if request.results else content

    with candor.minded(
        Brain(sql='SELECT sum(revenue) AS total FROM "data"', purpose="Total", then=answering)
    ) as server:
        reply = candor.ask("What is the total revenue?", data)
    assert reply.text.count(told) == 1
    assert any(told in one.everything and "told_below_the_answer" in one.everything for one in server.requests)


def _told_of(server, name):
    """Of each request what its latest results have under that name."""
    given = [one for request in server.requests for one in request.results or () if isinstance(one, dict)]
    return [line for one in given for line in one.get(name, ())]


def test_a_note_that_an_earlier_answer_told_is_not_promised_again(candor):
    rows = [f"{1000 + at},{('West', 'East')[at % 2]},{at + 10}" for at in range(30)]
    data = "\n".join(["order_id,region,revenue", *rows, rows[3], rows[8]]) + "\n"
    told = "2 rows repeat another row in every column; they are counted, too."
    session = candor.session(data)

    def answering(request, content):
        return [calls("answer", {"text": "It is {r1.total:0}."})] if request.results else content

    brain = Brain(sql='SELECT sum(revenue) AS total FROM "data"', purpose="Total", then=answering)
    with candor.minded(brain) as server:
        first = candor.ask("What is the total revenue?", session=session)
        assert told in _told_of(server, "told_below_the_answer")
        assert told not in _told_of(server, "told_in_an_earlier_answer")
        again = candor.ask("And what is the total revenue again?", session=session)
        assert told in _told_of(server, "told_in_an_earlier_answer")
    assert (told in first.text, told in again.text) == (True, False)


@pytest.mark.parametrize("where", ["", " WHERE region = 'West'"])
def test_what_is_promised_below_an_answer_is_what_stands_there(candor, where):
    rows = [f"{1000 + at},{('West', 'west')[at % 9 == 0]},{at + 10 if at % 5 else ''}" for at in range(40)]
    data = "\n".join(["order_id,region,revenue", *rows, rows[9]]) + "\n"

    def answering(request, content):
        answer = {"text": "It is {r1.total:0}, on average {r1.mean:2}."}
        return [calls("answer", answer)] if request.results else content

    sql = f'SELECT sum(revenue) AS total, avg(revenue) AS mean FROM "data"{where}'
    with candor.minded(Brain(sql=sql, purpose="Total", then=answering)) as server:
        reply = candor.ask("What is the total and the average revenue?", data)
    promised = dict.fromkeys(_told_of(server, "told_below_the_answer"))
    assert len(promised) > 1
    assert tuple(promised) == reply.responses[0].doubts
    assert all(f"Note: {line}" in reply.text for line in promised)


def test_an_assumption_refers_to_figures_as_the_answer_does(candor):
    counted = 'SELECT sum(revenue) AS total_revenue, count(*) FILTER (WHERE units > 3) AS large_orders FROM "data"'
    given = {
        "text": "Revenue came to {r1.total_revenue:2}.",
        "assumptions": ["The {r1.large_orders} orders of more than 3 units are in it.", "None is left out: {r9.none}."],
    }

    def answering(request, content):
        return [calls("answer", given)] if request.results else content

    with candor.minded(Brain(sql=counted, purpose="Total revenue", then=answering)):
        reply = candor.ask("What is the total revenue, and how many orders are of more than 3 units?")
    told = next(line for line in reply.text.splitlines() if "of more than 3 units" in line)
    large = next(fact.value for fact in reply.facts if "large" in f"{fact.name} {fact.text}")
    assert told == f"- The {large} orders of more than 3 units are in it."
    assert "{" not in reply.text
    assert reply.text.count("I left out one sentence") == 1


@pytest.mark.parametrize("of_plan", [False, True], ids=["the answer's", "the plan's"])
@pytest.mark.parametrize(
    ("judge", "false", "kept"),
    [
        ("agrees", "Returned orders were left out.", True),
        ("finds it false", "Returned orders were left out.", False),
        ("is down", "Returned orders were left out.", False),
        ("is down", "Revenue is what came in: the total revenue.", True),
    ],
)
def test_an_assumption_that_its_query_does_not_bear_out_is_a_judges_beside_an_answer_that_needs_none(
    candor, of_plan, judge, false, kept
):
    asked = []

    def mind(request, wire):
        if "score" in str(request.body.get("output_config")):
            asked.append(request.everything)
            found = {"contradicted": [1]} if judge == "finds it false" else {}
            (Fails(500) if judge == "is down" else Says.json(score=0.95, category=None, **found))(request, wire)
            return
        Brain(sql=TOTAL, purpose="Total revenue", then=answering)(request, wire)

    def answering(request, content):
        if "assign_tasks" in request.tools and of_plan:
            tasks = [{"agent": "sql_analytics", "request": request.fenced("question")}]
            return [calls("assign_tasks", {"tasks": tasks, "assumptions": [false]})]
        given = {"text": "The total revenue is {r1.total_revenue:2}."} | ({} if of_plan else {"assumptions": [false]})
        again = {"text": given["text"]}
        return [calls("answer", again if corrected(request) else given)] if request.results else content

    with candor.minded(mind):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "answered"
    assert reply.text.startswith("The total revenue is ")
    assert (false in reply.text) is kept
    assert bool(asked) is (false != "Revenue is what came in: the total revenue.")


def test_of_an_assumption_of_the_plan_only_the_statement_that_a_judge_finds_false_goes(candor):
    planned = "All orders are counted; returned orders were left out."

    def mind(request, wire):
        if "score" in str(request.body.get("output_config")):
            (place,) = [at for at, said in request.fenced("claims").items() if said == "All orders are counted"]
            Says.json(score=0.95, category=None, contradicted=[int(place)], reasons=["Two are not."])(request, wire)
            return
        Brain(sql=TOTAL, purpose="Total revenue", then=answering)(request, wire)

    def answering(request, content):
        if "assign_tasks" in request.tools:
            tasks = [{"agent": "sql_analytics", "request": request.fenced("question")}]
            return [calls("assign_tasks", {"tasks": tasks, "assumptions": [planned]})]
        given = {"text": "The total revenue is {r1.total_revenue:2}."}
        return [calls("answer", given)] if request.results else content

    with candor.minded(mind):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "answered"
    assert "All orders are counted" not in reply.text
    assert "- Returned orders were left out." in reply.text
