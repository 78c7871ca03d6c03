"""What a model calls columns and results heads charts and tables only where that is what was computed, or a judge bore
it out."""

import pytest

from infra.lab.messages_api import Brain, Fails, Says, calls
from shared.reports.answer import grids_of
from tests.e2e.minded import corrected

QUESTION = "Which region has the highest total revenue?"
PLAIN = "West has the highest total revenue: {r1.revenue}."
JUDGED = "West is far ahead with {r1.revenue}."
SQL = 'SELECT region, sum(revenue) AS revenue, count(*) AS profit FROM "data" GROUP BY 1 ORDER BY 2 DESC'
PROOF = "Proof that West earns the most"
OWN = "Total revenue and number of rows by region"


class _Played(Brain):
    """Draws its count, called profit; of an answer that is put to a judge, that judge finds the claims false that have
    one of these words, and is not there where there are None."""

    def __init__(self, answer, false=(), sql=SQL, query=None, language="en"):
        def answering(request, content):
            drawn = {"text": answer, "chart": "bar", "draw": "t1.profit", "language": language}
            if request.results or corrected(request):
                return [calls("answer", drawn)]
            return [calls("analyse", {"query": query})] if query and "analyse" in request.tools else content

        super().__init__(sql=sql, purpose=PROOF, then=answering)
        self.false, self.claims, self.back = false, [], 0

    def __call__(self, request, wire):
        self.back += corrected(request)
        if "score" not in str(request.body.get("output_config")):
            super().__call__(request, wire)
        elif self.false is None:
            Fails(500)(request, wire)
        else:
            self.claims = list((request.fenced("claims") or {}).values())
            wrong = [at for at, one in enumerate(self.claims, start=1) if any(word in str(one) for word in self.false)]
            Says.json(score=0.9, category=None, contradicted=wrong, reasons=["no"] * len(wrong))(request, wire)


def _headed(candor, brain):
    with candor.minded(brain):
        reply = candor.ask(QUESTION)
    (response,) = reply.responses
    (grid,) = grids_of(response)
    (chart,) = reply.charts
    return reply, response, grid, chart


@pytest.mark.parametrize(
    ("answer", "false"),
    [(PLAIN, ()), (JUDGED, None), (JUDGED, ("profit", "Proof"))],
    ids=["nobody is asked", "no judge is there", "the judge finds them false"],
)
def test_a_name_that_nothing_bears_out_is_replaced_by_what_is_computed(candor, answer, false):
    brain = _Played(answer, false)
    reply, response, grid, chart = _headed(candor, brain)
    assert (chart.title, chart.vega_lite["encoding"]["x"]["title"]) == ("Number of rows by region", "Number of rows")
    assert grid.caption == OWN
    assert grid.columns == ("Region", "Revenue", "Number of rows")
    assert [one.purpose for one in response.result.queries_executed] == [OWN]
    assert "profit" not in reply.text
    assert "Proof" not in reply.model_dump_json()
    assert brain.back == 0


def test_a_name_that_a_judge_of_the_answer_bears_out_stays(candor):
    brain = _Played(JUDGED)
    _, _, grid, chart = _headed(candor, brain)
    assert chart.title == "Profit by region"
    assert grid.caption == PROOF
    assert grid.columns == ("Region", "Revenue", "Profit")
    told = " ".join(map(str, brain.claims))
    assert "“profit” fits column profit of result 1" in told
    assert f"“{PROOF}” says what result 1 is" in told
    assert "revenue of result" not in told


def test_what_is_computed_is_told_before_it_runs_in_words_of_the_query(candor):
    with candor.minded(_Played(PLAIN)):
        reply = candor.ask(QUESTION)
    steps = [event.data["purposes"] for event in candor.deps.events.read(reply.turn_id) if event.data.get("purposes")]
    assert steps == [[OWN]]


LABELS = (
    "SELECT CASE WHEN revenue > 10 THEN 'small' ELSE 'large' END AS size, sum(revenue) AS revenue, count(*) AS profit "
    'FROM "data" GROUP BY 1 ORDER BY 2 DESC'
)


