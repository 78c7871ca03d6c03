"""How many tokens a model writes: the median of what was written by hand in its place (`tests/evaluation/mind`)."""

import json
from collections.abc import Iterable
from functools import cache
from statistics import median
from typing import Any, NamedTuple

from infra.lab.messages_api import calls, text
from infra.lab.meter import CHARACTERS_A_TOKEN
from shared.contracts import ToolUse
from shared.model.port import Opinion
from tests.evaluation.mind.recordings import HALVES, recordings

Content = list[dict[str, Any]]
"""The blocks of a message, as the Messages API has them."""

BESIDE = {"chart": "table", "language": "en"}
"""What a model says beside the text of an answer; the recordings have the text alone."""
AGREES = Opinion(score=0.95)
"""A verdict that objects to nothing, as nearly all do."""


class Written(NamedTuple):
    """Output tokens of each kind of message: a call with queries, an answer, a judge's verdict."""

    queries: int
    answer: int
    verdict: int

    def of(self, content: Content) -> int:
        """Those of a message of that kind."""
        names = {block.get("name") for block in content}
        return self.answer if "answer" in names else self.queries if names != {None} else self.verdict


@cache
def written() -> Written:
    """The median length of each kind in the recordings that `make mind` plays back, and that of a verdict."""
    held = [one for half in HALVES for one in recordings(half)]
    queries = (uses for one in held for uses in (one.route, *one.rounds) if _computes(uses))
    answers = ([calls("answer", {"text": draft} | BESIDE)] for one in held for draft in one.drafts)
    return Written(
        _median([calls(use.name, use.input) for use in uses] for uses in queries),
        _median(answers),
        _median([[text(AGREES.model_dump_json())]]),
    )


def _computes(uses: Iterable[ToolUse]) -> bool:
    return any(use.name in ("analyse", "run_sql") for use in uses)


def _median(messages: Iterable[Content]) -> int:
    return round(median(map(_length, messages)) / CHARACTERS_A_TOKEN)


def _length(content: Content) -> int:
    """Characters that a model writes of a message: its texts, and of each call the tool's name and the arguments."""
    return sum(len(block.get("text", "")) or len(json.dumps([block["name"], block["input"]])) for block in content)
