"""What a deployment chooses, from the CDK's context."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Options:
    """`bundle` False puts next to nothing into layers and code, for tests of the template.

    `protected` data outlives the stack and its table can't be deleted by mistake. `snapstart` starts the functions
    that call a model from a snapshot. `tracing` traces the state machines. `reserved` queries at once are kept free of
    everything else, and are the most that run at once; 0 for none, since new accounts refuse it.
    """

    prefix: str = "candor"
    bundle: bool = True
    protected: bool = True
    snapstart: bool = False
    tracing: bool = False
    reserved: int = 0
    model: str = "auto"
    bedrock_model_id: str = ""
    model_arns: tuple[str, ...] = ()
    anthropic_secret: str = ""

    @classmethod
    def from_context(cls, context: Callable[[str], Any]) -> "Options":
        """The options that `cdk -c name=value` or cdk.json gives; the defaults for the others."""
        given = {name: context(name) for name in cls.__dataclass_fields__}
        return cls(**{name: _read(name, value) for name, value in given.items() if value is not None})

    @property
    def model_environment(self) -> dict[str, str]:
        """What the functions that call a model are told; the key is resolved by CloudFormation when it deploys."""
        told = {"CANDOR_MODEL": self.model, "CANDOR_BEDROCK_MODEL_ID": self.bedrock_model_id}
        if self.anthropic_secret:
            told["ANTHROPIC_API_KEY"] = f"{{{{resolve:secretsmanager:{self.anthropic_secret}:SecretString}}}}"
        return {name: value for name, value in told.items() if value}


def _read(name: str, value: Any) -> Any:
    if isinstance(getattr(Options, name), bool):
        return str(value).lower() == "true"
    if isinstance(getattr(Options, name), tuple):
        return tuple(value.split(",")) if isinstance(value, str) else tuple(value)
    return int(value) if isinstance(getattr(Options, name), int) else str(value)
