"""What a browser is told with the console's files."""

import pytest

from infra.headers import content_policy, kept, kind


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/assets/index-3fa1.js", "public, max-age=31536000, immutable"),
        ("assets/index-3fa1.css", "public, max-age=31536000, immutable"),
        ("/index.html", "no-cache"),
        ("/config.json", "no-cache"),
        ("/other/assets/a.js", "no-cache"),
    ],
)
def test_only_what_is_named_by_its_content_is_kept_for_good(path: str, told: str) -> None:
    assert kept(path) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.png", "image/png"),
        ("a.woff2", "font/woff2"),
        ("LICENSE", "application/octet-stream"),
    ],
)
def test_text_is_told_with_its_encoding_and_anything_else_without(name: str, told: str) -> None:
    assert kind(name) == told


def test_a_page_talks_to_itself_and_to_what_it_must_reach_alone() -> None:
    parts = dict(
        part.split(" ", 1) for part in content_policy("https://api.example", "https://login.example").split("; ")
    )
    assert parts["connect-src"] == "'self' https://api.example https://login.example"
    assert parts["script-src"] == "'self'"
    assert {parts[name] for name in ("default-src", "base-uri", "frame-ancestors")} == {"'none'"}
