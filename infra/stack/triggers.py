"""What calls functions besides the state machines: the stream, events, the clock, queues."""

from collections.abc import Mapping

from aws_cdk import Duration, Stack
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_destinations as destinations
from aws_cdk import aws_lambda_event_sources as sources
from aws_cdk import aws_scheduler as scheduler
from aws_cdk import aws_scheduler_targets as scheduler_targets
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from functions.registry import all_functions
from infra.stack.acknowledged import acknowledge
from infra.stack.grants import Statement
from infra.stack.lambdas import Functions, allow
from infra.stack.storage import Queue, Storage, dead_letters
from infra.workflow.definition import FINISH_FILTERS
from shared.contracts import ANNOUNCEMENTS
from shared.function import WARM, LambdaFunction
from shared.turn.smoke import IN_A_SHIFT
from shared.webhooks.deliver import BACKOFF

ENDED_BADLY = ["FAILED", "TIMED_OUT", "ABORTED"]
FINISH_TRIES = 10_000
FINISH_AGE = Duration.hours(6)
"""How long what follows from a reply is tried: as long as a long outage, and the most tries there can be. What no try
can mend is not tried again: `finish` itself sends it to the dead letters."""
FINISH_AT_ONCE = 10
"""Into how many parts a shard is split, by key: what still holds up others holds up a tenth of them."""
EVENT_TRIES = 5
EVENT_AGE = Duration.hours(2)
WARM_EVERY = Duration.minutes(5)
"""Lambda keeps a sandbox that nobody calls for longer than that, as far as is known."""
READS_STREAM = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams")
READS_QUEUE = ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ChangeMessageVisibility")


