"""Signing in at a deployment's login page, by authorization code with PKCE, and keeping what comes of it."""

import base64
import hashlib
import json
import secrets
import time
import webbrowser
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import urllib3

from shared.contracts import Contract
from shared.errors import BadRequest, Conflict, Unauthorized

PORT = 8765
CALLBACK = f"http://localhost:{PORT}/"
SCOPES = "openid aws.cognito.signin.user.admin"
KEPT = Path.home() / ".config" / "candor" / "logins.json"
PATIENCE_SECONDS = 300.0
"""How long a person has to sign in: password, second factor, perhaps a new password."""
LOCAL_USER, LOOPBACK = "alice", ("127.0.0.1", "localhost", "::1")
SPARE_SECONDS = 60.0
"""A token that ends sooner is renewed before it is used."""
DONE = b"<!doctype html><title>Candor</title><p>You are signed in. You may close this page."

Post = Callable[[str, Mapping[str, str]], dict[str, Any]]


class Login(Contract):
    """Who is signed in where. `until` is when the access token ends, in seconds since 1970."""

    page: str
    client: str
    access_token: str
    refresh_token: str
    until: float


def authorize_url(page: str, client: str, verifier: str, state: str) -> str:
    """Where a person signs in; see RFC 7636 for the challenge."""
    digest = hashlib.sha256(verifier.encode()).digest()
    asked = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": CALLBACK,
        "scope": SCOPES,
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    }
    return f"{page.rstrip('/')}/oauth2/authorize?{urlencode(asked)}"


def sign_in(
    url: str,
    page: str,
    client: str,
    say: Callable[[str], object],
    kept: Path = KEPT,
    *,
    show: Callable[[str], object] = webbrowser.open,
    ask: Post | None = None,
    seconds: float = PATIENCE_SECONDS,
) -> None:
    """Shows the page, waits so many seconds for its answer, and keeps the tokens for `url`.

    Raises Unauthorized where nobody signs in, Conflict where the page's answer cannot be waited for.
    """
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    address = authorize_url(page, client, verifier, state)
    say(f"Sign in at {address}")
    with _Waiting() as waiting:
        show(address)
        answer = waiting.answered(seconds)
    if answer.get("state") != state or "code" not in answer:
        raise Unauthorized(f"The login page did not let you in ({answer.get('error', 'no code came')}).")
    grant = {"grant_type": "authorization_code", "code": answer["code"], "redirect_uri": CALLBACK}
    told = _tokens(page, {**grant, "client_id": client, "code_verifier": verifier}, ask or post)
    keep(url, _login(page, client, told, told["refresh_token"]), kept)


def token_for(url: str, kept: Path = KEPT, ask: Callable[..., dict[str, Any]] | None = None) -> str:
    """An access token for this deployment, renewed where it has ended; on this machine any token is a user of its own.

    Raises Unauthorized for who is not signed in, BadRequest where `url` is no address.
    """
    address = urlsplit(url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise BadRequest(f"{url} is not an address; write it with https:// or http:// in front.")
    found = _read(kept).get(url)
    if found is None and address.hostname in LOOPBACK:
        return LOCAL_USER
    if found is None:
        raise Unauthorized(
            f"You are not signed in at {url}: use candor login (the stack's output LoginCommand has it whole)."
        )
    login = Login.model_validate(found)
    if login.until > time.time() + SPARE_SECONDS:
        return login.access_token
    grant = {"grant_type": "refresh_token", "refresh_token": login.refresh_token, "client_id": login.client}
    told = _tokens(login.page, grant, ask or post)
    keep(url, _login(login.page, login.client, told, told.get("refresh_token", login.refresh_token)), kept)
    return str(told["access_token"])


def keep(url: str, login: Login, kept: Path = KEPT) -> None:
    """Keeps a login where only this person reads it."""
    kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept.touch(mode=0o600)
    kept.write_text(json.dumps({**_read(kept), url: login.wire()}))


def _login(page: str, client: str, told: Mapping[str, Any], refresh: str) -> Login:
    until = time.time() + float(told["expires_in"])
    return Login(page=page, client=client, access_token=told["access_token"], refresh_token=refresh, until=until)


def _tokens(page: str, grant: Mapping[str, str], ask: Post) -> dict[str, Any]:
    told = ask(f"{page.rstrip('/')}/oauth2/token", grant)
    if "access_token" not in told:
        raise Unauthorized("The login has ended, or was not accepted: use candor login again.")
    return told


def post(address: str, form: Mapping[str, str]) -> dict[str, Any]:
    """Sends a form; gives the JSON that comes back, {} for none. Raises BadRequest where nobody answers."""
    try:
        answer = urllib3.request("POST", address, body=urlencode(form), headers=FORM, timeout=15.0)
        told = answer.json()
    except (urllib3.exceptions.HTTPError, ValueError) as error:
        raise BadRequest(f"{urlsplit(address).netloc} did not answer as a login page does.") from error
    return told if isinstance(told, dict) else {}


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def _read(kept: Path) -> dict[str, Any]:
    text = kept.read_text() if kept.exists() else ""
    found: dict[str, Any] = json.loads(text) if text else {}
    return found


class _Waiting:
    """Where the login page sends a person back to."""

    def __enter__(self) -> "_Waiting":
        answers: list[dict[str, str]] = []

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(DONE)
                if "state" in asked:
                    answers.append(asked)

            def log_message(self, *_: object) -> None:
                """The address holds the code."""

        try:
            self._answers, self._server = answers, HTTPServer(("127.0.0.1", PORT), Page)
        except OSError as error:
            raise Conflict(
                f"Port {PORT} of this machine, to which the login page sends you back, is in use: end the program that "
                "uses it (another candor login?), then sign in again."
            ) from error
        return self

    def answered(self, seconds: float) -> dict[str, str]:
        """What the page said. Raises Unauthorized where it says nothing for so long."""
        until = time.monotonic() + seconds
        while not self._answers:
            self._server.timeout = until - time.monotonic()
            if self._server.timeout <= 0:
                raise Unauthorized(f"Nobody signed in within {seconds / 60:.0f} minutes: use candor login again.")
            self._server.handle_request()
        return self._answers[0]

    def __exit__(self, *_: object) -> None:
        self._server.server_close()
