"""A question that is asked again and again, and which of its answers are reported."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from shared.contracts.base import SCHEMA_VERSION, Contract, Moment

WatchState = Literal["binding", "active", "refused", "ended"]
"""Asked for the first time; watching; not possible; over, since its data are gone."""
MessageKind = Literal["answer", "crossed", "changed", "trouble"]
FigureName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Amount = Annotated[float, Field(allow_inf_nan=False)]


class WatchPart(Contract):
    """What a person says of a watch: a misspelt field is refused rather than left out."""

    model_config = ConfigDict(extra="forbid")


class CronSchedule(WatchPart):
    """At the minutes of a cron expression of five fields, by the clocks of a time zone."""

    kind: Literal["cron"] = "cron"
    expression: str = Field(min_length=1, max_length=100, examples=["0 8 * * MON"])
    timezone: str = Field(default="UTC", min_length=1, max_length=60, examples=["Europe/Berlin"])


class OnNewData(WatchPart):
    """Whenever one of the datasets has a new version."""

    kind: Literal["new_data"] = "new_data"


When = Annotated[CronSchedule | OnNewData, Field(discriminator="kind")]


class AboveLimit(WatchPart):
    """Fires once when the figure rises above `limit`, and not again until it has fallen to `limit - band`."""

    kind: Literal["above"] = "above"
    limit: Amount
    band: Amount = Field(default=0.0, ge=0)
    figure: FigureName | None = None


class BelowLimit(WatchPart):
    """Fires once when the figure falls below `limit`, and not again until it has risen to `limit + band`."""

    kind: Literal["below"] = "below"
    limit: Amount
    band: Amount = Field(default=0.0, ge=0)
    figure: FigureName | None = None


class ChangedBy(WatchPart):
    """Fires when the figure differs from the last one reported by at least `amount`, or that many `percent`."""

    kind: Literal["changed_by"] = "changed_by"
    amount: Amount = Field(gt=0)
    percent: bool = False
    figure: FigureName | None = None


class AnyChange(WatchPart):
    """Fires when any figure of the answer differs from the last one reported."""

    kind: Literal["changed"] = "changed"


WatchCondition = Annotated[AboveLimit | BelowLimit | ChangedBy | AnyChange, Field(discriminator="kind")]


class BoundFigure(Contract):
    """The one figure that a condition is about: a fact by its name, and the cell that it was read from."""

    name: str
    unit: str | None = None
    decimals: int | None = None
    sql: str = ""
    column: str = ""


class FigureReading(Contract):
    """What a firing found: the bound figure's value, or all figures by name, and of which data. `rows` are the figures
    with the texts of the row that each stands in, which name its group whatever the figure is called."""

    at: Moment
    turn_id: str
    value: float | None = None
    figures: dict[str, float | str] = Field(default_factory=dict)
    rows: tuple[str, ...] = ()
    fingerprints: tuple[str, ...] = ()


class FiringRef(Contract):
    """Which firing of a watch a turn belongs to: the watch, and the instant for which it was due."""

    watch_id: str
    scheduled_at: Moment


class WatchMessage(Contract):
    """The one message about a firing; `sequence` counts a watch's messages from 1 without gaps.

    `value` and `before` are the bound figure now and when it was last reported.
    """

    schema_version: int = SCHEMA_VERSION
    watch_id: str
    user_id: str
    sequence: int
    kind: MessageKind
    scheduled_at: Moment
    at: Moment
    turn_id: str | None = None
    text: str
    figure: str | None = None
    unit: str | None = None
    value: float | None = None
    before: float | None = None


class Watch(Contract):
    """A watch as it stands.

    `last` is what the last firing found and `told` what was told last; `raised` says that the condition holds and was
    told, `troubled` that it could not be computed and was told. `firing` is what is being asked just now, `next_at`
    when a cron is due. `versions` are the newest revisions of the datasets, `fired_for` those of the last firing.
    """

    schema_version: int = SCHEMA_VERSION
    watch_id: str
    user_id: str
    question: str
    dataset_ids: tuple[str, ...]
    when: When
    condition: WatchCondition | None = None
    created_at: Moment
    state: WatchState = "binding"
    reason: str | None = None
    figure: BoundFigure | None = None
    last: FigureReading | None = None
    told: FigureReading | None = None
    raised: bool = False
    troubled: bool = False
    firing: FiringRef | None = None
    turn_id: str | None = None
    next_at: Moment | None = None
    versions: dict[str, int] = Field(default_factory=dict)
    fired_for: dict[str, int] = Field(default_factory=dict)
    messages: int = 0
    revision: int = 0
