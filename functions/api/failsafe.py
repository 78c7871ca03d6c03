"""The failsafe of the whole deployment: read by anybody, set by its operators."""

from pydantic import Field

from functions.api.records import operators_only
from shared.contracts import CategoryTexts, FailsafeCategory, FailsafeOptions, Word
from shared.http.route import BODY, Asking, Body, Shown, answers, routes
from shared.turn.intake.effective_settings import FailsafeSettings, effective

router = routes()
TAGS = ["failsafe"]


class FailsafeChange(Body):
    """What is to hold for everybody from the next turn on; null goes back to what the deployment was made with, and
    what is left out stays."""

    failsafe_enabled: bool | None = Field(default=None, description="Whether answers are assessed before they go out.")
    confidence_threshold: float | None = Field(
        default=None, ge=0.0, le=1.0, description="Higher is stricter.", examples=[0.8]
    )
    uncertainty_words: list[Word] | None = Field(default=None, description="More words that tell of doubt.")
    partial_words: list[Word] | None = Field(default=None, description="More words that tell of half an answer.")
    error_words: list[Word] | None = Field(default=None, description="More words that tell of an error.")
    category_words: dict[FailsafeCategory, list[Word]] | None = Field(
        default=None, description="More words that tell of a category."
    )
    category_texts: CategoryTexts | None = Field(
        default=None, description="What is said in place of a draft, by category; the others keep their texts."
    )


class FailsafeView(Shown):
    """What an operator has set, and what holds for sessions that set nothing themselves."""

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
    description="For operators, whom the deployment names; others get 404. Holds from the next turn on.",
    tags=TAGS,
    operation_id="changeFailsafe",
    responses=answers("The settings as they are now.", *BODY, 404),
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
