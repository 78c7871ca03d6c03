"""What is to be told of a firing: a comparison of what was found with what was told before."""

from shared.contracts import (
    AboveLimit,
    AnyChange,
    BelowLimit,
    ChangedBy,
    FigureReading,
    MessageKind,
    Moment,
    Reply,
    Watch,
    WatchMessage,
)
from shared.watches.reading import NotWatchable, bound, read

MOST_TEXT = 4000
NOT_COMPUTED = (
    "I couldn't compute this watch: {why} I say this once, and tell you again when it works and there is news."
)


def begun(watch: Watch, reply: Reply, at: Moment) -> Watch:
    """The watch after its first answer: active with what its condition is about, or refused with the reason."""
    try:
        figure = bound(watch.condition, reply)
        first = read(figure, reply, at)
    except NotWatchable as error:
        return watch.model_copy(update={"state": "refused", "reason": str(error)})
    holds = first.value is not None and _holds(watch, first.value)
    return watch.model_copy(update={"state": "active", "figure": figure, "last": first, "told": first, "raised": holds})


def judged(watch: Watch, reply: Reply, at: Moment) -> tuple[Watch, WatchMessage | None]:
    """The watch after a firing, and the one message that is to be told of it, if any."""
    try:
        found = read(watch.figure, reply, at)
    except NotWatchable as error:
        if watch.condition is None:
            return told(watch, "answer", reply.text, at, reply.turn_id)
        return troubled(watch, str(error), at, reply.turn_id)
    found_before = watch.model_copy(update={"last": found, "troubled": False})
    if watch.condition is None:
        return told(found_before.model_copy(update={"told": found}), "answer", reply.text, at, reply.turn_id)
    if isinstance(watch.condition, AnyChange):
        return _any_change(watch, found_before, reply, at)
    if isinstance(watch.condition, ChangedBy):
        return _changed_by(found_before, watch.condition, found, at)
    return _passed(found_before, found, at)


def troubled(watch: Watch, why: str, at: Moment, turn_id: str | None = None) -> tuple[Watch, WatchMessage | None]:
    """The watch where it could not be computed: told, unless that was told already."""
    if watch.troubled:
        return watch, None
    sentence = why if why.endswith((".", "!", "?")) else f"{why}."
    return told(watch.model_copy(update={"troubled": True}), "trouble", NOT_COMPUTED.format(why=sentence), at, turn_id)


def told(
    watch: Watch, kind: MessageKind, text: str, at: Moment, turn_id: str | None, before: float | None = None
) -> tuple[Watch, WatchMessage]:
    """The watch after it sent a message, and the message itself."""
    due = watch.firing.scheduled_at if watch.firing else at
    seen = watch.figure if kind in ("crossed", "changed") else None
    message = WatchMessage(
        watch_id=watch.watch_id,
        user_id=watch.user_id,
        sequence=watch.messages + 1,
        kind=kind,
        scheduled_at=due,
        at=at,
        turn_id=turn_id,
        text=text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…",
        figure=seen.name if seen else None,
        unit=seen.unit if seen else None,
        value=watch.last.value if seen and watch.last else None,
        before=before if seen else None,
    )
    return watch.model_copy(update={"messages": message.sequence}), message


def standing(watch: Watch) -> str:
    """One sentence on what is watched and how it stands."""
    if watch.state == "refused":
        return f"This can't be watched: {watch.reason}"
    if watch.state == "ended":
        return f"This watch is over: {watch.reason}"
    if watch.state == "binding":
        return "The question is being asked for the first time."
    if watch.figure is None or watch.last is None or watch.last.value is None:
        return (
            "The question is asked again as planned, and each answer is sent to you."
            if watch.condition is None
            else "The question is asked again as planned, and I'll tell you when a figure changes with the data."
        )
    now = f"{_subject(watch)} is {_shown(watch, watch.last.value)} now"
    if watch.raised:
        return f"{now}, which is past the limit already; I'll tell you the next time it {_aim(watch)}."
    return f"{now}; I'll tell you when it {_aim(watch)}."


