"""Whatever a model puts into a call, it is refused with a sentence or answered as pandas reckons; never an error."""

from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from functions.registry import all_agents
from shared.analysis.base import Analysis, Findings
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.fitness import Misfit, fitted
from shared.errors import ForfeitException, QueryFailed
from shared.model.prompts.prompt import Tool, WrongAnswer
from shared.model.prompts.tool_calls import arguments_of
from shared.model.spoken import Spoken
from tests.functions.agents.calling import calls_of, conditions, filters, groups, metrics
from tests.functions.agents.filling import Unfit, filled
from tests.shared.analysis.reckoning import kept, keys, reckoned
from tests.shared.analysis.running import Tables

KINDS = list(dict.fromkeys(kind for one in all_agents().values() for kind in one.playbook))


def _frame(rows: int = 90) -> pd.DataFrame:
    rng = np.random.default_rng(11)
    frame = pd.DataFrame(
        {
            "region": rng.choice(["North", "South", "East", "West"], rows),
            "returned": rng.choice(["yes", "no"], rows, p=[0.2, 0.8]),
            "units": rng.integers(-2, 9, rows).astype(float),
            "price": np.round(rng.lognormal(2, 1, rows), 2),
            "ordered": pd.Timestamp("2023-01-01") + pd.to_timedelta(rng.integers(0, 700, rows), unit="D"),
            "rows": rng.integers(1, 4, rows),
        }
    )
    frame.loc[rng.choice(rows, 9, replace=False), "units"] = np.nan
    frame.loc[rng.choice(rows, 5, replace=False), "region"] = None
    return frame


FRAME = _frame()
TABLES = Tables(shop=FRAME, regions=pd.DataFrame({"region": ["North", "South", "East"], "manager": ["A", "B", "C"]}))
WORDS: tuple[str, ...] = (*FRAME.columns, "North", "yes", "2023-03-01", "2024-01-01", "shop")


def called(kind: type[Analysis], arguments: dict[str, Any]) -> Analysis | str:
    """The analysis that a call makes, or why it is refused."""
    block = {"type": "tool_use", "id": "t1", "name": Tool.of(kind).name, "input": arguments}
    try:
        read = arguments_of(
            Spoken.model_validate({"content": [block]}),
            [Tool.of(kind)],
            lambda one: fitted(one, TABLES.profiles, samples=True),  # type: ignore[type-var]
        )
    except (WrongAnswer, Misfit) as refusal:
        return str(refusal)
    assert isinstance(read[0], Analysis)
    return read[0]


def ran(analysis: Analysis) -> Findings | None:
    """Its findings; None where it forfeits with its reason, or the engine has none to give."""
    try:
        return TABLES.run(analysis)
    except ForfeitException as forfeit:
        told = forfeit.forfeit
    except (QueryFailed, duckdb.Error):
        return None
    assert len(told.reason.split()) > 3
    assert told.attempted_actions
    return None


def right_for(kind: type[Analysis]) -> dict[str, Any]:
    """A call of it that is right, where one is known."""
    try:
        right = filled(kind, TABLES.profiles).model_dump(mode="json", exclude_unset=True)
    except Unfit:
        return {}
    for hidden in ("likeness", "as_numbers"):
        right.get("link", {}).pop(hidden, None)
    return right


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_call_of_any_analysis_is_refused_with_a_sentence_or_carried_out(kind, data):
    analysis = called(kind, data.draw(calls_of(kind, WORDS, right_for(kind))))
    if isinstance(analysis, str):
        assert len(analysis.split()) > 3
    elif findings := ran(analysis):
        assert findings.summary


def same(one: Any, other: Any) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return bool(one == other)
    return one is None if missing(other) else one == pytest.approx(float(other), rel=1e-9, abs=1e-9)


