"""The state machines, from the definitions that the local cloud runs."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from aws_cdk import ArnFormat, RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from infra.stack.acknowledged import NO_RESOURCES, acknowledge
from infra.stack.grants import Statement, partitions
from infra.stack.lambdas import ALIAS, policy
from infra.workflow.definition import LAMBDA, definition, states

NAMES = ("turn", "ingest")


class Workflows(Construct):
    """The machines, by name. Each may call the functions that its definition names, and nothing else."""

    def __init__(
        self,
        scope: Construct,
        *,
        prefix: str,
        table: str,
        table_arn: str,
        aliases: Mapping[str, lambda_.IAlias],
        tracing: bool = False,
    ) -> None:
        super().__init__(scope, "Workflows")
        self._prefix, self._table, self._table_arn = prefix, table, table_arn
        self._aliases, self._tracing = aliases, tracing
        self.machines = {name: self._machine(name) for name in NAMES}

    def _machine(self, name: str) -> sfn.StateMachine:
        machine = definition(name, prefix=self._prefix, table=self._table)
        made = sfn.StateMachine(
            self,
            name,
            state_machine_name=f"{self._prefix}-{name}",
            state_machine_type=sfn.StateMachineType.STANDARD,
            definition_body=sfn.DefinitionBody.from_string(json.dumps(machine)),
            role=self._role(name, machine),
            logs=sfn.LogOptions(destination=self._log(name), level=sfn.LogLevel.ALL, include_execution_data=False),
            tracing_enabled=self._tracing,
        )
        acknowledge(made, {} if self._tracing else NO_TRACING)
        acknowledge(made.role, {"AwsSolutions-IAM5[Resource::*]": NO_RESOURCES})
        return made

    def _role(self, name: str, machine: dict[str, Any]) -> iam.Role:
        called = [
            self._aliases[function].function_arn
            for function in sorted(callable_by(machine, self._aliases, self._prefix))
        ]
        allowed = [Statement(("lambda:InvokeFunction",), tuple(called))]
        if writes_turns(machine):
            allowed.append(Statement(("dynamodb:UpdateItem",), (self._table_arn,), partitions("TURN")))
        return iam.Role(
            self,
            f"{name}-role",
            assumed_by=iam.ServicePrincipal("states.amazonaws.com"),
            inline_policies={"calls": policy(allowed)},
        )

    def _log(self, name: str) -> logs.LogGroup:
        return logs.LogGroup(
            self,
            f"{name}-log",
            # this prefix spares the account's log policy, which has a limit
            log_group_name=f"/aws/vendedlogs/states/{self._prefix}-{name}",
            retention=logs.RetentionDays.ONE_MONTH,
            removal_policy=RemovalPolicy.DESTROY,
        )


WHY_NO_TRACING = "Tracing is the context flag `tracing`, off unless asked for: the log of each turn tells the same."
NO_TRACING = dict.fromkeys(("AwsSolutions-SF2", "Serverless-StepFunctionStateMachineXray"), WHY_NO_TRACING)


def callable_by(machine: dict[str, Any], functions: Iterable[str], prefix: str) -> set[str]:
    """The functions, by their names in the registry, that a definition may call: named ones, and agents by pattern."""
    called = [state["Parameters"] for _, state in states(machine) if state.get("Resource") == LAMBDA]
    return {name for name in functions if any(_calls(parameters, f"{prefix}-{name}:{ALIAS}") for parameters in called)}


def _calls(parameters: dict[str, str], function: str) -> bool:
    """Whether the FunctionName of a state, or what States.Format can make of it, is this one."""
    if "FunctionName" in parameters:
        return parameters["FunctionName"] == function
    template = parameters["FunctionName.$"].split("'")[1]
    return re.fullmatch(re.escape(template).replace(re.escape("{}"), r"\w+"), function) is not None


def writes_turns(machine: dict[str, Any]) -> bool:
    """Whether a definition writes to the table by itself, as the last resort does."""
    return any(state.get("Resource") == "arn:aws:states:::dynamodb:updateItem" for _, state in states(machine))


def workflow_arn(scope: Construct, full_name: str) -> str:
    """The ARN of a machine by name, for the functions that start it and are called by it."""
    arn: str = Stack.of(scope).format_arn(
        service="states", resource="stateMachine", resource_name=full_name, arn_format=ArnFormat.COLON_RESOURCE_NAME
    )
    return arn
