"""The parts of docs/operations.md that follow from the code: costs and settings. `make docs` writes them."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from infra.docs import costs
from infra.options import WIRED
from infra.stack.imports import ROOT
from shared.settings import Settings, variable

PAGE: Final = ROOT / "docs" / "operations.md"
PART: Final = re.compile(r"(<!-- (\w+): written by make docs -->\n).*?(<!-- end -->)", re.DOTALL)

MEANINGS: Final[Mapping[str, str]] = {
    "region": "The AWS region of everything.",
    "prefix": "What the names of functions and state machines begin with.",
    "table": "The DynamoDB table.",
    "bucket": "The bucket of uploads and datasets.",
    "bus": "The event bus.",
    "turn_workflow_arn": "The state machine of turns.",
    "ingest_workflow_arn": "The state machine of uploads.",
    "reply_queue_url": "Where a reply waits while the table is down.",
    "question_queue_url": "Where questions from the bus wait.",
    "dead_letters_url": "Where a change of the table waits for people that `finish` cannot handle.",
    "data_role_arn": "The role that is lent, narrowed to a query's datasets. Empty: queries read by their own role.",
    "model": "`auto` (what there is a key for), `deterministic` (no model), `claude` or `bedrock`.",
    "anthropic_api_key": "The key for Claude.",
    "anthropic_secret": "The secret that holds the key, which is read when a function starts.",
    "anthropic_base_url": "Another endpoint that speaks Anthropic's API.",
    "model_id": "The first model.",
    "second_model_id": "The model that is asked when the first fails.",
    "second_model_judges": "Whether the second model is asked first where answers and queries are judged: cheaper, and "
    "perhaps with less care.",
    "bedrock_model_id": "The model of the second provider; empty for none.",
    "bedrock_guardrail_id": "A guardrail of Amazon Bedrock that what a model wrote goes by; empty for none.",
    "bedrock_guardrail_version": "Its version.",
    "share_samples": "Whether a model is shown cells; see [what leaves the account](#what-leaves-the-account).",
    "embeddings_url": "The service that embeds words, to search the vectors that a file brought along: an address that "
    "takes `model` and `input` and gives `data` with `embedding`, over https; empty for none.",
    "embeddings_model": "Its model. Vectors of a file are searched by words where this model made them, which is found "
    "out when the file is read.",
    "embeddings_key": "Its key, sent as a bearer token; empty for none. On one machine only.",
    "cache_for_an_hour": "Whether what never changes in prompts is cached for an hour, not five minutes: cheaper "
    "from the second question in an hour on, dearer for one alone (about $0.07 instead of $0.05).",
    "turn_seconds": "How long after it was asked a question has its reply.",
    "reserve_seconds": "What every function leaves of that for the reply itself.",
    "lease_grace_seconds": "How long after its deadline a turn without a reply still holds its session.",
    "keep_days": "When turns expire.",
    "agent_calls": "How many calls of a model one task of an agent may make.",
    "agent_usd": "How many US dollars it may spend on models; writing to a prompt cache counts as reading from it.",
    "model_prices": "JSON: part of a model's id → US dollars per million tokens, as `input`, `output`, `cache_read`, "
    "`cache_write`, `cache_write_hour`. List prices of the Claude families are known; a model that no name "
    "fits costs as the dearest of them: set the price of one of your own.",
    "messages_per_minute": "Quota of each user; 0 for none.",
    "turns_per_day": "Quota of each user; 0 for none.",
    "tokens_per_day": "Quota of each user, of the model's tokens; 0 for none.",
    "usd_per_day": "What all users together may spend on models a day, in US dollars; 0 for no end.",
    "delivery_queue_url": "The queue of events on their way to webhooks.",
    "webhooks_per_user": "How many webhooks a user may have.",
    "webhooks_to_loopback": "Whether webhooks may lead to this machine itself, over http: for trials.",
    "watches_per_user": "How many watches a user may have.",
    "watch_least_minutes": "The shortest time between two questions of a watch.",
    "upload_most_bytes": "The largest file.",
    "traces": "Where a finished turn's trace goes: a collector's address (`https://…/v1/traces`, OpenTelemetry's "
    "protocol as JSON), or `file:PATH`; empty for nowhere.",
    "traces_headers": "What the collector asks for, such as a key: headers as `OTEL_EXPORTER_OTLP_HEADERS` has them, "
    "`key=value,key=value`. On one machine only.",
    "traces_secret": "The secret that holds these headers.",
    "upload_endpoint": "Where uploads go, if not to S3 itself.",
    "principals": "JSON: the source of events that ask over the bus → the user for whom they ask.",
    "failsafe_enabled": "Whether answers are assessed before they go out.",
    "confidence_threshold": "Below this an answer says that it is unsure; a session may choose its own.",
    "operators": "User ids, with commas, who may count what agents gave up, see and mark everybody's flagged turns and "
    "their questions, and set the failsafe for all.",
    "uncertainty_words": "More words, with commas, that make an answer sound unsure; see [failsafe.md](failsafe.md).",
    "partial_words": "More words, with commas, that tell of half an answer.",
    "error_words": "More words, with commas, that tell of an error.",
    "category_words": "JSON: category of the failsafe → more words that tell of it.",
    "category_texts": "JSON: category of the failsafe → what is said instead of its template.",
    "query_memory_mb": "The most memory of the process that runs a query.",
    "query_max_rows": "The most rows of a result.",
    "query_ahead": "Whether a process waits for the next query: less time for it, and more of the processor's.",
    "data_packages": "Where the process that runs a query finds its packages; set by the stack.",
    "library_path": "Where Python's own library is, for that process and the one that reads a workbook; set by Lambda.",
}
"""What each setting decides; a setting without a meaning here fails a test."""


def page(file: Path = PAGE) -> str:
    """docs/operations.md with its parts as they should be; what people wrote is kept."""
    return PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}\n{found[3]}", file.read_text(encoding="utf-8"))


def settings_table() -> str:
    """Every setting with its default. Raises KeyError for one without a meaning."""
    rows = [
        f"| `{variable(name)}` | {_default(field.default)} | {MEANINGS[name]}{'' if name in WIRED else ' †'} |"
        for name, field in Settings.model_fields.items()
    ]
    given = "† may be given as `-c settings=…` when deploying; the others are set by the stack or by another option."
    return "\n".join(["| setting | default | what it decides |", "|---|---|---|", *rows, "", given])


def _default(value: Any) -> str:
    if value in ("", None, ()) or not isinstance(value, str | int | float | bool):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


PARTS: Final[Mapping[str, Callable[[], str]]] = {
    "costs": lambda: costs.report(costs.parsed([])),
    "settings": settings_table,
}
