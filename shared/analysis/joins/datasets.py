"""Which datasets there are, what is in them, and how they belong together."""

from typing import Self

from pydantic import PrivateAttr

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.bound_analysis import number_of_rows
from shared.analysis.facts import Facts
from shared.analysis.joins.joins import Link, Multiplicity, links, multiplicity, proof
from shared.analysis.quality.overview import described
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.words.values import listed
from shared.table.names import spoken

_MOST_LINKS = 6
_MATCHES: dict[Multiplicity, str] = {
    "1:1": "each row of either matches at most one row of the other",
    "n:1": "several rows of {left} can match the same row of {right}",
    "1:n": "one row of {left} can match several rows of {right}",
    "n:n": "rows match several rows on both sides, so nothing can be added up over this join",
}


class Datasets(Analysis):
    """Lists the datasets of the session: what each file holds, its rows and columns, and the time it covers."""

    least = 1
    examples = (
        "Which datasets are there?",
        "What tables are available?",
        "Which files do I have?",
        "List the datasets",
    )
    _tables: tuple[DatasetProfile, ...] = PrivateAttr(default=())

    def over(self, tables: tuple[DatasetProfile, ...]) -> Self:
        """The analysis, told of all tables."""
        told = self.model_copy()
        told._tables = tables
        return told

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return tuple(
            PlannedQuery(
                sql=sql.text(number_of_rows(one, "rows")),
                purpose=f"Number of rows of {one.file_name}",
            )
            for one in self._tables or (table,)
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        tables, facts = self._tables or (table,), Facts(results)
        counts = [
            facts.add(f"number of rows of {one.file_name}", column="rows", query=at) for at, one in enumerate(tables)
        ]
        named = [f"{one.file_name} ({rows} rows)" for one, rows in zip(tables, counts, strict=True)]
        many = "one dataset" if len(tables) == 1 else f"{len(tables)} datasets"
        lines = [_contents(one) for one in tables]
        return Findings(summary=f"You have {many}: {listed(named)}.", facts=facts.all(), findings=tuple(lines))


class JoinKeys(Analysis):
    """Finds the columns that link the datasets, and measures each link: how many values both sides share, how many rows
    have no match, and whether it is 1:1, n:1, 1:n or n:n. Run it before joining anything."""

    least = 1
    of_several_tables = True
    examples = (
        "Which columns link the datasets?",
        "How are the tables joined?",
        "Which join keys are there?",
        "How are the files related?",
    )
    _tables: tuple[DatasetProfile, ...] = PrivateAttr(default=())

    def over(self, tables: tuple[DatasetProfile, ...]) -> Self:
        """The analysis, told of all tables. Raises ForfeitException where there is nothing to link."""
        looked = tuple(
            f"Looked at {one.file_name}: {', '.join(spoken(column) for column in one.columns[:12])}" for one in tables
        )
        if len(tables) < 2:
            raise ForfeitException("There is only one dataset, so there is nothing to link it with", looked)
        if not links(tables):
            raise ForfeitException(
                "No columns of these datasets look as if they link them",
                (*looked, "Compared names, types and values of all columns that could be keys"),
                "Say which column of one file corresponds to which column of the other.",
            )
        told = self.model_copy()
        told._tables = tables
        return told

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return tuple(sql.planned(proof(link), f"How many rows match by {link.told}") for link in self._links())

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results)
        matching = [(at, link) for at, link in enumerate(self._links()) if facts.number("shared_keys", query=at)]
        if not matching:
            raise ForfeitException(
                "The columns that look like links share no values",
                tuple(f"Compared the values of {link.told}" for link in self._links()),
            )
        lines = [self._line(facts, link, at) for at, link in matching]
        best = matching[0]
        kind = multiplicity(facts.number("left_most", query=best[0]), facts.number("right_most", query=best[0]))
        summary = f"{best[1].left} and {best[1].right} are linked by {best[1].told} ({kind})."
        return Findings(summary=summary, facts=facts.all(), findings=tuple(lines))

    def _links(self) -> tuple[Link, ...]:
        return links(self._tables)[:_MOST_LINKS]

    def _line(self, facts: Facts, link: Link, query: int) -> str:
        kind = multiplicity(facts.number("left_most", query=query), facts.number("right_most", query=query))
        shared = facts.add(f"number of values shared by {link.told}", column="shared_keys", query=query)
        parts = [
            f"{link.told} is {kind}: {_MATCHES[kind].format(left=link.left, right=link.right)}",
            f"{shared} values match",
        ]
        for side, relation, other in (("left", link.left, link.right), ("right", link.right, link.left)):
            rows = facts.add(f"number of rows of {relation}", column=f"{side}_rows", query=query)
            of = f"number of rows of {relation} without a match in {other} by {link.told}"
            parts.append(
                f"{facts.add(of, column=f'{side}_unmatched', query=query)} of {rows} rows of {relation} have no match"
            )
        if facts.number("alike_keys", query=query):
            of = f"number of values of {link.left} that match but for how they are written by {link.told}"
            alike = facts.add(of, column="alike_keys", query=query)
            parts.append(f"{alike} values of {link.left} would match but for capitals, blanks or hyphens")
        return "; ".join(parts) + "."


def _contents(table: DatasetProfile) -> str:
    return f"{table.file_name} has {len(table.columns)} columns. {' '.join(described(table))}"
