"""moto, quicker: what it would work out anew for each call or state, though it never changes, is kept."""

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, TypeVar
from unittest import mock

from botocore.client import BaseClient
from botocore.model import StructureShape
from botocore.signers import RequestSigner
from botocore.useragent import UserAgentString
from jsonpath_ng.ext import parser as paths
from moto.core import responses
from moto.core.serialize import BaseJSONSerializer, Serialized
from moto.dynamodb.parsing.ast_nodes import DepthFirstTraverser
from moto.stepfunctions.parser.api import ExecutionStatus
from moto.stepfunctions.parser.asl.component.common.path import result_path
from moto.stepfunctions.parser.asl.component.eval_component import EvalComponent
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import state_task_service_dynamodb
from moto.stepfunctions.parser.asl.parse.asl_parser import AmazonStateLanguageParser
from moto.stepfunctions.parser.asl.parse.preprocessor import Preprocessor
from moto.stepfunctions.parser.asl.utils import boto_client, json_path
from moto.stepfunctions.parser.backend.execution import BaseExecutionWorkerCommunication, Execution
from moto.stepfunctions.parser.backend.execution_worker import ExecutionWorker

from infra.local.moto.table_requests import table_requests

T = TypeVar("T")

TABLE = "dynamodb"
PLAIN = {"S", "N", "BOOL", "NULL"}
"""Kinds of attribute values that JSON holds as they are."""

_trees: dict[str, Any] = {}


@contextmanager
def shortcuts() -> Iterator[None]:
    """moto with everything kept that can be."""
    made: Callable[[str, str], BaseClient] = _once(boto_client.boto_client_for)

    def client(region: str, service: str, state_credentials: object = None) -> BaseClient:
        return made(region, service)  # moto makes nothing of the credentials

    with ExitStack() as stack:
        for module in (lambda_eval_utils, state_task_service_dynamodb):
            stack.enter_context(mock.patch.object(module, "boto_client_for", client))
        for module in (json_path, result_path):
            stack.enter_context(mock.patch.object(module, "parse", _once(module.parse)))
        # the paths of what a rule sends to a target
        stack.enter_context(mock.patch("jsonpath_ng.ext.parse", _once(paths.parse)))
        names = cache(responses.method_names_from_class)
        stack.enter_context(mock.patch.object(responses, "method_names_from_class", names))
        for replacement in (_requests(), table_requests(), _parsing(), _programs(), _attributes(), _updates()):
            stack.enter_context(replacement)
        yield


@contextmanager
def _requests() -> Iterator[None]:
    """Requests name one user agent, and those to the table are not signed: moto looks at no signature, and each would
    be worked out anew. Their ids are numbers."""
    sign = RequestSigner.sign
    ids = itertools.count(1)

    def signed(self: Any, operation_name: str, request: Any, *args: Any, **arguments: Any) -> None:
        if self.signing_name != TABLE:
            sign(self, operation_name, request, *args, **arguments)
            return
        told = {"request": request, "request_signer": self, "operation_name": operation_name}
        self._event_emitter.emit(f"before-sign.{TABLE}.{operation_name}", **told)  # whoever records calls hears of it

    def unchanged(*_: Any, **__: Any) -> None:  # a mock would remember each of the calls
        return None

    def named(_: UserAgentString) -> str:
        return "candor"

    def request_id(headers: dict[str, Any] | None = None) -> str:
        found = f"{next(ids):052}"
        if headers is not None:
            headers["x-amzn-requestid"] = found
        return found

    with (
        mock.patch.object(UserAgentString, "rebuild_and_replace_user_agent_handler", unchanged),
        mock.patch.object(UserAgentString, "to_string", named),
        mock.patch.object(RequestSigner, "sign", signed),
        mock.patch.object(responses, "gen_amzn_requestid_long", request_id),
    ):
        yield


def _once(make: Callable[..., T]) -> Callable[..., T]:
    """`make`, called once for each choice of arguments, by one thread at a time."""
    kept, lock = cache(make), threading.Lock()

    def made(*args: Any, **arguments: Any) -> T:
        with lock:
            return kept(*args, **arguments)

    return made


@contextmanager
def _parsing() -> Iterator[None]:
    """A definition that was found good is parsed once in a process; each program is made from its tree."""
    stock = AmazonStateLanguageParser.parse

    def parse(definition: str) -> Any:
        if definition in _trees:
            return Preprocessor().visit(_trees[definition]), _trees[definition]
        program, _trees[definition] = stock(definition)
        return program, _trees[definition]

    with mock.patch.object(AmazonStateLanguageParser, "parse", staticmethod(parse)):
        yield


@contextmanager
def _programs() -> Iterator[None]:
    """A program whose execution succeeded serves the next one: no two have it at a time, and nothing of it is left."""
    idle: dict[str, list[EvalComponent]] = {}
    lent: dict[ExecutionWorker, EvalComponent] = {}
    make, run = ExecutionWorker._get_evaluation_entrypoint, ExecutionWorker._execution_logic

    def program(self: ExecutionWorker) -> EvalComponent:
        try:
            lent[self] = idle[_definition(self)].pop()
        except (KeyError, IndexError):
            lent[self] = make(self)
        return lent[self]

    def logic(self: ExecutionWorker) -> None:
        try:
            run(self)
        finally:
            used = lent.pop(self, None)
        if used and _execution(self).exec_status == ExecutionStatus.SUCCEEDED:
            idle.setdefault(_definition(self), []).append(used)

    with (
        mock.patch.object(ExecutionWorker, "_get_evaluation_entrypoint", program),
        mock.patch.object(ExecutionWorker, "_execution_logic", logic),
    ):
        yield


def _execution(worker: ExecutionWorker) -> Execution:
    told = worker._execution_communication
    assert isinstance(told, BaseExecutionWorkerCommunication)
    return told.execution


def _definition(worker: ExecutionWorker) -> str:
    return str(worker._evaluation_details.state_machine_details.definition)


@contextmanager
def _attributes() -> Iterator[None]:
    """The attributes of an item are on the wire as moto has them; it would look for many other spellings of each."""
    stock = BaseJSONSerializer._serialize_type_structure

    def serialize(
        self: BaseJSONSerializer, serialized: Serialized, value: Any, shape: StructureShape, key: str
    ) -> None:
        if shape.name == "AttributeValue" and isinstance(value, dict) and value.keys() <= PLAIN:
            serialized[key] = value
        else:
            stock(self, serialized, value, shape, key)

    with mock.patch.object(BaseJSONSerializer, "_serialize_type_structure", serialize):
        yield


@contextmanager
def _updates() -> Iterator[None]:
    """Which nodes of an update's tree a visitor looks at is the same for all visitors of its class."""
    stock = DepthFirstTraverser.nodes_to_be_processed
    kept: dict[type[DepthFirstTraverser], tuple[type, ...]] = {}

    def nodes(self: DepthFirstTraverser) -> tuple[type, ...]:
        if type(self) not in kept:
            kept[type(self)] = stock(self)
        return kept[type(self)]

    with mock.patch.object(DepthFirstTraverser, "nodes_to_be_processed", nodes):
        yield
