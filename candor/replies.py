"""What a question brings, as typed objects that show themselves well in a notebook.

They hold what `GET /turns/{id}` gives (docs/api.md has every field; `Reply.wire` is all of it). Everything is text and
numbers: dates are ISO 8601, amounts are plain numbers with their `unit` beside them.
"""

import re
from html import escape
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Scalar = str | int | float | bool | None
Status = Literal["running", "answered", "partial", "forfeited", "failed"]
MOST_ROWS = 20


class _Told(BaseModel):
    """Immutable, and lenient to what a newer version adds."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Fact(_Told):
    """One computed figure: `text` states it in a sentence; `unit` is a currency, "%" or None; `decimals` is how many
    are shown."""

    name: str
    value: Scalar
    unit: str | None = None
    decimals: int | None = None
    text: str


class Table(_Told):
    """The result of one query: its rows by column name, and how many there are in all (`row_count`), of which `rows`
    may be the first."""

    title: str = ""
    rows: tuple[dict[str, Scalar], ...] = ()
    row_count: int = 0
    sql: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(self.rows[0]) if self.rows else ()

    def frame(self) -> Any:
        """The rows as a pandas DataFrame; needs pandas."""
        from pandas import DataFrame

        return DataFrame(list(self.rows), columns=list(self.columns))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(_shown(row[name]))}</td>' for name in self.columns)}</tr>"
            for row in self.rows[:MOST_ROWS]
        )
        shown = min(len(self.rows), MOST_ROWS)
        more = f"<p>{shown} of {self.row_count:,} rows</p>" if self.row_count > shown else ""
        caption = f"<caption>{escape(self.title)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


class Forfeit(_Told):
    """Why a question was given up: `code` is for programs, `reason` for people; what was tried, what would help.
    `suggestions` are questions about the same data that are answered."""

    code: str = "other"
    reason: str = ""
    attempted_actions: tuple[str, ...] = ()
    would_help: str | None = None
    suggestions: tuple[str, ...] = ()


class Event(_Told):
    """One entry of a turn's log; `seq` counts from 1 without gaps."""

    seq: int
    type: str
    agent: str
    title: str
    data: dict[str, Any] = Field(default_factory=dict)


class Reply(_Told):
    """The one reply to a question.

    `status` is "answered"; "partial", where something is missing and the text says what; "forfeited", where the data
    cannot answer and `forfeit` says why; or "failed". `text` is Markdown. `source` is who wrote it: "claude",
    "deterministic" (no language model), "template", "last_resort" or "rescue". `confidence` is from 0 to 1, None where
    it was not assessed. `wire` is everything, as the API gives it.
    """

    turn_id: str
    session_id: str
    status: Status
    text: str
    source: str
    confidence: float | None = None
    facts: tuple[Fact, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[dict[str, Any], ...] = ()
    forfeit: Forfeit | None = None
    seconds: float | None = None
    price_usd: float = 0.0
    wire: dict[str, Any] = Field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, wire: dict[str, Any]) -> "Reply":
        """The reply that the API gave."""
        assessed = wire.get("assessment") or {}
        took = (wire.get("timing") or {}).get("duration_ms")
        return cls.model_validate(
            {
                **wire,
                "tables": [table for response in wire.get("responses", ()) for table in _tables(response)],
                "charts": [chart["vega_lite"] for chart in wire.get("charts", ())],
                "confidence": assessed.get("confidence_score") if _assessed(assessed) else None,
                "seconds": took / 1000 if took is not None else None,
                "price_usd": (wire.get("usage") or {}).get("price_usd", 0.0),
                "wire": wire,
            }
        )

    @property
    def answered(self) -> bool:
        """Whether there is an answer, in whole or in part."""
        return self.status in ("answered", "partial")

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        tables = "".join(table._repr_html_() for table in self.tables if table.row_count > 1)
        told = [self.status, f"by {self.source}"]
        told += [f"confidence {self.confidence:.2f}"] if self.confidence is not None else []
        told += [f"{self.seconds:.1f} s"] if self.seconds is not None else []
        return f"<div>{_html(self.text)}{tables}<p><small>{escape(' · '.join(told))}</small></p></div>"


def _assessed(assessment: dict[str, Any]) -> bool:
    return bool(assessment) and assessment.get("assessment") != "NOT_ASSESSED"


def _tables(response: dict[str, Any]) -> list[dict[str, Any]]:
    """Each result of an agent with the query that it came from, where both are listed alike."""
    result = response.get("result") or {}
    found, queries = result.get("results", ()), result.get("queries_executed", ())
    sql = [query["sql"] for query in queries] if len(queries) == len(found) else [""] * len(found)
    return [
        {"title": one["purpose"], "rows": one["data"], "row_count": one["row_count"], "sql": text}
        for one, text in zip(found, sql, strict=True)
    ]


def _shown(value: Scalar) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else str(value)
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _html(text: str) -> str:
    """Paragraphs, lists and emphasis of a Markdown text; everything else is shown as it is written."""
    parts = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [_marked(escape(line)) for line in block.splitlines()]
        items = [re.sub(r"^\s*[-*•] ", "", line) for line in lines]
        listed = all(item != line for item, line in zip(items, lines, strict=True))
        inner = "".join(f"<li>{item}</li>" for item in items)
        parts.append(f"<ul>{inner}</ul>" if listed else f"<p>{'<br>'.join(lines)}</p>")
    return "".join(parts)


def _marked(line: str) -> str:
    bold = re.sub(r"\*\*(\S.*?)\*\*", r"<b>\1</b>", line)
    return re.sub(r"(?<![\w*])\*([^\s*][^*]*?)\*(?![\w*])", r"<i>\1</i>", bold)
