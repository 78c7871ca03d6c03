"""Tests of what a query computed: as if a file held its result, whose rows are called what there is one of each."""

import random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from functions.registry import all_agents
from shared.analysis.base import Analysis
from shared.analysis.clusters.natural_clusters import NaturalClusters
from shared.analysis.distributions.concentration import Concentration
from shared.analysis.distributions.deviation_outliers import DeviationOutliers
from shared.analysis.distributions.distribution_shape import DistributionShape
from shared.analysis.impact.sensitivity import Sensitivity
from shared.analysis.queried.account import StepAccount
from shared.analysis.queried.result import ANY_ROW
from shared.analysis.queried.source import bound_source, once_each, reading_source, said_of, tables_of
from shared.analysis.queried_table import QueriedTable
from shared.analysis.relations.correlation import Correlation
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.analysis.relations.correlations import Correlations
from shared.analysis.significance.association import Association
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.drivers import Drivers
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.significance.paired_difference import PairedDifference
from shared.errors import ForfeitException
from shared.query.problems import QueryProblem
from tests.shared.analysis.running import Tables, values
from tests.shared.analysis.test_entities_of_queries import KINDS as OF_ENTITIES
from tests.shared.analysis.test_series_of_queries import KINDS as COURSES
from tests.shared.analysis.test_series_of_queries import OTHERS as OF_TIMES
from tests.shared.query.running import alike

_RNG = np.random.default_rng(7)
_MANY, _PEOPLE = 900, 60
CUSTOMERS = pd.DataFrame(
    {
        "customer_id": [f"C{at:02}" for at in range(_PEOPLE)],
        "region": np.where(np.arange(_PEOPLE) % 3 == 0, "West", "East"),
        "since": pd.Timestamp("2022-01-01") + pd.to_timedelta(_RNG.integers(0, 300, _PEOPLE), unit="D"),
    }
)
_WHO = _RNG.integers(0, _PEOPLE, _MANY)
ORDERS = pd.DataFrame(
    {
        "order_no": np.arange(_MANY),
        "customer_id": [f"C{at:02}" for at in _WHO],
        "home": CUSTOMERS.region.to_numpy()[_WHO],
        "channel": _RNG.choice(["web", "shop"], _MANY),
        "day": pd.date_range("2023-01-01", periods=_MANY).normalize(),
        "revenue_eur": (_RNG.gamma(2, 30, _MANY) * np.where(_WHO % 3 == 0, 1.6, 1)).round(2),
        "units": _RNG.integers(1, 9, _MANY),
    }
)
ORDERS.loc[ORDERS.index % 20 == 0, "revenue_eur"] = np.nan
ORDERS.loc[ORDERS.index % 9 == 0, "customer_id"] = None
ORDERS.loc[ORDERS.index % 9 == 1, ["customer_id", "home"]] = ["X9", "East"]  # of whom the customers have no row

Json = dict[str, Any]


def _by(*columns: str) -> list[Json]:
    return [{"kind": "column", "column": one} for one in columns]


def _sum(column: str, name: str) -> Json:
    return {"kind": "statistic", "function": "sum", "column": column, "name": name}


LOOKUP = [
    {
        "dataset": "customers",
        "on": [{"column": "customer_id", "key": "customer_id"}],
        "columns": [{"column": "region"}],
    }
]
SPENT: Json = {
    "kind": "figures",
    "lookups": LOOKUP,
    "groups": _by("customer_id", "region"),
    "measures": [
        _sum("revenue_eur", "spent"),
        {"kind": "rows", "name": "orders"},
        _sum("units", "bought"),
        {"kind": "statistic", "function": "max", "column": "revenue_eur", "name": "largest"},
    ],
}
MANY: Json = {"kind": "bucket", "name": "many", "column": "orders", "edges": [12], "labels": ["few", "many"]}


