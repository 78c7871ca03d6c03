"""An analysis of entities: figures of each, worked on in steps, and those of them that are flagged."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from functools import reduce
from typing import ClassVar, Final, NamedTuple

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.whom import whom
from shared.analysis.facts import Facts
from shared.analysis.fields import Entity, Filters
from shared.analysis.naming import snake
from shared.analysis.pictures import Pictures, axis, bars
from shared.analysis.wording import entity_noun, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.query.trees import exp
from shared.query.words.figures import show_plain
from shared.query.words.values import listed
from shared.table.names import spoken

MOST_TOLD: Final = 8
_STEP: Final = "_each"
ENTITY: Final = "entity"
SelectSteps = tuple[Mapping[str, "exp.Expr | str"], ...]
"""What each step adds, by name: expressions, or formulas over what the steps before it gave."""


class Drawn(NamedTuple):
    """A column of the list of the flagged, in words; the title says whose figure it is, and when, where that is not
    "… of customers"."""

    column: str
    called: str
    unit: str | None = None
    title: str = ""


class PerEntity(Analysis):
    """The figures of each entity of a table, and what is worked out of them."""

    least: ClassVar[int] = 2
    takes_source: ClassVar[bool] = True

    entity: Entity | None = Field(default=None, description="Whom or what to look at; none: the table's own.")
    filters: Filters = ()

    @abstractmethod
    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        """The figures of each entity: aggregates over its rows."""

    @abstractmethod
    def steps(self, table: DatasetProfile) -> SelectSteps:
        """The columns derived from the figures of an entity; each step may use those of the steps before."""

    def beside(self) -> Mapping[str, str]:
        """Columns by which the rows of an entity are told apart, under the names that they get."""
        return {}

    def kept(self, table: DatasetProfile) -> Filters:
        """The conditions on rows: those that do not meet them are ignored."""
        return self.filters

    def whom(self, table: DatasetProfile) -> ColumnProfile:
        """The column of the entities. Raises ForfeitException."""
        return whom(self.entity, table)

    def called(self, table: DatasetProfile) -> str:
        """What the entities are called, in the plural."""
        return entity_noun(self.whom(table))

    def worked(self, table: DatasetProfile) -> exp.Select:
        """The SELECT with a row for each entity: its figures, and the columns that each step adds."""
        own = {ENTITY: self.whom(table).name, **self.beside()}
        columns = {name: sql.column(one) for name, one in own.items()}
        known = sql.present(own.values())
        each = sql.select(table, {**columns, **self.each(table)}, (*self.kept(table), *known))
        return reduce(_step, self.steps(table), each.group_by(*(one.copy() for one in columns.values())))


class EntityAnalysis(PerEntity):
    """Tells which entities are flagged. The first query counts all of them and the flagged, the second lists these."""

    flagged: ClassVar[str]
    """Which entities are told: a formula over what the steps gave."""
    order: ClassVar[tuple[str, ...]]
    """What the flagged are ordered by, one after the other; descending where it begins with "-"."""
    overall: ClassVar[Mapping[str, str]] = {}
    """What else is computed over all entities: formulas in which `:flagged` stands for the condition."""
    hidden: ClassVar[frozenset[str]] = frozenset()
    """Columns that only others are worked out of: they are not listed."""

    def headings(self, table: DatasetProfile) -> Mapping[str, str]:
        """What the columns of the list are called there, where that is not the name that they are computed under: the
        entity's own, and the figure's that is drawn, whose names formulas do not know."""
        drawn = self.drawn(table)
        return {ENTITY: self.whom(table).name, drawn.column: snake(drawn.called)}

    def listed_as(self, table: DatasetProfile) -> dict[str, str]:
        """The columns of the list, by the name that they are computed under."""
        steps = (name for step in self.steps(table) for name in step)
        made = (one for one in (*self.each(table), *steps) if one not in self.hidden)
        names, called = (ENTITY, *self.beside(), *made), self.headings(table)
        taken = {one.casefold() for one in names}
        apart = {one: said for one, said in called.items() if one in names and said and said.casefold() not in taken}
        counts = Counter(said.casefold() for said in apart.values())
        return {one: apart[one] if one in apart and counts[apart[one].casefold()] == 1 else one for one in names}

    @abstractmethod
    def purpose(self, table: DatasetProfile) -> str:
        """What the list of the flagged shows, as the beginning of a sentence, without the conditions."""

    @abstractmethod
    def drawn(self, table: DatasetProfile) -> Drawn:
        """Which figure of the flagged a picture shows."""

    @abstractmethod
    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        """The answer in one sentence, without a full stop; `all_of` and `found` are both counts as they are shown."""

    @abstractmethod
    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        """One flagged entity in a sentence without a full stop."""

    def rules(self, table: DatasetProfile) -> tuple[str, ...]:
        """The rules by which entities are flagged, one sentence each."""
        return ()

    def aside_of(self, table: DatasetProfile) -> tuple[str, ...]:
        """What must be known of the data behind them, one sentence each: which period is left out."""
        return ()

    def noticed(self, table: DatasetProfile, facts: Facts) -> tuple[str, ...]:
        """Further observations on the result, one sentence each."""
        return ()

    def over_all(self) -> Mapping[str, str]:
        """What else is computed over all entities, with what is only checked."""
        return self.overall

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        """Raises ForfeitException where the entities cannot show what is asked."""

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        worked, met, where = self.worked(table), sql.formula(self.flagged), where_text(self.filters, table)
        overall = {
            "entities": exp.Count(this=exp.Star()),
            "flagged": sql.formula("count_if(:met)", met=met),
            **{name: sql.formula(written, flagged=met) for name, written in self.over_all().items()},
        }
        shown = [
            sql.column(one) if one == said else exp.alias_(sql.column(one), said, quoted=True)
            for one, said in self.listed_as(table).items()
        ]
        listing = exp.select(*shown).from_(_STEP).with_(_STEP, as_=worked).where(met.copy())
        listing = listing.order_by(*ordered(*self.order, *self.beside(), ENTITY))
        counted = f"Number of {self.called(table)} in all, and of those told{where}"
        return (
            sql.planned(sql.select_from(worked.copy(), overall), counted),
            sql.planned(listing, f"{self.purpose(table)}{where}"),
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results, where_text(self.kept(table), table), self.listed_as(table))
        name = self.called(table)
        tried = f"Looked at each of the {name}{where_text(self.kept(table), table)}"
        self.require(int(facts.number("entities")), name, f"to compare {name}", tried)
        self.check(table, facts)
        all_of = facts.add(f"number of {name}", column="entities")
        found = facts.add(f"number of {name} told as {_small(self.purpose(table))}", column="flagged")
        said = self.summary(table, facts, all_of=all_of, found=found)
        lines = [f"{self.line(table, facts, row, self.label(facts, row))}." for row in facts.rows(1)[:MOST_TOLD]]
        noticed = self.noticed(table, facts)
        return Findings(
            summary=f"{said}{where_text(self.kept(table), table)}.",
            facts=facts.all(),
            findings=(*(one for one in lines if one[:-1] not in said), *self.rules(table)),
            insights=(*noticed, *self.aside_of(table)),
            visualization_hint="bar",
            pictures=self._pictures(table, results[1], facts),
        )

    def _pictures(self, table: DatasetProfile, listing: QueryResult, facts: Facts) -> Pictures:
        drawn, whose = self.drawn(table), axis(spoken(self.whom(table)))
        title = f"{drawn.title or f'{drawn.called} of {self.called(table)}'}{where_text(self.kept(table), table)}"
        called, listed_as = axis(drawn.called, drawn.unit), self.listed_as(table)
        return bars(
            listing,
            listed_as[drawn.column],
            listed_as[ENTITY],
            title=title,
            along=whose,
            figure=called,
            query=1,
            names=self._called_each(facts),
        )

    def _called_each(self, facts: Facts) -> list[str]:
        """What each of the flagged is called, told apart."""
        beside = list(self.beside())
        return [
            ", ".join((self.label(facts, row), *(show_plain(facts.value(one, row, 1)) for one in beside)))
            for row in facts.rows(1)
        ]

    def label(self, facts: Facts, row: int) -> str:
        """What one of the flagged is called."""
        return show_plain(facts.value(ENTITY, row, 1))

    def labels(self, facts: Facts, most: int = 3) -> str:
        """The first of the flagged, by their names."""
        return listed([self.label(facts, row) for row in facts.rows(1)[:most]])


def ordered(*names: str) -> list[exp.Ordered]:
    """An order by these columns, descending where one begins with "-", empty cells last."""
    return [
        exp.Ordered(this=sql.column(name.removeprefix("-")), desc=name.startswith("-"), nulls_first=False)
        for name in names
    ]


def _step(inner: exp.Select, added: Mapping[str, exp.Expr | str]) -> exp.Select:
    built = [
        exp.alias_(sql.formula(one) if isinstance(one, str) else one, name, quoted=True) for name, one in added.items()
    ]
    return exp.select("*", *built).from_(_STEP).with_(_STEP, as_=inner)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
