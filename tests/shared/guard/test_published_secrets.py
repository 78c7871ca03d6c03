"""The secrets that detect-secrets knows never get out, and its patterns are those that we keep."""

import random
import re
import string

import pytest

from infra.docs.secrets import OURS, SECRETS, page
from shared.guard.guardrail import guard
from shared.guard.leaks import LEAKS

TOKENS = {
    "GitLab Token": "glrt-{20}",
    "Mailchimp Access Key": "{32h}-us12",
    "Square OAuth Secret": "sq0csp-{43}",
    "Twilio API Key": "SK{32h}",
    "Azure Storage Account access key": "AccountKey={88}",
    "Telegram Bot Token": "1234567890:{35}",
    "Discord Bot Token": "M{23}.{6}.{27}",
    "SendGrid API Key": "SG.{22}.{43}",
    "Stripe Access Key": "sk_live_{24}",
    "AWS Access Key": "A3T{17U}",
    "PyPI Token": "pypi-AgEIcHlwaS5vcmc{70}",
    "Private Key": "BEGIN RSA PRIVATE KEY",
    "Slack Token": "https://hooks.slack.com/services/T12345/B12345/{20}",
    "Artifactory Credentials": "password: AKC{20}",
}
LETTERS = {
    "": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "U": string.ascii_uppercase + string.digits,
}


def made(shape: str) -> str:
    """A token of this shape, its places filled by chance, always the same."""
    chance = random.Random(shape)
    return re.sub(
        r"\{(\d+)([hU]?)\}", lambda one: "".join(chance.choice(LETTERS[one[2]]) for _ in range(int(one[1]))), shape
    )


def test_the_kept_patterns_are_those_of_the_installed_library():
    assert SECRETS.read_text("utf-8") == page()


@pytest.mark.parametrize(("kind", "shape"), TOKENS.items(), ids=TOKENS)
def test_a_published_kind_of_secret_is_taken_out(kind, shape):
    token = made(shape)
    told = guard(f"North leads with 4,210 units. The token was {token}, as asked.")
    assert token not in told.text
    assert told.text.startswith("North leads with 4,210 units.")
    assert told.findings


@pytest.mark.parametrize(
    "innocent",
    [
        "APARTMENTS and APPLIANCES lead: 1,204 and 980.",
        "Ticket AC-2024-118 took 11 days.",
        "SKU SK12345 sold 4,210 units at 19.90.",
        "The ratio is 1234567890:4.",
        "Sales of glass: 12; of glue: 7.",
    ],
)
def test_what_only_begins_like_one_stays(innocent):
    assert guard(innocent).text == innocent


def test_what_is_left_out_is_found_by_shapes_of_our_own():
    assert {"Public IP (ipv4)", "Basic Auth Credentials", "Artifactory Credentials"} == OURS
    kinds = {leak.kind for text in ("https://ann:secret99@db.example.com/x", "10.11.12.13") for leak in LEAKS
             if leak.pattern.search(text)}  # fmt: skip
    assert {"secret", "address"} <= kinds
