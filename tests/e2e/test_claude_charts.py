"""Charts and lists of rows in a model's answer draw and tell what it names, and say what they leave out."""

import json
from datetime import date, timedelta

import pytest

from infra.lab.messages_api import Brain, Says, calls, text
from tests.e2e.minded import corrected


def test_the_chart_of_an_answer_draws_the_column_that_it_names(candor):
    by_region = 'SELECT region, sum(revenue) AS total, sum(revenue) / 2 AS half FROM "data" GROUP BY 1'

    def answering(request, content):
        answer = {"text": "West has {r1.total:2}, half of it {r1.half:2}.", "chart": "bar", "draw": "t1.half"}
        return [calls("answer", answer)] if request.results or corrected(request) else content

    with candor.minded(Brain(sql=by_region, purpose="Revenue by region", then=answering)):
        (chart,) = candor.ask("What is the revenue by region?").charts
    assert chart.title == "Half by region"


def _drawing(*drawn, sql='SELECT region, sum(revenue) AS total, sum(revenue) / 2 AS half FROM "data" GROUP BY 1'):
    """A brain that answers with a chart of these columns, the next of them each time that it is handed back."""
    tried = iter(drawn)

    def answering(request, content):
        told = {"text": "West has {r1.total:2}, half of it {r1.half:2}.", "chart": "bar"}
        return [calls("answer", told | {"draw": next(tried)})] if request.results or corrected(request) else content

    return Brain(sql=sql, purpose="Revenue by region", then=answering)


def test_the_chart_of_an_answer_draws_all_columns_that_it_names(candor):
    with candor.minded(_drawing("t1.total, t1.half")) as server:
        (chart,) = candor.ask("What is the revenue by region?").charts
    assert chart.title == "Total and Half by region"
    assert {one["color"] for one in chart.vega_lite["data"]["values"]} == {"Total", "Half"}
    assert "No chart can draw" not in str(server.requests)


@pytest.mark.parametrize(
    ("lost", "why"),
    [("t1.total, t1.third", "third"), ("t1.region", "t1.region holds no figures")],
    ids=["not there", "no figure"],
)
def test_what_no_chart_can_draw_is_handed_back_with_what_one_can_and_the_text_stands(candor, lost, why):
    with candor.minded(_drawing(lost, "t1.total, t1.half")) as server:
        reply = candor.ask("What is the revenue by region?")
    assert [chart.title for chart in reply.charts] == ["Total and Half by region"]
    assert "A chart draws columns of figures" in str(server.requests)
    assert why in str(server.requests)


def test_an_answer_of_which_no_chart_can_be_drawn_goes_out_without_one(candor):
    with candor.minded(_drawing("t1.total, t1.third", "t1.total, t1.third")):
        reply = candor.ask("What is the revenue by region?")
    assert (reply.status, reply.charts) == ("answered", ())


NOT_DRAWN = "The chart that you asked for cannot be drawn of these figures."


@pytest.mark.parametrize(
    ("question", "drawn", "told"),
    [
        ("Draw the revenue by region", "t1.total, t1.third", 1),
        ("Draw the revenue by region", "", 1),
        ("Draw the revenue by region", "t1.half", 0),
        ("What is the revenue by region?", "t1.total, t1.third", 0),
    ],
)
def test_who_asked_for_a_chart_is_told_once_that_none_can_be_drawn(candor, question, drawn, told):
    brain = _drawing("t1.total, t1.third", drawn) if drawn else _drawing_nothing_in_the_end()
    with candor.minded(brain):
        reply = candor.ask(question)
    assert reply.text.count(NOT_DRAWN) == told
    assert bool(reply.charts) is (drawn == "t1.half")


