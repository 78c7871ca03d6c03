"""What a person wrote, or a table holds, is in no line of the log: the text of an error may quote either."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from functions.turn.finish import handler
from shared.errors import StoreUnavailable
from shared.http.errors import told
from shared.store.events import TurnLog
from shared.store.turns import TURN

SECRET = "Ada Lovelace owes 4,210"


class Amount(BaseModel):
    """What quotes what it does not take."""

    amount: int


class DeadLetters:
    """What the stream's function needs of the world for a change that it cannot read."""

    def __init__(self) -> None:
        self.buried: list[Any] = []

    def bury(self, what: Any) -> None:
        self.buried.append(what)


class Deaf:
    """A table that takes nothing."""

    def put_new(self, _item: Any) -> None:
        raise StoreUnavailable("deaf")


def lines(caplog: pytest.LogCaptureFixture) -> str:
    """All that is written, with traces and whatever is beside the message."""
    return caplog.text + "".join(str(vars(record)) for record in caplog.records)


def test_what_the_door_did_not_expect_is_logged_by_its_kind_and_place(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValidationError, match=SECRET) as failed:
        Amount.model_validate({"amount": SECRET})
    assert told(failed.value).status == 500
    assert "ValidationError" in lines(caplog)
    assert SECRET not in lines(caplog)


def test_a_change_that_cannot_be_read_is_logged_and_buried_without_what_it_says(
    caplog: pytest.LogCaptureFixture,
) -> None:
    image = {"pk": {"S": "TURN#1"}, "sk": {"S": TURN}, "body": {"S": f'{{"question": ["{SECRET}"]}}'}}
    change = {"Keys": {"pk": {"S": "TURN#1"}}, "NewImage": image, "SequenceNumber": "7"}
    record = {"eventID": "1", "eventSource": "aws:dynamodb", "eventName": "MODIFY", "dynamodb": change}
    letters = DeadLetters()
    handler.run({"Records": [record]}, letters)  # type: ignore[arg-type]
    (buried,) = letters.buried
    assert buried["sequence_number"] == "7"
    assert buried["at"].startswith("shared.")
    assert "cannot be handled" in lines(caplog)
    assert SECRET not in lines(caplog) + str(buried)


def test_an_entry_that_is_lost_is_logged_without_its_title(caplog: pytest.LogCaptureFixture) -> None:
    log = TurnLog(Deaf(), "turn_1", timedelta(days=1), [])  # type: ignore[arg-type]
    log.append("action", f"Computing: {SECRET}", at=datetime(2026, 5, 1, tzinfo=UTC), step_number=4)
    assert "a log entry was lost" in lines(caplog)
    assert SECRET not in lines(caplog)
