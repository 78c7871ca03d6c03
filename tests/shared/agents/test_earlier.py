"""Figures of earlier tasks, referred to like those of one's own results."""

import pytest

from shared.agents.conversation.earlier_findings import Earlier
from shared.contracts import AgentResponse, Cell, Fact
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets


def fact(id_: str, name: str, value: float, unit: str | None = None, *, decimals: int = 0, text: str = "") -> Fact:
    cells = (Cell(query=0, row=0, column="x"),)
    return Fact(id=id_, name=name, value=value, unit=unit, decimals=decimals, text=text or f"{value:,}", cells=cells)


def response(*facts: Fact) -> AgentResponse:
    return AgentResponse(agent="a", task_id="t1", task="Total", status="completed", facts=facts)


FACTS = (
    fact("t1.f1", "total revenue", 1250.5, "EUR", decimals=2, text="The total revenue is €1,250.50."),
    fact("t1.f2", "number of orders", 1204),
    fact("t1.f3", "share of the west", 12.34, "%", decimals=1),
    fact("t1.f4", "year of the first order", 1999, text="The year of the first order is 1999."),
    fact("t1.f5", "mean size", 2.456, decimals=2),
)


@pytest.mark.parametrize(
    ("cited", "shown"),
    [("t1.f1", "€1,250.50"), ("t1.f2", "1,204"), ("t1.f3", "12.3 %"), ("t1.f4", "1999"), ("t1.f5", "2.46")],
)
def test_a_figure_is_shown_as_its_own_task_showed_it(cited: str, shown: str) -> None:
    sheets = Sheets()
    earlier = Earlier((response(*FACTS),), sheets)
    assert resolve(f"It is {earlier.cites[cited]}.", sheets).text == f"It is {shown}."


def test_a_cited_figure_is_the_earlier_fact_without_cells_of_this_task() -> None:
    sheets = Sheets()
    earlier = Earlier((response(*FACTS),), sheets)
    (made,) = resolve(f"It is {earlier.cites['t1.f1']}.", sheets).facts
    told = earlier.told(made)
    assert (told.name, told.value, told.unit, told.cells) == ("total revenue", 1250.5, "EUR", ())


def test_what_is_computed_from_it_keeps_no_cell_of_another_task() -> None:
    sheets = Sheets()
    earlier = Earlier((response(*FACTS),), sheets)
    one, other = (earlier.cites[name].strip("{}") for name in ("t1.f5", "t1.f2"))
    (made,) = resolve(f"It is {{pct({one}, {other}):2}}.", sheets).facts
    told = earlier.told(made)
    assert told.value == pytest.approx(100 * 2.456 / 1204)
    assert told.cells == ()
    assert "mean size" in told.name


def test_a_text_is_no_figure_and_figures_of_this_task_stay_as_they_are() -> None:
    words = Fact(id="t1.f9", name="leader", value="West", text="West leads.")
    earlier = Earlier((response(words),), Sheets())
    assert earlier.cites == {}
    assert earlier.told(FACTS[0]) == FACTS[0]


def test_a_figure_that_only_a_profile_knows_is_referred_to_like_a_cell() -> None:
    sheets, earlier = Sheets(), Earlier()
    empty = Fact(id="f3", name="empty cells of donor", value=35, text="Donor has 35 empty cells.")
    (table,) = earlier.known((FACTS[0], empty), sheets)
    assert table["rows"] == {"r1": ["empty cells of donor", 35]}
    assert earlier.known((empty,), sheets) == []
    told = resolve("Donor is empty in {r1.figure} rows.", sheets)
    assert told.text == "Donor is empty in 35 rows."
    (made,) = map(earlier.told, told.facts)
    assert (made.name, made.cells, earlier.gave(made)) == ("empty cells of donor", (), True)
