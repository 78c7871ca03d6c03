"""A page of another origin: the console in AWS asks the API from an address of its own."""

from infra.local.client import LocalClient
from infra.local.cloud import LocalCloud
from tests.functions.api.user import User

ELSEWHERE = "https://console.example"
SENT = {"Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID"}
"""The headers of `infra/console/src/api.ts` that a browser asks about first."""


def test_a_browser_that_asks_first_may_send_all_that_the_page_sends(cloud: LocalCloud) -> None:
    for method, address in (("POST", "/sessions"), ("DELETE", "/turns/t1"), ("GET", "/turns/t1/events")):
        asked = {"Origin": ELSEWHERE, "Access-Control-Request-Method": method}
        answer = LocalClient(cloud, token=None).request("OPTIONS", address, **asked)
        assert answer.status == 204
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert set(answer.headers["Access-Control-Allow-Headers"].split(",")) >= SENT
        assert method in answer.headers["Access-Control-Allow-Methods"]


def test_answers_and_errors_are_read_by_a_page_of_another_origin(user: User) -> None:
    for address in ("/sessions", "/sessions/nobodys"):
        answer = user.client.request("GET", address, Origin=ELSEWHERE)
        assert answer.headers["Access-Control-Allow-Origin"] == "*", address
