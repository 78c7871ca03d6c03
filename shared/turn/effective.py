"""What holds for a session: its own settings over the deployment's."""

from shared.contracts import Contract, SessionSettings
from shared.settings import Settings


class FailsafeSettings(Contract):
    """Whether drafts are assessed, and the score under which one is not sent as it is."""

    failsafe_enabled: bool
    confidence_threshold: float


def effective(deployment: Settings, session: SessionSettings) -> FailsafeSettings:
    """The settings in force."""
    own = {name: value for name, value in session.model_dump().items() if value is not None}
    return FailsafeSettings.model_validate(deployment.model_dump(include=set(FailsafeSettings.model_fields)) | own)
