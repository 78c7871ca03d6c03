"""A function dies at one of its calls: every promise holds. Some calls here; `make faults` goes through all of them."""

from infra.local.matrix import Laboratory
from infra.local.matrix.cases import crash_cases


def test_every_call_of_a_turn_is_known_and_a_crash_before_and_after_each_is_planned(bench: Laboratory) -> None:
    made = bench.calls()
    assert {function for function, _, _ in made} >= {"intake", "coordinate", "respond", "finish", "query"}
    assert {operation for _, _, operation in made} >= {"dynamodb.UpdateItem", "RouteQuestion", "SynthesizeReply"}
    assert len(list(crash_cases(made))) == 4 * len(made) > 150


def test_a_crash_at_some_of_its_calls_leaves_a_turn_with_one_reply(bench: Laboratory) -> None:
    cells = [bench.run(case) for case in list(crash_cases(bench.calls()))[::23]]
    assert not [(cell.state, cell.fault, cell.hits, cell.broken_promises) for cell in cells if not cell.holds]
