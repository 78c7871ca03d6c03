"""Ways to break a deployed stack for a moment. Each is held as a context and undone however the context ends."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from botocore.exceptions import ClientError

Client = Callable[[str], Any]
"""A client of AWS, by the name of the service."""

GONE = ("ResourceNotFoundException", "NoSuchEntity")
KEPT_OF_A_SCHEDULE = (
    "Name",
    "GroupName",
    "Description",
    "EndDate",
    "FlexibleTimeWindow",
    "KmsKeyArn",
    "ScheduleExpression",
    "ScheduleExpressionTimezone",
    "StartDate",
    "Target",
    "ActionAfterCompletion",
)
"""What `update_schedule` must be told again: whatever is left out is reset."""


class Disturbance(Protocol):
    """`told` says what it does, in words for the plan; `undo` puts everything back without knowing what was before."""

    @property
    def told(self) -> str:
        """What it does and how it ends, in words for the plan of a drill."""
        ...

    def held(self, client: Client) -> AbstractContextManager[None]:
        """Breaks it for as long as the context lasts."""
        ...

    def undo(self, client: Client) -> None:
        """Makes it whole, for after a drill that was killed."""
        ...


@dataclass(frozen=True)
class Throttled:
    """No call of a function gets through, whatever its version: its reserved concurrency is nought."""

    function: str

    @property
    def told(self) -> str:
        """What it does and how it ends, in words for the plan of a drill."""
        return f"reserved concurrency of {self.function} to 0; then back to what it was"

    @contextmanager
    def held(self, client: Client) -> Iterator[None]:
        """As long as the context lasts; afterwards it has what it had reserved before."""
        api = client("lambda")
        before = api.get_function_concurrency(FunctionName=self.function).get("ReservedConcurrentExecutions")
        try:
            api.put_function_concurrency(FunctionName=self.function, ReservedConcurrentExecutions=0)
            yield
        finally:
            if before:
                api.put_function_concurrency(FunctionName=self.function, ReservedConcurrentExecutions=before)
            else:
                self.undo(client)

    def undo(self, client: Client) -> None:
        """Nothing is reserved."""
        with forgiven():
            client("lambda").delete_function_concurrency(FunctionName=self.function)


@dataclass(frozen=True)
class WithoutRule:
    """The rules that call a function say nothing."""

    function_arn: str

    @property
    def told(self) -> str:
        """What it does and how it ends, in words for the plan of a drill."""
        return f"disable the rule that calls {self.function_arn.split(':function:')[-1]}; then enable it"

    @contextmanager
    def held(self, client: Client) -> Iterator[None]:
        """As long as the context lasts. Raises LookupError where no rule calls the function."""
        names = self._names(client)
        if not names:
            raise LookupError(f"no rule calls {self.function_arn}")
        try:
            for name in names:
                client("events").disable_rule(Name=name)
            yield
        finally:
            self.undo(client)

    def undo(self, client: Client) -> None:
        """Every rule is enabled."""
        for name in self._names(client):
            client("events").enable_rule(Name=name)

    def _names(self, client: Client) -> Sequence[str]:
        names: list[str] = client("events").list_rule_names_by_target(TargetArn=self.function_arn)["RuleNames"]
        return names


@dataclass(frozen=True)
class WithoutSchedule:
    """The schedule that calls a function stands still."""

    function_arn: str

    @property
    def told(self) -> str:
        """What it does and how it ends, in words for the plan of a drill."""
        return f"stop the schedule that calls {self.function_arn.split(':function:')[-1]}; then start it"

    @contextmanager
    def held(self, client: Client) -> Iterator[None]:
        """As long as the context lasts. Raises LookupError where no schedule calls the function."""
        if not self._found(client):
            raise LookupError(f"no schedule calls {self.function_arn}")
        try:
            self._set("DISABLED", client)
            yield
        finally:
            self.undo(client)

    def undo(self, client: Client) -> None:
        """The schedule runs."""
        self._set("ENABLED", client)

    def _set(self, state: str, client: Client) -> None:
        for one in self._found(client):
            whole = client("scheduler").get_schedule(Name=one["Name"], GroupName=one["GroupName"])
            kept = {name: whole[name] for name in KEPT_OF_A_SCHEDULE if whole.get(name) is not None}
            client("scheduler").update_schedule(**kept, State=state)

    def _found(self, client: Client) -> list[dict[str, Any]]:
        pages = client("scheduler").get_paginator("list_schedules").paginate()
        return [one for page in pages for one in page["Schedules"] if one["Target"]["Arn"] == self.function_arn]


@dataclass(frozen=True)
class WithoutModel:
    """The roles of functions may not call Bedrock. A model behind a key of its own can't be taken away like this."""

    functions: tuple[str, ...]
    policy_name: str = "candor-drill"
    policy: str = (
        '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":'
        '["bedrock:InvokeModel","bedrock:InvokeModelWithResponseStream"],"Resource":"*"}]}'
    )

    @property
    def told(self) -> str:
        """What it does and how it ends, in words for the plan of a drill."""
        return f"deny Bedrock to the roles of {len(self.functions)} functions; then remove that policy"

    @contextmanager
    def held(self, client: Client) -> Iterator[None]:
        """As long as the context lasts."""
        try:
            for role in self._roles(client):
                client("iam").put_role_policy(RoleName=role, PolicyName=self.policy_name, PolicyDocument=self.policy)
            yield
        finally:
            self.undo(client)

    def undo(self, client: Client) -> None:
        """The policy is gone."""
        for role in self._roles(client):
            with forgiven():
                client("iam").delete_role_policy(RoleName=role, PolicyName=self.policy_name)

    def _roles(self, client: Client) -> Iterator[str]:
        for function in self.functions:
            role: str = client("lambda").get_function_configuration(FunctionName=function)["Role"]
            yield role.rsplit("/", 1)[-1]


@contextmanager
def forgiven() -> Iterator[None]:
    """Lets the errors of AWS pass that say that what is to be removed is gone already."""
    with suppress(LookupError):
        try:
            yield
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") not in GONE:
                raise
