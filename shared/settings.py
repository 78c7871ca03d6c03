"""Sole reader of the environment."""

import json
import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator

from shared.contracts import CategoryTexts, CategoryWords, Contract, Price, Words

ModelChoice = Literal["auto", "deterministic", "claude", "bedrock"]

FROM_OTHER_NAMES = {
    "anthropic_api_key": "ANTHROPIC_API_KEY",
    "anthropic_base_url": "ANTHROPIC_BASE_URL",
    "library_path": "LD_LIBRARY_PATH",
}


_SPLIT = BeforeValidator(lambda given: tuple(filter(None, given.split(","))) if isinstance(given, str) else given)
CommaSeparated = Annotated[tuple[str, ...], _SPLIT]
CommaSeparatedWords = Annotated[Words, _SPLIT]


class Settings(Contract):
    """What a deployment decides. Each field is read from `CANDOR_<NAME>`; see FROM_OTHER_NAMES for the exceptions."""

    region: str = "us-east-1"
    prefix: str = "candor"
    table: str = "candor"
    bucket: str = "candor"
    bus: str = "candor"
    turn_workflow_arn: str = ""
    ingest_workflow_arn: str = ""
    reply_queue_url: str = ""
    question_queue_url: str = ""
    dead_letters_url: str = ""
    delivery_queue_url: str = ""
    data_role_arn: str = ""

    model: ModelChoice = "auto"
    anthropic_api_key: str | None = None
    anthropic_secret: str = ""
    anthropic_base_url: str | None = None
    model_id: str = "claude-sonnet-5-5"
    second_model_id: str = "claude-haiku-5-5"
    second_model_judges: bool = False
    bedrock_model_id: str = ""
    bedrock_guardrail_id: str = ""
    bedrock_guardrail_version: str = "DRAFT"
    share_samples: bool = True
    embeddings_url: str = ""
    embeddings_model: str = ""
    embeddings_key: str = Field(default="", repr=False)
    cache_for_an_hour: bool = False

    turn_seconds: float = Field(default=90.0, gt=0)
    reserve_seconds: float = Field(default=25.0, ge=0)
    lease_grace_seconds: float = 90.0
    keep_days: int = 90
    agent_calls: int = 8
    agent_usd: float = Field(default=0.5, ge=0)
    model_prices: dict[str, Price] = Field(default_factory=dict)

    messages_per_minute: int = Field(default=20, ge=0)
    turns_per_day: int = Field(default=500, ge=0)
    tokens_per_day: int = Field(default=2_000_000, ge=0)
    usd_per_day: float = Field(default=0.0, ge=0)
    watches_per_user: int = Field(default=20, ge=0)
    watch_least_minutes: int = Field(default=15, ge=1)
    webhooks_per_user: int = Field(default=5, ge=0)
    webhooks_to_loopback: bool = False
    upload_most_bytes: int = Field(default=600_000_000, gt=0)
    upload_endpoint: str = ""
    traces: str = ""
    traces_headers: str = Field(default="", repr=False)
    traces_secret: str = ""
    operators: CommaSeparated = ()
    principals: dict[str, str] = Field(default_factory=dict)

    failsafe_enabled: bool = True
    confidence_threshold: float = Field(default=0.7, ge=0.0, le=1.0)
    uncertainty_words: CommaSeparatedWords = ()
    partial_words: CommaSeparatedWords = ()
    error_words: CommaSeparatedWords = ()
    category_words: CategoryWords = Field(default_factory=dict)
    category_texts: CategoryTexts = Field(default_factory=dict)

    query_memory_mb: int = 512
    query_max_rows: int = 1000
    query_ahead: bool = True
    data_packages: str = ""
    library_path: str = ""

    @property
    def names_a_model(self) -> bool:
        """Whether a language model is configured, with its key or the secret that holds it."""
        claude = self.model in ("auto", "claude") and bool(self.anthropic_api_key or self.anthropic_secret)
        return self.model != "deterministic" and (claude or bool(self.bedrock_model_id))

    @field_validator("principals", "model_prices", "category_words", "category_texts", mode="before")
    @classmethod
    def _from_json(cls, given: Any) -> Any:
        """Principal → user id, part of a model's id → its price, category of the failsafe → its words, or its text;
        from the environment as a JSON object."""
        return json.loads(given) if isinstance(given, str) else given

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Settings from the given mapping, or from the process's environment."""
        environ = os.environ if environ is None else environ
        found: dict[str, Any] = {}
        for field in cls.model_fields:
            if told := environ.get(variable(field)):
                found[field] = told
        return cls.model_validate(found)


def started_for() -> str:
    """The handler that this process was started for, `functions.query.query.handler`; "" but in Lambda."""
    return os.environ.get("_HANDLER", "")


def variable(setting: str) -> str:
    """The name of a setting in the environment."""
    return FROM_OTHER_NAMES.get(setting, f"CANDOR_{setting.upper()}")
