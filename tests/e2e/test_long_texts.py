"""Cells that hold more text than an item of the table may: shortened, and said so, and nothing is called down."""

import pytest

from infra.local.cloud import LocalCloud
from shared.contracts import AgentResponse
from shared.errors import BadRequest
from shared.turn.acceptance.accept import accept
from tests.conftest import Candor

FIGURES = [float(number * 37 % 101) + 0.5 for number in range(2000)]
DOWN = ("isn't responding", "not available", "try again", "temporary")


def table(cells: list[str]) -> str:
    rows = (f'"{cell}",{figure}' for cell, figure in zip(cells, FIGURES, strict=False))
    return "\n".join(["note,revenue", *rows]) + "\n"


def one_long(characters: int) -> list[str]:
    """Ten notes; the one with the highest figure is that long."""
    highest = max(range(10), key=FIGURES.__getitem__)
    return ["word-" * (characters // 5) if at == highest else f"note {at}" for at in range(10)]


@pytest.mark.parametrize("characters", [500_000, 5_000_000])
def test_a_huge_cell_is_shown_shortened_and_says_how_long_it_is(candor: Candor, characters: int) -> None:
    reply = candor.ask("Which note has the highest revenue?", table(one_long(characters)))
    assert reply.status == "answered", reply.text
    assert f"{characters:,} characters" in reply.text
    assert not any(words in reply.text for words in DOWN)
    assert len(reply.text) < 10_000


@pytest.mark.parametrize("question", ["What is the average revenue per note?", "What share of revenue has each note?"])
@pytest.mark.parametrize(("groups", "words"), [(300, 300), (950, 40)], ids=["300 of 1,500", "950 of 200"])
def test_many_cells_of_middling_length_are_answered(candor: Candor, question: str, groups: int, words: int) -> None:
    cells = [f"{at % groups:04} " + "word " * words for at in range(2 * groups)]
    reply = candor.ask(question, table(cells))
    assert reply.status == "answered", reply.text
    assert not any(told in reply.text for told in DOWN)


def test_what_is_too_large_for_an_item_is_kept_whole_and_forgotten_with_its_turn(
    candor: Candor, shared_cloud: LocalCloud
) -> None:
    cells = [f"{at % 950:04} " + "word " * 40 for at in range(1900)]
    session = candor.session(table(cells))
    turn = candor.accept("What share of revenue has each note?", session)
    candor.cloud.wait(turn)
    (response,) = candor.deps.turns.belongings(turn.turn_id).all("RESPONSE", AgentResponse)
    assert len(response.model_dump_json()) > 400_000
    assert response == candor.deps.turns.load(turn.turn_id, "RESPONSE", AgentResponse, response.task_id)
    candor.deps.turns.forget(turn)
    found = shared_cloud.client("s3").list_objects_v2(
        Bucket=shared_cloud.settings.bucket, Prefix=f"turns/{turn.turn_id}"
    )
    assert not found.get("Contents")


def test_a_huge_question_is_refused_at_the_door(candor: Candor) -> None:
    with pytest.raises(BadRequest, match="longer than 4000 characters"):
        accept(candor.session(None), "why " * 100_000, candor.deps)
