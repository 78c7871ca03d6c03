"""Questions to the analysts through the real state machine: without a model, and with a scripted one."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

from infra.lab.messages_api import Brain, calls
from shared.analysis.change.change_drivers import NO_CAUSE
from shared.contracts import Plan
from shared.embeddings.embedder import Embedder
from tests.sampled import sampled
from tests.shared.analysis.buyers import moved, orders

FRAME = orders(3, rows=400)
UNSUITABLE = pd.DataFrame({"note": ["a", "b", "c"], "size": [1, 2, 3]})


@dataclass(frozen=True)
class Asked:
    """A question, the analysis that a model would call for it, and what the reply says in either case."""

    agent: str
    question: str
    analysis: str
    arguments: dict = field(default_factory=dict)
    says: str = ""


ASKED = (
    Asked(
        "risk", "Which customers are declining in revenue?", "declining", {"measure": "revenue"}, "declined in total"
    ),
    Asked("risk", "Who is at risk of leaving?", "declining", {"entity": "customer_id"}, "of 40 customers declined"),
    Asked("risk", "What is the risk score of each customer?", "risk_score", {"measure": "revenue"}, "at high risk"),
    Asked("risk", "Which customers need immediate attention?", "attention", {"measure": "revenue"}, "need attention"),
    Asked("opportunity", "Who are our upsell candidates?", "upsell", {"spend": "revenue"}, "are upsell candidates"),
    Asked("opportunity", "Which customers should we focus on?", "opportunity_score", {}, "high potential"),
    Asked(
        "benchmark",
        "Compare each region with the average revenue",
        "standing",
        {"entity": "region", "measure": "revenue"},
        "above the average total revenue",
    ),
    Asked(
        "gap_analysis",
        "How far behind the leader in revenue is each region?",
        "gap_to_best",
        {"group": "region", "measure": "revenue"},
        "3 of 4 regions are behind",
    ),
    Asked("benchmark", "What explains the change in revenue?", "change_drivers", {"measure": "revenue"}, "By region: "),
    Asked("benchmark", "Why did June drop?", "change_drivers", {"measure": "revenue"}, "By region: "),
    Asked(
        "business_impact",
        "What if we lose our top 3 customers?",
        "loss_of_top",
        {"entity": "customer_id", "measure": "revenue", "top": 3},
        "Without the top 3 customer ids",
    ),
)


REVIEWS = "\n".join(
    [
        "customer_id,company,review",
        'R1,Intel,"The delivery of my order arrived two weeks late and nobody could tell me where the parcel was"',
        'R2,Walmart,"The taste was wonderful and I would gladly buy every one of these products once more"',
        'R3,AMD,"Shipping took forever and the delivery service lost my parcel on the way to the warehouse"',
        'R4,Nvidia,"The battery died after a single day although the description promised much more than that"',
        'R5,Target,"The colours are lovely and the fabric feels soft, my whole family is very happy with it"',
        'R6,Intel,"My refund never came and the person on the telephone was rude to me from the beginning"',
    ]
)


@pytest.fixture
def reviews(candor):
    return candor.session(REVIEWS, name="reviews.csv")


@pytest.fixture
def session(candor):
    return candor.session(FRAME.to_csv(index=False), name="orders.csv")


@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.question)
def test_an_analyst_answers_without_a_model(candor, session, asked):
    reply = candor.ask(asked.question, session=session)
    plan = candor.deps.turns.load(reply.turn_id, "PLAN", Plan)
    assert (reply.status, [task.agent for task in plan.tasks]) == ("answered", [asked.agent])
    assert asked.says in reply.text


@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.question)
def test_an_analyst_answers_with_a_model(candor, session, asked):
    brain = Brain(agent=asked.agent, analysis=(asked.analysis, asked.arguments))
    with candor.minded(brain):
        reply = candor.ask(asked.question, session=session)
    assert (reply.status, reply.source) == ("answered", "claude")
    assert asked.says in reply.text
    assert [response.agent for response in reply.responses] == [asked.agent]


@pytest.mark.parametrize("asked", sampled(ASKED), ids=lambda one: one.question)
def test_an_analyst_counts_rows_once_that_were_entered_twice(candor, asked):
    entered = pd.concat([FRAME, FRAME]).to_csv(index=False)
    arguments = asked.arguments | {"distinct_rows": True}
    with candor.minded(Brain(agent=asked.agent, analysis=(asked.analysis, arguments))):
        reply = candor.ask(asked.question, session=candor.session(entered, name="orders.csv"))
    assert asked.says in reply.text
    assert reply.responses[0].metadata.queries_run > 0
    assert all("SELECT DISTINCT *" in one.sql for one in reply.responses[0].result.queries_executed)


def test_a_column_that_an_analysis_derives_is_told_as_a_reading(candor, session):
    twice = {"kind": "calculation", "name": "twice", "operator": "*", "left": "revenue", "right": 2}
    arguments = {"measure": "twice", "function": "sum", "derived": [twice]}
    with candor.minded(Brain(agent="trend_analysis", analysis=("trend", arguments))):
        reply = candor.ask("Is twice the revenue going up?", session=session)
    assert reply.status == "answered"
    assert "“twice” is revenue times 2" in reply.responses[0].readings
    assert "“twice” is revenue times 2" in reply.text


def test_a_column_may_be_derived_under_the_name_of_one_that_the_table_has(candor, session):
    twice = {"kind": "calculation", "name": "Revenue", "operator": "*", "left": "revenue", "right": 2}
    arguments = {"measure": "Revenue", "function": "sum", "derived": [twice]}
    with candor.minded(Brain(agent="trend_analysis", analysis=("trend", arguments))) as server:
        reply = candor.ask("Is twice the revenue going up?", session=session)
    assert reply.status == "answered"
    assert "is revenue times 2" in reply.text
    assert not any("There is a column" in request.everything for request in server.requests)


def test_a_share_of_rows_by_month_is_followed_as_a_rate(candor, session):
    west = {"kind": "rate", "column": "region", "value": "West"}
    with candor.minded(Brain(agent="trend_analysis", analysis=("trend", {"figure": west}))):
        reply = candor.ask("Is the share of West going up?", session=session)
    assert reply.status == "answered"
    assert "hare of orders whose region is West" in reply.text


def test_a_model_gets_the_groups_that_differ_with_their_units_and_no_row_that_was_compared(candor):
    seen = []

    def then(request, content):
        seen.extend(table for result in request.results for table in result["tables"])
        return content

    sales = FRAME.rename(columns={"revenue": "revenue_eur"}).to_csv(index=False)
    arguments = {"measure": "revenue_eur", "group": "region"}
    with candor.minded(Brain(agent="statistics", analysis=("group_difference", arguments), then=then)):
        candor.ask("Does revenue differ by region?", session=candor.session(sales, name="orders.csv"))
    rows, test, groups = seen[:3]
    assert "rows" not in rows
    assert rows["rows_in_all"] == len(FRAME)
    assert (test["columns"][0], groups["columns"][:3]) == ("groups", ["group", "count", "mean"])
    assert groups["units"] == dict.fromkeys(("mean", "deviation", "median"), "EUR")


def test_a_model_gets_percentages_from_an_average_as_such_where_no_fact_tells_them(candor, session):
    seen = []

    def then(request, content):
        seen.extend(table for result in request.results for table in result["tables"])
        return content

    with candor.minded(Brain(agent="benchmark", analysis=("standing", {"entity": "region"}), then=then)):
        candor.ask("Compare each region with the average", session=session)
    (listed,) = [one for one in seen if "distance_in_percent" in one.get("columns", ())]
    assert listed["units"].items() >= {"distance_in_percent": "%", "percent_from_average": "%"}.items()


@pytest.mark.parametrize("agent", sorted({asked.agent for asked in ASKED}))
@pytest.mark.parametrize("model", [True, False])
def test_an_analyst_forfeits_politely_on_a_table_that_cannot_say(candor, agent, model):
    asked = next(one for one in ASKED if one.agent == agent)
    poor = candor.session(UNSUITABLE.to_csv(index=False), name="notes.csv")
    if not model:
        reply = candor.ask(asked.question, session=poor)
    else:
        with candor.minded(Brain(agent=agent, forfeit="Nothing here says when anything happened")):
            reply = candor.ask(asked.question, session=poor)
    assert reply.status == "forfeited"
    assert reply.forfeit.attempted_actions
    assert "Traceback" not in reply.text


@pytest.mark.parametrize(
    "question",
    [
        "Categorize the customers by revenue",
        "Classify the customers by revenue into high, medium and low value",
        "Segment the customers by revenue",
        "Segment the customers",
        "Segment the customers by value tiers",
    ],
)
def test_segments_are_reached_however_they_are_asked_for(candor, session, question):
    reply = candor.ask(question, session=session)
    assert (reply.status, [one.agent for one in reply.responses]) == ("answered", ["segmentation"])
    assert "High is from the 80th percentile on, Low up to the 20th" in reply.text


def test_segments_that_could_be_by_several_measures_ask_which(candor):
    frame = FRAME.assign(cost=FRAME.revenue / 2)
    several = candor.session(frame.to_csv(index=False), name="orders.csv")
    reply = candor.ask("Segment the customers", session=several)
    assert (reply.status, [one.agent for one in reply.responses]) == ("forfeited", ["segmentation"])
    assert "Name one of these columns: revenue, cost" in reply.text


def test_clusters_are_clusters_or_a_forfeit_and_never_tiers(candor, session):
    reply = candor.ask("Cluster the customers by revenue", session=session)
    assert "percentile" not in reply.text


def test_why_is_told_as_the_parts_of_the_change_and_that_they_are_no_causes(candor, session):
    alone = candor.ask("Why did revenue drop?", session=session)
    assert NO_CAUSE in alone.text
    with candor.minded(Brain(agent="benchmark", analysis=("change_drivers", {"measure": "revenue"}))):
        reply = candor.ask("Why did revenue drop?", session=session)
    assert reply.status == "answered"
    assert "By region: " in reply.text
    assert NO_CAUSE in reply.text


def test_the_figures_of_a_reply_are_those_of_pandas(candor, session):
    reply = candor.ask("Which customers are declining in revenue?", session=session)
    each = moved(FRAME)
    fallen = each[each.change < -1e-9]
    given = {fact.name: fact.value for fact in reply.facts}
    (lost,) = [value for name, value in given.items() if name.startswith("loss in total revenue")]
    assert lost == pytest.approx(-fallen.change.sum())
    assert f"{len(fallen)} of 40 customers" in reply.text
    (response,) = reply.responses
    noticed, *_ = response.result.insights.insights
    assert f"{int((fallen.after == 0).sum())} of those in decline" in noticed
    assert noticed in reply.text
    assert np.isfinite(lost)


# texts by their meaning


def test_rows_are_found_by_meaning_without_a_model_each_with_its_score(candor, reviews):
    reply = candor.ask("Find rows about delivery problems", session=reviews)
    assert (reply.status, [one.agent for one in reply.responses]) == ("answered", ["semantic_search"])
    scores = {fact.name.split()[2]: fact.value for fact in reply.facts if fact.name.startswith("likeness of")}
    assert set(list(scores)[:2]) == {"R1", "R3"}
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    texts = [line.split(",", 2)[2].strip('"') for line in REVIEWS.splitlines()[1:]]
    cosine = Embedder().similarity(["delivery problems"], texts)[0]
    assert scores["R3"] == pytest.approx(float(cosine[2]), abs=1e-3)
    assert "R1 (" in reply.text
    assert "are like “delivery problems” by what their" in reply.text


def _searches_like_the_one_found(request, content):
    """Has the first customer found, then searches for rows like the one that came of it."""
    if "assign_tasks" in request.tools:
        first = {"agent": "sql_analytics", "request": "Which customer is the first?"}
        then = {"agent": "semantic_search", "request": "Which rows are related to that one?", "depends_on": [0]}
        return [calls("assign_tasks", {"tasks": [first, then]})]
    if "analyse" not in request.tools or request.results or not (found := request.fenced("previous_results")):
        return content
    (row,) = found[0]["results"][0]["rows"]
    return [calls("analyse", {"analysis": "similar_rows", "arguments": {"like": row["first"]}})]


def test_a_model_searches_for_rows_like_one_that_an_earlier_task_found(candor, reviews):
    first = 'SELECT min(customer_id) AS "first" FROM "data"'
    with candor.minded(Brain(sql=first, purpose="The first customer", then=_searches_like_the_one_found)):
        reply = candor.ask("Which rows are related to our first one?", session=reviews)
    _, found = reply.responses
    assert (found.agent, found.status) == ("semantic_search", "completed")
    assert "1 review is like that of R1 by what their review means, most of all R3" in found.result.insights.summary


def test_what_is_like_nothing_in_the_texts_is_forfeited(candor, reviews):
    reply = candor.ask("Find rows about quantum chromodynamics", session=reviews)
    assert reply.status == "forfeited"
    assert "No review is like “quantum chromodynamics”" in reply.text


def test_without_embeddings_nobody_is_offered_who_needs_them(candor, session):
    with candor.minded(Brain()) as server:
        candor.ask("Find rows about delivery problems", session=session)
    offered = server.requests[0].everything
    assert "semantic_search" not in offered
    assert "semantic_text" in offered


def test_with_embeddings_who_needs_them_is_offered(candor, reviews):
    with candor.minded(Brain()) as server:
        candor.ask("Find rows about delivery problems", session=reviews)
    assert "semantic_search" in server.requests[0].everything


KINDS = {"semiconductor": {"Intel", "AMD", "Nvidia", "Qualcomm"}, "retail": {"Walmart", "Target", "Amazon"}}


def _chooses(request, content):
    """Fetch, reason, query: reads the companies, knows what each of them does, and asks for those that are meant."""
    if "analyse" not in request.tools or "assign_tasks" in request.tools:
        return content
    if not request.results:
        return [calls("analyse", {"analysis": "distinct_values", "arguments": {"column": "company"}})]
    (result,) = request.results
    (table,) = result["tables"]
    if "value" not in table["columns"]:
        return content
    known = {row[table["columns"].index("value")] for row in table["rows"].values()}
    chosen = sorted(known & next(them for kind, them in KINDS.items() if kind in request.fenced("task")))
    return [calls("analyse", {"analysis": "chosen_values", "arguments": {"column": "company", "values": chosen}})]


@pytest.mark.parametrize(
    ("question", "chosen", "others"),
    [
        ("Show me all semiconductor companies", {"Intel", "AMD", "Nvidia"}, {"Walmart", "Target"}),
        ("Find retail businesses", {"Walmart", "Target"}, {"Intel", "AMD", "Nvidia"}),
    ],
)
def test_a_model_reads_the_different_values_and_the_query_names_those_it_chose(
    candor, reviews, question, chosen, others
):
    with candor.minded(Brain(agent="semantic_text", then=_chooses)):
        reply = candor.ask(question, session=reviews)
    assert reply.status == "answered"
    (response,) = reply.responses
    last = response.result.queries_executed[-1].sql
    assert all(f"'{name}'" in last for name in chosen)
    assert not any(name in last for name in others)
    assert "LIKE" not in last.upper()
    counts = {fact.name.split(" for ")[1].split(",")[0]: fact.value for fact in reply.facts if " for " in fact.name}
    assert counts.keys() >= chosen


def test_texts_are_not_matched_by_their_letters_where_meaning_is_asked(candor, reviews):
    brain = Brain(agent="semantic_text", sql="SELECT count(*) AS n FROM \"data\" WHERE company ILIKE '%tel%'")
    with candor.minded(brain) as server:
        candor.ask("How many semiconductor companies are there?", session=reviews)
    told = next(one.everything for one in server.requests if "matched by their meaning here" in one.everything)
    assert "distinct_values" in told
    assert "plain read" not in told


def test_sentiment_without_a_model_is_forfeited_as_the_specification_has_it(candor, reviews, session):
    reply = candor.ask("What is the sentiment of the review?", session=reviews)
    assert (reply.status, [one.agent for one in reply.responses]) == ("forfeited", ["sentiment_analysis"])
    assert "No sentiment data available" in reply.text


def test_sentiment_of_numbers_is_forfeited_for_want_of_texts(candor):
    rated = pd.DataFrame({"stars": [1, 2, 3, 4, 5] * 4, "day": pd.date_range("2024-01-01", periods=20)})
    session = candor.session(rated.to_csv(index=False), name="ratings.csv")
    brain = Brain(agent="sentiment_analysis", analysis=("sentiment", {"column": "stars", "positive": ["5"]}))
    with candor.minded(brain):
        reply = candor.ask("What is the sentiment?", session=session)
    assert reply.status == "forfeited"
    assert "lacks required text fields" in reply.text


def test_sentiment_with_a_model_has_its_shares(candor, reviews):
    texts = [line.split(",", 2)[2].strip('"') for line in REVIEWS.splitlines()[1:]]
    good, bad = [texts[1], texts[4]], [texts[0], texts[2], texts[3], texts[5]]
    arguments = {"column": "review", "positive": good, "negative": bad}
    with candor.minded(Brain(agent="sentiment_analysis", analysis=("sentiment", arguments))):
        reply = candor.ask("What is the sentiment of the reviews?", session=reviews)
    assert reply.status == "answered"
    shares = {fact.name: fact.value for fact in reply.facts if fact.name.startswith("share of")}
    assert shares["share of negative"] == pytest.approx(100 * 4 / 6)
    assert shares["share of positive"] == pytest.approx(100 * 2 / 6)
