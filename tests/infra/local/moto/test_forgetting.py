"""Memory does not grow with what has ended."""

from moto.dynamodb.models.dynamo_type import Item
from moto.dynamodb.models.table import StreamRecord
from moto.stepfunctions.parser.utils import TMP_THREADS

from infra.local.cloud import LocalCloud

THREADS_OF_A_TURN = 25
"""More than moto starts for one of these turns; all of them started several times as many."""


def test_only_the_last_executions_are_kept_and_no_list_of_everything() -> None:
    with LocalCloud(executions_kept=2) as cloud:
        session = cloud.session()
        replies = [cloud.ask(session, "thank you") for _ in range(4)]
        cloud.rest()
        last = [reply.turn_id for reply in replies[2:]]
        listed = cloud.client("stepfunctions").list_executions(stateMachineArn=cloud.settings.turn_workflow_arn)
        assert sorted(one["name"] for one in listed["executions"]) == sorted(last)
        assert sorted(cloud.begun) == sorted(cloud.commits) == sorted(last)
        assert (Item.instances_tracked, StreamRecord.instances_tracked) == ([], [])
        assert len(TMP_THREADS) < THREADS_OF_A_TURN
        assert cloud.deps.turns.get(replies[0].turn_id).reply == replies[0]