class Triggers(Construct):
    """Stream → finish, status events → rescuer, clock → sweeper and tick; uploads and queues, where their functions
    exist.

    `dead` are the queues that must stay empty, by what failed.
    """

    def __init__(
        self,
        scope: Construct,
        functions: Functions,
        storage: Storage,
        *,
        turn_workflow_arn: str,
        queues: Mapping[str, Queue],
        askers: Mapping[str, str] | None = None,
        warm: bool = True,
        smoke_hours: int = 0,
        canary: bool = True,
    ) -> None:
        super().__init__(scope, "Triggers")
        self._functions = functions
        self._clock = self._role_of_schedules()
        self.dead: dict[str, sqs.Queue] = {name: queue.dead for name, queue in queues.items()}
        self._finish(storage)
        self._rescue(turn_workflow_arn)
        self._each_minute("sweeper", "sweep")
        self._each_minute("tick", "tick")
        if warm:
            self._warm()
        asks = self._functions.aliases["smoke"]
        asks.configure_async_invoke(retry_attempts=0)  # what failed once was told by then
        acknowledge(asks, {"Serverless-LambdaAsyncFailureDestination": HEARD})
        if smoke_hours:
            self._smoke("smoke", Duration.hours(smoke_hours))
        if canary:
            self._smoke("canary", Duration.minutes(1), scheduler.ScheduleTargetInput.from_object(IN_A_SHIFT))
        self._uploads(storage)
        self._questions(storage, queues["questions"], askers or {})
        self._deliveries(storage, queues["deliveries"])
        for name, queue in queues.items():
            self._consume(QUEUE_CONSUMERS[name], queue)

    def _finish(self, storage: Storage) -> None:
        stream = storage.table.table_stream_arn
        assert stream is not None
        self.dead["finish"] = storage.unfinished
        function = self._functions.functions["finish"]
        allow(function, Statement(READS_STREAM, (stream,)))
        lambda_.EventSourceMapping(
            self,
            "finish",
            target=self._functions.aliases["finish"],
            event_source_arn=stream,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            batch_size=10,
            bisect_batch_on_error=True,
            retry_attempts=FINISH_TRIES,
            max_record_age=FINISH_AGE,
            on_failure=sources.SqsDlq(storage.unfinished),
            report_batch_item_failures=True,
            parallelization_factor=FINISH_AT_ONCE,
            filters=[lambda_.FilterCriteria.filter(pattern) for pattern in FINISH_FILTERS],
        )

    def _rescue(self, turn_workflow_arn: str) -> None:
        pattern = events.EventPattern(
            source=["aws.states"],
            detail_type=["Step Functions Execution Status Change"],
            detail={"status": ENDED_BADLY, "stateMachineArn": [turn_workflow_arn]},
        )
        events.Rule(self, "rescue", event_pattern=pattern, targets=[self._target("rescuer")])

    def _each_minute(self, name: str, schedule: str) -> None:
        alias, dead = self._functions.aliases[name], self._dead(name)
        # no second try: the next minute brings the next call, which does what this one left
        alias.configure_async_invoke(on_failure=destinations.SqsDestination(dead), retry_attempts=0)
        target = scheduler_targets.LambdaInvoke(alias, role=self._clock, dead_letter_queue=dead, retry_attempts=0)
        every_minute = scheduler.ScheduleExpression.rate(Duration.minutes(1))
        scheduler.Schedule(self, schedule, schedule=every_minute, target=target)

    def _role_of_schedules(self) -> iam.Role:
        """One for all of them: a role and a policy for each would be a tenth of what fits into one stack."""
        stack = Stack.of(self)
        group = stack.format_arn(service="scheduler", resource="schedule-group", resource_name="default")
        own = {"StringEquals": {"aws:SourceAccount": stack.account, "aws:SourceArn": group}}
        return iam.Role(self, "Clock", assumed_by=iam.ServicePrincipal("scheduler.amazonaws.com", conditions=own))

    def _smoke(self, name: str, every: Duration, given: scheduler.ScheduleTargetInput | None = None) -> None:
        """Again and again a question with a known answer; an alarm watches the function's errors."""
        target = scheduler_targets.LambdaInvoke(
            self._functions.aliases["smoke"], role=self._clock, input=given, retry_attempts=0
        )
        scheduler.Schedule(self, name, schedule=scheduler.ScheduleExpression.rate(every), target=target)

    def _warm(self) -> None:
        """Keeps one sandbox of each function that a question waits for."""
        often = scheduler.ScheduleExpression.rate(WARM_EVERY)
        for name in (name for name, one in all_functions().items() if waited_for(one)):
            alias, told = self._functions.aliases[name], scheduler.ScheduleTargetInput.from_object(WARM)
            target = scheduler_targets.LambdaInvoke(alias, role=self._clock, input=told, retry_attempts=0)
            scheduler.Schedule(self, f"warm-{name}", schedule=often, target=target)

    def _uploads(self, storage: Storage) -> None:
        """A function splits the key: an input transformer can't, and the execution needs the object's version."""
        if UPLOADED not in self._functions.aliases:
            return
        pattern = events.EventPattern(
            source=["aws.s3"],
            detail_type=["Object Created"],
            detail={"bucket": {"name": [storage.bucket.bucket_name]}, "object": {"key": [{"prefix": "uploads/"}]}},
        )
        events.Rule(self, "uploads", event_pattern=pattern, targets=[self._target(UPLOADED)])

    def _questions(self, storage: Storage, queue: Queue, askers: Mapping[str, str]) -> None:
        """An event's source is its principal: only that one's role may put it."""
        for number, (principal, role) in enumerate(askers.items(), start=1):
            events.CfnEventBusPolicy(
                self,
                f"only-{number}",
                event_bus_name=storage.bus.event_bus_name,
                statement_id=f"OnlyItsRole{number}",
                statement={
                    "Effect": "Deny",
                    "Principal": "*",
                    "Action": "events:PutEvents",
                    "Resource": storage.bus.event_bus_arn,
                    "Condition": {
                        "ForAnyValue:StringEquals": {"events:source": principal},  # of a call with several events, too
                        "ArnNotEquals": {"aws:PrincipalArn": role},
                    },
                },
            )
        events.Rule(
            self,
            "questions",
            event_bus=storage.bus,
            event_pattern=events.EventPattern(detail_type=["QuestionAsked"], source=list(askers) or [NOBODY]),
            targets=[targets.SqsQueue(queue.queue, dead_letter_queue=queue.dead)],
        )

    def _deliveries(self, storage: Storage, queue: Queue) -> None:
        """Whatever Candor announces is looked at for webhooks that want it."""
        events.Rule(
            self,
            "announced",
            event_bus=storage.bus,
            event_pattern=events.EventPattern(source=["candor"], detail_type=list(ANNOUNCEMENTS)),
            targets=[targets.SqsQueue(queue.queue, dead_letter_queue=queue.dead)],
        )

    def _consume(self, name: str, queue: Queue) -> None:
        """A function takes from its queue, as soon as there is such a function; until then the queue keeps."""
        if name not in self._functions.aliases:
            return
        allow(self._functions.functions[name], Statement(READS_QUEUE, (queue.queue.queue_arn,)))
        mapping = lambda_.EventSourceMapping(
            self,
            name,
            target=self._functions.aliases[name],
            event_source_arn=queue.queue.queue_arn,
            batch_size=10,
            report_batch_item_failures=True,
        )
        acknowledge(mapping, {"Serverless-LambdaEventSourceMappingDestination": "The queue has its dead-letter queue."})

    def _target(self, name: str) -> targets.LambdaFunction:
        """A function as a rule's target: what can't be delivered and what fails end in the same queue."""
        dead = self._dead(name)
        alias = self._functions.aliases[name]
        alias.configure_async_invoke(
            on_failure=destinations.SqsDestination(dead), retry_attempts=2, max_event_age=EVENT_AGE
        )
        return targets.LambdaFunction(
            alias, dead_letter_queue=dead, retry_attempts=EVENT_TRIES, max_event_age=EVENT_AGE
        )

    def _dead(self, name: str) -> sqs.Queue:
        self.dead[name] = dead_letters(self, f"{name}-dead")
        return self.dead[name]


def waited_for(function: LambdaFunction) -> bool:
    """Whether a question waits for this function when nothing goes wrong."""
    return function.name in WAITED_FOR or function.name.startswith("agent-")


WAITED_FOR = ("api", "turn", "query", "statistics", "respond")
"""Not what only some questions or clients wait for: documents, streams and the tools of assistants, of which the last
two listen for HTTP alone. They start cold after minutes without a call."""
NOBODY = "nobody.asks.over.the.bus"
UPLOADED = "uploaded"
HEARD = 'An alarm hears of each failure, and an event that says only "ask" is not worth keeping.'
QUEUE_CONSUMERS = {"replies": "reply_queue", "questions": "asked", "deliveries": "deliver"}
"""Which function takes from which queue, by the names that the registry gives them."""
QUEUE_TRIES = {"deliveries": len(BACKOFF) + 1}
"""How often a queue brings a message, where that is not as often as all do."""
