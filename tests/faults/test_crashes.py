"""A function dies at one of its calls: every promise holds. Some calls here; `make faults` goes through all of them."""

from infra.lab.matrix import Laboratory
from infra.lab.matrix.cases import crash_cases
from infra.workflow.definition import definition

MACHINE = definition("turn", prefix="candor", table="candor")


def test_every_call_of_a_turn_is_known_and_a_crash_before_and_after_each_is_planned(bench: Laboratory) -> None:
    made = bench.calls()
    assert {function for function, _, _ in made} >= {"intake", "coordinate", "respond", "finish", "query"}
    assert {operation for _, _, operation in made} >= {"dynamodb.UpdateItem", "RouteQuestion", "NextMove"}
    assert len(list(crash_cases(made, MACHINE))) == 4 * len(made) > 120


def test_a_crash_at_some_of_its_calls_leaves_a_turn_with_one_reply(bench: Laboratory) -> None:
    cells = [bench.run(case) for case in list(crash_cases(bench.calls(), MACHINE))[::23]]
    assert not [(cell.state, cell.fault, cell.hits, cell.broken_promises) for cell in cells if not cell.holds]
