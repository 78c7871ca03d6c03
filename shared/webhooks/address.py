"""Where a webhook may lead: a public address, over TLS. What a name resolves to is checked each time, and then
connected to, so that a name which changes its address between the two reaches nothing inside."""

import socket
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from shared.errors import BadRequest

LONGEST = 500
HTTPS, LEAST_PORT = 443, 1024
TRANSLATED = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""Addresses that stand for one of IPv4, which may be inside."""
Resolve = Callable[[str, int], Iterable[str]]


class Target(NamedTuple):
    """Where to connect and what to ask for there. `address` is what the name stands for just now."""

    host: str
    address: str
    port: int
    path: str
    tls: bool = True


def resolved(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system knows them. Raises OSError."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def checked(url: str, *, loopback: bool, resolve: Resolve = resolved) -> Target:
    """Where a webhook's URL leads. Raises BadRequest where it may not be called.

    With `loopback`, for trials on one machine, http to this machine itself is allowed too, and only that.
    """
    if len(url) > LONGEST or not url.isascii() or any(character <= " " for character in url):
        raise BadRequest(f"Write the address as an https URL of at most {LONGEST} plain characters.")
    try:
        parts = urlsplit(url)
        port = parts.port or (HTTPS if parts.scheme == "https" else 80)
    except ValueError:
        raise BadRequest("This is not a URL; write one such as https://example.com/candor.") from None
    if parts.username or parts.password or not parts.hostname:
        raise BadRequest("Write the address with a host and without a user.")
    local = loopback and parts.scheme == "http"
    if not local and (parts.scheme != "https" or (port != HTTPS and port < LEAST_PORT)):
        raise BadRequest(f"Webhook URLs must use https, on port {HTTPS} or any port from {LEAST_PORT} up.")
    address = _allowed(parts.hostname, port, resolve, loopback=loopback, only_loopback=local)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host=parts.hostname, address=address, port=port, path=path, tls=not local)


def _allowed(host: str, port: int, resolve: Resolve, *, loopback: bool, only_loopback: bool) -> str:
    """One of the host's addresses, all of which must be allowed."""
    try:
        found = [ip_address(one.partition("%")[0]) for one in resolve(host, port)]
    except (OSError, ValueError, UnicodeError):
        raise BadRequest(f"The host {host} is not known.") from None
    if not found or not all(_fits(one, loopback=loopback, only_loopback=only_loopback) for one in found):
        raise BadRequest(f"The host {host} is not a public one; a webhook is sent to public addresses only.")
    return str(found[0])


def _fits(address: IPv4Address | IPv6Address, *, loopback: bool, only_loopback: bool) -> bool:
    if address.is_loopback:
        return loopback
    return not only_loopback and is_public(address)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is out in the internet: not private, shared, link-local (where clouds keep their metadata),
    reserved, multicast, or one that stands for such a one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in TRANSLATED) or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved
