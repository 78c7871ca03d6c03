"""The console's files over HTTP: what `make console` built, with a policy that lets nothing else run."""

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path

BUILT = Path(__file__).parents[1] / "console" / "dist"
MISSING = b"""<!doctype html><meta charset="utf-8"><title>Candor</title>
<p>The API is running. The console has not been built: <code>make console</code> does that.</p>
"""


def built() -> bool:
    """Whether there is a page to show."""
    return (BUILT / "index.html").is_file()


def policy(uploads: str) -> str:
    """The content security policy; `uploads` is where files are sent to."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        f"connect-src 'self' {uploads}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def page(path: str, uploads: str, files: Path = BUILT) -> tuple[Mapping[str, str], bytes] | None:
    """Headers and body of the file at a path; None where that is no file of the console's."""
    headers = {
        "content-security-policy": policy(uploads),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
    }
    known = {f"/{file.relative_to(files).as_posix()}": file for file in files.rglob("*") if file.is_file()}
    if path == "/" and "/index.html" not in known:
        return {**headers, "content-type": "text/html; charset=utf-8", "cache-control": "no-store"}, MISSING
    file = known.get("/index.html" if path == "/" else path)
    if file is None:
        return None
    kind = guess_type(file.name)[0] or "application/octet-stream"
    text = "; charset=utf-8" if kind.startswith("text/") or kind.endswith("javascript") else ""
    kept = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
    return {**headers, "content-type": kind + text, "cache-control": kept}, file.read_bytes()
