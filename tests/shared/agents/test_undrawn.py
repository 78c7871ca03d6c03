"""What an answer names and no chart can draw: which of it is at fault, and what is drawn in its place."""

from dataclasses import dataclass
from typing import cast

import pytest

from shared.agents.conversation.drawable import LEAVES_OUT, untold
from shared.agents.conversation.undrawn import MOST_PLOTTED, nearest, plotted, undrawn
from shared.agents.execution.execution import Execution
from shared.contracts import ChartHint, Depicted, QueryResult, ResultPreview, Scalar
from shared.grounding.sheets import Sheets

Rows = tuple[dict[str, Scalar], ...]
MONTHS: Rows = tuple({"month": f"2026-0{at}-01", "joiners": at, "note": None} for at in (1, 2, 3))
SITES: Rows = tuple({"site": site, "goal": at} for at, site in enumerate(("Moor", "Lehrte")))
MANY: Rows = tuple({"farm": f"F{at}", "fat": 4.0 + at} for at in range(31))


@dataclass
class Executed:
    """The results of an execution, and nothing else of it."""

    previews: list[ResultPreview]
    results: list[QueryResult]


def executed(*tables: Rows) -> tuple[Execution, Sheets]:
    sheets, found = Sheets(), Executed([], [])
    for place, rows in enumerate(tables):
        cells = tuple(tuple(row.values()) for row in rows)
        result = QueryResult(sql="SELECT 1", columns=tuple(rows[0]), rows=cells, row_count=len(rows))
        found.previews.append(ResultPreview(purpose="As asked", data=rows, row_count=len(rows)))
        found.results.append(result)
        sheets.add(result, query=place)
    return cast(Execution, found), sheets


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("t1.note", "t1.note holds no value."),
        ("t1.month", "t1.month holds no figures"),
        ("t1.joiners, t2.goal", "t1.joiners, t2.goal stand along different groups or times"),
        ("t3.fat", "t3 has 31 groups"),
        ("t1.joiner_s", "joiner_s"),
    ],
)
def test_a_refusal_says_what_is_at_fault(drawn: str, why: str) -> None:
    execution, sheets = executed(MONTHS, SITES, MANY)
    assert why in undrawn(drawn, sheets, execution, (), "bar")


def test_nothing_is_at_fault_where_figures_are_named_with_what_they_stand_along() -> None:
    execution, sheets = executed(MONTHS, SITES, MANY)
    assert undrawn("t1.month, t1.joiners", sheets, execution, (), "bar") == ""


@pytest.mark.parametrize(("rows", "drawn", "hint"), [(SITES[:1], "t1.goal", "bar"), (MONTHS, "t1.note", "table")])
def test_nothing_is_at_fault_where_nothing_is_compared_or_no_picture_is_asked_for(
    rows: Rows, drawn: str, hint: ChartHint
) -> None:
    execution, sheets = executed(rows)
    assert undrawn(drawn, sheets, execution, (), hint) == ""
    assert nearest(sheets.places(drawn), execution, (), hint) == sheets.places(drawn)


@pytest.mark.parametrize(("there", "drawn"), [(5, 3), (MOST_PLOTTED, MOST_PLOTTED - 2), (MOST_PLOTTED + 1, 0)])
def test_a_picture_has_the_rows_behind_those_that_are_shown_where_all_are_there_and_not_too_many(
    there: int, drawn: int
) -> None:
    rows = tuple((at,) for at in range(there))
    result = QueryResult(sql="SELECT 1", columns=("n",), rows=rows, row_count=there)
    shown = ResultPreview(purpose="", data=({"n": 0}, {"n": 1}), row_count=there, truncated=True)
    assert [row["n"] for row in plotted(shown, result).plotted] == list(range(2, 2 + drawn))
    cut = result.model_copy(update={"rows": rows[:-1]})
    assert plotted(shown, cut) == shown
    assert plotted(shown.model_copy(update={"truncated": False}), result).plotted == ()


def test_where_no_chart_has_room_for_all_the_first_that_one_can_draw_is_drawn() -> None:
    execution, sheets = executed(MONTHS, SITES, MANY)
    assert nearest(sheets.places("t3.fat, t2.goal, t1.joiners"), execution, (), "bar") == ((1, "goal"),)
    assert nearest(sheets.places("t1.month, t1.joiners"), execution, (), "bar") == ((0, "month"), (0, "joiners"))


def test_rows_that_only_the_chart_of_an_answer_leaves_out_are_told_to_its_writer() -> None:
    rows: Rows = (*MONTHS, {"month": "2026-04-01", "joiners": None, "note": None})
    execution, _ = executed(rows)
    left = Depicted(title="", columns=((0, "joiners"),), left_out=("2026-04-01",))
    assert untold([left], execution, ()) == ""  # its result said so
    told = untold([left.model_copy(update={"left_out": ("2026-02-01", "2026-04-01")})], execution, ())
    assert told == LEAVES_OUT.format("2026-02-01")
    assert untold([], execution, ()) == ""
