"""Tool calls read into their arguments, all of them or none."""

from collections.abc import Callable, Sequence

from pydantic import BaseModel, ValidationError

from shared.analysis.fitness import Misfit
from shared.model.prompts.prompt import Tool, WrongAnswer, told
from shared.model.spoken import Spoken, ToolCall


def arguments_of(
    spoken: Spoken, tools: Sequence[Tool], fit: Callable[[BaseModel], BaseModel] = lambda arguments: arguments
) -> list[BaseModel]:
    """The arguments of every call; WrongAnswer where there is no call, or one that is wrong. `fit` may say by a Misfit
    that arguments which are right in themselves do not fit the data."""
    offered = {tool.name: tool for tool in tools}
    calls = spoken.calls()
    if not calls:
        raise WrongAnswer("Answer by calling the tools, not in text.")
    read: list[BaseModel] = []
    wrong: dict[str, str] = {}
    for call in calls:
        try:
            read.append(fit(_read(call, offered)))
        except (Misfit, WrongAnswer) as error:
            wrong[call.id] = str(error)
    if wrong:
        raise WrongAnswer("; ".join(wrong.values()), wrong)
    return read


def _read(call: ToolCall, offered: dict[str, Tool]) -> BaseModel:
    if call.name not in offered:
        raise WrongAnswer(f"There is no such tool. Tools: {', '.join(offered)}.")
    try:
        return offered[call.name].read(call)
    except ValidationError as error:
        raise WrongAnswer(f"Wrong arguments for {call.name}: {told(error)}") from None