def _tables() -> Tables:
    tables = Tables(orders=ORDERS, customers=CUSTOMERS)
    orders, customers = tables.profiles
    semantic = orders.semantic.model_copy(update={"entity_name": "order"})
    tables.profiles = (orders.model_copy(update={"semantic": semantic}), customers)
    return tables


TABLES = _tables()


def _spent() -> pd.DataFrame:
    """What pandas computes of the orders: a row for each customer that is known."""
    known = ORDERS.merge(CUSTOMERS[["customer_id", "region"]], on="customer_id")
    by = known.groupby(["customer_id", "region"], as_index=False)
    return by.agg(
        spent=("revenue_eur", "sum"),
        orders=("order_no", "size"),
        bought=("units", "sum"),
        largest=("revenue_eur", "max"),
    )


ASKED: dict[type[Analysis], Json] = {
    GroupDifference: {"group": "region", "measure": "spent"},
    PairedDifference: {"one": "spent", "other": "largest"},
    Association: {"one": "spent", "other": "orders"},
    Dependence: {"one": "region", "other": "many", "derived": [MANY]},
    Drivers: {"measure": "spent"},
    Sensitivity: {"measure": "spent", "driver": "orders"},
    Concentration: {"entity": "customer_id", "measure": "spent"},
    DeviationOutliers: {"entity": "customer_id", "measure": "spent"},
    DistributionShape: {"measure": "spent"},
    NaturalClusters: {"measures": ["spent", "orders"], "k": 2},
    Correlation: {"first": "spent", "second": "orders", "kind": "spearman"},
    CorrelationMatrix: {"columns": ["spent", "orders", "bought"]},
    Correlations: {"target": "spent"},
}


def _asked(kind: type[Analysis], fields: Json, source: Json) -> Analysis:
    return kind.model_validate({**fields, "source": source, "relation": "orders"})


def _numbers(tables: Tables, analysis: Analysis) -> list[float]:
    return [one.value for one in tables.run(analysis).facts if isinstance(one.value, int | float)]


def test_every_analysis_that_takes_a_source_is_tried_here() -> None:
    playbooks = {kind for agent in all_agents().values() for kind in agent.playbook}
    assert {kind for kind in playbooks if kind.takes_source} == {*ASKED, *COURSES, *OF_TIMES, *OF_ENTITIES}


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_a_source_gives_the_figures_of_a_file_that_holds_what_pandas_computes(kind: type[Analysis]) -> None:
    own = _numbers(TABLES, _asked(kind, ASKED[kind], SPENT))
    held = _numbers(Tables(held=_spent()), kind.model_validate(ASKED[kind]))
    assert len(own) > 1
    assert own == pytest.approx(held, rel=1e-9)


def test_customers_are_tested_and_not_their_orders() -> None:
    found = values(TABLES.run(_asked(GroupDifference, ASKED[GroupDifference], SPENT)))
    frame = _spent()
    west, east = (frame.spent[frame.region == one] for one in ("West", "East"))
    welch = stats.ttest_ind(west, east, equal_var=False).pvalue
    ranks = stats.mannwhitneyu(west, east).pvalue
    assert found["p-value of Welch"] == pytest.approx(welch)
    assert found["p-value of ranks"] == pytest.approx(ranks)
    assert found["number of values of total revenue compared"] == len(frame)
    assert found["mean total revenue, West"] == pytest.approx(west.mean())


def test_a_length_of_time_from_another_table_is_tested() -> None:
    """Days from when a customer came, which its own table says, to the day of each order."""
    columns = [{"column": "region"}, {"column": "since"}]
    span = {"kind": "time_between", "name": "age", "start": "since", "end": "day"}
    source = {"kind": "rows", "lookups": [{**LOOKUP[0], "columns": columns}], "derived": [span]}
    asked = _asked(GroupDifference, {"group": "region", "measure": "age"}, source | {"columns": ["region", "age"]})
    findings = TABLES.run(asked)
    frame = ORDERS.merge(CUSTOMERS, on="customer_id")
    age = (frame.day - frame.since).dt.days
    sides = [age[frame.region == one] for one in ("West", "East")]
    found = {one.name.split(" of ")[0]: one for one in findings.facts}
    assert values(findings)["p-value of Welch"] == pytest.approx(stats.ttest_ind(*sides, equal_var=False).pvalue)
    assert abs(found["difference"].value) == pytest.approx(abs(sides[0].mean() - sides[1].mean()))
    assert found["difference"].unit == "days"