def _drawing_nothing_in_the_end():
    """A brain that names what no chart can draw, and nothing where it is told so."""
    tried = iter([{"chart": "bar", "draw": "t1.total, t1.third"}, {"chart": "table", "draw": ""}])

    def answering(request, content):
        told = {"text": "West has {r1.total:2}."}
        return [calls("answer", told | next(tried))] if request.results or corrected(request) else content

    by_region = 'SELECT region, sum(revenue) AS total FROM "data" GROUP BY 1'
    return Brain(sql=by_region, purpose="Revenue by region", then=answering)


def test_the_grouping_may_be_named_beside_the_figures_that_are_drawn_along_it(candor):
    with candor.minded(_drawing("t1.region, t1.half")) as server:
        (chart,) = candor.ask("What is the revenue by region?").charts
    assert chart.title == "Half by region"
    assert "The text is right" not in str(server.requests)


def test_a_right_text_is_not_said_again_because_of_its_chart(candor):
    def answering(request, content):
        if "The text is right and kept" in str(request):
            return [calls("answer", {"text": "as before", "chart": "bar", "draw": "t1.half"})]
        answer = {"text": "West has {r1.total:2}, half of it {r1.half:2}.", "chart": "bar", "draw": "t1.third"}
        return [calls("answer", answer)] if request.results or corrected(request) else content

    by_region = 'SELECT region, sum(revenue) AS total, sum(revenue) / 2 AS half FROM "data" GROUP BY 1'
    with candor.minded(Brain(sql=by_region, purpose="Revenue by region", then=answering)):
        reply = candor.ask("What is the revenue by region?")
    assert "West has" in reply.text
    assert "as before" not in reply.text
    assert [chart.title for chart in reply.charts] == ["Half by region"]


def test_a_list_of_the_rows_that_a_model_saw_of_more_says_so_and_all_of_them_are_kept(candor):
    data = "order,revenue\n" + "".join(f"A{at:03},{at}.5\n" for at in range(1, 61))
    rows = "\n".join(f"| {{r{at}.order}} | {{r{at}.revenue}} |" for at in range(1, 41))

    def answering(request, content):
        answer = {"text": f"The latest {{count(t1)}} orders:\n\n| Order | Revenue |\n|---|---|\n{rows}"}
        return [calls("answer", answer)] if request.results or corrected(request) else content

    brain = Brain(sql='SELECT "order", revenue FROM "data" ORDER BY 1 DESC', purpose="Orders", then=answering)
    with candor.minded(brain) as server:
        reply = candor.ask("List the orders", data)
    assert "\n\n40 of 60 rows are listed here; all 60 can be downloaded with this answer.\n\n| Order" in reply.text
    assert "how many of how many" in str(server.requests)
    preview = reply.responses[0].result.results[0]
    assert preview.link
    assert len(preview.listed) == 40


def test_the_chart_of_a_models_query_says_which_rows_it_shows_and_draws_those_beyond_its_preview(candor):
    days = [date(2025, 1, 1) + timedelta(days=at) for at in range(60)]
    data = "region,sold_on,revenue\n" + "".join(
        f"{one},{day},{day.day}.5\n" for day in days for one in ("West", "East")
    )
    by_day = "SELECT sold_on, sum(revenue) AS total FROM \"data\" WHERE region = 'West' GROUP BY 1 ORDER BY 1"

    def answering(request, content):
        answer = {"text": "On the first day it was {r1.total:2}.", "chart": "line", "draw": "t1.total"}
        return [calls("answer", answer)] if request.results or corrected(request) else content

    with candor.minded(Brain(sql=by_day, purpose="Revenue by day", then=answering)):
        reply = candor.ask("What is the revenue by day?", data)
    (chart,) = reply.charts
    assert "where region is “West”" in chart.title
    assert len(chart.vega_lite["data"]["values"]) == 60 > len(reply.responses[0].result.results[0].data)
    assert not reply.responses[0].result.results[0].plotted


