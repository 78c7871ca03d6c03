"""A document before it is written: headings, prose, tables, pictures and listings in order. Knows no format."""

import base64
import re
from typing import Annotated, Literal, get_args

from pydantic import Field

from shared.contracts import Chart, Contract

Format = Literal["md", "html", "pdf"]
FORMATS: tuple[Format, ...] = get_args(Format)
DrawnFormat = Literal["html", "pdf"]
"""The formats that take charts, and so a function with what draws them."""
MEDIA_TYPES: dict[Format, str] = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
}
MOST_NAMED = 60


class Heading(Contract):
    """A heading within the document: level 2 begins a part, 3 something in it."""

    kind: Literal["heading"] = "heading"
    text: str
    level: Literal[2, 3] = 2


class Prose(Contract):
    """Paragraphs and lists, in Markdown. Links, pictures and HTML in it stay plain text."""

    kind: Literal["prose"] = "prose"
    markdown: str


class Grid(Contract):
    """A table of texts as they are shown. `numeric` says of each column whether it holds figures."""

    kind: Literal["grid"] = "grid"
    caption: str = ""
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Illustration(Contract):
    """A chart with its data inline."""

    kind: Literal["picture"] = "picture"
    chart: Chart


class Script(Contract):
    """A text to the letter, such as a query. `caption` says what it is for."""

    kind: Literal["script"] = "script"
    caption: str
    language: str = "sql"
    text: str


DocumentBlock = Annotated[Heading | Prose | Grid | Illustration | Script, Field(discriminator="kind")]


class Document(Contract):
    """What is written. `terms` are what a reader looks up first (data, date, status), each with its label."""

    title: str
    kind: str
    terms: tuple[tuple[str, str], ...] = ()
    blocks: tuple[DocumentBlock, ...]

    def file_name(self, written_as: Format) -> str:
        """A name for a file of it, from its title: "revenue-by-region.pdf"."""
        words = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")[:MOST_NAMED].rstrip("-")
        return f"{words or 'report'}.{written_as}"


class DocumentRequest(Contract):
    """What the function that draws documents is asked."""

    document: Document
    written_as: DrawnFormat


class WrittenDocument(Contract):
    """A document as it was written: its bytes in base64."""

    base64: str

    @classmethod
    def of(cls, content: bytes) -> "WrittenDocument":
        """The bytes as they travel."""
        return cls(base64=base64.b64encode(content).decode())

    @property
    def content(self) -> bytes:
        """The bytes."""
        return base64.b64decode(self.base64)
