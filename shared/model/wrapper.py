"""A model around another one, whose name it goes by."""

from shared.model.failover import NamedModel


class Wrapper:
    """What every model around another one has in common; it says itself what it does when it is asked."""

    def __init__(self, inner: NamedModel) -> None:
        self.inner = inner

    @property
    def model(self) -> str:
        """The name of the model within."""
        return self.inner.model

    @property
    def provider(self) -> str:
        """The provider of the model within."""
        return self.inner.provider
