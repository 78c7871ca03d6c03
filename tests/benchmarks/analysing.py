"""Analyses of a million rows: query, statistics and sentences, beside pandas and scipy doing the same."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats
from scipy.cluster.vq import kmeans2

from shared.agents.execution.execution import as_result
from shared.analysis.base import Analysis, Findings
from shared.analysis.clusters.natural_clusters import NaturalClusters
from shared.analysis.distributions.deviation_outliers import DeviationOutliers
from shared.analysis.distributions.distribution_shape import DistributionShape
from shared.analysis.significance.association import Association
from shared.analysis.significance.drivers import Drivers
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.trends.trend import Trend
from shared.contracts import DatasetProfile, QueryResult
from shared.engine.duckdb.worker import QueryWorker
from shared.engine.sql.guard import check
from shared.ingestion.pipeline import ingest
from shared.statistics.compute import compute
from shared.statistics.requests import StatisticsRequest
from tests.benchmarks.queries import MEMORY_MB, MOST_ROWS, SECONDS, beside_ready
from tests.benchmarks.report import Aim, Section
from tests.benchmarks.table import write_parquet


@dataclass(frozen=True)
class Beside:
    """An analysis, and pandas with scipy finding the same in a table that is in memory."""

    name: str
    analysis: Analysis
    frame: Callable[[pd.DataFrame], object]


def _trend(frame: pd.DataFrame) -> object:
    months = frame.groupby(frame["ordered"].dt.to_period("M"))["revenue"].sum()
    x, y = np.arange(len(months)), months.to_numpy()
    return stats.linregress(x, y), stats.kendalltau(x, y), stats.theilslopes(y, x)


def _distribution(frame: pd.DataFrame) -> object:
    x = frame["revenue"].to_numpy()
    tests = stats.skewtest(x), stats.normaltest(x), stats.skew(x, bias=False), stats.kurtosis(x, bias=False)
    density = stats.gaussian_kde(np.quantile(x, np.linspace(0, 1, 2000)))(np.linspace(x.min(), x.max(), 128))
    return frame["revenue"].describe(), np.sort(x), tests, density


def _outliers(frame: pd.DataFrame) -> object:
    x = frame["revenue"]
    far = x[(x - x.mean()).abs() > 2 * x.std()]
    return len(far), np.sum((x - x.median()).abs() > 3.5 * stats.median_abs_deviation(x, scale="normal"))


def _groups(frame: pd.DataFrame) -> object:
    samples = [one.to_numpy() for _, one in frame.groupby("region")["revenue"]]
    tests = stats.f_oneway(*samples), stats.f_oneway(*samples, equal_var=False), stats.kruskal(*samples)
    return tests, stats.levene(*samples), [stats.shapiro(one[:5000]) for one in samples]


def _association(frame: pd.DataFrame) -> object:
    return stats.pearsonr(frame.revenue, frame.cost), stats.spearmanr(frame.revenue, frame.cost)


def _drivers(frame: pd.DataFrame) -> object:
    data = frame[["cost", "quantity"]].to_numpy()
    x = np.column_stack([np.ones(len(data)), (data - data.mean(axis=0)) / data.std(axis=0)])
    solved = np.linalg.lstsq(x, frame["revenue"].to_numpy(), rcond=None)
    return solved, np.linalg.inv(x.T @ x)


def _clusters(frame: pd.DataFrame) -> object:
    each = frame.groupby("customer_id")[["revenue", "quantity"]].sum()
    z = ((each - each.mean()) / each.std()).to_numpy()
    return [kmeans2(z, k, minit="++", iter=50, rng=np.random.default_rng(s)) for k in range(2, 9) for s in range(8)]


COMPARED = (
    Beside("trend of a total by month", Trend(measure="revenue", time="ordered"), _trend),
    Beside("distribution", DistributionShape(measure="revenue"), _distribution),
    Beside("outliers", DeviationOutliers(measure="revenue"), _outliers),
    Beside("difference between groups", GroupDifference(group="region", measure="revenue"), _groups),
    Beside("correlation", Association(one="revenue", other="cost"), _association),
    Beside("drivers (least squares)", Drivers(measure="revenue", by=("cost", "quantity")), _drivers),
    Beside(
        "clusters of 50,000 customers",
        NaturalClusters(entity="customer_id", measures=("revenue", "quantity")),
        _clusters,
    ),
)


def analysing() -> Section:
    """Each analysis and its reference, round by round."""
    with tempfile.TemporaryDirectory() as folder:
        made, parquet = Path(folder) / "made.parquet", Path(folder) / "orders.parquet"
        write_parquet(made)
        profile = ingest(made, parquet, dataset_id="orders", file_name="orders.parquet")
        frame = pd.read_parquet(parquet)
        frame["ordered"] = pd.to_datetime(frame["ordered"])
        with QueryWorker() as worker:
            return _section([_measured(one, worker, profile, parquet, frame) for one in COMPARED])


def _measured(
    one: Beside, worker: QueryWorker, profile: DatasetProfile, parquet: Path, frame: pd.DataFrame
) -> tuple[Any, ...]:
    found: list[Findings] = []
    runs = {
        "candor": lambda: found.append(analysed(one.analysis, worker, profile, parquet)),
        "pandas": lambda: one.frame(frame),
    }
    times = beside_ready(worker, runs)
    said = any("random sample" in line for line in found[0].findings)
    return one.name, times["candor"], times["pandas"], said


def analysed(analysis: Analysis, worker: QueryWorker, profile: DatasetProfile, parquet: Path) -> Findings:
    """What an analysis finds: guard, worker, statistics and sentences, as an agent has them one after the other."""
    known = {profile.relation: [column.name for column in profile.columns]}
    results: tuple[QueryResult, ...] = ()
    for query in analysis.queries(profile):
        sql = check(query.sql, known).sql
        (outcome,) = worker.run_many(
            (sql,),
            {profile.relation: parquet},
            seconds=SECONDS,
            max_rows=MOST_ROWS,
            memory_mb=MEMORY_MB,
            typed=query.typed,
        )
        assert outcome.result is not None, outcome.failure
        results += (outcome.result,)
    for applied in analysis.statistics(profile, results):
        columns = results[applied.query].typed
        assert columns is not None
        answer = compute(StatisticsRequest(procedure=applied.procedure, columns=columns))
        results += tuple(as_result(table, results[applied.query].sql) for table in answer.tables)
    return analysis.findings(profile, results)


def _section(measured: list[tuple[Any, ...]]) -> Section:
    faster = sum(ours.median < theirs.median for _, ours, theirs, _ in measured)
    rows = [
        (name, *ours.cells(), f"{theirs.median * 1000:,.0f}", f"{ours.over(theirs):.2f}", "a sample" if said else "all")
        for name, ours, theirs, said in measured
    ]
    return Section(
        title="Seven analyses of a million rows",
        notes=(
            "Each passes the guard, runs in a process that was kept ready, hands its columns over, has scipy compute "
            "and words what it found; beside it pandas and scipy computing the same of a table that is in memory "
            "already. Milliseconds; the ratio is the median over the rounds. Where columns are larger than may be "
            "handed over it computes from a sample, and the reply says so; pandas computes from all rows.",
        ),
        header=("analysis", "least", "median", "most", "pandas and scipy", "ratio", "rows"),
        rows=rows,
        aims=(Aim("Analyses that are slower than pandas and scipy", len(measured) - faster, 0, 0),),
    )
