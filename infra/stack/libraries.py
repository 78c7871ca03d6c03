"""Which glibc compiled libraries ask for: one that is newer than the runtime's ends a function as it is imported."""

import re
from collections.abc import Iterator
from pathlib import Path

Version = tuple[int, int]

_ASKED = re.compile(rb"\0GLIBC_(\d+)\.(\d+)")
"""A version of glibc's symbols, as an entry in a library's table of names."""
_ELF = b"\x7fELF"


def newest_asked(library: Path) -> Version:
    """The newest glibc of which a file asks for symbols; (0, 0) of one that is no library, or asks for none."""
    content = library.read_bytes()
    if not content.startswith(_ELF):
        return 0, 0
    return max(((int(major), int(minor)) for major, minor in _ASKED.findall(content)), default=(0, 0))


def too_new(folder: Path, runtime: Version) -> Iterator[str]:
    """A sentence for each library in a folder that a runtime with that glibc would not load."""
    for library in sorted(folder.rglob("*.so*")):
        asked = newest_asked(library)
        if asked > runtime:
            told, has = (".".join(map(str, version)) for version in (asked, runtime))
            yield f"{library.relative_to(folder)} asks for glibc {told}; the runtime has {has}"
