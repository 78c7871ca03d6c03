"""Signing in: what is asked of the login page, and what is kept."""

import base64
import hashlib
import stat
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import urllib3

from infra.local.login import CALLBACK, PORT, Login, authorize_url, keep, sign_in, token_for
from shared.errors import BadRequest, Conflict, Unauthorized

URL, PAGE = "https://api.example.com/v1", "https://candor-1.auth.us-east-1.amazoncognito.com"


def login(seconds: float) -> Login:
    return Login(page=PAGE, client="c", access_token="old", refresh_token="r", until=time.time() + seconds)


def test_the_page_is_asked_for_a_code_that_only_who_holds_the_verifier_can_use() -> None:
    asked = {
        name: values[0] for name, values in parse_qs(urlsplit(authorize_url(PAGE, "c", "secret", "s")).query).items()
    }
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"secret").digest()).rstrip(b"=").decode()
    assert (asked["code_challenge"], asked["code_challenge_method"], asked["response_type"]) == (digest, "S256", "code")
    assert "aws.cognito.signin.user.admin" in asked["scope"].split()
    assert "secret" not in authorize_url(PAGE, "c", "secret", "s")


def test_a_token_is_kept_where_nobody_else_reads_it(tmp_path: Path) -> None:
    kept = tmp_path / "candor" / "logins.json"
    keep(URL, login(3600), kept)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert token_for(URL, kept) == "old"


def test_a_token_that_has_ended_is_renewed_and_the_new_one_kept(tmp_path: Path) -> None:
    kept, asked = tmp_path / "logins.json", list[tuple[str, Mapping[str, str]]]()

    def answer(address: str, form: Mapping[str, str]) -> dict[str, Any]:
        asked.append((address, form))
        return {"access_token": "new", "expires_in": 3600}

    keep(URL, login(10), kept)
    assert token_for(URL, kept, answer) == "new"
    assert token_for(URL, kept, answer) == "new"
    ((address, form),) = asked
    assert address == f"{PAGE}/oauth2/token"
    assert (form["grant_type"], form["refresh_token"]) == ("refresh_token", "r")


def test_who_is_not_signed_in_is_told_how_to(tmp_path: Path) -> None:
    with pytest.raises(Unauthorized, match="candor login"):
        token_for(URL, tmp_path / "logins.json")
    with pytest.raises(BadRequest, match="notaurl is not an address"):
        token_for("notaurl", tmp_path / "logins.json")


def test_on_this_machine_nobody_has_to_sign_in(tmp_path: Path) -> None:
    assert token_for("http://127.0.0.1:8080", tmp_path / "logins.json") == "alice"


def test_a_login_that_is_no_longer_accepted_is_told(tmp_path: Path) -> None:
    kept = tmp_path / "logins.json"
    keep(URL, login(10), kept)
    with pytest.raises(Unauthorized, match="candor login"):
        token_for(URL, kept, lambda *_: {"error": "invalid_grant"})


def answering(**changed: str) -> Callable[[str], object]:
    """A person who signs in: the page sends their browser back with a code, and asks for its icon before."""

    def show(address: str) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        told = {"state": asked["state"], "code": "the-code", **changed}

        def browse() -> None:
            urllib3.request("GET", f"{CALLBACK}favicon.ico")
            urllib3.request("GET", CALLBACK, fields=told)

        threading.Thread(target=browse, daemon=True).start()

    return show


def tokens(_address: str, form: Mapping[str, str]) -> dict[str, Any]:
    assert form["code"] == "the-code"
    assert len(form["code_verifier"]) >= 43  # RFC 7636
    return {"access_token": "new", "refresh_token": "r", "expires_in": 3600}


def test_who_signs_in_at_the_page_has_a_token_from_then_on(tmp_path: Path) -> None:
    kept, said = tmp_path / "logins.json", list[str]()
    sign_in(URL, PAGE, "c", said.append, kept, show=answering(), ask=tokens)
    assert token_for(URL, kept) == "new"
    assert said[0].startswith(f"Sign in at {PAGE}/oauth2/authorize?")


def test_an_answer_that_was_not_asked_for_lets_nobody_in(tmp_path: Path) -> None:
    with pytest.raises(Unauthorized, match="did not let you in"):
        sign_in(URL, PAGE, "c", print, tmp_path / "kept", show=answering(state="somebody-else's"), ask=tokens)
    assert not (tmp_path / "kept").exists()


def test_a_page_that_is_closed_is_not_waited_for_without_end(tmp_path: Path) -> None:
    with pytest.raises(Unauthorized, match="Nobody signed in"):
        sign_in(URL, PAGE, "c", print, tmp_path / "kept", show=lambda _: None, seconds=0.2)


def test_a_port_that_is_in_use_is_told_with_what_to_do(tmp_path: Path) -> None:
    in_use = pytest.raises(Conflict, match=f"Port {PORT} of this machine.* is in use")
    with HTTPServer(("127.0.0.1", PORT), BaseHTTPRequestHandler), in_use:
        sign_in(URL, PAGE, "c", print, tmp_path / "kept", show=lambda _: None)
