"""Where moto differs from AWS, it is brought closer: handlers run, errors that AWS can't catch pass, events arrive.

Everything here replaces a method of moto for as long as a local cloud is open, and puts it back.
"""

import datetime as dt
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any, Protocol
from unittest import mock

import boto3
from botocore import endpoint
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.httpchecksum import AwsChunkedWrapper
from moto.awslambda.models import LambdaFunction as MotoFunction
from moto.awslambda_simple.models import LambdaSimpleBackend
from moto.core import utils as moto_utils
from moto.core.base_backend import AccountSpecificBackend
from moto.core.botocore_stubber import BotocoreStubber
from moto.dynamodb.models.dynamo_type import Item
from moto.dynamodb.models.table import StreamRecord, StreamShard
from moto.events.models import Rule
from moto.stepfunctions.parser.api import HistoryEventType, TaskFailedEventDetails
from moto.stepfunctions.parser.asl.component.common.error_name.failure_event import FailureEvent, FailureEventException
from moto.stepfunctions.parser.asl.component.common.error_name.states_error_name import StatesErrorName
from moto.stepfunctions.parser.asl.component.common.error_name.states_error_name_type import StatesErrorNameType
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.common.retry.retry_outcome import RetryOutcome
from moto.stepfunctions.parser.asl.component.state import state as state_module
from moto.stepfunctions.parser.asl.component.state.exec.execute_state import ExecutionState
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service.state_task_service import StateTaskService
from moto.stepfunctions.parser.asl.component.state.state import CommonStateField
from moto.stepfunctions.parser.asl.eval.environment import Environment
from moto.stepfunctions.parser.asl.eval.event.event_detail import EventDetails
from moto.stepfunctions.parser.backend.execution import BaseExecutionWorkerCommunication, Execution
from moto.stepfunctions.parser.backend.execution_worker import ExecutionWorker

from infra.local.lambda_runtime import Invocation
from infra.local.moto.forgetting import unlisted
from infra.local.moto.partitions import partitions
from infra.local.moto.shortcuts import shortcuts
from infra.local.moto.transactions import transactions

UNCATCHABLE = {"States.Runtime", "States.DataLimitExceeded", "States.QueryEvaluationError"}
"""What passes by every Retry and Catch. The last is moto's name for a Map over something that is no array, where AWS
says States.Runtime."""

_here = threading.local()


class Events(Protocol):
    """What the local cloud is told, and decides."""

    def invoke(self, state: str | None, function: str, payload: bytes | str | None) -> Invocation:
        """Runs a function; `state` is the state that calls it, None where none does."""
        ...

    def enter(self, state: str, timeout: float) -> None:
        """A task begins. May raise; EvalTimeoutError for a timeout."""
        ...

    def enter_state(self, state: str, execution: str) -> None:
        """Any state begins, in the execution of that name. May raise FailureEventException, or end the execution."""
        ...

    def call(
        self, event: str, url: str, state: str | None, send: Callable[[], AWSResponse | None]
    ) -> AWSResponse | None:
        """A call to AWS; `event` is botocore's, "before-send.dynamodb.PutItem". Raises what botocore should see."""
        ...

    def wait_for_retry(self, seconds: float) -> None:
        """A Retry waits, in the state machine or in botocore."""
        ...

    def now(self) -> dt.datetime:
        """This moment, by the clock of the local cloud."""
        ...

    def began(self, execution: Execution) -> None:
        """Hears that an execution was started, before its first state."""
        ...

    def slot(self) -> AbstractContextManager[Any]:
        """Room for one more execution to run in."""
        ...

    def ended(self, execution: Execution) -> None:
        """Hears that an execution has ended, however it did."""
        ...

    def deliver(self, arn: str, event: dict[str, Any]) -> None:
        """A rule sends an event to a target that moto does not know."""
        ...

    def stream(self, record: dict[str, Any]) -> None:
        """An item of the table has changed."""
        ...

    def written(self) -> None:
        """A request to the table has been carried out, and is about to be answered."""
        ...


