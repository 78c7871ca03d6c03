"""A message of the Messages API as it is streamed: its events, and how Bedrock wraps them."""

import base64
import json
import struct
import zlib
from collections.abc import Iterator
from typing import Any

SSE, EVENT_STREAM = "text/event-stream", "application/vnd.amazon.eventstream"
PIECE = 40
"""How many characters of a text or of a call's arguments come at once."""


def streamed(message: dict[str, Any]) -> Iterator[bytes]:
    """A message as the events of a stream."""
    started = {**message["usage"], "output_tokens": 1}
    yield event("message_start", message={**message, "content": [], "stop_reason": None, "usage": started})
    for index, block in enumerate(message["content"]):
        begun, kind, rest = _begun(block)
        yield event("content_block_start", index=index, content_block=begun)
        for at in range(0, len(rest), PIECE):
            field_ = "text" if kind == "text_delta" else "partial_json"
            yield event("content_block_delta", index=index, delta={"type": kind, field_: rest[at : at + PIECE]})
        yield event("content_block_stop", index=index)
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=ended, usage={"output_tokens": message["usage"].get("output_tokens", 0)})
    yield event("message_stop")


def _begun(block: dict[str, Any]) -> tuple[dict[str, Any], str, str]:
    """A block as it begins, the kind of its pieces, and what comes in them."""
    if block.get("type") == "text":
        return {**block, "text": ""}, "text_delta", block["text"]
    if block.get("type") == "tool_use":
        given = json.dumps(block["input"]) if "input" in block else ""
        return {**block, "input": {}}, "input_json_delta", given
    return block, "", ""


def event(kind: str, **data: Any) -> bytes:
    """One event of a stream."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def of_bedrock(sent: bytes) -> bytes:
    """An event as Bedrock wraps it: a binary message with headers, lengths and checksums."""
    data = sent.split(b"data: ", 1)[1].strip()
    payload = json.dumps({"bytes": base64.b64encode(data).decode()}).encode()
    given = {":event-type": "chunk", ":content-type": "application/json", ":message-type": "event"}
    headers = b"".join(
        struct.pack("!B", len(name)) + name.encode() + struct.pack("!BH", 7, len(value)) + value.encode()
        for name, value in given.items()
    )
    prelude = struct.pack("!II", 16 + len(headers) + len(payload), len(headers))
    message = prelude + struct.pack("!I", zlib.crc32(prelude)) + headers + payload
    return message + struct.pack("!I", zlib.crc32(message))
