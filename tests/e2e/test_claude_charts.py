"""Charts and lists of rows in a model's answer draw and tell what it names, and say what they leave out."""

from datetime import date, timedelta

import pytest

from infra.lab.messages_api import Brain, calls
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
