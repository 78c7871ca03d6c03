"""The tools that compute, and the forfeit: the same for the coordinator and for every agent, so that a provider's cache
serves them to both."""

import json
from typing import Annotated, Final

from pydantic import Field, JsonValue, StringConstraints, field_validator

from shared.contracts import Contract
from shared.model.prompts.forfeiting import FORFEIT, Line
from shared.model.prompts.notation import language
from shared.model.prompts.prompt import Tool
from shared.model.prompts.sql import QUERY_RULES
from shared.query.derived import Derived
from shared.query.schema import tool_schema

DECLARED: Final = frozenset(tool_schema()["$defs"])
"""The names of the language's types."""

LANGUAGE: Final = f"""\
# The query language

Where no `kind` is declared, it is the type's own name: {{"kind": "per_group", …}} is a PerGroup.

{language(tool_schema())}

A `name` is an identifier (letters, digits, _), by which references and rankings call a figure.
For example: {{"kind": "figures", "groups": [{{"kind": "column", "column": "region"}}], "measures": [{{"kind":
"statistic", "function": "sum", "column": "revenue", "name": "revenue"}}], "ranking": {{"by": 0, "limit": 5}}}}
"""


DISTINCT_ROWS: Final = "distinct_rows"
DERIVED: Final = "derived"
SOURCE: Final = "source"
BESIDE: Final = (DISTINCT_ROWS, DERIVED, SOURCE)
"""What analyses take beside their own fields, as every query does."""


class DerivedColumns(Contract):
    """The columns that an analysis derives."""

    derived: tuple[Derived, ...] = Field(default=(), max_length=12)


class RunSql(Contract):
    """Run one SELECT over the tables."""

    sql: Annotated[str, StringConstraints(strip_whitespace=True, min_length=8, max_length=8000)]
    purpose: Line = Field(description="What it answers, in a few plain words for the person.")


class Analyse(Contract):
    """Compute figures or rows in the query language, or run one of the analyses by its name. Prefer it to SQL: what it
    cannot mean it refuses, with what would be right."""

    query: dict[str, JsonValue] = Field(default_factory=dict, description="A Query, as declared.")
    relation: str | None = Field(default=None, description="The table, where there are several.")
    analysis: str = Field(default="", max_length=60, description="Instead: the name of an analysis.")
    arguments: dict[str, JsonValue] = Field(
        default_factory=dict,
        description="Its fields, as declared; also distinct_rows, derived (Derived[]) and, of most, "
        "source (a Query), whose columns the fields name.",
    )

    @field_validator("query", "arguments", mode="before")
    @classmethod
    def _written_as_text(cls, given: object) -> object:
        """An object that was given as its JSON text."""
        try:
            return json.loads(given) if isinstance(given, str) else given
        except ValueError:
            return given


ANALYSE: Final = Tool("analyse", Analyse, manual=LANGUAGE)
SQL: Final = Tool("run_sql", RunSql, manual=QUERY_RULES)
COMPUTING: Final = (ANALYSE, SQL, FORFEIT)
