"""The vectors of a table's rows: those that the file brought along, or those of its texts made at ingestion."""

from __future__ import annotations

from typing import Final

from shared.analysis import sql
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, texts_of
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import spoken

LANDMARKS: Final = 40
"""Vectors, spread evenly over those of the column, that each is compared with: a row is told by how like each of these
it is, however many numbers a vector has."""
_LABEL: Final = 80


def embedded(table: DatasetProfile) -> ColumnProfile:
    """The column whose vectors rows are compared by: the file's own, else the only text that has any. Raises
    ForfeitException."""
    every = [table.column(name) for name in table.embedded_columns]
    brought = [one for one in every if one.role == "vector"]
    found = brought or every
    if len(found) == 1:
        return found[0]
    if not found:
        raise ForfeitException(
            "No embeddings available",
            (f"Loaded {table.file_name}", "Looked for numeric columns", "Looked for embeddings"),
            "A numeric column, or a column of free text.",
            "not_in_data",
        )
    raise ForfeitException(
        "Several columns hold vectors that rows could be compared by",
        (f"Looked for embeddings in {table.file_name}",),
        f"Leave one of these columns: {', '.join(spoken(one) for one in found[:6])}.",
        "not_understood",
    )


def likenesses(
    table: DatasetProfile, own: ColumnProfile, rows: exp.Query, entity: str | None, purpose: str
) -> PlannedQuery:
    """A typed query of the name of each row, and its likeness (cosine) to each landmark; of an entity's rows, their
    average."""
    whole = sql.formula("CAST(:cell AS VARCHAR)", cell=entity or own.name)
    cut = f"CASE WHEN length(:whole) > {_LABEL} THEN concat(left(:whole, {_LABEL}), '…') ELSE :whole END"
    name = sql.formula(cut, whole=whole)
    known = exp.select("value", "embedding").from_(exp.to_table(texts_of(table.relation), quoted=True))
    known = known.where(exp.EQ(this=sql.column("column"), expression=exp.Literal.string(own.name)))
    placed = exp.select(
        "embedding",
        exp.alias_(sql.formula("row_number() OVER (ORDER BY value) - 1"), "place"),
        exp.alias_(sql.formula(f"CAST(ceil(count(*) OVER () / {LANDMARKS}.0) AS BIGINT)"), "step"),
    ).from_("_vectors")
    marks = exp.select("embedding", exp.alias_(sql.formula("row_number() OVER (ORDER BY place)"), "mark"))
    marks = marks.from_("_placed").where(sql.formula("place % step = 0"))
    alike = "max(CASE WHEN m.mark = {} THEN list_cosine_similarity(v.embedding, m.embedding) END)"
    columns = {f"c{at}": sql.formula(alike.format(at)) for at in range(1, LANDMARKS + 1)}
    compared = exp.select("v.value", *(exp.alias_(one, at) for at, one in columns.items())).from_("_vectors AS v")
    compared = compared.join("_marks AS m", join_type="cross").group_by("v.value")
    told = [exp.alias_(sql.formula(at if entity is None else f"avg({at})"), at) for at in columns]
    query = exp.select(exp.alias_(name, "name"), *told).from_("_rows")
    query = query.join("_compared", on=exp.EQ(this=sql.column(own.name), expression=exp.column("value", "_compared")))
    if entity is not None:
        query = query.group_by(sql.column(entity))
    parts = {"_rows": rows, "_vectors": known, "_placed": placed, "_marks": marks, "_compared": compared}
    for called, part in parts.items():
        query = query.with_(called, as_=part)
    return PlannedQuery(sql=query.sql(dialect="duckdb"), purpose=purpose, typed=True)
