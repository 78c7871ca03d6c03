"""Writes the pages that follow from the code: `python -m infra.docs.pages`."""

from collections.abc import Callable, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Final

from functions.registry import all_agents
from infra.docs import events, operations
from infra.docs.asked import asked
from shared.agents.agent import Agent
from shared.agents.specialist import INPUTS, OUTPUTS, Needs
from shared.analysis.base import Analysis

DOCS: Final = Path(__file__).parents[2] / "docs"


def agents_page() -> str:
    """docs/agents.md: every agent as the coordinator sees it, and the analyses that it knows."""
    agents = all_agents().values()
    parts = [
        "# The agents",
        "This page is written by `make docs` from `functions/agents/`; edit the agents, not the page.",
        "\n".join(f"- [{agent.name}](#{agent.name}): {agent.description}" for agent in agents),
        _listed("Every agent takes", INPUTS),
        _listed("and gives", OUTPUTS),
        *map(_agent, agents),
    ]
    return "\n\n".join(parts) + "\n"


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "agents.md": agents_page,
    "operations.md": operations.page,
    "events.md": events.page,
}
"""What each generated page should hold, by its name in docs/."""


def write(folder: Path = DOCS) -> None:
    """Writes every generated page."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


def _agent(agent: Agent) -> str:
    return "\n\n".join(
        filter(
            None,
            (
                f"## {agent.name}",
                agent.description,
                _bullets("It can", (*agent.capabilities, *agent.also)),
                _needs(agent.needs),
                _bullets("It forfeits when", agent.forfeits_when),
                "\n\n".join(("It knows these analyses:", *map(_analysis, agent.playbook))) if agent.playbook else "",
            ),
        )
    )


def _needs(needs: Needs) -> str:
    wanted = [f"{name}: {value}" for name, value in needs.model_dump().items() if value]
    return f"It needs ({', '.join(wanted)}) and forfeits without." if wanted else ""


def _analysis(kind: type[Analysis]) -> str:
    examples = "; ".join(f"“{phrase}”" for phrase in asked(kind))
    told = " ".join(cleandoc(kind.__doc__ or "").split())
    return f"### {kind.__name__}\n\n{told}" + (f"\n\nAsked for by, say: {examples}" if examples else "")


def _bullets(title: str, lines: tuple[str, ...]) -> str:
    return f"{title}:\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _listed(title: str, meanings: Mapping[str, str]) -> str:
    return f"{title}:\n\n" + "\n".join(f"- `{name}`: {meaning}" for name, meaning in meanings.items())


if __name__ == "__main__":
    write()
