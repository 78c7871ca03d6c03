"""The console's files over HTTP: what `make console` built, with a policy that lets nothing else run."""

from collections.abc import Mapping
from pathlib import Path

from infra.headers import ALWAYS, content_policy, kept, kind

BUILT = Path(__file__).parents[1] / "console" / "dist"
MISSING = b"""<!doctype html><meta charset="utf-8"><title>Candor</title>
<p>The API is running. The console has not been built: <code>make console</code> does that.</p>
"""


def built() -> bool:
    """Whether there is a page to show."""
    return (BUILT / "index.html").is_file()


def page(path: str, uploads: str, files: Path = BUILT) -> tuple[Mapping[str, str], bytes] | None:
    """Headers and body of the file at a path; None where that is no file of the console's."""
    headers = {**ALWAYS, "content-security-policy": content_policy(uploads)}
    known = {f"/{file.relative_to(files).as_posix()}": file for file in files.rglob("*") if file.is_file()}
    if path == "/" and "/index.html" not in known:
        return {**headers, "content-type": "text/html; charset=utf-8", "cache-control": "no-store"}, MISSING
    file = known.get("/index.html" if path == "/" else path)
    if file is None:
        return None
    return {**headers, "content-type": kind(file.name), "cache-control": kept(path)}, file.read_bytes()
