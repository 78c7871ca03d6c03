"""A request as the Messages API takes it: what is said, and up to where the provider may cache it."""

from collections.abc import Sequence
from typing import Any

from shared.model.prompts import Prompt, WrongAnswer
from shared.model.spoken import Spoken


def message(model: str, prompt: Prompt, messages: list[dict[str, Any]], *, room: int, hour: bool) -> dict[str, Any]:
    """The arguments of a call, for an answer of `room` tokens at most; with `hour`, what is cached is kept for one.

    Tools are not forced: models that always think refuse that.
    """
    asked: dict[str, Any] = {
        "model": model,
        "max_tokens": room,
        "system": [_cached(prompt.system, hour)],
        "messages": messages,
    }
    if prompt.tools:
        asked |= {"tools": _tools(prompt, hour), "tool_choice": {"type": "auto"}}
    return asked


def opening(prompt: Prompt, *, hour: bool) -> list[dict[str, Any]]:
    """The first messages: what is asked, and the rounds of the conversation so far."""
    material = [_cached(prompt.material, hour)] if prompt.material else []
    asked = {"role": "user", "content": [*material, {"type": "text", "text": prompt.ask}]}
    *before, last = [asked, *_marked(prompt.rounds)]
    closing = [{"type": "text", "text": prompt.closing}] if prompt.closing else []
    return [*before, {**last, "content": [*last["content"], *closing]}]


def correction(spoken: Spoken, wrong: WrongAnswer) -> list[dict[str, Any]]:
    """The wrong answer handed back, each tool call with what is wrong about it."""
    results = [
        {
            "type": "tool_result",
            "tool_use_id": call.id,
            "is_error": True,
            "content": wrong.by_call.get(call.id, "Not carried out, because the answer as a whole is not valid."),
        }
        for call in spoken.calls()
    ]
    told = {"type": "text", "text": f"That is not valid. {wrong} Give the whole answer again, corrected."}
    return [{"role": "assistant", "content": spoken.content}, {"role": "user", "content": [*results, told]}]


def _tools(prompt: Prompt, hour: bool) -> list[dict[str, Any]]:
    """The tools, those that several prompts begin with marked as a beginning of their own."""
    wired = list(prompt.wired)
    if prompt.alike:
        wired[prompt.alike - 1] = wired[prompt.alike - 1] | {"cache_control": _kept(hour)}
    return wired


def _marked(rounds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rounds so far, the provider told that it may cache up to the end of the last."""
    if not rounds:
        return []
    *before, last = rounds
    *blocks, end = last["content"]
    return [*before, {**last, "content": [*blocks, {**end, "cache_control": _kept(hour=False)}]}]


def _cached(text: str, hour: bool) -> dict[str, Any]:
    """A text up to whose end the provider may cache the prompt."""
    return {"type": "text", "text": text, "cache_control": _kept(hour)}


def _kept(hour: bool) -> dict[str, str]:
    return {"type": "ephemeral", "ttl": "1h"} if hour else {"type": "ephemeral"}
