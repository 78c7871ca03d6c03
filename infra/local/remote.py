"""A question asked of a deployment, over its API, for the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from candor.errors import Refused, Unreachable
from candor.wire import Wire
from infra.local.file import Files, readable
from infra.local.session import nothing
from infra.local.sheets import Fetch
from shared.contracts import Event, Reply, WholeResult
from shared.errors import BadRequest, StoreUnavailable


@dataclass
class Remote:
    """One user at one deployment."""

    url: str
    token: str

    def asked(
        self,
        question: str,
        files: Files,
        on_event: Callable[[Event], None],
        settings: Mapping[str, Any] | None = None,
        then: Callable[[Reply, Fetch], object] = nothing,
    ) -> Reply:
        """The reply to a question about these files, in a session with these settings; `then` is done with it. Raises
        BadRequest, UnreadableData, StoreUnavailable."""
        for file in files.paths:
            readable(file)
        wire = Wire(self.url, self.token)
        reading = files.overrides.model_dump(exclude_none=True, exclude={"columns"})
        try:
            session = wire.session(wire.tables(files.paths, reading), settings)
            told = wire.asked(session, question, lambda event: on_event(Event.model_validate(event)))
            reply = Reply.model_validate(told)
            then(reply, lambda link: whole_of(wire.call("GET", link)))
        except Refused as error:
            raise BadRequest(str(error)) from error
        except Unreachable as error:
            raise StoreUnavailable(str(error)) from error
        return reply


def whole_of(told: Mapping[str, Any]) -> WholeResult:
    """The result out of what the API gives for its link."""
    return WholeResult.model_validate({name: told[name] for name in WholeResult.model_fields})
