"""The console's files are served as they were built, and nothing else is."""

from pathlib import Path

import pytest

from infra.local.console import page

UPLOADS = "http://127.0.0.1:4566"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>Candor")
    (folder / "assets" / "index-1.js").write_text("1")
    (tmp_path / "secret.txt").write_text("not for you")
    return folder


def test_the_page_runs_no_script_but_its_own_and_sends_files_to_the_bucket_alone(built: Path) -> None:
    headers, body = page("/", UPLOADS, built) or ({}, b"")
    assert body == b"<p>Candor"
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' {UPLOADS}"


def test_what_is_named_by_its_content_is_kept_and_the_page_is_not(built: Path) -> None:
    script, _ = page("/assets/index-1.js", UPLOADS, built) or ({}, b"")
    entry, _ = page("/", UPLOADS, built) or ({}, b"")
    assert script["content-type"].startswith("text/javascript")
    assert "immutable" in script["cache-control"]
    assert entry["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/sessions", "/../secret.txt", "/assets/../../secret.txt", "//secret.txt", "/assets"])
def test_other_paths_are_none_of_the_consoles(built: Path, path: str) -> None:
    assert page(path, UPLOADS, built) is None


def test_before_it_is_built_the_page_says_how(tmp_path: Path) -> None:
    _, body = page("/", UPLOADS, tmp_path / "nothing") or ({}, b"")
    assert b"make console" in body
