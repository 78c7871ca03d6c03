"""Where a client is sent with its file."""

from urllib.parse import urlsplit

import pytest

from shared.deps import Deps
from shared.settings import Settings


@pytest.fixture(autouse=True)
def _credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")


@pytest.mark.parametrize("region", ["us-east-1", "eu-central-1", "ap-south-2"])
def test_a_file_goes_to_the_bucket_in_its_own_region_and_is_not_redirected_there(region: str) -> None:
    form = Deps(Settings(region=region, bucket="files")).uploads.form("uploads/one/file")
    assert urlsplit(form.url).hostname == f"files.s3.{region}.amazonaws.com"
    assert f"/{region}/s3/" in form.fields["x-amz-credential"]


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:5000", "http://localhost:5000", "https://files.example"])
def test_another_endpoint_is_asked_by_path_since_it_need_not_have_a_name_for_each_bucket(endpoint: str) -> None:
    form = Deps(Settings(region="eu-central-1", bucket="files", upload_endpoint=endpoint)).uploads.form("one")
    assert form.url == f"{endpoint}/files"
