"""Figures that models computed in one way and of other rows."""

from shared.contracts import AgentResponse, DerivedName, Fact
from shared.model.disagreement import apart, of_other_rows, tells_both


def _fact(value: float, met: str = "", of: str = "total net sales for region West") -> Fact:
    name = f"{of}, where {met}" if met else of
    told = DerivedName(name=name, of=of, met=met, unit="EUR", text=f"{name}: {value}.")
    return Fact(id="1", name="lie", value=value, text="A lie.", derived=told)


def test_two_figures_that_conditions_set_apart_are_named_with_their_rows() -> None:
    (line,) = of_other_rows([_fact(100.5)], [_fact(90.5, "returned is “no”")])
    assert line == "Total net sales for region West: €100.50 of all rows and €90.50 where returned is “no”."
    assert tells_both("It is 100.50 EUR, and 90.50 without returns.", line)
    assert not tells_both("It is €100.50.", line)


def test_figures_of_the_same_rows_of_another_group_or_of_one_value_are_not() -> None:
    others = [_fact(100.5, "x is 1"), _fact(90.5, of="total net sales for region East"), _fact(90.5)]
    assert of_other_rows([_fact(100.5)], others) == ()
    assert of_other_rows([_fact(1.5).model_copy(update={"derived": DerivedName()})], others) == ()


def test_the_figures_of_several_answers_are_held_against_each_other() -> None:
    given = [
        AgentResponse(agent="a", task_id=str(at), task="?", status="completed", facts=(fact,), by_model=True)
        for at, fact in enumerate((_fact(100.5), _fact(90.5, "x is 1")))
    ]
    assert len(apart(given)) == 1
    assert apart(given[:1]) == ()
