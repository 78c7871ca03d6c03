"""A request for a model as it came in, and what of it whoever plays the model looks at."""

import json
import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Recorded:
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def tools(self) -> list[str]:
        """The names of the tools offered."""
        return [tool["name"] for tool in self.body.get("tools", ())]

    @property
    def system(self) -> str:
        """The system prompt."""
        return "\n".join(block["text"] for block in self.body.get("system", ()))

    @property
    def text(self) -> str:
        """All text of the messages."""
        blocks = [block for message in self.body["messages"] for block in message["content"]]
        return "\n".join(block["text"] for block in blocks if block["type"] == "text")

    @property
    def results(self) -> list[Any]:
        """What came of the tools that were called last, as far as it is data; empty before any was."""
        return _results(self.body["messages"][-1])

    @property
    def tables(self) -> dict[str, Any]:
        """Every table that came of a tool so far, by its name."""
        every = [result for message in self.body["messages"] for result in _results(message)]
        tables = [table for result in every for table in result.get("tables", ())]
        return {table["table"]: table for table in tables if "rows" in table}

    @property
    def everything(self) -> str:
        """The whole request, as sent."""
        return json.dumps(self.body, ensure_ascii=False)

    def fenced(self, name: str) -> Any:
        """The content of a fence; None where there is none of that name."""
        found = re.search(rf'<data name="{name}">\n(.*?)\n</data>', self.text, re.DOTALL)
        return json.loads(found.group(1)) if found else None


def _results(message: dict[str, Any]) -> list[Any]:
    """What came of tools, by a message that hands it back."""
    blocks = message["content"] if isinstance(message["content"], list) else []
    told = [block["content"] for block in blocks if block["type"] == "tool_result" and not block.get("is_error")]
    found = (re.search(r'<data name="result">\n(.*?)\n</data>', text, re.DOTALL) for text in told)
    return [json.loads(match.group(1)) for match in found if match]
