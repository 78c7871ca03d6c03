"""What goes out on the bus: every verdict on a turn or a dataset, once."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from infra.local.call_faults import CallFault
from infra.local.cloud import LocalCloud
from tests.functions.api.user import User, until


@pytest.fixture
def heard(cloud: LocalCloud) -> Iterator["Heard"]:
    yield Heard(cloud)
    cloud.client("events").remove_targets(Rule="heard", EventBusName=cloud.settings.bus, Ids=["queue"])


class Heard:
    """Listens to everything that Candor announces."""

    def __init__(self, cloud: LocalCloud) -> None:
        self._sqs = cloud.client("sqs")
        self._url = self._sqs.create_queue(QueueName="heard")["QueueUrl"]
        found = self._sqs.get_queue_attributes(QueueUrl=self._url, AttributeNames=["QueueArn"])
        events, bus = cloud.client("events"), cloud.settings.bus
        events.put_rule(Name="heard", EventBusName=bus, EventPattern='{"source": ["candor"]}')
        targets = [{"Id": "queue", "Arn": found["Attributes"]["QueueArn"]}]
        events.put_targets(Rule="heard", EventBusName=bus, Targets=targets)
        self.told: list[tuple[str, dict[str, Any]]] = []

    def of(self, about: str) -> list[tuple[str, dict[str, Any]]]:
        """What was announced about this id so far."""
        while messages := self._sqs.receive_message(QueueUrl=self._url, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                event = json.loads(message["Body"])
                self.told.append((event["detail-type"], event["detail"]))
                self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=message["ReceiptHandle"])
        return [(kind, detail) for kind, detail in self.told if about in detail.values()]


def test_a_dataset_that_is_ready_is_announced_and_again_when_it_was_read_anew(user: User, heard: Heard) -> None:
    dataset_id = user.dataset("day,price\n03/04/2025,1\n05/06/2025,2\n")
    first = until(lambda: heard.of(dataset_id))
    assert [(kind, detail["revision"]) for kind, detail in first] == [("DatasetReady", 0)]
    assert first[0][1]["user_id"] == user.user_id
    user.client.patch(f"/datasets/{dataset_id}", {"columns": {"day": {"date_order": "DMY"}}})
    user.settled(dataset_id)
    both = until(lambda: heard.of(dataset_id)[1:] and heard.of(dataset_id))
    assert [(kind, detail["revision"]) for kind, detail in both] == [("DatasetReady", 0), ("DatasetReady", 1)]


def test_a_dataset_that_is_rejected_is_announced_with_its_reason(user: User, heard: Heard) -> None:
    dataset_id = user.dataset("only,a,header\n")
    (told,) = until(lambda: heard.of(dataset_id))
    assert told[0] == "DatasetRejected"
    assert "no rows" in told[1]["reason"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("answered", "TurnCompleted"),
        ("partial", "TurnCompleted"),
        ("forfeited", "TurnForfeited"),
        ("failed", "TurnFailed"),
    ],
)
def test_a_turn_is_announced_once_whoever_committed_its_reply(user: User, heard: Heard, status: str, kind: str) -> None:
    turn = user.hanging(user.session())
    user.commit(turn, status=status, text="Said.")
    user.commit(turn, status=status, text="Said again.")
    user.reply(turn.turn_id)
    (told,) = until(lambda: heard.of(turn.turn_id))
    assert told == (kind, told[1])
    assert told[1]["status"] == status


def test_a_turn_that_is_cancelled_is_announced_as_forfeited(user: User, heard: Heard) -> None:
    turn = user.hanging(user.session())
    user.client.delete(f"/turns/{turn.turn_id}")
    assert until(lambda: heard.of(turn.turn_id))[0][0] == "TurnForfeited"


TORN = {"pk": {"S": "TURN#torn"}, "sk": {"S": "TURN"}, "body": {"S": "{"}, "reply": {"S": "{"}, "status": {"S": "x"}}


def change(image: dict[str, Any], number: int) -> dict[str, Any]:
    """A change of the table, as the stream tells it."""
    keys = {name: image[name] for name in ("pk", "sk")}
    return {
        "eventName": "MODIFY",
        "eventSource": "aws:dynamodb",
        "dynamodb": {"Keys": keys, "NewImage": image, "SequenceNumber": str(number)},
    }


def finish(cloud: LocalCloud, images: list[dict[str, Any]]) -> list[str]:
    """Has `finish` handle a batch; gives the sequence numbers of what it wants to be brought again."""
    records = [change(image, number) for number, image in enumerate(images)]
    answer = cloud.invoke(None, f"{cloud.settings.prefix}-finish", json.dumps({"Records": records}))
    assert not answer.failed
    return [failure["itemIdentifier"] for failure in json.loads(answer.payload)["batchItemFailures"]]


def answered(user: User, cloud: LocalCloud) -> tuple[str, dict[str, Any]]:
    """A turn that has its reply, and of which nobody has heard yet: its id and its item."""
    cloud.faults.broken["function finish"] = "raises"
    turn = user.hanging(user.session())
    user.commit(turn, status="answered", text="Said.")
    cloud.settle()
    cloud.faults.mend()
    key = {"pk": {"S": f"TURN#{turn.turn_id}"}, "sk": {"S": "TURN"}}
    return turn.turn_id, cloud.client("dynamodb").get_item(TableName=cloud.settings.table, Key=key)["Item"]


def test_a_change_that_cannot_be_handled_goes_to_the_dead_letters_and_those_around_it_are_announced_at_once(
    user: User, heard: Heard, cloud: LocalCloud
) -> None:
    (first, before), (second, after) = (answered(user, cloud) for _ in range(2))
    assert finish(cloud, [before, TORN, after]) == []
    assert [kind for turn in (first, second) for kind, _ in heard.of(turn)] == ["TurnCompleted"] * 2
    (dead,) = cloud.wiring.dead("finish")
    assert (dead["keys"]["pk"], dead["sequence_number"]) == ({"S": "TURN#torn"}, "1")


def test_what_an_outage_kept_from_being_done_is_brought_again_and_nothing_else(
    user: User, heard: Heard, cloud: LocalCloud
) -> None:
    (first, before), (second, after) = (answered(user, cloud) for _ in range(2))
    cloud.faults.calls.append(
        CallFault("bus", lambda call: call.operation == "eventbridge.PutEvents", "is down", times=1)
    )
    assert finish(cloud, [before, TORN, after]) == ["0"]
    assert finish(cloud, [before]) == []
    assert [kind for turn in (first, second) for kind, _ in heard.of(turn)] == ["TurnCompleted"] * 2


def test_a_change_that_comes_again_is_not_announced_again(user: User, heard: Heard, cloud: LocalCloud) -> None:
    turn, change = answered(user, cloud)
    assert finish(cloud, [change]) == finish(cloud, [change]) == []
    assert [kind for kind, _ in heard.of(turn)] == ["TurnCompleted"]


def test_a_change_that_no_dead_letter_queue_takes_is_brought_again(user: User, cloud: LocalCloud) -> None:
    cloud.faults.calls.append(CallFault("queue", lambda call: call.operation == "sqs.SendMessage", "is down"))
    assert finish(cloud, [TORN]) == ["0"]
