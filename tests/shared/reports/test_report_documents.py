"""What stands in a report: what the reply says, and nothing else, in an order that a reader can use."""

import pytest
from markdown_it import MarkdownIt

from shared.contracts import TurnStatus
from shared.reports.answer import MOST_ROWS, STATUSES, answer_document
from shared.reports.document import Document, Grid, Heading, Illustration, Script
from shared.reports.markdown import as_markdown
from tests.shared.reports.replies import FINGERPRINT, chart, reply, response

FILES = {FINGERPRINT: "sales.csv"}


def test_findings_come_first_and_method_and_receipts_last() -> None:
    document = answer_document("revenue by region and month", reply(), FILES)
    headings = [block.text for block in document.blocks if isinstance(block, Heading)]
    assert headings == ["Findings", "Tables", "What to know", "Method and receipts"]
    text = as_markdown(document)
    assert text.index("€1,204.50") < text.index("3 April") < text.index("```sql") < text.index(FINGERPRINT)


def test_a_table_shows_figures_as_people_write_them_and_says_what_is_not_shown() -> None:
    text = as_markdown(answer_document("?", reply(), FILES))
    assert "| West | April 2025 | 1,204.50 |" in text
    assert "| East \\| South | May 2025 | 80.00 |" in text
    assert "| Region | Month | Total revenue (EUR) |" in text
    assert "The first 2 of 90 rows." in text
    assert "rows |" not in text.split("## Method")[0].replace("of 90 rows", "").lower()


def test_a_long_table_is_cut_and_says_so() -> None:
    shown = response().result.results[0]
    many = shown.model_copy(update={"data": shown.data * MOST_ROWS})
    one = response()
    long = one.model_copy(update={"result": one.result.model_copy(update={"results": (many,)})})
    blocks = answer_document("?", reply(responses=(long,)), {}).blocks
    (grid, *_) = [block for block in blocks if isinstance(block, Grid)]
    assert len(grid.rows) == MOST_ROWS
    assert grid.note == f"The first {MOST_ROWS} of 90 rows."


def test_every_chart_of_the_reply_is_a_picture_of_the_report() -> None:
    document = answer_document("?", reply(charts=(chart(), chart("North"))), FILES)
    assert len([block for block in document.blocks if isinstance(block, Illustration)]) == 2


def test_the_data_is_told_by_the_name_of_its_file_and_its_receipt_by_both() -> None:
    text = as_markdown(answer_document("?", reply(), FILES))
    assert "**Data**: sales.csv" in text
    assert f"| SHA-256 of sales.csv | {FINGERPRINT} |" in text


@pytest.mark.parametrize("status", [one for one in STATUSES if one not in ("running", "answered")])
def test_a_report_of_a_turn_that_was_not_answered_whole_says_so_at_its_head(status: TurnStatus) -> None:
    bare = reply("This much is known.", status=status, responses=(), charts=(), receipts=())
    head = as_markdown(answer_document("?", bare, {})).split("## ")[0]
    assert STATUSES[status] in head
    assert "Confidence" not in head


def test_a_doubt_that_the_text_tells_is_not_told_again() -> None:
    text = as_markdown(answer_document("?", reply("I read 03/04/2025 as 3 April."), FILES))
    assert text.count("3 April") == 1


def test_a_file_is_named_by_the_question() -> None:
    document = answer_document("Revenue by régions / 2025?", reply(), {})
    assert document.file_name("pdf") == "revenue-by-r-gions-2025.pdf"
    assert answer_document("日本?", reply(), {}).file_name("md") == "report.md"


def test_a_figure_too_small_for_its_columns_decimals_is_not_told_as_zero() -> None:
    shown = response().result.results[0]
    rows = ({"region": "West", "p": 1.67e-25}, {"region": "East", "p": 0.5}, {"region": "South", "p": 0.0})
    one = response()
    small = one.model_copy(
        update={"result": one.result.model_copy(update={"results": (shown.model_copy(update={"data": rows}),)})}
    )
    text = as_markdown(answer_document("?", reply(responses=(small,)), FILES))
    assert "| West | 1.67e-25 |" in text
    assert "| South | 0.0 |" in text


REACHING = (
    "![i](http://evil.example/b.png)",
    "[x](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "<http://evil.example>",
    "![i][r]",
    "`x` \\",
    "&lt;b&gt;",
    "a | b",
    "*a* _b_ ~~c~~ d_e",
)


@pytest.mark.parametrize("text", REACHING)
def test_whatever_a_cell_a_caption_or_a_title_holds_is_read_as_that_text_in_markdown(text: str) -> None:
    grid = Grid(caption=text, columns=(text, "n"), numeric=(False, True), rows=((text, "1"),))
    document = Document(title=text, kind="Answer", terms=(("Data", text),), blocks=(Heading(text=text), grid))
    read = MarkdownIt("gfm-like", {"linkify": False}).parse(as_markdown(document))
    runs = [part for token in read for part in token.children or () if part.type not in ("softbreak", "hardbreak")]
    assert {part.type for part in runs} <= {"text", "strong_open", "strong_close"}
    lines = ["".join(part.content for part in token.children or ()) for token in read if token.type == "inline"]
    assert [line.removeprefix("Data: ") for line in lines] == [text, text, text, text, text, "n", text, "1"]


def test_a_script_cannot_end_its_own_fence() -> None:
    sql = "SELECT '\n```\n![i](http://evil.example/b.png)\n````\n'"
    read = MarkdownIt().parse(as_markdown(Document(title="t", kind="Answer", blocks=(Script(caption="c", text=sql),))))
    assert [token.content.strip() for token in read if token.type == "fence"] == [sql]
