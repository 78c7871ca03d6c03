"""A contested forfeit: what a model says of the data when it gives up, held against the data by a judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shared.agents.conversation.denials import denied, touches
from shared.contracts import Claim, DatasetProfile, Fact, Forfeit, ForfeitCode
from shared.failure.reasons import plain_reason
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets
from shared.model.moves import Move
from shared.model.port import Opinion
from shared.model.rounds import CallResult, Round

Judge = Callable[[str, tuple[Claim, ...], tuple[Fact, ...]], Opinion | None]
"""Holds a text's claims against rows and facts, its own first; None where nobody can be asked."""

_OF_THE_DATA: Final[frozenset[ForfeitCode]] = frozenset(
    {"not_in_data", "out_of_range", "too_few_rows", "not_computable", "other"}
)
"""The forfeits whose reason says something of what the data holds, in whatever words."""
_FALSE: Final = "Somebody who compared your reason with the tables found it false"
_GO_ON: Final = "Answer from the data, or forfeit for a reason that holds."


def weighed(
    forfeit: Forfeit, judge: Judge | None, facts: Sequence[Fact], datasets: Sequence[DatasetProfile]
) -> tuple[Forfeit, str | None]:
    """The forfeit as it may be told, with how sure a judge is of its reason, and why the data contradicts this: None
    where it does not, where nothing is said of the data, or nobody is to be asked. What is said beside the reason goes
    where it is found false or nothing bears it out; all of it, where a judge is to be asked and none answers."""
    lines = (forfeit.reason, *forfeit.attempted_actions, *filter(None, [forfeit.would_help]))
    of_the_data = forfeit.code in _OF_THE_DATA
    if judge is None or not (of_the_data or touches(lines, datasets)):
        return forfeit, None
    if there := denied(forfeit.reason, datasets):
        return forfeit, there
    claims = tuple(Claim(said=line, gives_up=not at) for at, line in enumerate(lines))
    opinion = judge(forfeit.reason, claims, tuple(facts))
    if opinion is None:
        return without_its_reason(forfeit), None
    found = opinion.found_false
    false = {line for at, line in enumerate(lines, start=1) if at > 1 and at in found}
    tried = tuple(one for one in forfeit.attempted_actions if one not in false)
    helps = None if forfeit.would_help in false else forfeit.would_help
    told = forfeit.model_copy(update={"attempted_actions": tried, "would_help": helps})
    if 1 in found:
        return told, found[1] if 1 in opinion.contradicted else None
    return (told.model_copy(update={"sure": opinion.score}) if of_the_data else told), None


def found_false(forfeit: Forfeit, why: str) -> str:
    """What its writer is told of a forfeit: what is there instead of what it says."""
    return f"{_FALSE}: “{forfeit.reason}”{f' ({why})' if why else ''}."


def sent_back(move: Move, forfeit: Forfeit, why: str) -> Round:
    """A forfeit as a failed tool result."""
    said = f"{found_false(forfeit, why)} {_GO_ON}"
    ids = [call.id for call in move.calls] or [""]
    return Round(content=move.content, results=tuple(CallResult(id=one, told=said, failed=True) for one in ids))


def without_its_reason(forfeit: Forfeit) -> Forfeit:
    """The forfeit with a reason that is true whatever the data holds, and without what else was said for it."""
    told = {"code": "other", "reason": plain_reason(None), "would_help": None, "attempted_actions": ()}
    return forfeit.model_copy(update=told)


def with_figures(forfeit: Forfeit, sheets: Sheets, question: str) -> tuple[Forfeit, tuple[Fact, ...]]:
    """The forfeit with what it tells by reference computed, and these figures; a line whose reference gives nothing, or
    only with a factor that nothing gives, is left out: nobody is asked whether it holds."""
    lines = (forfeit.reason, forfeit.would_help or "", *forfeit.attempted_actions)
    told = [resolve(line, sheets, question=question) for line in lines]
    stand = [not one.problems and not any(figure.assumed for figure in one.cited) for one in told]
    facts = tuple(fact for one, stands in zip(told, stand, strict=True) if stands for fact in one.facts)
    reason, helps, *tried = (one.text if stands else "" for one, stands in zip(told, stand, strict=True))
    update = {
        "reason": reason or plain_reason(forfeit.code),
        "would_help": helps or None,
        "attempted_actions": tuple(filter(None, tried)),
    }
    return forfeit.model_copy(update=update), facts
