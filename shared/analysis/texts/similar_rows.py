"""Rows whose text is like a few words, or like that of one of them: cosine over the embeddings made at ingestion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Self

from pydantic import Field, PrivateAttr

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.entity_analysis import ordered
from shared.analysis.facts import Facts
from shared.analysis.fields import AnyColumn, Filters, SearchedWords
from shared.analysis.wording import rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult, texts_of
from shared.errors import ForfeitException
from shared.query.base import RESERVED
from shared.query.trees import exp
from shared.query.words.figures import show_plain
from shared.table.names import spoken
from shared.table.nouns import agreeing, how_many

LEAST_ALIKE: Final = 0.25
MOST: Final = 10
_DIGITS: Final = 5
_NAMED: Final = f"{RESERVED}named"
"""Whether the words are the name of a row, whose vector was taken then."""
_LONGEST: Final = 160


class SimilarRows(Analysis):
    """Searches by meaning: the rows whose text is most like a few words, or, with `like`, like the text of that row
    (its name as the cell has it), by the cosine of embeddings that were made when the file was read, or of vectors that
    the file brought along: words are compared with those only where the model that made them can be asked, else the
    words are a row's name. Gives the ten most alike from a likeness of
    0.25 on, each with its score, the most alike first.

    Use it for "records about supply chain issues", "customers similar to ABC Corp", "related to our top seller".
    """

    least: ClassVar[int] = 1
    examples = (
        "Find rows about {words}",
        "Show me records about {words}",
        "Which rows are related to {words}",
        "Find rows similar to {words}",
    )

    words: SearchedWords | None = None
    like: str | None = Field(default=None, max_length=300, description="The name of a row to find others like.")
    column: AnyColumn | None = Field(default=None, description="The embedded text column; none: the only one.")
    filters: Filters = ()
    _vector: tuple[float, ...] = PrivateAttr(default=())

    def problems(self) -> Iterator[str]:
        if (self.words is None) == (self.like is None):
            yield "give `words` to search for, or `like`, the name of a row, and not both"

    def _searched(self, table: DatasetProfile) -> ColumnProfile:
        """The column that is searched. Raises ForfeitException where none has embeddings, or several do."""
        tried = (f"Looked for embedded texts in {table.file_name}",)
        if not table.embedded_columns:
            raise ForfeitException(
                "No embeddings available: the data has no texts that can be searched by meaning",
                tried,
                "Upload a file with a column of free text, such as comments or descriptions.",
                "not_in_data",
            )
        if self.column in table.embedded_columns:
            return table.column(self.column)
        if self.column is None and len(own := self._fitting(table)) == 1:
            return own[0]
        named = ", ".join(spoken(table.column(one)) for one in table.embedded_columns)
        raise ForfeitException(
            "Several columns hold texts that can be searched"
            if self.column is None
            else "That column has no embeddings",
            tried,
            f"Name one of these columns: {named}.",
            "not_understood",
        )

    def _fitting(self, table: DatasetProfile) -> list[ColumnProfile]:
        """The columns that can be searched so: words are compared with vectors of the file where theirs is known, else
        with texts; a row with others by the vectors that the file brought along, where there are any."""
        every = [table.column(one) for one in table.embedded_columns]
        texts = [one for one in every if one.role != "vector"]
        brought = [one for one in every if one.role == "vector"]
        if self.like is not None:
            return brought or texts
        known = [one for one in brought if one.embedded_by]
        return (known if self._vector else texts) or brought

    def _row(self, table: DatasetProfile) -> str | None:
        """The name of the row that others should be like; None where words alone are searched for. Words may be a
        row's name where the file's own vectors are compared."""
        return self.words if self.like is None and self._searched(table).role == "vector" else self.like

    def meant(self, table: DatasetProfile) -> tuple[str, str] | None:
        named = [one for one in table.having("vector") if one.embedded_by and self.column in (None, one.name)]
        return (self.words, named[0].embedded_by) if self.words is not None and len(named) == 1 else None

    def with_meaning(self, vector: Sequence[float]) -> Self:
        told = self.model_copy()
        told._vector = tuple(vector)
        return told

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        own, label, row = self._searched(table), self._label(table), self._row(table)
        columns = {"name": sql.column(label), "text": sql.column(own.name)}
        rows = sql.select(table, columns, self.filters)
        texts = exp.select("value", "embedding").from_(exp.to_table(texts_of(table.relation), quoted=True))
        texts = texts.where(exp.EQ(this=sql.column("column"), expression=exp.Literal.string(own.name)))
        words = self._of_words(own)
        wanted = exp.select(exp.alias_(words, "vector"), exp.alias_(exp.false(), "named"))
        if row is not None:
            wanted = _of_row(table, label, own.name, row, words)
        cosine = sql.formula("round(list_cosine_similarity(embedding, vector), 4)")
        near = exp.select("value", "named", exp.alias_(cosine, "similarity")).from_("_texts").with_("_texts", as_=texts)
        near = near.join("_wanted", join_type="cross").with_("_wanted", as_=wanted)
        found = (
            exp.select(
                "name",
                "text",
                "similarity",
                exp.alias_(sql.formula("count(*) OVER ()"), "found"),
                exp.alias_(sql.column("named"), _NAMED),
            )
            .from_("_rows")
            .join("_near", on="_rows.text = _near.value")
            .where(sql.formula("isfinite(similarity) AND similarity >= :least", least=LEAST_ALIKE))
        )
        if row is not None:
            same = exp.Literal.string(row.casefold())
            found = found.where(sql.formula("lower(CAST(name AS VARCHAR)) <> :same", same=same))
        query = found.with_("_rows", as_=rows).with_("_near", as_=near)
        query = query.order_by(*ordered("-similarity", "name", "text")).limit(MOST)
        said = f"{rows_name(table).capitalize()} whose {spoken(own)} is most like {self._said(table)}"
        return (sql.planned(query, f"{said}{where_text(self.filters, table)}"),)

    def _of_words(self, own: ColumnProfile) -> exp.Expr:
        """The vector of the words, by the model that made those of the column; NULL where there is none."""
        vector = _embedded(self.words) if self.words is not None and own.role != "vector" else self._vector
        numbers: list[exp.Expr] = [exp.Literal.number(round(one, _DIGITS)) for one in vector]
        return exp.Array(expressions=numbers) if numbers else exp.Null()

    def _label(self, table: DatasetProfile) -> str:
        """The column that names a row: the table's own, else its first of ids, else its first; the text that is
        searched only where there is no other."""
        own = self._searched(table).name
        ids = [one.name for one in table.having("id")]
        first = next((one.name for one in table.columns if one.role != "vector"), own)
        named = [one for one in (table.semantic.label_column, *ids, first) if one and one != own]
        return named[0] if named else own

    def _said(self, table: DatasetProfile) -> str:
        row = self._row(table)
        return f"“{self.words}”" if row is None or self.meant(table) else f"that of {row}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, own, said = where_text(self.filters, table), self._searched(table), self._said(table)
        facts = Facts(results, where)
        if facts.rows() and self.words and facts.value(_NAMED):
            said = f"that of {self.words}"
        if not facts.rows():
            self._require_service(table)
            raise ForfeitException(
                f"No {spoken(own)} is like {said}{where} (none reaches a likeness of {LEAST_ALIKE:g})",
                (f"Compared each {spoken(own)} with {said}{where} by embeddings",),
                "Say it in other words, or name a row as the file has it.",
                "not_in_data",
            )
        found = facts.add(f"number of {rows_name(table)} like {said}", column="found")
        lines = []
        names = [show_plain(facts.value("name", row)) for row in facts.rows()]
        for row, name in enumerate(names):
            which = f"{name} (row {row + 1} of these)" if names.count(name) > 1 else name
            score = facts.add(f"likeness of {which} to {said}", column="similarity", row=row)
            text = str(facts.value("text", row))
            shown = (
                ""
                if name == text or own.role == "vector"
                else f": {text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}"
            )
            lines.append(f"{name} ({score} alike){shown}")
        first = "; ".join(line.split(": ")[0] for line in lines[:3])
        means = f"their {spoken(own)}" if own.role == "vector" else f"what their {spoken(own)} means"
        summary = (
            f"{how_many(found, rows_name(table))}{where} {agreeing(found)} like {said} by {means}, most of all {first}."
        )
        made = "vectors that the file brought along" if own.role == "vector" else "embeddings"
        rule = f"Likeness is the cosine of {made}; told are the {MOST} most alike from {LEAST_ALIKE:g} on."
        return Findings(summary=summary, facts=facts.all(), findings=(*lines, rule))

    def _require_service(self, table: DatasetProfile) -> None:
        """Raises ForfeitException where the words name no row, and could not be compared with the vectors."""
        if self.meant(table) and not self._vector:
            raise ForfeitException(
                f"No row is called “{self.words}”, and what these words mean could not be looked up just now",
                ("Asked the service that turns words into vectors",),
                "Ask again in a minute or two, or name a row as the file has it.",
                "unavailable",
            )


def _embedded(words: str) -> Sequence[float]:
    from shared.embeddings.embedder import Embedder  # loaded where something is searched

    return [float(one) for one in Embedder().embed([words])[0]]


def _of_row(table: DatasetProfile, label: str, column: str, row: str, words: exp.Expr) -> exp.Select:
    """The vector of the row that is named, taken from the texts by its text; that of the words where none is."""
    name = sql.formula("lower(CAST(:label AS VARCHAR))", label=label)
    named = exp.EQ(this=name, expression=exp.Literal.string(row.casefold()))
    text = exp.select(exp.alias_(sql.column(column), "wanted")).from_(sql.relation(table)).where(named).limit(1)
    source = exp.select("value", "embedding").from_(exp.to_table(texts_of(table.relation), quoted=True))
    source = source.where(exp.EQ(this=sql.column("column"), expression=exp.Literal.string(column)))
    vector = exp.alias_(exp.func("coalesce", sql.formula("any_value(embedding)"), words), "vector")
    found = exp.select(vector, exp.alias_(sql.formula("count(*) > 0"), "named")).from_("_vectors")
    joined = found.join("_own", on="_vectors.value = _own.wanted")
    return joined.with_("_vectors", as_=source).with_("_own", as_=text)