# ---- any source ----------------------------------------------------------------------------------------------------


def _drawn(rng: random.Random) -> Json:
    """A source of figures by groups, or of rows, some over another one."""
    where = [{"kind": "compare", "column": "units", "operator": ">", "value": 2}]
    source: Json = {"lookups": LOOKUP, "where": rng.choice([[], where])}
    price = {"kind": "calculation", "name": "price", "operator": "/", "left": "revenue_eur", "right": "units"}
    if rng.random() < 0.3:
        return source | {"kind": "rows", "derived": [price], "columns": ["region", "price", "units"]}
    groups = rng.choice([("customer_id", "region"), ("customer_id", "region", "channel"), ("day", "region")])
    figures = [_sum("units", "units"), {"kind": "quantile", "column": "price", "at": 0.5, "name": "price"}]
    having = [{"measure": "units", "operator": ">", "value": 3}]
    source |= {"kind": "figures", "derived": [price], "groups": _by(*groups), "measures": figures}
    source |= {"having": rng.choice([[], having])}
    if rng.random() < 0.4:
        return {"kind": "rows", "source": source, "where": [{"kind": "known", "column": "price"}]}
    return source


@pytest.mark.parametrize("seed", range(12))
def test_any_source_gives_the_figures_of_a_file_that_holds_its_result(seed: int) -> None:
    rng = random.Random(seed)
    source = _drawn(rng)
    kind, fields = rng.choice(
        [
            (GroupDifference, {"group": "region", "measure": "price"}),
            (Correlation, {"first": "price", "second": "units"}),
            (DistributionShape, {"measure": "price"}),
            (GroupDifference, {"group": "region", "measure": "units", "against_others": ["West"]}),
        ]
    )
    asked = _asked(kind, fields, source)
    bound = bound_source(asked.source, TABLES.profiles, "orders")
    every = Correlation.model_validate({"first": "price", "second": "units", "relation": "orders"})
    (query,) = reading_source(every.queries(_result(source)), _result(source), every, bound)
    rows = query.sql[: query.sql.index(") SELECT CORR") + 1] + ' SELECT * FROM "_candor_queried"'
    held = Tables(held=TABLES.connection.execute(rows).df())
    assert alike([_numbers(TABLES, asked)], [_numbers(held, kind.model_validate(fields))])


# ---- what the rows and columns are ---------------------------------------------------------------------------------


def _account(source: Json) -> StepAccount:
    return TABLES.account(bound_source(_source(source), TABLES.profiles, "orders"))


def _source(source: Json) -> Any:
    return _asked(DistributionShape, {"measure": "units"}, source).source


def _result(source: Json, tables: Tables = TABLES) -> QueriedTable:
    asked = _asked(DistributionShape, {"measure": "units"}, source)
    bound = bound_source(asked.source, tables.profiles, "orders")
    (table,) = tables_of(asked, tables.profiles, bound, tables.account(bound))
    assert isinstance(table, QueriedTable)
    return table


COUNTED = [{"kind": "rows", "name": "n"}]
MONTHLY = {"kind": "time", "column": "day", "grain": "month"}
UNKNOWN = {"kind": "column", "column": "customer_id", "keep_empty": True}
ROWS_ARE = {
    "those that are grouped by": (_by("customer_id"), "customer"),
    "those that all else follows from": (_by("customer_id", "region"), "customer"),
    "those that the other has one value of, as is counted": (_by("customer_id", "home"), "customer"),
    "neither, where each has several": (_by("customer_id", "channel"), ANY_ROW),
    "periods": ([MONTHLY], "month"),
    "unknown, where one row is of nobody": ([UNKNOWN], ANY_ROW),
    "unknown, where numbers are grouped by": (_by("units"), ANY_ROW),
}