@contextmanager
def emulated(events: Events) -> Iterator[None]:
    """While the context lasts, moto answers as AWS does where it would not by itself, and `events` hears of it."""
    with ExitStack() as stack:
        for replacement in (
            _models(),
            _lambdas(events),
            _calls(events),
            _states(events),
            _tasks(events),
            _retries(events),
            _executions(events),
            _rules(events),
            _streams(events),
            _stops(),
            transactions(events.written),
            partitions(),
            shortcuts(),
            unlisted(),
        ):
            stack.enter_context(replacement)
        yield


class _Time(SimpleNamespace):
    """The module `time` with another `sleep`."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        super().__init__(**{**vars(time), "sleep": sleep})


MOST_IN_A_PIECE = 1_000_000_000
"""More than any file has that is taken."""


def bare_name(function: str) -> str:
    """`candor-intake` from a name, a name with an alias, or an ARN."""
    return function.split(":function:")[-1].split(":")[0]


@contextmanager
def _models() -> Iterator[None]:
    """moto looks through botocore's folder of services once, not once for each service; and for the regions of each it
    reads what the clients have read already."""
    session = staticmethod(boto3._get_default_session)
    with (
        mock.patch.object(moto_utils, "create_loader", cache(moto_utils.create_loader)),
        mock.patch.object(AccountSpecificBackend, "get_session", session),
    ):
        yield


@contextmanager
def _calls(events: Events) -> Iterator[None]:
    """Every call to AWS passes by the local cloud; botocore's waits before a retry are simulated."""
    stock = BotocoreStubber.__call__

    def call(self: BotocoreStubber, event_name: str, request: AWSPreparedRequest, **kwargs: Any) -> AWSResponse | None:
        if not self.enabled:
            return None
        state = getattr(_here, "state", None)
        return events.call(
            event_name, str(request.url), state, lambda: stock(self, event_name=event_name, request=request, **kwargs)
        )

    waiting = _Time(events.wait_for_retry)
    with (
        mock.patch.object(BotocoreStubber, "__call__", call),
        mock.patch.object(endpoint, "time", waiting),
        # in one piece: of a file in many, moto makes one again in time that grows as the square of its size
        mock.patch.object(AwsChunkedWrapper, "_DEFAULT_CHUNK_SIZE", MOST_IN_A_PIECE),
    ):
        yield


@contextmanager
def _states(events: Events) -> Iterator[None]:
    """Every state announces itself, and notes when it was entered by the local cloud's clock."""
    stock = CommonStateField._eval_body
    clock = SimpleNamespace(datetime=SimpleNamespace(now=lambda tz=None: events.now()), timezone=dt.timezone)

    def eval_body(self: CommonStateField, env: Environment) -> None:
        events.enter_state(self.name, env.states.context_object.context_object_data["Execution"]["Name"])
        stock(self, env)

    with (
        mock.patch.object(CommonStateField, "_eval_body", eval_body),
        mock.patch.object(state_module, "datetime", clock),
    ):
        yield


def end_here(execution: Execution, how: str) -> None:
    """Ends an execution at the state that begins on this thread: "is aborted", "outlasts the execution" or
    "cannot be caught". Raises FailureEventException for the last."""
    env = execution.exec_worker.env
    if how == "is aborted":
        env.set_stop(stop_date=dt.datetime.now(dt.UTC), cause=None, error=None)
    elif how == "outlasts the execution":
        env.set_timed_out()
    else:
        told = TaskFailedEventDetails(error="States.Runtime", cause="an error that no Catch sees")
        raise FailureEventException(
            FailureEvent(
                env=env,
                error_name=StatesErrorName(typ=StatesErrorNameType.StatesRuntime),
                event_type=HistoryEventType.TaskFailed,
                event_details=EventDetails(taskFailedEventDetails=told),
            )
        )


@contextmanager
def _lambdas(events: Events) -> Iterator[None]:
    def answer(name: str, body: Any, response_headers: Any) -> bytes:
        invocation = events.invoke(getattr(_here, "state", None), bare_name(name), body)
        if invocation.failed:
            response_headers["x-amz-function-error"] = "Unhandled"
        return invocation.payload

    def invoke(
        _self: Any, function_name: str, _qualifier: Any, body: Any, _headers: Any, response_headers: Any
    ) -> bytes:
        return answer(function_name, body, response_headers)

    def invoke_from_queue(self: Any, body: str, _request_headers: Any, response_headers: Any) -> bytes:
        return answer(self.function_name, body, response_headers)

    with (
        mock.patch.object(LambdaSimpleBackend, "invoke", invoke),
        mock.patch.object(MotoFunction, "invoke", invoke_from_queue),
    ):
        yield


