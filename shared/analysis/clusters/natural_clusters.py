"""Groups of rows, or of whom they are about, that are alike in their measures."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.clusters.vectors import embedded, likenesses
from shared.analysis.entities.whom import is_single
from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Different, Entity, Measure
from shared.analysis.pictures import axis, bars
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.bound import ResultColumn
from shared.query.groupings import ByColumn
from shared.query.measures import Statistic
from shared.query.query import Figures, Query, Ranking, Rows
from shared.query.sql.compile import compile_query
from shared.query.words.values import listed, sentence
from shared.query.words.verbalise import naming_of
from shared.statistics.requests import SIGNIFICANT, Cluster, Procedure
from shared.table.names import aggregated, spoken
from shared.table.nouns import how_many, plural, too_few
from shared.table.units import without_unit

_CLUSTERS, _BY_K = STATISTIC + 1, STATISTIC + 2
_MOST = 6
CLEAR, WEAK = 0.5, 0.25


class NaturalClusters(StatisticalAnalysis):
    """The natural clusters of rows, or of entities, by their measures: k-means on standardised values, with as many
    clusters as have the best silhouette (from 0.5 on clear, where chance gives less; below 0.25 none to speak of),
    each with its size and its means, and how stable they are (adjusted Rand index over 10 resamples, 1 where always the
    same). Without a column of numbers, by the vectors of the file or the embeddings of its texts, and each cluster with
    what is typical of it."""

    least = 10
    headline = ("k", "silhouette")
    first = "highest"
    examples = (
        "Cluster the {entity} by {measures}",
        "Which natural clusters of {entity} are there by {measures}?",
        "Find natural clusters of {entity}",
        "Cluster my data",
    )

    entity: Entity | None = None
    measures: Annotated[tuple[Measure, ...], Field(max_length=_MOST), Different] = ()
    k: int | None = Field(default=None, ge=2, le=12, description="How many clusters; left open, the best number.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        names = self._numbers(table)
        if not names:
            own = embedded(table)
            return (Rows(where=self.where, columns=tuple(dict.fromkeys((own.name, self.entity or own.name)))),)
        if self.entity is None:
            return (Rows(where=self.where, columns=names),)
        figures = tuple(Statistic(function=table.column(one).default_aggregate, column=one) for one in names)
        groups = (ByColumn(column=self.entity),)
        return (Figures(where=self.where, groups=groups, measures=figures, ranking=Ranking(by=0)),)

    def _numbers(self, table: DatasetProfile) -> tuple[str, ...]:
        """The columns of numbers that it goes by; none where it goes by vectors."""
        return self.measures or tuple(one.name for one in table.having("measure") if one.numeric)[:_MOST]

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        if self._numbers(table):
            return super().queries(table)
        (bound,), own = self.bound(table), embedded(table)
        purpose = f"Likeness in {spoken(own)} of {self._holders(table)}{self.scoped(table)}"
        return (likenesses(table, own, compile_query(bound, ordered=False), self.entity, purpose),)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        if not self._numbers(table):
            return (Cluster(k=self.k, labels=1, likenesses=True),)
        return (Cluster(k=self.k, labels=0 if self.entity is None else 1),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Natural clusters of {self._holders(table)}"

    def _holders(self, table: DatasetProfile) -> str:
        if self.entity is not None:
            return plural(spoken(table.column(self.entity)))
        return naming_of(self.bound(table)[0]).rows

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, holders, where = self.facts(table, results), self._holders(table), self.scoped(table)
        count = int(facts.number("count", query=STATISTIC))
        if count < self.least:
            reason = f"Dataset too small to cluster {too_few(count, holders, self.least)}"
            raise ForfeitException(reason, (f"Counted the {holders} with all values",), None, "too_few_rows")
        if facts.value("k", query=STATISTIC) is None:
            raise ForfeitException(
                f"The {holders} are all alike, so they form no clusters", (f"Compared the {holders}",)
            )
        counted = facts.add(f"number of {holders} with all values", column="count", query=STATISTIC)
        many = facts.add(f"number of clusters of {holders}", column="k", query=STATISTIC)
        silhouette = facts.add("silhouette of the clusters", column="silhouette", query=STATISTIC)
        told = self._verdict(facts)
        by = "" if self._numbers(table) else f" by {spoken(embedded(table))}"
        summary = f"{counted} {holders}{where} fall into {many} clusters{by}, {told} (silhouette {silhouette})"
        profiles = [self._profile(facts, table, results, row) for row in facts.rows(_CLUSTERS)]
        lines = (*profiles, self._held(facts), self._stable(facts), self._chosen(facts), sampled(results[0]))
        kept = tuple(filter(None, lines))
        size = f"number of {holders}"
        pictures = bars(
            results[_CLUSTERS],
            "size",
            "cluster",
            title=f"{size} by cluster{where}",
            along=axis("cluster"),
            figure=axis(size),
            query=_CLUSTERS,
        )
        return Findings(
            summary=sentence(summary),
            facts=self.told(facts),
            findings=kept,
            visualization_hint="bar",
            pictures=pictures,
        )

    def _verdict(self, facts: Facts) -> str:
        silhouette, by_chance = (facts.number(one, query=STATISTIC) for one in ("silhouette", "chance"))
        if silhouette >= CLEAR:
            return (
                "which are clearly apart"
                if by_chance < SIGNIFICANT
                else "which are no clear groups: values drawn without any fall as far apart when they are cut"
            )
        return (
            "which overlap, so they may be no more than a way to cut"
            if silhouette >= WEAK
            else "which are hardly apart: they are a way to cut, not groups"
        )

    def _held(self, facts: Facts) -> str:
        """What clear groups were held against."""
        by_chance = facts.value("chance", query=STATISTIC)
        if by_chance is None or facts.number("chance", query=STATISTIC) >= SIGNIFICANT:
            return ""
        told = chance(facts, "the silhouette without groups", "chance", query=STATISTIC)
        return (
            f"Values drawn without groups, of the same spread and correlations, hardly ever fall as far apart ({told})."
        )

    def _profile(self, facts: Facts, table: DatasetProfile, results: tuple[QueryResult, ...], row: int) -> str:
        """ "Cluster 1: 40 customers (33 %), mean revenue 120, mean units 3"."""
        who, holders = str(facts.value("cluster", row, _CLUSTERS)), self._holders(table)
        size = facts.add(f"number of {holders} in {who}", column="size", row=row, query=_CLUSTERS)
        share = facts.add(f"share of {holders} in {who}", "%", column="share", row=row, query=_CLUSTERS)
        means = []
        for column, words, unit in self._means(table):
            shown = facts.add(f"mean {words} in {who}", unit, column=column, row=row, query=_CLUSTERS)
            means.append(f"mean {words} {shown}")
        typical = [
            f"“{facts.value(column, row, _CLUSTERS)}”"
            for column in results[_CLUSTERS].columns
            if column.startswith("typical_") and facts.value(column, row, _CLUSTERS)
        ]
        told = means or [f"most typical {listed(typical)}"]
        return sentence(f"{who}: {how_many(size, holders)} ({share}), {', '.join(told)}")

    def _means(self, table: DatasetProfile) -> Iterator[tuple[str, str, str | None]]:
        """The columns of means over a cluster, each with what it is the mean of, in words, and its unit: of one who has
        several rows, the figure of them all."""
        if not (names := self._numbers(table)):
            return
        (bound,) = self.bound(table)
        for output, name in zip(bound.outputs[-len(names) :], names, strict=True):
            words = without_unit(table.column(name), table.columns)
            own = output.node if isinstance(output, ResultColumn) else None
            total = isinstance(own, Statistic) and own.function == "sum" and not self._single(table)
            said = f"{aggregated('total', words)} of one" if total else words
            yield f"mean_{output.name}", said, table.column(name).unit

    def _single(self, table: DatasetProfile) -> bool:
        return self.entity is None or is_single(table.column(self.entity), table)

    def _stable(self, facts: Facts) -> str:
        shown = facts.add("stability of the clusters", column="stability", query=STATISTIC)
        part = facts.add("variance between the clusters", "%", column="explained", query=STATISTIC)
        return (
            f"Over resampled rows the clusters agree by {shown} (1 is always the same); they explain "
            f"{part} of the variance."
        )

    def _chosen(self, facts: Facts) -> str:
        """Why so many."""
        if self.k is not None:
            return "The number of clusters was asked for."
        said = []
        for row in facts.rows(_BY_K):
            k = facts.add(f"number of clusters in try {row + 1}", column="k", row=row, query=_BY_K)
            value = facts.add(f"silhouette of {k} clusters", column="silhouette", row=row, query=_BY_K)
            said.append(f"{k}: {value}")
        return f"This number has the best silhouette of those tried ({'; '.join(said)})."
