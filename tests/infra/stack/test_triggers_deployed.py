"""What calls the functions of the synthesized stack: streams, queues, rules and schedules."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from functions.registry import all_functions
from infra.workflow.definition import FINISH_FILTERS
from shared.contracts import ANNOUNCEMENTS
from shared.webhooks.deliver import BACKOFF

pytestmark = pytest.mark.synth

Resources = dict[str, dict[str, Any]]

OfType = Callable[[str], Resources]

FUNCTIONS = all_functions()


def test_finish_hears_what_it_hears_locally_and_outlasts_an_outage_of_hours(of_type: OfType) -> None:
    (mapping,) = [one["Properties"] for one in of_type("Lambda::EventSourceMapping").values() if _is_stream(one)]
    filters = [json.loads(one["Pattern"]) for one in mapping["FilterCriteria"]["Filters"]]
    assert filters == list(FINISH_FILTERS)
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["ParallelizationFactor"] == 10
    assert mapping["MaximumRetryAttempts"] == 10_000
    assert mapping["MaximumRecordAgeInSeconds"] == 6 * 3600
    assert mapping["DestinationConfig"]["OnFailure"]["Destination"]


def test_an_execution_that_ended_badly_calls_the_rescuer(of_type: OfType) -> None:
    (rule,) = [one["Properties"] for one in of_type("Events::Rule").values() if "aws.states" in str(one)]
    assert rule["EventPattern"]["detail"]["status"] == ["FAILED", "TIMED_OUT", "ABORTED"]
    (target,) = rule["Targets"]
    assert "rescuer" in str(target["Arn"])
    assert target["DeadLetterConfig"]["Arn"]


@pytest.mark.parametrize("name", ["sweeper", "ticklive"])
def test_the_sweeper_and_the_tick_run_each_minute(name: str, of_type: OfType) -> None:
    (schedule,) = [one for one in of_type("Scheduler::Schedule").values() if name in str(one["Properties"]["Target"])]
    assert schedule["Properties"]["ScheduleExpression"] == "rate(1 minute)"


def test_every_announcement_reaches_the_queue_of_webhooks_which_tries_as_often_as_it_waits(of_type: OfType) -> None:
    (rule,) = [one["Properties"] for one in of_type("Events::Rule").values() if "WatchFired" in str(one)]
    assert rule["EventPattern"] == {"source": ["candor"], "detail-type": list(ANNOUNCEMENTS)}
    tries = [
        one["Properties"].get("RedrivePolicy", {}).get("maxReceiveCount") for one in of_type("SQS::Queue").values()
    ]
    assert sorted(filter(None, tries)) == [5, 5, len(BACKOFF) + 1]


def test_no_message_is_visible_again_while_its_function_may_still_work_at_it(
    of_type: OfType, template: dict[str, Any]
) -> None:
    mappings = [one["Properties"] for one in of_type("Lambda::EventSourceMapping").values() if not _is_stream(one)]
    assert len(mappings) == 3
    for mapping in mappings:
        queue = template["Resources"][mapping["EventSourceArn"]["Fn::GetAtt"][0]]["Properties"]
        (function,) = [
            one
            for name, one in FUNCTIONS.items()
            if f"Functions{name.replace('_', '')}live" in str(mapping["FunctionName"])
        ]
        assert queue["VisibilityTimeout"] == 6 * function.seconds, function.name


def test_uploads_tell_the_event_bus(of_type: OfType) -> None:
    telling = [one for one in of_type("S3::Bucket").values() if "NotificationConfiguration" in one["Properties"]]
    (bucket,) = telling
    configured = bucket["Properties"]["NotificationConfiguration"]["EventBridgeConfiguration"]
    assert configured == {"EventBridgeEnabled": True}


def test_every_function_of_events_and_rescue_is_called_by_something(of_type: OfType) -> None:
    called = str(
        [
            *list(of_type("Lambda::EventSourceMapping").values()),
            *list(of_type("Events::Rule").values()),
            *list(of_type("Scheduler::Schedule").values()),
        ]
    )
    for name, function in FUNCTIONS.items():
        if function.module.split(".")[1] in ("events", "rescue"):
            assert f"Functions{name.replace('_', '')}live" in called, name


def _is_stream(mapping: dict[str, Any]) -> bool:
    return "StreamArn" in str(mapping["Properties"]["EventSourceArn"])
