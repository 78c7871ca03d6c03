"""A regular expression that is compiled when it is first used, not when its module is imported.

To check what a text says takes two hundred, which are a fifth of a second of each function that starts; a plain reply
uses a dozen of them.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any


class LazyPattern:
    """Says what a compiled pattern of `re` says, by the same methods."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as `re` compiles it."""
        return re.compile(self.pattern, self.flags)

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        """The first match in the text."""
        return self.compiled.search(text, pos, endpos)

    def match(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        """A match that begins the text."""
        return self.compiled.match(text, pos, endpos)

    def fullmatch(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[str] | None:
        """A match that is the whole text."""
        return self.compiled.fullmatch(text, pos, endpos)

    def finditer(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """Every match in the text, in order."""
        return self.compiled.finditer(text, pos, endpos)

    def findall(self, text: str) -> list[Any]:
        """The text of every match, or of its groups."""
        return self.compiled.findall(text)

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        """The text between the matches."""
        return self.compiled.split(text, maxsplit)

    def sub(self, by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """The text with every match replaced."""
        return self.compiled.sub(by, text, count)
