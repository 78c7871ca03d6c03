"""One prompt per request: importing this package makes `compose` know them all."""

from shared.model.prompts import explaining, judging, planning, routing, synthesis
from shared.model.prompts.prompt import Prompt, Tool, WrongAnswer, compose

PROMPTS = (routing, planning, synthesis, explaining, judging)

__all__ = ["PROMPTS", "Prompt", "Tool", "WrongAnswer", "compose"]
