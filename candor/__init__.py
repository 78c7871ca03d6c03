"""Candor in Python: ask your data, get exactly one honest reply.

    from candor import Candor

    with Candor(data="orders.csv") as candor:
        reply = candor.ask("Which region sells most?")
        print(reply)                  # the text
        reply.status                  # "answered", "partial", "forfeited" or "failed"
        reply.facts[0].value          # a figure
        reply.tables[0].rows          # what it was read from

`Candor(data=…)` runs the whole system in a process of its own; `Candor(url=…, token=…)` asks a deployment.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from candor.client import Candor as Candor
    from candor.errors import CandorError as CandorError
    from candor.errors import Refused as Refused
    from candor.errors import Unreachable as Unreachable
    from candor.replies import Event as Event
    from candor.replies import Fact as Fact
    from candor.replies import Forfeit as Forfeit
    from candor.replies import Reply as Reply
    from candor.replies import Table as Table

HOMES = {
    "Candor": "client",
    "CandorError": "errors",
    "Refused": "errors",
    "Unreachable": "errors",
    "Event": "replies",
    "Fact": "replies",
    "Forfeit": "replies",
    "Reply": "replies",
    "Table": "replies",
}
__all__ = sorted(HOMES)


def __getattr__(name: str) -> Any:
    """Each name is imported when it is first used: the command line needs none of them."""
    if name not in HOMES:
        raise AttributeError(f"module 'candor' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"candor.{HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
