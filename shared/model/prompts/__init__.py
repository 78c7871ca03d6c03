"""One prompt per request: importing this package makes `compose` know them all."""

from shared.model.prompts import consulting, explaining, judging, planning, routing, synthesis, translating
from shared.model.prompts.prompt import Prompt, Tool, WrongAnswer, compose

PROMPTS = (routing, planning, synthesis, explaining, judging, consulting, translating)

__all__ = ["PROMPTS", "Prompt", "Tool", "WrongAnswer", "compose"]
