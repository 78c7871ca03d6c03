"""Takes over the patterns of detect-secrets into `shared/guard/secrets.json`. `python -m infra.docs.secrets` writes it.

The library itself asks for `requests` and takes a quarter of a second to import: more than a reply's cold start can
spare. Its patterns are data, and take none. It is a dependency of development, and a test holds the file against it.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

SECRETS: Final = Path(__file__).parents[2] / "shared" / "guard" / "secrets.json"
OURS: Final = frozenset(("Public IP (ipv4)", "Basic Auth Credentials", "Artifactory Credentials"))
"""Kinds that are left out: two that `shared/guard/leaks.py` finds by shapes of its own, which know what is innocent
there, and one whose shape is that of any word in capitals that begins with AP."""


def patterns() -> list[dict[str, str]]:
    """Kind and shape of each secret that the installed library knows by a pattern, its flags within the shape."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    kinds: dict[str, Any] = get_mapping_from_secret_type_to_class()
    known = [
        (name, one()) for name, one in kinds.items() if issubclass(one, RegexBasedDetector) and "Entropy" not in name
    ]
    return [
        {"kind": name, "shape": _with_flags(pattern)}
        for name, detector in known
        if name not in OURS
        for pattern in detector.denylist
    ]


def page() -> str:
    """The file's text."""
    return json.dumps(patterns(), indent=1) + "\n"


def _with_flags(pattern: re.Pattern[str]) -> str:
    flags = "".join(sign for sign, flag in (("i", re.IGNORECASE), ("x", re.VERBOSE)) if pattern.flags & flag)
    return f"(?{flags}:{pattern.pattern})" if flags else pattern.pattern


if __name__ == "__main__":
    SECRETS.write_text(page(), encoding="utf-8")
