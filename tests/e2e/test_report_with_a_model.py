"""A report written by a model after the tasks that it reports on: in its words, by their figures, checked and drawn."""

from typing import Any

import pytest

from infra.lab.messages_api import Brain, calls
from infra.lab.recorded import Recorded
from shared.contracts import Reply
from shared.reports.answer import answer_document
from shared.turn.reply.report import written

ROWS = [("North", 120.5), ("South", 80.25), ("North", 60.0), ("East", 30.0)]
CSV = "region,revenue\n" + "".join(f"{region},{revenue}\n" for region, revenue in ROWS)
BY_REGION = 'SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1'
QUESTION = "Write a report on revenue for the board"
TASKS = [
    {"agent": "sql_analytics", "request": "What is the total revenue by region?"},
    {"agent": "report_writer", "request": "Write a report on revenue", "depends_on": [0]},
]
TRUE = "# Revenue\n\nRevenue came to {{{row}.{column}}}.\n\n- North brought in 180.50, more than any other region."
FALSE = TRUE.replace("180.50", "199.99")


class Written:
    """Plans a report and writes it: each draft once, the last again and again."""

    def __init__(self, *drafts: str) -> None:
        self.drafts = list(drafts)

    def __call__(self, request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "assign_tasks" in request.tools:
            return [calls("assign_tasks", {"tasks": TASKS})]
        if "report in Markdown" not in f"{request.system}{request.text}":
            return content
        if not request.results:
            return [calls("analyse", {"analysis": "report", "arguments": {"measure": "revenue"}})]
        table = request.tables[request.results[0]["tables"][0]["table"]]
        draft = self.drafts.pop(0) if len(self.drafts) > 1 else self.drafts[0]
        return [calls("answer", {"text": draft.format(row=next(iter(table["rows"])), column=table["columns"][0])})]


def _asked(candor: Any, *drafts: str) -> Reply:
    brain = Brain(sql=BY_REGION, purpose="Revenue by region", then=Written(*drafts))
    with candor.minded(brain):
        return candor.ask(QUESTION, session=candor.session(CSV, name="sales.csv"))


class Citing(Written):
    """Writes it at once, from what the tasks before it found: `{north}` stands for how the figure of North is cited."""

    def __call__(self, request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "assign_tasks" in request.tools:
            return [calls("assign_tasks", {"tasks": TASKS})]
        if "report in Markdown" not in f"{request.system}{request.text}":
            return content
        (before,) = request.fenced("previous_results")
        cites = {fact["name"]: fact["cite"] for fact in before["facts"]}
        draft = self.drafts.pop(0) if len(self.drafts) > 1 else self.drafts[0]
        north, south = (cites[f"revenue ({name})"] for name in ("North", "South"))
        said = draft.format(north=north, south=south, one=north.strip("{}"), other=south.strip("{}"))
        return [calls("answer", {"text": said})]


def _cited(candor: Any, *drafts: str) -> Reply:
    with candor.minded(Brain(sql=BY_REGION, purpose="Revenue by region", then=Citing(*drafts))):
        return candor.ask(QUESTION, session=candor.session(CSV, name="sales.csv"))


def test_a_report_cites_what_earlier_tasks_found_and_computes_nothing_anew(candor) -> None:
    reply = _cited(candor, "# Revenue\n\nNorth brought in {north}, {{ratio({one}, {other}):1}} times South ({south}).")
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "North brought in 180.50, 2.2 times South (80.25)." in reply.text
    (report,) = [one for one in reply.responses if one.concludes]
    assert not report.result.queries_executed
    told = {fact.name: (fact.value, fact.cells) for fact in report.facts}
    assert told["revenue (North)"] == (180.5, ())
    assert "ratio of" in " ".join(told)


def test_a_figure_that_no_task_found_goes_back_to_a_writer_who_cites(candor) -> None:
    reply = _cited(candor, "North brought in 199.99.", "North brought in {north}.")
    assert reply.text.startswith("North brought in 180.50.")
    (report,) = [one for one in reply.responses if one.concludes]
    assert [fact.name for fact in report.facts] == ["revenue (North)"]


def test_a_report_is_the_models_text_with_the_figures_of_the_tasks_before_it(candor) -> None:
    reply = _asked(candor, TRUE)
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "Revenue came to 290.75." in reply.text
    assert "North brought in 180.50" in reply.text
    assert [one.agent for one in reply.responses if one.concludes] == ["report_writer"]


@pytest.mark.parametrize(("written_as", "begins"), [("md", b"# "), ("html", b"<!doctype html>"), ("pdf", b"%PDF-")])
def test_it_is_drawn_in_every_format_findings_first(candor, written_as, begins) -> None:
    reply = _asked(candor, TRUE)
    page = written(answer_document(QUESTION, reply, {}), written_as, candor.deps)
    assert page.startswith(begins)
    if written_as != "pdf":
        text = page.decode()
        assert 0 < text.index("290.75") < text.index("180.50") < text.lower().index("method")


def test_a_figure_that_no_task_found_does_not_reach_a_report(candor) -> None:
    reply = _asked(candor, FALSE)
    assert "199.99" not in reply.text
    assert "290.75" in reply.text


def test_a_report_that_is_handed_back_is_written_again(candor) -> None:
    reply = _asked(candor, FALSE, TRUE)
    assert "199.99" not in reply.text
    assert "North brought in 180.50" in reply.text
