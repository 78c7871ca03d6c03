"""Texts that mean what a few words say, found by embeddings: what is left where no language model can choose."""

from collections.abc import Sequence
from typing import Final

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.entity_analysis import ordered
from shared.analysis.facts import Facts, number
from shared.analysis.fields import Dimension, Filters, SearchedWords, fits
from shared.analysis.texts.text_column import text_column
from shared.analysis.wording import rows_name, where_text
from shared.contracts import Cell, ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.values import listed
from shared.table.names import spoken
from shared.table.nouns import agreeing, how_many, plural

MOST: Final = 2_000
_TOLD: Final = 8


class MeaningMatch(Analysis):
    """Finds the texts of a column whose meaning is like a few words, by embeddings: fetches the different values, keeps
    those whose cosine is at least `threshold`, and counts their rows. Says the threshold, and how like each text is.
    Without a column it takes the one that has the text most like the words.

    It is a rough judge: where you can, read the different values yourself and choose.
    """

    least = 1
    examples = (
        "Find the {column} that are about {words}",
        "Which {column} have to do with {words}",
    )

    words: SearchedWords
    column: Dimension | None = Field(default=None, description="A column of texts; none: the one most like the words.")
    threshold: float = Field(default=0.3, gt=0, lt=1, description="The least likeness (cosine).")
    filters: Filters = ()

    def _searched(self, table: DatasetProfile) -> ColumnProfile:
        """The column of texts. Raises ForfeitException where it holds none, or no column has a text like the words."""
        if self.column is not None:
            return text_column(self.column, table)
        read = (one for one in table.columns if one.type == "text" and fits(one, "dimension"))
        texts = {one.name: known for one in read if (known := _known(one))}
        nearest = {name: max(_likeness(self.words, known)) for name, known in texts.items()}
        found = max(nearest, key=lambda name: nearest[name], default=None)
        if found is None or nearest[found] < self.threshold:
            compared = listed([spoken(table.column(name)) for name in nearest])
            raise ForfeitException(
                f"No text in {table.file_name} means what “{self.words}” says (by embeddings)",
                (
                    f"Compared “{self.words}” with the texts of {compared}"
                    if compared
                    else "Looked for columns of texts: none",
                ),
                "Say it in words that the texts may have, or upload a file with texts, such as comments.",
                "not_in_data",
            )
        return table.column(found)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        own = sql.column(self._searched(table).name)
        known = (*self.filters, *sql.present([own.name]))
        each = sql.select(table, {"value": own, "rows": sql.formula("count(*)")}, known).group_by(own.copy())
        query = exp.select("*", exp.alias_(sql.formula("count(*) OVER ()"), "different")).from_("_each")
        query = query.with_("_each", as_=each).order_by(*ordered("-rows", "value")).limit(MOST)
        name = spoken(self._searched(table))
        return (sql.planned(query, f"Different values of {name}{where_text(self.filters, table)}"),)

    def wider(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[PlannedQuery, ...]:
        near = self._near(results[0])
        if not near:
            return ()
        own = sql.column(self._searched(table).name)
        figures = {"rows": sql.formula("count(*)"), "texts": exp.Count(this=exp.Distinct(expressions=[own.copy()]))}
        chosen = exp.In(this=own, expressions=[exp.Literal.string(value) for value, _ in near])
        query = sql.select(table, figures, self.filters).where(chosen)
        return (sql.planned(query, f"Rows with one of the texts chosen{where_text(self.filters, table)}"),)

    def _near(self, result: QueryResult) -> list[tuple[str, float]]:
        """The values that are like the words, the most alike first, each with its likeness."""
        if result.rows and number(result.rows[0][2]) != len(result.rows):
            raise ForfeitException(
                "There are too many different texts to compare each with the question",
                (f"Counted the different texts: more than {len(result.rows)}",),
                "Name a condition that leaves fewer, or search a column of free text by meaning.",
                "not_computable",
            )
        values = [str(row[0]) for row in result.rows]
        alike = zip(values, _likeness(self.words, values), strict=True)
        return sorted((one for one in alike if one[1] >= self.threshold), key=lambda one: (-one[1], one[0]))[:200]

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, name, near = (
            where_text(self.filters, table),
            spoken(self._searched(table)),
            self._near(results[0]),
        )
        if not near:
            raise ForfeitException(
                f"No {name} means what “{self.words}” says{where} (by embeddings, none is {self.threshold:g} alike)",
                (f"Compared the meaning of each {name} with “{self.words}”{where}",),
                "Say it in words that the texts may have, or ask when the language model can be reached.",
                "not_in_data",
            )
        facts = Facts(results, where)
        rows = facts.add(f"number of {rows_name(table)} about {self.words}", column="rows", query=1)
        texts = facts.add(f"number of different {name} about {self.words}", column="texts", query=1)
        listed = "; ".join(f"{value} ({self._shown(facts, value, alike)} alike)" for value, alike in near[:_TOLD])
        more = "; …" if len(near) > _TOLD else ""
        one_of = "" if len(near) == 1 else "one of "
        have = f"{agreeing(rows, 'has', 'have')} {one_of}{how_many(texts, plural(name))}"
        found = f"{how_many(rows, rows_name(table))}{where} {have}"
        summary = f"{found} about “{self.words}”: {listed}{more}."
        rule = f"Found by embeddings, from a likeness of {self.threshold:g} on; nobody has read the texts."
        return Findings(summary=summary, facts=facts.all(), findings=(rule,))

    def _shown(self, facts: Facts, value: str, alike: float) -> str:
        row = next(at for at in facts.rows() if facts.value("value", at) == value)
        cells = (Cell(query=0, row=row, column="value"),)
        return facts.work_out(f"likeness of {value} to {self.words}", alike, of=cells)


def _known(column: ColumnProfile) -> tuple[str, ...]:
    """The values that the profile knows, without codes (T-0001), which mean nothing."""
    values = (str(one.value) for one in column.top_values)
    return tuple(one for one in values if " " in one or not any(map(str.isdigit, one)))


def _likeness(words: str, values: Sequence[str]) -> list[float]:
    from shared.embeddings.embedder import Embedder  # loaded where texts are compared

    return [round(float(one), 2) for one in Embedder().similarity([words], values)[0]] if values else []
