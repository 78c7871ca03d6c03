"""Files that the query function keeps from one visit to the next, so that a turn's later visits fetch nothing."""

import errno
import os
import threading
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from shared.errors import UnknownResource
from shared.store.objects import Objects

MOST_BYTES = 1_000_000_000
"""Of what is kept: half of the disk that the function has."""


class KeptFiles:
    """The last files of one user, in a folder of this process that nobody else may enter.

    Nothing is kept between users: before a file of another one is fetched, all is removed. The bucket is asked each
    time, by the rights of the one who asks: it sends the file, says that it is the one kept, or that there is none.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._user = ""
        self._tags: dict[str, str] = {}  # by key, the one used last at the end
        self._folder: TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()

    def place(self, key: str, user_id: str, target: Path, objects: Objects) -> None:
        """Puts the user's file at `target`, on the same file system. Raises UnknownResource, StoreUnavailable, and
        OSError where the disk has no room for it, with nothing kept."""
        with self._lock:
            if user_id != self._user:
                self._forget_all()
                self._user = user_id
            tag = self._linked(key, target)
        try:
            found = objects.fetch(key, target, known=tag)
        except UnknownResource:
            with self._lock:
                self._forget(key)
            raise
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            self.clear()  # what other questions have left takes no room from this one
            found = objects.fetch(key, target)
        if found != tag:
            self._keep(key, user_id, found, target)

    def clear(self) -> None:
        """Removes all that is kept."""
        with self._lock:
            self._forget_all()

    def _linked(self, key: str, target: Path) -> str:
        """The tag of the kept file, which is at `target` now; empty where there is none."""
        tag = self._tags.pop(key, "")
        if tag:
            self._tags[key] = tag
            os.link(self._path(key), target)
        return tag

    def _keep(self, key: str, user_id: str, tag: str, file: Path) -> None:
        """Keeps a file, and forgets those that were not used for longest where there is no room beside it."""
        size = file.stat().st_size
        with self._lock:
            self._forget(key)
            if size > self._most or not tag or user_id != self._user:
                return
            while self._tags and self._size() + size > self._most:
                self._forget(next(iter(self._tags)))
            os.link(file, self._path(key))
            self._tags[key] = tag

    def _size(self) -> int:
        return sum(self._path(key).stat().st_size for key in self._tags)

    def _path(self, key: str) -> Path:
        if self._folder is None:
            self._folder = TemporaryDirectory()
        return Path(self._folder.name) / key.replace("/", "+")

    def _forget(self, key: str) -> None:
        if self._tags.pop(key, None) is not None:
            self._path(key).unlink()

    def _forget_all(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
        self._folder = None
        self._tags.clear()


@cache
def kept_files() -> KeptFiles:
    """What this process keeps."""
    return KeptFiles()
