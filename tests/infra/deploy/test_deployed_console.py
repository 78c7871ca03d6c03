"""The console is put where its page is served, after a deployment."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from infra.deploy.console import GONE_AFTER, outputs, published
from tests.infra.deploy.moto_account import PREFIX, client

TOLD = {
    "Url": "https://api.example/v1/",
    "Login": "https://login.example",
    "UserPoolClient": "client-1",
    "ConsoleUrl": "https://console.example/",
    "ConsoleBucket": "console",
}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1.js").write_text("1")
    (tmp_path / "index.html").write_text("<p>")
    (tmp_path / "deployment.json").write_text("{}")
    client("s3").create_bucket(Bucket="console")
    return tmp_path


def test_the_console_is_put_into_its_bucket_with_where_it_is_deployed_and_the_page_itself_last(built: Path) -> None:
    put: list[str] = []

    def noting(service: str) -> Any:
        made = client(service)
        made.meta.events.register("before-call.s3.PutObject", lambda params, **_: put.append(params["url_path"]))
        return made

    assert published(TOLD, noting, built) == "https://console.example/"
    assert [one.rsplit("/", 1)[-1] for one in put] == ["index-1.js", "deployment.json", "index.html"]
    told = client("s3").get_object(Bucket="console", Key="deployment.json")
    assert json.loads(told["Body"].read()) == {
        "api": "https://api.example/v1",
        "login": "https://login.example",
        "client": "client-1",
    }
    assert told["CacheControl"] == "no-cache"
    script = client("s3").head_object(Bucket="console", Key="assets/index-1.js")
    assert script["ContentType"].startswith("text/javascript")
    assert "immutable" in script["CacheControl"]


def test_files_of_consoles_before_it_go_once_no_open_page_can_need_them(built: Path) -> None:
    def there() -> set[str]:
        return {one["Key"] for one in client("s3").list_objects_v2(Bucket="console")["Contents"]}

    client("s3").put_object(Bucket="console", Key="assets/index-0.js", Body=b"0")
    published(TOLD, client, built)
    assert "assets/index-0.js" in there()
    published(TOLD, client, built, now=datetime.now(UTC) + GONE_AFTER + timedelta(days=1))
    assert there() == {"assets/index-1.js", "index.html", "deployment.json"}


def test_a_console_that_was_not_built_is_said_and_a_stack_without_one_needs_none(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="make console"):
        published(TOLD, client, tmp_path)
    assert published({"Url": "https://api.example/v1/"}, client, tmp_path) is None


def test_what_a_stack_says_of_itself_is_read_by_its_names() -> None:
    template = {
        "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}},
        "Outputs": {"Url": {"Value": "https://api.example/v1/"}},
    }
    client("cloudformation").create_stack(StackName=PREFIX, TemplateBody=json.dumps(template))
    assert outputs(PREFIX, client) == {"Url": "https://api.example/v1/"}
