"""The tokens of a request, as a provider bills them."""

import json
from typing import Any, Final

from infra.lab.recorded import Recorded

CHARACTERS_A_TOKEN: Final = 3.7


class Meter:
    """Counts tokens as a provider bills them, estimated from a request's length; it keeps what it is told to cache.

    `warm`: it has kept all of that before.
    """

    def __init__(self, *, warm: bool = False) -> None:
        self._warm = warm
        self._kept: set[int] = set()

    def __call__(self, request: Recorded, content: list[dict[str, Any]]) -> dict[str, Any]:
        """The `usage` of an answer."""
        body = request.body
        said = [block for message in body["messages"] for block in message["content"]]
        read = cached = length = prefix = hourly = 0
        for part in (*body.get("tools", ()), *body.get("system", ()), *said):
            told = json.dumps({name: value for name, value in part.items() if name != "cache_control"})
            length, prefix = length + len(told), hash((prefix, told))
            if "cache_control" in part:
                known = self._warm or prefix in self._kept
                hourly += length - cached if not known and part["cache_control"].get("ttl") == "1h" else 0
                read, cached = length if known else read, length
                self._kept.add(prefix)
        return {
            "input_tokens": _tokens(length - cached),
            "cache_creation_input_tokens": _tokens(cached - read),
            "cache_creation": {"ephemeral_1h_input_tokens": _tokens(hourly), "ephemeral_5m_input_tokens": 0},
            "cache_read_input_tokens": _tokens(read),
            "output_tokens": _tokens(len(json.dumps(content))),
        }


def _tokens(characters: int) -> int:
    return round(characters / CHARACTERS_A_TOKEN)