def _passed(watch: Watch, found: FigureReading, at: Moment) -> tuple[Watch, WatchMessage | None]:
    value = found.value if found.value is not None else 0.0
    if watch.raised:
        return watch.model_copy(update={"raised": not _is_back(watch, value)}), None
    if not _holds(watch, value):
        return watch, None
    before = watch.told.value if watch.told else None
    text = f"{_subject(watch)} is {_shown(watch, value)}: it {_has(watch)}."
    now = watch.model_copy(update={"raised": True, "told": found})
    return told(now, "crossed", text, at, found.turn_id, before)


def _changed_by(
    watch: Watch, condition: ChangedBy, found: FigureReading, at: Moment
) -> tuple[Watch, WatchMessage | None]:
    before = watch.told.value if watch.told and watch.told.value is not None else None
    value = found.value if found.value is not None else 0.0
    if before is None:
        return watch.model_copy(update={"told": found}), None
    apart = abs(value - before)
    least = condition.amount * abs(before) / 100 if condition.percent else condition.amount
    if apart == 0 or apart < least:
        return watch, None
    text = f"{_subject(watch)} is {_shown(watch, value)}; it was {_shown(watch, before)} when I last told you."
    return told(watch.model_copy(update={"told": found}), "changed", text, at, found.turn_id, before)


def _any_change(before: Watch, watch: Watch, reply: Reply, at: Moment) -> tuple[Watch, WatchMessage | None]:
    """Without other data nothing has changed: another wording of the same answer is no news."""
    found, known = watch.last, before.told
    if found is None or (known and _same(found, known)):
        return watch, None
    return told(watch.model_copy(update={"told": found}), "changed", reply.text, at, reply.turn_id)


def _same(one: FigureReading, other: FigureReading) -> bool:
    """Whether two readings are of the same figures, in the same rows, whatever their names; of the same data always."""
    if one.fingerprints == other.fingerprints:
        return True
    if one.rows and other.rows and one.rows != other.rows:
        return False
    values = [sorted(map(str, each.figures.values())) for each in (one, other)]
    return values[0] == values[1] and (one.figures == other.figures or set(one.figures) != set(other.figures))


def _holds(watch: Watch, value: float) -> bool:
    condition = watch.condition
    if isinstance(condition, AboveLimit):
        return value > condition.limit
    return isinstance(condition, BelowLimit) and value < condition.limit


def _is_back(watch: Watch, value: float) -> bool:
    """Whether the figure has left the limit by the whole band, on the other side."""
    condition = watch.condition
    if isinstance(condition, AboveLimit):
        return value <= condition.limit - condition.band
    return isinstance(condition, BelowLimit) and value >= condition.limit + condition.band


def _named(watch: Watch) -> str:
    return f"the {watch.figure.name}" if watch.figure else "the figure"


def _subject(watch: Watch) -> str:
    return f"T{_named(watch)[1:]}"


def _shown(watch: Watch, value: float) -> str:
    figure = watch.figure
    return _number(value, figure.unit, figure.decimals) if figure else _number(value)


def _number(value: float, unit: str | None = None, decimals: int | None = None) -> str:
    from shared.query.words.figures import show_number  # with the query language's words: not for those who only list

    return show_number(value, unit, decimals)


def _limit(watch: Watch, limit: float) -> str:
    return _number(limit, watch.figure.unit if watch.figure else None)


def _aim(watch: Watch) -> str:
    condition = watch.condition
    if isinstance(condition, AboveLimit):
        return f"passes {_limit(watch, condition.limit)}"
    if isinstance(condition, BelowLimit):
        return f"falls below {_limit(watch, condition.limit)}"
    if isinstance(condition, ChangedBy):
        by = f"{_number(condition.amount)} %" if condition.percent else _limit(watch, condition.amount)
        return f"changes by {by} or more"
    return "changes"


def _has(watch: Watch) -> str:
    condition = watch.condition
    if isinstance(condition, AboveLimit):
        return f"has passed {_limit(watch, condition.limit)}"
    return f"has fallen below {_limit(watch, condition.limit)}" if isinstance(condition, BelowLimit) else "has changed"
