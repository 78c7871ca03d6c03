"""Tool calls read into their arguments, all of them or none."""

from collections.abc import Sequence

from pydantic import BaseModel, ValidationError

from shared.model.prompts.prompt import Tool, WrongAnswer, told
from shared.model.spoken import Spoken, ToolCall


def arguments_of(spoken: Spoken, tools: Sequence[Tool]) -> list[BaseModel]:
    """The arguments of every call; WrongAnswer where there is no call, or one that is wrong."""
    offered = {tool.name: tool for tool in tools}
    calls = spoken.calls()
    if not calls:
        raise WrongAnswer("Answer by calling the tools, not in text.")
    wrong = {call.id: problem for call in calls if (problem := _problem(call, offered))}
    if wrong:
        raise WrongAnswer("; ".join(wrong.values()), wrong)
    return [offered[call.name].read(call) for call in calls]


def _problem(call: ToolCall, offered: dict[str, Tool]) -> str:
    if call.name not in offered:
        return f"There is no such tool. Tools: {', '.join(offered)}."
    try:
        offered[call.name].read(call)
    except ValidationError as error:
        return f"Wrong arguments for {call.name}: {told(error)}"
    return ""
