"""botocore as it travels: small, and every client of ours is made of it as boto3 makes it of the whole."""

import ast
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import boto3
import botocore
import botocore.session
import pytest
from botocore import xform_name
from botocore.client import BaseClient
from botocore.loaders import Loader

from infra.stack.imports import ROOT
from infra.stack.sdk import ASKED, SERVICES, keep_services


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with this machine's botocore in it, cut."""
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(Path(botocore.__file__).parent / "data", folder / "botocore" / "data")
    keep_services(folder)
    return folder


def test_the_services_that_travel_are_those_of_which_functions_make_clients() -> None:
    made = set()
    for file in (ROOT / "shared").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "client"
            if is_call and isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]
                made.add(node.args[0].value)  # type: ignore[attr-defined]
    assert made == set(SERVICES)


@pytest.mark.parametrize("region", ["us-east-1", "eu-central-1", "cn-north-1"])
@pytest.mark.parametrize("service", SERVICES)
def test_a_client_knows_what_is_asked_of_it_as_the_whole_one_does_and_the_same_place(
    service: str, region: str, packages: Path
) -> None:
    cut = _client(_travelling(packages), service, region)
    whole: Any = boto3.client(service, region)  # type: ignore[call-overload]
    assert cut.meta.endpoint_url == whole.meta.endpoint_url
    assert cut.meta.config.signature_version == whole.meta.config.signature_version
    names = [name for name in whole.meta.service_model.operation_names if name in ASKED[service]]
    assert cut.meta.service_model.operation_names == names
    for name in names:
        one, other = cut.meta.service_model.operation_model(name), whole.meta.service_model.operation_model(name)
        for shape in ("input_shape", "output_shape"):
            assert _told(getattr(one, shape)) == _told(getattr(other, shape))
        assert [error.name for error in one.error_shapes] == [error.name for error in other.error_shapes]


def test_uploads_and_links_are_signed_by_what_travels(packages: Path) -> None:
    cut = _client(_travelling(packages), "s3", "eu-central-1")
    upload = cut.generate_presigned_post("bucket", "key")["url"]  # type: ignore[attr-defined]
    link = cut.generate_presigned_url("get_object", Params={"Bucket": "bucket", "Key": "key"})
    assert all(one.startswith("https://bucket.s3.") and ".amazonaws.com/" in one for one in (upload, link))


@pytest.mark.parametrize("service", SERVICES)
def test_what_is_asked_of_a_service_is_what_the_code_calls(service: str) -> None:
    known = botocore.session.Session().get_service_model(service).operation_names
    called = {name for name in known if xform_name(name) in _called()}
    assert called - NOT_OF_AWS == set(ASKED[service]) - BY_BOTOCORE


def test_what_is_left_is_a_tenth_of_it_or_less(packages: Path) -> None:
    assert _bytes(packages / "botocore" / "data") < _bytes(Path(botocore.__file__).parent / "data") / 10


NOT_OF_AWS = {"CreateConnection"}
"""A socket has a method of that name, too."""
BY_BOTOCORE = {"CreateBucket", "HeadBucket"}


@cache
def _called() -> set[str]:
    """The methods that `shared` calls of anything, and the texts with which it calls them: clients are asked for pages
    and links by the names of operations."""
    found: set[str] = set()
    for file in (ROOT / "shared").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found.add(node.func.attr)
                found |= {
                    one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
    return found


def _told(shape: Any, around: tuple[str, ...] = ()) -> Any:
    """A shape with everything in it, down to where it holds itself."""
    if shape is None or shape.name in around:
        return shape and shape.name
    inside = (*around, shape.name)
    parts = dict(getattr(shape, "members", {}))
    parts |= {part: getattr(shape, part) for part in ("member", "key", "value") if hasattr(shape, part)}
    return shape.name, shape.type_name, {name: _told(part, inside) for name, part in parts.items()}


def _travelling(packages: Path) -> botocore.session.Session:
    session = botocore.session.Session()
    loader = Loader(extra_search_paths=[str(packages / "botocore" / "data")], include_default_search_paths=False)
    session.register_component("data_loader", loader)
    return session


def _client(session: botocore.session.Session, service: str, region: str) -> BaseClient:
    client: BaseClient = session.create_client(
        service, region_name=region, aws_access_key_id="x", aws_secret_access_key="y"
    )
    return client


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
