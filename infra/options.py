"""What a deployment chooses, from the CDK's context."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from shared.settings import Settings, variable

_STACK = "region prefix table bucket bus turn_workflow_arn ingest_workflow_arn reply_queue_url question_queue_url"
_WAYS = (
    "dead_letters_url delivery_queue_url webhooks_to_loopback data_role_arn data_packages library_path upload_endpoint"
)
_OTHERS = (
    "webhooks_to_loopback model bedrock_model_id anthropic_api_key anthropic_secret embeddings_key query_memory_mb"
    " query_ahead traces_headers traces_secret"
)
_GUARDRAIL = "bedrock_guardrail_id bedrock_guardrail_version"
WIRED: Final = frozenset(f"{_STACK} {_WAYS} {_OTHERS} {_GUARDRAIL}".split())
"""The settings that follow from the stack or from another option."""


PREFIX = re.compile(r"[a-z](?:[a-z0-9]|-(?=[a-z0-9])){0,31}")
"""What every name may begin with: CloudFormation wants a letter, the login page's address lower case, and the longest
name of a function has 24 letters of the 64 that Lambda takes."""
OF_AWS = ("aws", "amazon", "cognito")
"""What no login page's address may hold."""


class WrongOption(ValueError):
    """An option cannot be used as it was given; the message says why."""


@dataclass(frozen=True)
class Options:
    """`bundle` False puts next to nothing into layers and code, for tests of the template.

    `protected` data outlives the stack and its table can't be deleted by mistake. `snapstart` starts the functions
    that call a model from a snapshot. `tracing` traces the state machines. `reserved` queries at once are kept free of
    everything else, and are the most that run at once; 0 for none, since new accounts refuse it. `streams` is the same
    for turns that are followed as streams, each of which holds a function until its turn has ended. Alarms tell
    `alarm_email`, or `alarm_topic`, the ARN of a topic. `budget_usd_a_day` is what the deployment may spend a day until
    they are told; 0 for no budget. `console` is the page on which a person asks, behind CloudFront. `warm` keeps a
    sandbox of what a question waits for; `canary` gives a new version a tenth of the calls for five minutes, and takes
    it back where an alarm goes off. Every `smoke_hours` the deployment asks itself a question with a known answer; 0
    for never. `traces_secret` names the secret with the headers that a collector of traces wants. `table` and
    `table_stream` (its ARN) are a table that was restored to a point in time.
    `principal_roles` has the role, as an ARN, that alone may ask over the bus as each of the settings' `principals`.
    `settings` holds for every function.
    """

    prefix: str = "candor"
    bundle: bool = True
    protected: bool = True
    snapstart: bool = False
    tracing: bool = False
    reserved: int = 0
    streams: int = 0
    model: str = "auto"
    bedrock_model_id: str = ""
    model_arns: tuple[str, ...] = ()
    bedrock_guardrail_id: str = ""
    bedrock_guardrail_version: str = "DRAFT"
    anthropic_secret: str = ""
    traces_secret: str = ""
    table: str = ""
    table_stream: str = ""
    principal_roles: Mapping[str, str] = field(default_factory=dict)
    alarm_email: str = ""
    alarm_topic: str = ""
    budget_usd_a_day: int = 0
    console: bool = True
    warm: bool = True
    canary: bool = True
    smoke_hours: int = 6
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not PREFIX.fullmatch(self.prefix) or any(word in self.prefix for word in OF_AWS):
            raise WrongOption(
                f"prefix: {self.prefix} can't begin every name; up to 32 lower-case letters, digits and single hyphens "
                f"can, a letter first, without the words {', '.join(OF_AWS)}, which Cognito keeps for itself."
            )

    @classmethod
    def from_context(cls, context: Callable[[str], Any]) -> "Options":
        """The options that `cdk -c name=value` or cdk.json gives; the defaults for the others. Raises WrongOption."""
        given = {name: context(name) for name in cls.__dataclass_fields__}
        return cls(**{name: _read(name, value) for name, value in given.items() if value is not None})

    @property
    def table_name(self) -> str:
        """The table that is used."""
        return self.table or self.prefix

    @property
    def model_environment(self) -> dict[str, str]:
        """What the functions that call a model are told; of a key the name of its secret."""
        told = {"CANDOR_MODEL": self.model, "CANDOR_BEDROCK_MODEL_ID": self.bedrock_model_id}
        if self.anthropic_secret:
            told["CANDOR_ANTHROPIC_SECRET"] = self.anthropic_secret
        return {name: value for name, value in told.items() if value}

    @property
    def modelled(self) -> bool:
        """Whether a language model is to answer."""
        return self.model in ("claude", "bedrock") or (self.model == "auto" and bool(self.anthropic_secret))

    @property
    def capped(self) -> bool:
        """Whether there is an end to what users may spend on models a day."""
        return Settings.from_env(self.settings_environment).usd_per_day > 0

    @property
    def guardrail_environment(self) -> dict[str, str]:
        """What the functions that write replies are told of a guardrail; nothing where there is none."""
        if not self.bedrock_guardrail_id:
            return {}
        return {
            "CANDOR_BEDROCK_GUARDRAIL_ID": self.bedrock_guardrail_id,
            "CANDOR_BEDROCK_GUARDRAIL_VERSION": self.bedrock_guardrail_version,
        }

    @property
    def askers(self) -> dict[str, str]:
        """The role of each principal. Raises WrongOption for one that anybody could speak for."""
        named = Settings.from_env(self.settings_environment).principals
        if without := [name for name in named if name not in self.principal_roles]:
            raise WrongOption(f"principal_roles: {', '.join(without)} has no role; name the one that may ask as it.")
        return {name: self.principal_roles[name] for name in named}

    @property
    def settings_environment(self) -> dict[str, str]:
        """The settings as every function is told them. Raises WrongOption for one that no deployment chooses."""
        if wrong := [name for name in self.settings if name in WIRED or name not in Settings.model_fields]:
            known = ", ".join(name for name in Settings.model_fields if name not in WIRED)
            raise WrongOption(f"settings: {', '.join(wrong)} cannot be set here; what can be: {known}.")
        told = {variable(name): _text(value) for name, value in self.settings.items()}
        try:
            Settings.from_env(told)
        except ValidationError as error:
            names = ", ".join(str(problem["loc"][0]) for problem in error.errors())
            raise WrongOption(f"settings: the value of {names} does not fit.") from error
        return told


def _text(value: Any) -> str:
    """A value as it stands in an environment."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)


def _read(name: str, value: Any) -> Any:
    if name in ("settings", "principal_roles"):
        return json.loads(value) if isinstance(value, str) else value
    if isinstance(getattr(Options, name), bool):
        return str(value).lower() == "true"
    if isinstance(getattr(Options, name), tuple):
        return tuple(value.split(",")) if isinstance(value, str) else tuple(value)
    return int(value) if isinstance(getattr(Options, name), int) else str(value)
