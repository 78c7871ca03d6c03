"""Settings in force for a turn: its session's, over an operator's, over those of the deployment."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from pydantic import Field

from shared.confidence.failsafe_words import FailsafeWords
from shared.contracts import CategoryTexts, CategoryWords, Contract, FailsafeOptions, SessionSettings, Words
from shared.errors import CandorError
from shared.settings import Settings

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.turn.material import Material


class FailsafeSettings(Contract):
    """Whether drafts are assessed, the score under which one is not sent as it is, and words and texts of one's own."""

    failsafe_enabled: bool
    confidence_threshold: float
    uncertainty_words: Words = ()
    partial_words: Words = ()
    error_words: Words = ()
    category_words: CategoryWords = Field(default_factory=dict)
    category_texts: CategoryTexts = Field(default_factory=dict)

    @property
    def words(self) -> FailsafeWords:
        """The operator's additional words, in the form in which the failsafe takes them."""
        return FailsafeWords(
            extra_uncertainty=self.uncertainty_words,
            extra_partial=self.partial_words,
            extra_error=self.error_words,
            extra_keywords=self.category_words,
        )


def effective(
    settings: Settings, options: FailsafeOptions | None = None, session: SessionSettings | None = None
) -> FailsafeSettings:
    """The settings in force: the nearest that is set, field by field; of texts, category by category."""
    found = settings.model_dump(include=set(FailsafeSettings.model_fields))
    texts = dict(found["category_texts"])
    for nearer in filter(None, (options, session)):
        own = nearer.model_dump(exclude_none=True)
        texts |= own.get("category_texts", {})
        found |= own
    return FailsafeSettings.model_validate(found | {"category_texts": texts})


def settings_of(material: Material, deps: Deps) -> FailsafeSettings:
    """What held for the turn when it began; where that was not noted, what holds now, as far as it can be read."""
    session, options = material.context.settings, material.context.failsafe
    with suppress(CandorError):
        session = session or deps.sessions.get(material.turn.session_id, material.turn.user_id).settings
    with suppress(CandorError):
        options = options or deps.deployment.failsafe()
    return effective(deps.settings, options, session)
