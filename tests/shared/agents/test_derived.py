"""Facts of a model's queries: what its aliases claim, and what is computed."""

import pytest

from shared.agents.conversation.derived import as_cited, derived, of_analyses
from shared.contracts import Cell, ColumnProfile, DatasetProfile, Fact, QueryResult, SemanticProfile, by_themselves
from shared.grounding.languages import ENGLISH, Language, language_of

ORDERS = DatasetProfile.model_construct(
    relation="orders",
    semantic=SemanticProfile.model_construct(entity_name="order"),
    columns=(
        ColumnProfile.model_construct(name="region", words="region", unit=None, role="dimension"),
        ColumnProfile.model_construct(name="net", words="net sales", unit="EUR", role="measure"),
        ColumnProfile.model_construct(name="sent", words="sent", unit=None, type="date", role="date"),
    ),
)


def _facts(
    sql: str, columns: tuple[str, ...], *rows: tuple[object, ...], language: Language = ENGLISH
) -> tuple[Fact, ...]:
    result = QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=sql)
    given = [
        Fact(id="f", name=name, value=value, unit="%", text="A lie.", cells=(Cell(query=2, row=at, column=name),))
        for at, row in enumerate(rows)
        for name, value in zip(columns, row, strict=True)
        if isinstance(value, int | float)
    ]
    return derived(given, 2, result, (ORDERS,), language)


def test_a_fact_is_told_by_what_is_computed_with_its_conditions_and_its_own_unit() -> None:
    sql = "SELECT region AS market, sum(net) AS profit_pct FROM orders WHERE net > 5 GROUP BY region"
    told = by_themselves(_facts(sql, ("market", "profit_pct"), ("West", 90.5)))
    assert [one.text for one in told] == ["Total net sales for region West, where net sales is over 5: €90.50."]
    assert (told[0].name, told[0].unit) == ("total net sales for region West, where net sales is over 5", "EUR")


def test_a_condition_that_the_name_of_a_row_tells_already_is_not_told_again() -> None:
    of_rows = "SELECT region AS a, net AS b FROM orders WHERE region IN ('West', 'East') AND net > 5"
    told = by_themselves(_facts(of_rows, ("a", "b"), ("West", 90.5)))
    assert [one.text for one in told] == ["Net sales for region West, where net sales is over 5: €90.50."]
    of_groups = "SELECT region AS a, sum(net) AS b FROM orders WHERE region = 'West' GROUP BY region"
    assert by_themselves(_facts(of_groups, ("a", "b"), ("West", 90.5)))[0].name == "total net sales for region West"
    whole = "SELECT sum(net) AS b FROM orders WHERE region = 'West'"
    assert by_themselves(_facts(whole, ("b",), (90.5,)))[0].name == "total net sales, where region is “West”"
    either = "SELECT region AS a, net AS b FROM orders WHERE region = 'West' OR net > 5"
    assert "where (region is “West” or" in by_themselves(_facts(either, ("a", "b"), ("West", 90.5)))[0].name


def test_a_fact_is_told_in_the_language_of_the_answer_with_the_files_own_names() -> None:
    sql = "SELECT region AS market, avg(net) AS lie FROM orders WHERE net IS NOT NULL GROUP BY region"
    (told,) = by_themselves(_facts(sql, ("market", "lie"), ("West", 1290.5), language=language_of("de")))
    assert told.text == "Durchschnitt von net sales für region West, mit net sales bekannt: 1.290,50\u00a0€."


def test_a_group_of_a_period_goes_by_its_name_as_people_say_it() -> None:
    sql = "SELECT date_trunc('month', sent) AS m, count(*) AS n FROM orders GROUP BY 1"
    (told,) = by_themselves(_facts(sql, ("m", "n"), ("2025-01-01T00:00:00", 12)))
    assert told.text == "Number of orders for January 2025 (month of sent): 12."


def test_the_latest_day_of_all_rows_is_no_name_of_their_count() -> None:
    sql = "SELECT count(*) AS n, max(sent) AS latest FROM orders"
    (told,) = by_themselves(_facts(sql, ("n", "latest"), (10, "2025-03-30")))
    assert told.text == "Number of orders: 10."


def test_the_key_of_a_group_is_no_figure_and_what_has_no_words_is_left_out() -> None:
    sql = "SELECT net AS size, count(*) AS profit, mode(net) AS best FROM orders GROUP BY net"
    told = by_themselves(_facts(sql, ("size", "profit", "best"), (5, 12, 7)))
    assert [one.text for one in told] == ["Number of orders for net sales 5: 12."]


def test_a_class_is_told_by_its_conditions_and_not_by_what_it_is_called() -> None:
    case = "CASE WHEN net < 5 THEN 'winners' WHEN net < 50 THEN 'losers' END"
    sql = f"SELECT region AS a, {case}, count(*) AS n FROM orders WHERE net <> 7 GROUP BY 1, 2"
    columns = ("a", "CASE  WHEN ((net < 5)) THEN ('winners') END", "n")
    rows = (("West", "losers", 3), ("East", None, 4), ("East", "unknown", 4))
    told = [one.by_itself for one in _facts(sql, columns, *rows)]
    assert [one and one.text for one in told] == [
        "Number of orders for region West where net sales is under 50 and not (net sales is under 5), where net sales "
        "is not 7: 3.",
        "Number of orders for region East where not (net sales is under 5) and not (net sales is under 50), where net "
        "sales is not 7: 4.",
        None,
    ]


def test_a_row_as_it_is_goes_by_its_texts() -> None:
    told = by_themselves(_facts("SELECT region AS loser, net AS loss FROM orders", ("loser", "loss"), ("West", 3.5)))
    assert [one.text for one in told] == ["Net sales for region West: €3.50."]


@pytest.mark.parametrize(
    "key",
    [
        '["tea", "cake"]',
        ' [{"sku": "A-1", "qty": 2}]',
        '{"sku": "A-1"}',
        "They came late, the tea was cold, and nobody said a word of it to us.",
    ],
)
@pytest.mark.parametrize(
    "sql", ["SELECT region AS a, sum(net) AS b FROM orders GROUP BY 1", "SELECT region AS a, net AS b FROM orders"]
)
def test_a_row_that_only_a_long_text_or_a_list_tells_apart_has_no_name(sql: str, key: object) -> None:
    rows = ((key, 90.5), ("[West]", 3.5))
    told = [one.by_itself for one in _facts(sql, ("a", "b"), *rows)]
    assert [one and one.text.partition(" for ")[2] for one in told] == [None, "region [West]: €3.50."]


def test_a_figure_by_reference_goes_by_its_cell_and_what_is_computed_of_several_by_nothing() -> None:
    known = _facts("SELECT sum(net) AS loss, count(*) AS n FROM orders", ("loss", "n"), (3.5, 2))
    cited = Fact(id="r", name="loss", value=3.5, text="The loss is 3.5.", cells=known[0].cells)
    made = Fact(id="s", name="loss per n", value=1.75, text="…", cells=(*known[0].cells, *known[1].cells))
    own = [as_cited(one, known).by_itself for one in (cited, made)]
    assert [one and one.text for one in own] == ["Total net sales: €3.50.", None]


def test_a_judge_is_given_the_facts_of_analyses_and_of_queries_only_what_is_told() -> None:
    own = Fact(id="f", name="p", value=0.04, text="p = 0.04.")
    assert [*of_analyses((own, *_facts("SELECT sum(net) AS loss FROM orders", ("loss",), (3.5,))))] == [own]