@pytest.mark.parametrize("false", [None, ("size", "profit", "Proof"), ()])
def test_labels_that_a_query_writes_are_told_by_their_conditions_unless_a_judge_bore_them_out(candor, false):
    _, _, grid, chart = _headed(candor, _Played("The first group is far ahead with {r1.revenue}.", false, sql=LABELS))
    borne = false == ()
    assert grid.columns[0] == ("Size" if borne else "Class of revenue")
    labels = ["small", "large"] if borne else ["revenue is over 10", "not (revenue is over 10)"]
    assert [row[0] for row in grid.rows] == labels
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == labels


def test_what_is_computed_is_told_in_the_language_of_the_answer(candor):
    brain = _Played("Der Westen liegt mit {r1.revenue} weit vorn.", ("profit", "Proof"), language="de")
    _, _, grid, chart = _headed(candor, brain)
    assert grid.caption == "Summe von revenue und Anzahl der Zeilen nach region"
    assert chart.title == "Anzahl der Zeilen · Region"


TYPED = {
    "kind": "figures",
    "groups": [{"kind": "column", "column": "region"}],
    "measures": [
        {"kind": "statistic", "function": "sum", "column": "revenue", "name": "revenue"},
        {"kind": "rows", "name": "profit"},
    ],
    "ranking": {"by": 0},
}


def test_the_name_of_a_figure_of_the_query_language_is_held_against_its_words(candor):
    _, _, grid, chart = _headed(candor, _Played(PLAIN, ("profit",), query=TYPED))
    assert chart.title == "Number of rows by region"
    assert grid.columns == ("Region", "Revenue", "Number of rows")


def test_a_purpose_is_that_of_its_query_however_that_is_written(candor):
    _, _, grid, _ = _headed(candor, _Played(JUDGED, sql=SQL.lower().replace(", ", ",")))
    assert grid.caption == PROOF


def test_values_that_were_put_together_are_still_those_of_their_column(candor):
    one = {"kind": "recode", "name": "who", "column": "region", "merged": [{"values": ["West"], "to": "West"}]}
    query = TYPED | {"derived": [one | {"others": "The others"}], "groups": [{"kind": "column", "column": "who"}]}
    _, _, grid, chart = _headed(candor, _Played(JUDGED, query=query))
    assert chart.vega_lite["encoding"]["y"]["title"] == "Region"
    assert grid.columns[0] == "Region"


MONTHS = "order_id,order_date,region,revenue\n" + "\n".join(
    f"{100 + at},{2024 + at // 24}-{1 + at // 2 % 12:02}-{10 + at % 2},{('West', 'East')[at % 2]},{500 + 7 * at}.5"
    for at in range(48)
)


class _Following(Brain):
    """Follows a long formula by month under a name of its own, which a judge finds false where it is to."""

    def __init__(self, *, false=False):
        half = {"kind": "statistic", "function": "sum", "column": "revenue"}
        west = {"kind": "compare", "column": "region", "operator": "=", "value": "West"}
        east = west | {"value": "East"}
        sides = {
            side: {"kind": "filtered", "measure": half, "where": [one]}
            for side, one in (("left", west), ("right", east))
        }
        figure = {"kind": "arithmetic", "operator": "sum", "name": "sales_in_eur", **sides}

        def answering(request, content):
            if not request.results:
                return content
            table = request.results[0]["tables"][0]
            drawn = f"{table['table']}.{table['columns'][1]}"
            return [calls("answer", {"text": f"It is far ahead, {{max({drawn})}}.", "chart": "line", "draw": drawn})]

        asked = {"figure": figure, "grain": "month"}
        super().__init__(agent="trend_analysis", analysis=("trend", asked), then=answering)
        self.false = false

    def __call__(self, request, wire):
        if "score" not in str(request.body.get("output_config")):
            super().__call__(request, wire)
            return
        claims = (request.fenced("claims") or {}).values()
        wrong = [at for at, one in enumerate(claims, start=1) if self.false and "is a fair name of" in str(one)]
        Says.json(score=0.9, category=None, contradicted=wrong, reasons=["no"] * len(wrong))(request, wire)


@pytest.mark.parametrize("false", [False, True])
def test_the_name_of_a_long_formula_heads_its_chart_where_a_judge_bears_it_out(candor, false):
    with candor.minded(_Following(false=false)):
        reply = candor.ask("Is revenue in the West and East going up?", session=candor.session(MONTHS))
    (chart,) = reply.charts
    said = (chart.title, chart.vega_lite["encoding"]["y"]["title"])
    assert (said == ("Sales in EUR by month", "Sales in EUR")) is not false
    assert all((" plus " in one) is false for one in said)
