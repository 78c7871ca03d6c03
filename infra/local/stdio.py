"""`candor mcp`: one person's files for their own assistant, over standard input and output."""

from contextlib import ExitStack

from infra.local.assistants import server
from infra.local.cloud import USER, LocalCloud
from infra.local.file import Files
from infra.local.server import background
from infra.local.session import uploaded
from shared.clock import Clock
from shared.settings import Settings


def over_stdio(files: Files, settings: Settings) -> None:
    """Serves questions about these files until standard input ends. Raises UnreadableData."""
    with ExitStack() as stack:
        cloud = stack.enter_context(LocalCloud(settings, clock=Clock()))
        uploaded(cloud, files)
        background(stack, cloud)
        server(cloud, lambda _request: USER).run("stdio")