YEAR = [date(2025, 1, 1) + timedelta(days=at) for at in range(354)]
WAITS = "visited_on,wait_minutes\n" + "".join(f"{day},{20 + day.month + day.day % 3}\n" for day in YEAR)
BY_MONTH = ("trend", {"measure": "wait_minutes", "time": "visited_on", "grain": "month", "function": "mean"})
IN_THE_CHART = "December 2025 is in the chart."


def _waiting(score=0.9, **judged):
    """A brain that draws the course of a trend and says of it that its last month is there; its judge says `judged`."""

    def answering(request, content):
        if "output_config" in request.body and "contradicted" in str(request.body["output_config"]):
            return [text(json.dumps({"score": score, "category": None, **judged}))]
        told = "The wait rose: it was {r1.mean_wait_minutes:1} in January."
        told = told if "result 1" in str(request.body["messages"][-1]) else f"{told} {IN_THE_CHART}"
        answer = {"text": told, "chart": "line", "draw": "t1.mean_wait_minutes"}
        return [calls("answer", answer)] if request.results or corrected(request) else content

    return Brain(agent="pattern_recognition", analysis=BY_MONTH, then=answering)


def test_the_writer_and_the_judge_of_an_answer_are_told_which_month_its_chart_leaves_out(candor):
    with candor.minded(_waiting()) as server:
        (chart,) = candor.ask("Is the wait going up? Draw a chart by month.", WAITS).charts
    assert chart.title.endswith("(without December 2025: the data covers only a part)")
    assert len(chart.vega_lite["data"]["values"]) == 11
    (told,) = [one for request in server.requests for one in request.results or ()][:1]
    assert told["tables"][0]["not_in_a_chart_of_it"][0] == "2025-12-01"
    (judged,) = [found for request in server.requests if (found := request.fenced("charts"))]
    assert judged[0]["draws"] == ["mean_wait_minutes of result 1"]
    assert (judged[0]["points"], judged[0]["of_rows"], judged[0]["to"]) == (11, 12, "2025-11-01")
    assert judged[0]["left_out"] == ["2025-12-01"]


def test_a_statement_about_a_chart_that_a_judge_finds_false_goes_back_and_not_out(candor):
    claimed = {"unsupported": [], "contradicted": [1, 2], "reasons": ["result 1 is drawn to November", "the same"]}
    with candor.minded(_waiting(**claimed)) as server:
        reply = candor.ask("Is the wait going up? Draw a chart by month.", WAITS)
    assert IN_THE_CHART in str([request.body for request in server.requests])
    assert IN_THE_CHART not in reply.text
    assert len(reply.charts) == 1


def test_a_judge_sees_the_chart_under_the_names_that_it_is_asked_about(candor):
    """What both columns are computed from is the same, so that Candor's own names would not tell them apart."""
    of_years = (
        'WITH r AS (SELECT region, revenue * 0.9 AS net, year(ordered) AS y FROM "data") '
        "SELECT region, sum(net) FILTER (WHERE y >= 2000) AS takings_new, "
        "sum(net) FILTER (WHERE y > 1999) AS takings_old FROM r GROUP BY 1"
    )
    seen = []

    def mind(request, wire):
        if "score" in str(request.body.get("output_config")):
            seen.append((request.fenced("charts"), request.fenced("claims")))
            return Says.json(score=0.95, category=None)(request, wire)
        return Brain(sql=of_years, purpose="Takings of shops", then=answering)(request, wire)

    def answering(request, content):
        told = {"text": "The bars show the takings of shops.", "chart": "bar", "draw": "t1.takings_new, t1.takings_old"}
        return [calls("answer", told)] if request.results or corrected(request) else content

    with candor.minded(mind):
        reply = candor.ask("Draw the takings by region")
    ((chart,), claims) = next(one for one in seen if one[1])
    assert (chart["title"], chart["drawn_as"]) == ("Takings new and Takings old by region", "bars")
    assert "The heading “takings new” fits column takings_new of result 1" in claims.values()
    assert [one.title for one in reply.charts] == ["Takings new and Takings old by region"]
