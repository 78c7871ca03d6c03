"""The guard at work on a text: nothing technical, nothing unfounded."""

from shared.contracts import Draft
from shared.failure.guardrail import Unguardable, guard
from shared.reply.material import Material


class NothingSafe(Exception):
    """Nothing of the text may be shown."""


def guard_draft(draft: Draft, material: Material) -> Draft:
    """What may be shown of a draft. Raises NothingSafe."""
    turn = material.turn
    try:
        guarded = guard(
            draft.text, allowed=known_values(material), forbidden=(turn.turn_id, turn.session_id, turn.user_id)
        )
    except Unguardable as error:
        raise NothingSafe from error
    if not guarded.text.strip():
        raise NothingSafe
    return draft.model_copy(update={"text": guarded.text})


def known_values(material: Material) -> tuple[str, ...]:
    """Cells, facts and column names of this turn: what a text may repeat as it is."""
    cells = (
        value
        for response in material.completed
        for shown in response.result.results
        for record in shown.data
        for pair in record.items()
        for value in pair
        if isinstance(value, str)
    )
    return (*cells, *(str(fact.value) for fact in material.facts))
