"""An account to deploy into."""

from collections.abc import Iterator

import pytest
from moto import mock_aws

from infra.deploy.preflight import BOOTSTRAP
from tests.infra.deploy.moto_account import client


@pytest.fixture(autouse=True)
def account() -> Iterator[None]:
    """An account that was bootstrapped, and nothing more."""
    with mock_aws(config={"lambda": {"use_docker": False}}):  # type: ignore[arg-type]
        client("ssm").put_parameter(Name=BOOTSTRAP, Value="21", Type="String")
        yield
