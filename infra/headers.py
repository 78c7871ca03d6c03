"""What a browser is told with the console's files: the same on one machine and in AWS."""

from collections.abc import Mapping
from mimetypes import guess_type

ALWAYS: Mapping[str, str] = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
FOR_A_YEAR, ASKED_EACH_TIME = "public, max-age=31536000, immutable", "no-cache"


def content_policy(*reached: str) -> str:
    """The content security policy: no script but the page's own, and no address that it talks to but its own and those
    that are `reached`."""
    own = ("'self'", *reached)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        f"connect-src {' '.join(own)}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def kept(path: str) -> str:
    """How long a browser keeps the file at a path: what is named by its content for good."""
    return FOR_A_YEAR if path.lstrip("/").startswith("assets/") else ASKED_EACH_TIME


def kind(name: str) -> str:
    """The media type of a file by its name, with the encoding where it is text."""
    found = guess_type(name)[0] or "application/octet-stream"
    return found + ("; charset=utf-8" if found.startswith("text/") or found.endswith("javascript") else "")