@pytest.mark.parametrize("case", ROWS_ARE)
def test_a_row_is_what_there_is_one_row_of(case: str) -> None:
    groups, one = ROWS_ARE[case]
    lookups = LOOKUP if any(group["column"] == "region" for group in groups) else []
    table = _result({"kind": "figures", "lookups": lookups, "groups": groups, "measures": COUNTED})
    assert table.semantic.entity_name == one


def test_there_is_one_row_for_each_name_where_customers_have_an_id_too() -> None:
    tables = Tables(orders=ORDERS.assign(customer_name=ORDERS.customer_id.str[:2]))
    (table,) = tables.profiles
    columns = tuple(
        one.model_copy(update={"role": "id"}) if one.name == "customer_id" else one for one in table.columns
    )
    by_name = {"kind": "figures", "groups": _by("customer_name"), "measures": COUNTED}
    assert _result(by_name, tables).semantic.entity_name == "customer"
    tables.profiles = (table.model_copy(update={"columns": columns}),)
    assert _result(by_name, tables).semantic.entity_name == "customer name"
    assert _result({**by_name, "groups": _by("customer_id")}, tables).semantic.entity_name == "customer"


def test_rows_of_a_table_stay_what_they_are_and_lines_of_orders_are_rows() -> None:
    assert _result({"kind": "rows"}).semantic.entity_name == "order"
    assert _result({"kind": "rows", "source": SPENT}).semantic.entity_name == "customer"
    lines = Tables(orders=ORDERS)
    (table,) = lines.profiles
    grain = table.semantic.grain.model_copy(update={"repeats": "customer_id"})
    semantic = table.semantic.model_copy(update={"entity_name": "order", "grain": grain})
    lines.profiles = (table.model_copy(update={"semantic": semantic}),)
    assert _result({"kind": "rows"}, lines).semantic.entity_name == "row"


def test_a_test_of_customers_says_so_and_one_of_rows_without_a_name_does_too() -> None:
    customers = TABLES.run(_asked(Correlation, ASKED[Correlation], SPENT))
    assert customers.summary.endswith(f"over {len(_spent())} customers.")
    parted = {**SPENT, "groups": _by("customer_id", "region", "channel")}
    assert "rows of the query" in TABLES.run(_asked(Correlation, ASKED[Correlation], parted)).summary


def test_that_whom_the_rows_are_of_has_several_is_said() -> None:
    source = {"kind": "figures", "groups": _by("order_no", "channel"), "measures": COUNTED}
    assert _account(source).lines == ()
    ids = Tables(orders=ORDERS)
    (table,) = ids.profiles
    columns = tuple(
        one.model_copy(update={"role": "id"}) if one.name == "customer_id" else one for one in table.columns
    )
    bound = bound_source(
        _source({**source, "groups": _by("customer_id", "channel")}),
        (table.model_copy(update={"columns": columns}),),
        None,
    )
    several = ORDERS.dropna(subset="customer_id").groupby(["customer_id", "channel"]).ngroups
    told = f"{ORDERS.customer_id.nunique()} customers have {several} rows: one for each channel that they have."
    assert told in ids.account(bound).lines


def test_what_a_column_means_follows_from_the_figure_that_it_is() -> None:
    table = _result(SPENT)
    spent, largest, region = (table.column(name) for name in ("spent", "largest", "region"))
    assert (spent.words, spent.unit, spent.role, spent.additivity) == ("total revenue", "EUR", "measure", "additive")
    assert (largest.words, largest.additivity, largest.default_aggregate) == ("highest revenue", "non_additive", "mean")
    assert (region.words, region.role, region.minimum) == ("region", "dimension", None)
    assert table.column("orders").words == "number of orders"
    assert (table.row_count, table.semantic.label_column) == (len(_spent()), "customer_id")


