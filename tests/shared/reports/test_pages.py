"""Documents as pages: whatever a file or a person says in them is text, and they need nothing from elsewhere."""

import re
from html.parser import HTMLParser

import pytest

from shared.contracts import Chart
from shared.reports.answer import answer_document
from shared.reports.document import DocumentRequest
from shared.reports.drawn import drawn
from shared.reports.html import as_page
from shared.reports.pictures import as_svg
from shared.reports.prose import as_html, as_nodes
from tests.shared.reports.replies import FINGERPRINT, chart, reply

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"
REACHING = f"{HOSTILE} [here](https://evil.example/) ![x](https://evil.example/x.png) <https://evil.example/>"


class Tags(HTMLParser):
    """Which elements a page has, and their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs


@pytest.fixture(scope="module")
def page() -> str:
    said = reply(f"Revenue: **12**. {REACHING}", charts=(chart(HOSTILE),))
    return as_page(answer_document(HOSTILE, said, {FINGERPRINT: f"{HOSTILE}.csv"}))


def test_what_a_person_or_a_file_says_never_becomes_markup(page: str) -> None:
    found = Tags(page)
    assert found.tags & {"script", "img", "a", "iframe", "object", "form", "link", "foreignobject"} == set()
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    assert "&lt;script&gt;alert(1)" in page


def test_a_page_fetches_nothing(page: str) -> None:
    reaching = [value for name, value in Tags(page).attributes if name in ("src", "href", "xlink:href", "action")]
    assert reaching == []
    assert not re.search(r"url\(|@import", page)
    assert "default-src 'none'" in page


def test_emphasis_lists_and_tables_of_a_text_are_kept() -> None:
    written = as_html("**12** of\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert "<strong>12</strong>" in written
    assert "<li>one</li>" in written
    assert "<td>1</td>" in written
    assert [node["kind"] for node in as_nodes("a\n\n- b\n- c\n\n> d\n\n| a |\n|---|\n| 1 |\n")] == [
        "paragraph",
        "list",
        "quote",
        "table",
    ]


def test_a_chart_is_drawn_into_the_page_in_the_colour_of_its_text(page: str) -> None:
    assert "<svg" in page
    assert 'fill="currentColor"' in page


def test_a_chart_with_data_elsewhere_is_not_drawn() -> None:
    elsewhere = Chart(title="x", vega_lite={"data": {"url": "https://evil.example/"}, "mark": {"type": "bar"}})
    with pytest.raises(ValueError, match="inline"):
        as_svg(elsewhere)


TYPESET = '#panic("no") $x^2$ @here *bold* #read("/etc/passwd") \\'


@pytest.mark.parametrize("said", [REACHING, TYPESET, "Привет, 日本 🎉"])
def test_a_pdf_is_written_whatever_is_said_in_it(said: str) -> None:
    document = answer_document(said, reply(f"{said}\n\n- {said}", charts=(chart(said),)), {FINGERPRINT: said})
    assert drawn(DocumentRequest(document=document, written_as="pdf")).content.startswith(b"%PDF-")
