"""A document as one HTML file that needs nothing else: no script, no font, no address."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from shared.contracts import Chart
from shared.reports.document import Document
from shared.reports.pictures import as_svg
from shared.reports.prose import as_html


def as_page(document: Document) -> str:
    """The page. Every text of the document is escaped; its charts are drawn into it."""
    return _template().render(document=document, style=_markup(_style()))


@cache
def _template() -> Template:
    here = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined)
    here.filters |= {"prose": lambda text: _markup(as_html(text)), "drawn": _drawn}
    return here.get_template("page.html.jinja")


def _drawn(chart: Chart) -> Markup:
    return _markup(as_svg(chart))


def _markup(written: str) -> Markup:
    """What is markup already: our own style, and what the renderers of Markdown and charts have escaped."""
    return Markup(written)  # noqa: S704


@cache
def _style() -> str:
    return Path(__file__).with_name("page.css").read_text()
