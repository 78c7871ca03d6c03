"""Users, for tests of what arrives by itself."""

from tests.functions.api.conftest import cloud, other, parked, user

__all__ = ["cloud", "other", "parked", "user"]
