"""The failsafe of the whole deployment: read by anybody, set by its operators."""

from pydantic import Field

from functions.api.records import operators_only
from shared.contracts import CategoryTexts, FailsafeCategory, FailsafeOptions, Word
from shared.http.route import BODY, Asking, Body, Shown, answers, routes
from shared.turn.intake.effective_settings import FailsafeSettings, effective

router = routes()
TAGS = ["failsafe"]


class FailsafeChange(Body):
    """Settings for everybody, from the next turn on; null restores the value that was set at deployment, and what is
    left out stays."""

    failsafe_enabled: bool | None = Field(default=None, description="Whether answers are assessed before they go out.")
    confidence_threshold: float | None = Field(
        default=None, ge=0.0, le=1.0, description="Higher is stricter.", examples=[0.8]
    )
    uncertainty_words: list[Word] | None = Field(default=None, description="More words that indicate doubt.")
    partial_words: list[Word] | None = Field(default=None, description="More words that indicate a partial answer.")
    error_words: list[Word] | None = Field(default=None, description="More words that indicate an error.")
    category_words: dict[FailsafeCategory, list[Word]] | None = Field(
        default=None, description="More words that indicate a category."
    )
    category_texts: CategoryTexts | None = Field(
        default=None, description="Replacement texts by category; the other categories keep theirs."
    )


class FailsafeView(Shown):
    """What an operator has set, and what applies to sessions that set nothing themselves."""

    set_here: FailsafeOptions
    effective: FailsafeSettings


@router.get(
    "/failsafe",
    summary="See the failsafe's settings",
    description="Those of the deployment; a session shows its own.",
    tags=TAGS,
    operation_id="getFailsafe",
    responses=answers("The settings."),
)
def get_failsafe(caller: Asking) -> FailsafeView:
    """What holds for everybody."""
    return shown(caller, caller.deps.deployment.failsafe())


@router.patch(
    "/failsafe",
    summary="Change the failsafe's settings for everybody",
    description="For operators, whom the deployment names; others get 404. Takes effect with the next turn.",
    tags=TAGS,
    operation_id="changeFailsafe",
    responses=answers("The settings after the change.", *BODY, 404),
)
def change_failsafe(caller: Asking, body: FailsafeChange) -> FailsafeView:
    """Changes the settings that are named. Raises UnknownResource for whoever is no operator."""
    operators_only(caller)
    store = caller.deps.deployment
    named = body.model_dump(exclude_unset=True)
    changed = FailsafeOptions.model_validate(store.failsafe().model_dump() | named)
    store.set_failsafe(changed)
    return shown(caller, changed)


def shown(caller: Asking, options: FailsafeOptions) -> FailsafeView:
    """The settings as everybody sees them."""
    return FailsafeView(set_here=options, effective=effective(caller.deps.settings, options))