def missing(figure: Any) -> bool:
    return figure is None or (isinstance(figure, float) and np.isnan(figure))


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(
    arguments=st.fixed_dictionaries(
        {"metrics": st.lists(metrics(), max_size=2), "filters": filters()},
        optional={
            "groups": st.lists(groups(), max_size=2),
            "ordering": st.fixed_dictionaries(
                {"metric": st.sampled_from([0, 0, 0, 1, 2]), "descending": st.booleans()},
                optional={"limit": st.sampled_from([1, 1, 2, 3, 0])},
            ),
        },
    )
)
def test_every_figure_of_an_aggregate_is_what_pandas_reckons(arguments):
    analysis = called(Aggregate, arguments)
    findings = None if isinstance(analysis, str) else ran(analysis)
    if not isinstance(analysis, Aggregate) or findings is None:
        return
    rows = kept(FRAME, analysis.filters)
    if not analysis.groups:
        figures = [reckoned(rows, metric) for metric in analysis.metrics]
        assert len(findings.facts) == sum(not missing(figure) for figure in figures)
    else:
        by = [keys(rows, group) for group in analysis.groups]
        each = [part for _, part in rows.groupby(by, dropna=True)]
        figures = [reckoned(part, metric) for part in each for metric in analysis.metrics]
        _check_order(analysis, findings, [[reckoned(part, metric) for metric in analysis.metrics] for part in each])
    for fact in findings.facts:
        assert any(same(fact.value, figure) for figure in figures), (fact, figures)


def _check_order(analysis: Aggregate, findings: Findings, table: list[list[Any]]) -> None:
    """Ranked by the metric that is named, from the end that is named."""
    ordering = analysis.ordering
    if ordering is None or ordering.limit is None:
        return
    known = sorted((row[ordering.metric] for row in table if not missing(row[ordering.metric])), key=lambda one: one)
    best = known[-1] if ordering.descending else known[0]
    assert any(same(fact.value, best) for fact in findings.facts[: len(analysis.metrics)])


@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(
    arguments=st.fixed_dictionaries(
        {
            "metric": st.sampled_from([{"function": "count"}, {"function": "sum", "column": "price"}]),
            "part": st.lists(conditions(), max_size=2),
            "filters": filters(),
        }
    )
)
def test_every_share_is_what_pandas_reckons(arguments):
    analysis = called(ShareOfWhole, arguments)
    findings = None if isinstance(analysis, str) else ran(analysis)
    if not isinstance(analysis, ShareOfWhole) or findings is None:
        return
    rows = kept(FRAME, analysis.filters)
    whole, part = (float(reckoned(some, analysis.metric) or 0) for some in (rows, kept(rows, analysis.part)))
    expected = [100 * np.nan_to_num(part) / whole, np.nan_to_num(part), whole]
    assert [fact.value for fact in findings.facts] == pytest.approx(expected)


@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(
    arguments=st.fixed_dictionaries(
        {
            "metric": metrics(),
            "sides": st.lists(st.lists(conditions(), max_size=2), min_size=1, max_size=3),
            "filters": filters(),
        }
    )
)
def test_every_side_of_a_comparison_is_what_pandas_reckons_and_is_called_by_what_tells_it_apart(arguments):
    analysis = called(Comparison, arguments)
    findings = None if isinstance(analysis, str) else ran(analysis)
    if not isinstance(analysis, Comparison) or findings is None:
        return
    rows = kept(FRAME, analysis.filters)
    sides = [fact for fact in findings.facts if fact.id in [f"f{at + 1}" for at in range(len(analysis.sides))]]
    sides = [fact for fact in sides if " of " in fact.name][: len(analysis.sides)]
    expected = [float(reckoned(kept(rows, side), analysis.metric)) for side in analysis.sides]
    values = sorted(float(fact.value) for fact in findings.facts if len(fact.cells) == 1)
    assert values == pytest.approx(sorted(expected)), sides
    assert len({fact.name for fact in findings.facts}) == len(findings.facts)
