"""Which files a turn works on."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from shared.contracts import DatasetProfile, Turn
from shared.errors import StoreUnavailable, UnknownResource
from shared.model.port import PreviousTurn
from shared.turn.context import TurnContext, load_profiles
from shared.turn.readiness import Unready

ASKED = datetime(2026, 5, 1, tzinfo=UTC)
STATUS = {"sales": "ready", "costs": "ready", "late": "processing"}
"""The files of the turn's user: there is none called "other"."""


class _Datasets:
    def get(self, dataset_id: str, user_id: str) -> SimpleNamespace:
        if dataset_id not in STATUS or user_id != "ada":
            raise UnknownResource(dataset_id)
        return SimpleNamespace(status=STATUS[dataset_id])

    def profile(self, dataset_id: str) -> DatasetProfile:
        return DatasetProfile(dataset_id=dataset_id, file_name=f"{dataset_id}.csv", row_count=1, columns=())


def _loaded(*ids: str, is_up: bool = True, ready: tuple[str, ...] = (), **context: Any) -> list[str]:
    health = SimpleNamespace(may=lambda *_: is_up, noting=lambda *_: nullcontext())
    turn = Turn(
        turn_id="t",
        session_id="s",
        user_id="ada",
        question="?",
        asked_at=ASKED,
        deadline=ASKED + timedelta(seconds=90),
        dataset_ids=ids,
    )
    deps: Any = SimpleNamespace(datasets=_Datasets(), health=health)
    return [one.dataset_id for one in load_profiles(turn, deps, TurnContext(**context), ready)]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (("sales",), ["sales"]),
        (("sales", "late", "costs"), ["sales", "costs"]),
        (("other", "costs"), ["costs"]),
        ((), []),
    ],
)
def test_a_turn_works_on_the_files_of_its_user_that_are_ready(asked: tuple[str, ...], found: list[str]) -> None:
    assert _loaded(*asked) == found


def test_a_file_that_was_not_ready_as_the_turn_began_is_left_out_though_it_is_by_now() -> None:
    assert _loaded("sales", "costs", unready=(Unready(dataset_id="costs", file_name="costs.csv"),)) == ["sales"]


def test_a_file_that_was_just_seen_ready_is_not_looked_up_again() -> None:
    assert _loaded("other", ready=("other",)) == ["other"]


def test_what_the_turn_has_loaded_before_is_not_loaded_again() -> None:
    assert _loaded("sales", datasets=()) == []


def test_files_are_not_waited_for_where_their_storage_is_known_to_be_down() -> None:
    with pytest.raises(StoreUnavailable, match="known to be down"):
        _loaded("sales", is_up=False)
    assert _loaded(is_up=False) == []


def test_a_note_is_told_earlier_where_an_answer_in_view_has_it_or_its_values_were_told():
    note, spelled = "2 rows repeat another row.", "In kind, I read “Cello” as “cello”."
    before = PreviousTurn(question="?", answer=f"7.\n\nNote: {note}")
    context = TurnContext(history=(before,), noted=("In kind, I read “Cello” as “cello”; “Viola” as “viola”.",))
    assert context.told_earlier(note)
    assert context.told_earlier(spelled)
    assert not context.told_earlier("3 rows repeat another row.")
    assert not TurnContext().told_earlier(note)
