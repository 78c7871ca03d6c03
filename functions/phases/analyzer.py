"""Analysis: the brief becomes a plan for the agents; their findings are presented, and followed up."""

from typing import Final

from shared.phases.phase import Phase

KEPT: Final = "The brief and its findings stay here; ask on whenever you like."
"""What is true of a session that is kept, as one in a terminal is not."""

phase = Phase(
    __name__,
    place=30,
    label="Analysis",
    work="analysis",
    purpose="Have the agents work on what was learned, present what they found, and answer what is asked then.",
    opens="This is what I found for your brief.",
    closes=f"I'm glad that I could help. {KEPT}",
    analyses=True,
    seconds=32.0,
    instructions=(
        "You are the analyzer. Turn the brief into at most four questions about the data, each complete in itself, "
        "that the agents can compute. Later, answer follow-ups the same way. You state no figures yourself."
    ),
)