def _name(failure: FailureEvent) -> str:
    return str(failure.error_name.error_name) if failure.error_name else ""


@contextmanager
def _tasks(events: Events) -> Iterator[None]:
    """Tasks announce themselves; what AWS lets pass by every Retry and Catch passes here too."""
    catch, retry = ExecutionState._handle_catch, ExecutionState._handle_retry
    run = StateTaskService._eval_execution

    def handle_catch(self: ExecutionState, env: Environment, failure_event: FailureEvent) -> None:
        if _name(failure_event) in UNCATCHABLE:
            self._terminate_with_event(env=env, failure_event=failure_event)
        catch(self, env, failure_event)

    def handle_retry(self: ExecutionState, env: Environment, failure_event: FailureEvent) -> RetryOutcome:
        if _name(failure_event) in UNCATCHABLE:
            return RetryOutcome.CannotRetry
        return retry(self, env, failure_event)

    def announced(self: StateTaskService, env: Environment) -> None:
        _here.state = self.name
        events.enter(self.name, getattr(self.timeout, "timeout_seconds", 0))
        run(self, env)

    with (
        mock.patch.object(ExecutionState, "_handle_catch", handle_catch),
        mock.patch.object(ExecutionState, "_handle_retry", handle_retry),
        mock.patch.object(StateTaskService, "_eval_execution", announced),
    ):
        yield


@contextmanager
def _retries(events: Events) -> Iterator[None]:
    with mock.patch.object(retrier_decl, "time", _Time(events.wait_for_retry)):
        yield


@contextmanager
def _executions(events: Events) -> Iterator[None]:
    terminated, start = BaseExecutionWorkerCommunication.terminated, Execution.start

    def announce(self: BaseExecutionWorkerCommunication) -> None:
        terminated(self)
        events.ended(self.execution)

    def begin(self: Execution) -> None:
        events.began(self)
        start(self)

    logic = ExecutionWorker._execution_logic

    def in_a_slot(self: ExecutionWorker) -> None:
        with events.slot():
            logic(self)

    with (
        mock.patch.object(ExecutionWorker, "_execution_logic", in_a_slot),
        mock.patch.object(BaseExecutionWorkerCommunication, "terminated", announce),
        mock.patch.object(Execution, "start", begin),
    ):
        yield


@contextmanager
def _rules(events: Events) -> Iterator[None]:
    stock = Rule.send_to_targets

    def send(self: Rule, original_event: Any, transform_input: bool = True) -> None:
        targets = self.targets
        if not self.event_pattern.matches_event(original_event):
            return
        ours = [target for target in targets if target["Arn"].split(":")[2] in ("lambda", "states")]
        self.targets = [target for target in targets if target not in ours]
        try:
            stock(self, original_event, transform_input)
        finally:
            self.targets = targets
        for target in ours:
            events.deliver(target["Arn"], json.loads(json.dumps(original_event)))

    with mock.patch.object(Rule, "send_to_targets", send):
        yield


@contextmanager
def _streams(events: Events) -> Iterator[None]:
    """Changes are told one by one and afterwards; moto would run the consumer inside the write, again and again."""

    numbers = itertools.count(1)

    def add(self: StreamShard, old: Item | None, new: Item | None) -> None:
        kind = "INSERT" if old is None else "REMOVE" if new is None else "MODIFY"
        record = StreamRecord(self.table, "NEW_AND_OLD_IMAGES", kind, old, new, next(numbers))
        events.stream(record.to_json())

    with mock.patch.object(StreamShard, "add", add):
        yield


@contextmanager
def _stops() -> Iterator[None]:
    """An execution can be stopped in its first moment, when moto has not made its environment yet."""
    stop = ExecutionWorker.stop

    def patient(self: ExecutionWorker, *args: Any, **arguments: Any) -> None:
        give_up = time.monotonic() + 2
        while self.env is None and time.monotonic() < give_up:
            time.sleep(0.01)
        stop(self, *args, **arguments)

    with mock.patch.object(ExecutionWorker, "stop", patient):
        yield
