"""Salvage of a turn whose workflow is gone: verified responses, from which it can still be answered."""

from pydantic import ValidationError

from shared.contracts import Draft, Reply
from shared.deps import Deps
from shared.errors import CandorError
from shared.log import logger
from shared.turn.draft.plain_answer import facts_alone, template
from shared.turn.draft.text_guard import NothingSafe, guard_draft
from shared.turn.material import Material, gather
from shared.turn.reply.assembly import assembled
from shared.turn.reply.notes import owned_up
from shared.turn.reply.size_limit import fitted
from shared.turn.reply.worded_fields import cleaned

INTERRUPTED = "I was interrupted while I finished this answer; this is what I had worked out by then."


def salvaged(turn_id: str, deps: Deps) -> Reply | None:
    """A reply from the responses that are stored, by their facts alone; None where none of them answers.

    Nothing but the table is needed, and no model. A draft is used only where it had been guarded and was not replaced.
    """
    try:
        material = cleaned(gather(turn_id, deps)).analysis
        if material.status not in ("answered", "partial"):
            return None
        return fitted(assembled(material, _words(material), now=deps.clock.now()))
    except (CandorError, NothingSafe, ValidationError) as error:
        logger.error("nothing could be salvaged", extra={"turn_id": turn_id, "why": type(error).__name__})
        return None


def _words(material: Material) -> Draft:
    """The text that the guard had let through, or one from facts. Raises NothingSafe."""
    draft = facts_alone(material) if material.replaced else material.guarded
    told = owned_up(draft or guard_draft(template(material), material), material)
    return told.model_copy(update={"text": f"{told.text}\n\n{INTERRUPTED}", "source": "rescue"})
