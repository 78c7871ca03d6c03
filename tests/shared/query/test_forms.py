"""A query is read in the forms in which models write it, where these can mean one thing only."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from shared.query.problems import QueryProblem, read_query
from tests.shared.query.cases import random_case

Json = dict[str, Any]
MEAN: Json = {"kind": "statistic", "function": "mean", "column": "mass"}
ROWS: Json = {"kind": "rows"}
WEST: Json = {"kind": "compare", "column": "region", "operator": "=", "value": "West"}

KNOWN: Json = {"kind": "known", "column": "mass"}


def told(*measures: Any, **others: Any) -> Json:
    return {"kind": "figures", "measures": list(measures), **others}


def found(**what: Any) -> Json:
    return {"kind": "rows", "lookups": [{"dataset": "places", "on": ["region"], **what}]}


def grouped(**others: Any) -> Json:
    return told(ROWS, groups=[{"kind": "column", "column": "region"}], **others)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"groups": [{"column": "region"}], "measures": [{"function": "mean", "column": "mass"}]},
         told(MEAN, groups=[{"kind": "column", "column": "region"}])),
        (told({"kind": "statistic", "function": "avg", "column": "mass"}), told(MEAN)),
        (told({"kind": "mean", "column": "mass"}), told(MEAN)),
        (told({"kind": "Statistic", "function": "Average", "column": "mass"}), told(MEAN)),
        (told(MEAN | {"function": "count_distinct"}), told(MEAN | {"function": "distinct"})),
        (told({"kind": "count"}), told(ROWS)),
        (told({"kind": "statistic", "function": "count"}), told(ROWS)),
        (told({"kind": "count", "column": "mass"}), told(MEAN | {"function": "known"})),
        (told({"kind": "arithmetic", "operator": "/", "left": MEAN | {"name": "a"}, "right": ROWS}),
         told({"kind": "arithmetic", "operator": "ratio", "left": MEAN, "right": ROWS})),
        ({"kind": "figures", "measures": ROWS, "where": WEST, "ranking": None}, told(ROWS, where=[WEST])),
        (told("rows", groups="region"), grouped()),
        (grouped(having={"measure": 0, "operator": "gte", "value": 3}),
         grouped(having=[{"measure": 0, "operator": ">=", "value": 3}])),
        (grouped(ranking={"by": 0, "order": "asc"}), grouped(ranking={"by": 0, "descending": False})),
        (told(ROWS, where=[{"column": "region", "operator": "==", "value": "West"}]), told(ROWS, where=[WEST])),
        (told(ROWS, where=[{"column": "region", "operator": "in", "values": ["West", "East"]}]),
         told(ROWS, where=[{"kind": "one_of", "column": "region", "values": ["West", "East"]}])),
        (told(ROWS, where=[{"kind": "one_of", "column": "region", "values": ["West"]}]), told(ROWS, where=[WEST])),
        (told(ROWS, where=[{"kind": "all_of", "conditions": [WEST, {"kind": "all_of", "conditions": [KNOWN]}]}]),
         told(ROWS, where=[WEST, KNOWN])),
        (told({"kind": "filtered", "measure": ROWS, "where": [{"kind": "all_of", "conditions": [WEST, KNOWN]}]}),
         told({"kind": "filtered", "measure": ROWS, "where": [WEST, KNOWN]})),
        (told(ROWS, where=[{"kind": "not", "condition": WEST}]), told(ROWS, where=[WEST | {"operator": "!="}])),
        (told(ROWS, where=[{"kind": "part_is", "column": "day", "part": "weekday", "value": "Thursday"}]),
         told(ROWS, where=[{"kind": "part_is", "column": "day", "part": "weekday", "values": [4]}])),
        (told(ROWS, where=[{"kind": "part_is", "column": "day", "part": "month", "values": ["Dec", 1]}]),
         told(ROWS, where=[{"kind": "part_is", "column": "day", "part": "month", "values": [12, 1]}])),
        (told(ROWS, groups=[{"kind": "time", "column": "day", "grain": "monthly"}]),
         told(ROWS, groups=[{"kind": "time", "column": "day", "grain": "month"}])),
        (told("count", groups="count"), told(ROWS, groups=[{"kind": "column", "column": "count"}])),
        (found(columns=[{"kind": "count", "name": "many"}]), found(measures=[ROWS | {"name": "many"}])),
        (found(measures="count"), found(measures=[ROWS])),
        ({"kind": "rows", "columns": [{"column": "mass"}]}, {"kind": "rows", "columns": ["mass"]}),
        ({"kind": "rows", "columns": "mass", "order": ["mass"]},
         {"kind": "rows", "columns": ["mass"], "order": [{"column": "mass"}]}),
    ],
)  # fmt: skip
def test_a_form_that_means_one_thing_is_read_as_it(written: Json, meant: Json) -> None:
    assert read_query(written) == read_query(meant)


def looked(*columns: str, on: str = "region", dataset: str = "places") -> Json:
    return {"dataset": dataset, "on": [{"column": on, "key": "id"}], "columns": [{"column": one} for one in columns]}


def test_columns_that_are_looked_up_in_vain_are_left_away() -> None:
    by_land = {"groups": [{"kind": "column", "column": "land"}]}
    chain = [
        looked("state", "size"),
        looked("land", "sea", on="state", dataset="states"),
        looked("king", dataset="kings"),
    ]
    used = [looked("state"), looked("land", on="state", dataset="states")]
    assert read_query(told(ROWS, lookups=chain, **by_land)) == read_query(told(ROWS, lookups=used, **by_land))
    assert read_query(told(ROWS, lookups=chain)) == read_query(told(ROWS))
    shown = {"kind": "rows", "lookups": chain}
    assert len(read_query(shown).lookups) == 3, "rows show all that is looked up"
    inner = {"kind": "rows", "columns": ["mass"], "lookups": chain}
    assert read_query(told(MEAN, source=inner)).source.lookups == ()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (told(ROWS, where=[{"column": "mass"}]), "“empty” or “known”"),
        (told(ROWS, across=[{"measure": 0}]), "“change”, “rank”, “running_total” or “share”"),
        (
            told(ROWS, across=[{"measure": 0, "last": 3}]),
            "is meant: “change”, .*“moving_average”.* → across → 0",
        ),
        (told(ROWS, where=["mass"]), "dictionary"),
        (told(ROWS, where=[{"column": "region", "values": ["West", "East"]}]), "kind"),  # one of them, or none
        (told(ROWS, groups=[{"kind": "month", "column": "day"}]), "month"),  # of one year, or of all years
        (told(ROWS, limit=3), "no such field"),
        (told({"kind": "statistic", "function": "typical", "column": "mass"}), "'median'"),
        (told({"kind": "quantile", "column": "mass", "at": 90}), "less than 1"),
    ],
)
def test_what_could_mean_two_things_is_refused(written: Json, said: str) -> None:
    with pytest.raises(QueryProblem, match=said):
        read_query(written)


def test_without_a_kind_a_query_is_the_same_or_refused() -> None:
    read = 0
    for seed in range(200):
        query, _ = random_case(seed)
        for without in _each_without_a_kind(query.model_dump(mode="json")):
            try:
                assert read_query(without) == query, f"{seed}: {without}"
            except QueryProblem:
                continue
            read += 1
    assert read > 500


def _each_without_a_kind(query: Json) -> Iterator[Json]:
    for at in range(sum(1 for _ in _objects(query))):
        changed = copy.deepcopy(query)
        del list(_objects(changed))[at]["kind"]
        yield changed


def _objects(data: Any) -> Iterator[Json]:
    if isinstance(data, dict):
        if "kind" in data:
            yield data
        for value in data.values():
            yield from _objects(value)
    elif isinstance(data, list):
        for one in data:
            yield from _objects(one)
