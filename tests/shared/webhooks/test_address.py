"""Where a webhook may lead, and where never."""

import socket

import pytest

from shared.errors import BadRequest
from shared.webhooks.address import Target, checked
from shared.webhooks.post import NotDelivered, post
from tests.shared.webhooks.listener import listening

PUBLIC, URL = "93.184.215.14", "https://example.com/candor?a=1"
INSIDE = [
    "127.0.0.1", "10.0.0.8", "172.16.9.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "240.0.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1",
    "fd00:ec2::254",
    "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::",
    "2001:0:0:0:0:0:a00:1", "::7f00:1",
]  # fmt: skip


def test_a_public_address_is_called_at_what_its_name_stands_for() -> None:
    assert checked(URL, loopback=False, resolve=lambda *_: [PUBLIC]) == Target(
        "example.com", PUBLIC, 443, "/candor?a=1"
    )
    assert checked("https://example.com:8443", loopback=False, resolve=lambda *_: [PUBLIC]).port == 8443


@pytest.mark.parametrize("address", INSIDE)
def test_what_stands_for_an_address_inside_is_refused_alone_or_among_others(address: str) -> None:
    for found in ([address], [PUBLIC, address]):
        with pytest.raises(BadRequest, match="public"):
            checked(URL, loopback=False, resolve=lambda *_, found=found: found)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/", "ftp://example.com/", "file:///etc/passwd", "https://", "https://user:pass@example.com/",
        "https://example.com:22/", "https://example.com:99999/", "https://exa mple.com/",
        "https://example.com/\r\nX: y",
        "//example.com", "example.com", "https://ex\u00e4mple.com/", "https://[::1", "https://example.com/" + "a" * 500,
    ],
)  # fmt: skip
def test_what_is_no_plain_https_address_is_refused(url: str) -> None:
    with pytest.raises(BadRequest):
        checked(url, loopback=False, resolve=lambda *_: [PUBLIC])


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "localhost"])
def test_other_ways_to_write_this_machine_are_refused(host: str) -> None:
    with pytest.raises(BadRequest):
        checked(f"https://{host}/", loopback=False)


def test_a_host_that_nobody_knows_is_refused_in_a_sentence() -> None:
    def unknown(*_: object) -> list[str]:
        raise socket.gaierror

    with pytest.raises(BadRequest, match=r"example\.com is not known"):
        checked(URL, loopback=False, resolve=unknown)


def test_trials_reach_this_machine_and_no_other_over_http() -> None:
    assert not checked("http://127.0.0.1:8000/x", loopback=True).tls
    for address in (PUBLIC, "10.0.0.8", "169.254.169.254"):
        with pytest.raises(BadRequest):
            checked("http://example.com/", loopback=True, resolve=lambda *_, one=address: [one])


def test_what_was_checked_is_connected_to_whatever_the_name_stands_for_by_then() -> None:
    with listening(204) as address:
        port = int(address.rsplit(":", 1)[1].split("/")[0])
        assert post(Target("no-such-host.invalid", "127.0.0.1", port, "/hook", tls=False), "{}", {}) == 204
    assert address.heard[0][0]["host"].startswith("no-such-host.invalid")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    with listening(200) as other, listening(status, location=str(other)) as address:
        with pytest.raises(NotDelivered, match=str(status)):
            post(checked(address, loopback=True), "{}", {})
        assert (len(address.heard), len(other.heard)) == (1, 0)


def test_a_server_without_a_certificate_of_that_name_gets_nothing() -> None:
    with listening(200) as address:
        port = int(address.rsplit(":", 1)[1].split("/")[0])
        with pytest.raises(NotDelivered):
            post(Target("example.com", "127.0.0.1", port, "/", tls=True), '{"secret": 1}', {})
        assert address.heard == []