def test_how_often_a_name_comes_again_is_counted_of_the_rows_that_the_source_takes() -> None:
    when = [{"kind": "period", "column": "day", "start": "2023-01-01", "end": "2023-03-01"}]
    table = _result({"kind": "rows", "where": when, "columns": ["customer_id", "units"]})
    early = ORDERS[ORDERS.day < "2023-03-01"]
    assert (table.row_count, table.column("customer_id").distinct) == (len(early), early.customer_id.nunique())


def test_who_stands_once_in_each_group_is_compared_with_himself() -> None:
    parted = {**SPENT, "groups": _by("customer_id", "channel"), "lookups": []}
    findings = TABLES.run(_asked(GroupDifference, {"group": "channel", "measure": "spent"}, parted))
    by = ORDERS.groupby(["customer_id", "channel"]).revenue_eur.sum().unstack().dropna()
    assert values(findings)["p-value of paired t"] == pytest.approx(stats.ttest_rel(by.web, by.shop).pvalue)


def test_a_column_that_the_table_has_too_is_told_by_where_it_was_looked_up() -> None:
    tables = Tables(orders=ORDERS.rename(columns={"home": "region"}), customers=CUSTOMERS)
    lookup = {**LOOKUP[0], "columns": [{"column": "region", "name": "theirs"}]}
    source = {**SPENT, "lookups": [lookup], "groups": _by("customer_id", "theirs")}
    assert _result(source, tables).column("theirs").words == "region of customers found by customer id"


def test_a_definition_that_nobody_would_read_is_told_once() -> None:
    times = {"kind": "calculation", "name": "times", "operator": "*", "left": "revenue_eur", "right": "units"}
    more = {"kind": "calculation", "name": "more", "operator": "+", "left": "times", "right": "revenue_eur"}
    per = {"kind": "calculation", "name": "weight", "operator": "/", "left": "more", "right": "units"}
    source = {"kind": "rows", "derived": [times, more, per], "columns": ["customer_id", "weight"]}
    table = _result(source)
    bound = bound_source(_source(source), TABLES.profiles, "orders")
    assert table.column("weight").words == "weight"
    of, _ = said_of(bound, table, _account(source))
    assert of[1] == "“weight” is ((revenue eur times units) plus revenue eur) divided by units"


def test_the_conditions_of_a_source_are_said_of_every_figure() -> None:
    when = {"kind": "period", "column": "day", "start": "2023-03-01", "end": "2024-03-01"}
    having = {"measure": "spent", "operator": ">", "value": 100}
    told = ", for orders from March 2023 through February 2024, for customers whose total revenue is over 100"
    findings = TABLES.run(
        _asked(GroupDifference, ASKED[GroupDifference], {**SPENT, "where": [when], "having": [having]})
    )
    assert told in findings.summary
    assert all(fact.name.endswith(told) for fact in findings.facts)


# ---- what is left out ----------------------------------------------------------------------------------------------


def test_what_the_steps_leave_out_is_counted_once() -> None:
    unmatched = int((~ORDERS.customer_id.isin(CUSTOMERS.customer_id)).sum())
    (line,) = _account(SPENT).lines
    assert line.startswith(f"{unmatched} of {_MANY} orders have no entry for customer id or ")
    known = ORDERS[ORDERS.customer_id.isin(CUSTOMERS.customer_id)]
    assert f"{known.revenue_eur.isna().sum()} of {len(known)} orders have no entry for revenue eur" in line
    assert f"{100 * unmatched / _MANY:.1f} % of the rows of orders have no match in customers" in line
    assert _account({"kind": "rows"}).lines == ()


def test_each_step_is_accounted_for() -> None:
    outer = {"kind": "figures", "source": SPENT, "groups": _by("region"), "measures": [_sum("spent", "all_of_it")]}
    account = _account(outer)
    assert (account.rows, account.lines) == (2, _account(SPENT).lines)


