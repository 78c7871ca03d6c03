"""`candor mcp`: one person's files for their own assistant, over standard input and output."""

from contextlib import ExitStack
from pathlib import Path

from infra.local.assistants import server
from infra.local.cloud import USER, LocalCloud
from infra.local.server import background
from infra.local.session import uploaded
from shared.clock import Clock
from shared.settings import Settings


def over_stdio(files: tuple[Path, ...], settings: Settings) -> None:
    """Serves questions about these files until standard input ends. Raises UnreadableData."""
    with ExitStack() as stack:
        cloud = stack.enter_context(LocalCloud(settings, clock=Clock()))
        for file in files:
            uploaded(cloud, file)
        background(stack, cloud)
        server(cloud, lambda _request: USER).run("stdio")
