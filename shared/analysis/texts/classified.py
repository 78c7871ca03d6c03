"""Texts put into categories that a mind has chosen, and figures of these categories."""

from abc import abstractmethod
from collections.abc import Iterator

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.entity_analysis import ordered
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Filters, Measure
from shared.analysis.pictures import axis, bars
from shared.analysis.texts.chosen_values import ChosenTexts
from shared.analysis.texts.text_column import text_column
from shared.analysis.wording import rows_name, where_text
from shared.contracts import Contract, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_plain
from shared.table.names import spoken

OTHER, NONE = "not classified", "without a text"


class Category(Contract):
    """A category and the texts that belong to it, exactly as they stand in the cells."""

    name: str = Field(min_length=1, max_length=60)
    values: ChosenTexts = Field(min_length=1)


class Categorised(Analysis):
    """Rows counted by the categories of their texts."""

    least = 1

    column: Dimension = Field(description="A column of texts.")
    measure: Measure | None = None
    by: Dimension | None = Field(default=None, description="Groups to compare the categories in.")
    filters: Filters = ()

    def problems(self) -> Iterator[str]:
        names = [one.name.casefold() for one in self.named()]
        given = [value for one in self.named() for value in one.values]
        if len(set(names)) < len(names) or {OTHER, NONE} & set(names):
            yield "each category has a name of its own"
        if len(set(given)) < len(given):
            yield "each text belongs to one category: one stands in several"

    @abstractmethod
    def named(self) -> tuple[Category, ...]:
        """The categories, each with its texts; none where nobody has judged them."""

    @abstractmethod
    def unjudged(self) -> ForfeitException:
        """The forfeit that is raised where no model has assigned the texts to categories."""

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        own = text_column(self.column, table)
        if not self.named():
            raise self.unjudged()
        cell, case = sql.column(own.name), exp.Case()
        case = case.when(exp.Is(this=cell.copy(), expression=exp.Null()), exp.Literal.string(NONE))
        for one in self.named():
            values = [exp.Literal.string(value) for value in one.values]
            case = case.when(exp.In(this=cell.copy(), expressions=values), exp.Literal.string(one.name))
        named = case.else_(exp.Literal.string(OTHER))
        group = {"group": sql.column(self.by)} if self.by else {}
        figures = {**group, "category": named, "rows": sql.formula("count(*)")}
        if self.measure:
            figures["figure"] = Worth.of(self.measure, table).within()
        known = sql.present([self.by] if self.by else [])
        keys = [expression.copy() for name, expression in figures.items() if name in ("group", "category")]
        each = sql.select(table, figures, (*self.filters, *known)).group_by(*keys)
        within = 'PARTITION BY "group"' if self.by else ""
        share = exp.alias_(sql.formula(f"100.0 * rows / sum(rows) OVER ({within})"), "share", quoted=True)
        query = exp.select("*", share).from_("_each").with_("_each", as_=each)
        query = query.order_by(*ordered(*group, "-rows", "category"))
        return (sql.planned(query, f"{self.purpose(table)}{where_text(self.filters, table)}"),)

    def purpose(self, table: DatasetProfile) -> str:
        """The purpose of the query in words: “Categories of comment in each region”."""
        by = f" in each {spoken(table.column(self.by))}" if self.by else ""
        return f"Categories of {spoken(text_column(self.column, table))}{by}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, rows = where_text(self.filters, table), rows_name(table)
        facts = Facts(results, where)
        if not facts.rows():
            raise ForfeitException(
                f"No text is there to put into a category{where}", (f"Read {spoken(text_column(self.column, table))}",)
            )
        lines = []
        for row in facts.rows()[:24]:
            category = str(facts.value("category", row))
            group = f" in {show_plain(facts.value('group', row))}" if self.by else ""
            count = facts.add(f"number of {rows} that are {category}{group}", column="rows", row=row)
            share = facts.add(f"share of {category}{group}", "%", column="share", row=row)
            figure = ""
            if self.measure:
                worth = Worth.of(self.measure, table)
                shown = facts.add(f"{worth.name} of {category}{group}", worth.unit, column="figure", row=row)
                figure = f", {worth.name} {shown}"
            lines.append(f"{category}{group}: {count} {rows} ({share}){figure}")
        name = spoken(text_column(self.column, table))
        summary = f"{self.purpose(table)}{where}: {'; '.join(lines[:6])}."
        rule = f"The categories were judged by what the texts of {name} mean, each different text once."
        told = (*(f"{line}." for line in lines[6:]), rule)
        share = f"share of {rows}"
        there = [str(facts.value("category", row)) for row in facts.rows()]
        without = f" (not shown: {NONE})" if NONE in there and len(there) > 1 else ""
        pictures = (
            ()
            if self.by
            else bars(
                results[0],
                "share",
                "category",
                title=f"{share} by category of {name}{where}{without}",
                along=axis("category"),
                figure=axis(share, "%"),
                rows=[at for at, category in enumerate(there) if category != NONE or not without],
            )
        )
        return Findings(
            summary=summary,
            facts=facts.all(),
            findings=told,
            visualization_hint="table" if self.by else "bar",
            pictures=pictures,
        )


class Classified(Categorised):
    """Categorises the texts of a column: each of the different values belongs to one of the categories that you name,
    and rows of the other values are told as “not classified”. Gives each category's number of rows and share, and of a
    measure its total or average; with `by`, in each group.

    Use it after the different values were read, to categorise texts or to enrich them: industries of companies,
    subjects of comments. What is in doubt belongs to no category.
    """

    chosen = ("categories",)
    examples = (
        "Categorize the texts in {column}",
        "Classify the texts in {column} into categories",
        "Enrich {column} with categories",
    )

    categories: tuple[Category, ...] = Field(default=(), max_length=20)

    def named(self) -> tuple[Category, ...]:
        return self.categories

    def unjudged(self) -> ForfeitException:
        return ForfeitException(
            "Nobody has put the texts into categories: that takes a language model, and none was at hand",
            ("Looked for categories of the texts",),
            "Ask again when the language model can be reached.",
            "unavailable",
        )