def test_rows_that_were_entered_twice_count_once_if_that_is_asked() -> None:
    twice = Tables(orders=pd.concat([ORDERS, ORDERS[:200]]))
    source = _source({"kind": "figures", "groups": _by("channel"), "measures": COUNTED})
    assert once_each(source).distinct_rows
    bound = bound_source(once_each(source), twice.profiles, None)
    assert any(line.startswith("200 of 1,100 rows repeat another row") for line in twice.account(bound).lines)


# ---- what is refused -----------------------------------------------------------------------------------------------

TOP = {"by": "spent", "limit": 10}


@pytest.mark.parametrize(
    "source",
    [
        {**SPENT, "ranking": TOP},
        {"kind": "rows", "source": {**SPENT, "ranking": TOP}},
        {"kind": "rows", "limit": 100},
        {"kind": "rows", "limit": 100, "offset": 5},
    ],
    ids=["of groups", "below", "of rows", "after some"],
)
def test_a_limit_within_is_refused_with_what_would_be_right(source: Json) -> None:
    with pytest.raises(ForfeitException, match=r"no limit and no offset.+by a condition \(where, having\)"):
        bound_source(_source(source), TABLES.profiles, "orders")


def test_an_order_without_a_limit_is_none() -> None:
    assert bound_source(_source({**SPENT, "ranking": {"by": "spent"}}), TABLES.profiles, "orders")


def test_a_source_that_fits_no_table_is_refused_and_one_without_a_table_reads_the_first_that_fits() -> None:
    with pytest.raises(QueryProblem, match="customer_id"):
        bound_source(_source({**SPENT, "groups": _by("custmer_id", "region")}), TABLES.profiles, "orders")
    with pytest.raises(QueryProblem, match="no dataset"):
        bound_source(_source(SPENT), TABLES.profiles, "visits")
    own = {"kind": "figures", "groups": _by("since"), "measures": COUNTED}
    assert bound_source(_source(own), TABLES.profiles, None).table.relation == "customers"


def test_what_would_mislead_in_a_query_is_refused_in_a_source() -> None:
    share = {"kind": "rate", "column": "channel", "value": "web", "name": "web"}
    fixed = [{"kind": "compare", "column": "channel", "operator": "=", "value": "web"}]
    with pytest.raises(ForfeitException, match="already fixes"):
        bound_source(
            _source({"kind": "figures", "groups": _by("customer_id"), "measures": [share], "where": fixed}),
            TABLES.profiles,
            "orders",
        )


def _in_currencies() -> Tables:
    tables = Tables(orders=ORDERS.assign(currency=np.where(ORDERS.index % 2 == 0, "EUR", "USD")))
    (table,) = tables.profiles
    columns = tuple(
        one.model_copy(update={"unit": None, "money": True, "unit_column": "currency"})
        if one.name == "revenue_eur"
        else one
        for one in table.columns
    )
    tables.profiles = (table.model_copy(update={"columns": columns}),)
    return tables


def test_amounts_in_several_currencies_need_a_column_that_says_in_which() -> None:
    tables, euros = _in_currencies(), [{"kind": "compare", "column": "currency", "operator": "=", "value": "EUR"}]
    shown = {"kind": "rows", "columns": ["customer_id", "revenue_eur"]}
    with pytest.raises(ForfeitException, match="currency says which"):
        _result(shown, tables)
    assert not _result({**shown, "where": euros}, tables).column("revenue_eur").in_currencies
    beside = _result({**shown, "columns": ["revenue_eur", "currency"]}, tables)
    assert beside.column("revenue_eur").unit_column == "currency"
    grouped = {"kind": "figures", "groups": _by("customer_id", "currency"), "measures": [_sum("revenue_eur", "spent")]}
    assert _result(grouped, tables).column("spent").in_currencies
    with pytest.raises(ForfeitException, match="not all in one unit"):
        _result({**grouped, "groups": _by("customer_id")}, tables)
