"""What a table and a bucket hold, kept in a folder: every change is a line, on the disk before it is answered.

A line is the CRC-32 of its JSON in eight hexadecimal digits, a blank, and the JSON. A line that was being written when
the machine stopped is the last one, without its end or with NULs where the disk lacks a part of it, and does not count.
The bytes of each object lie in a file of their own. When a journal is opened it is written anew with what is still
there.
"""

import fcntl
import json
import os
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from shared.errors import BadRequest

VERSION = 1
Keys = tuple[str, str]
Image = Mapping[str, Any]


@dataclass(frozen=True)
class KeptObject:
    """One version of an object, and the file that holds it."""

    key: str
    version: str
    file: Path


class Journal:
    """A folder's journal, for one process at a time. Raises BadRequest for a folder that cannot be used, and for one
    that lacks anything of what was kept, which is left as it is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._objects = folder / "objects"
        try:
            self._objects.mkdir(parents=True, exist_ok=True)
            self._locked = (folder / "lock").open("w")
            fcntl.flock(self._locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadRequest(f"Another Candor keeps its state in {folder}; choose another --state.") from error
        except OSError as error:
            raise BadRequest(f"State cannot be kept in {folder}; name another folder with --state.") from error
        self._writing, self._syncing = threading.Lock(), threading.Lock()
        self._written = self._synced = 0
        self._items: dict[Keys, str] = {}
        self._versions: dict[Keys, None] = {}
        self._read()
        self._file: IO[str] | None = self._anew()

    # what was kept ---------------------------------------------------------------------------------------------------

    def items(self) -> Iterator[dict[str, Any]]:
        """Every item of the table, as DynamoDB writes it in JSON; once, since it is forgotten here afterwards."""
        while self._items:
            yield json.loads(self._items.pop(next(iter(self._items))))["put"]

    def objects(self) -> Iterator[KeptObject]:
        """Every version of every object, oldest first."""
        for key, version in self._versions:
            yield KeptObject(key, version, self._objects / version)

    # what changes ----------------------------------------------------------------------------------------------------

    def put(self, image: Image) -> None:
        """An item is there, new or changed."""
        self._append({"put": image})

    def remove(self, keys: Image) -> None:
        """An item is gone."""
        self._append({"remove": [keys["pk"]["S"], keys["sk"]["S"]]})

    def put_object(self, key: str, version: str, value: bytes) -> None:
        """A version of an object is there, on the disk when this returns."""
        target = self._objects / version
        with target.open("wb") as file:
            file.write(value)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(self._objects)
        self._append({"object": [key, version]})
        self.sync()

    def remove_object(self, key: str) -> None:
        """An object is gone, with all its versions."""
        self._append({"remove_object": key})
        self.sync()

    def sync(self) -> None:
        """Returns when everything that was told before is on the disk. Who waits for the same disk waits once."""
        wanted = self._written
        with self._syncing:
            if self._synced >= wanted or self._file is None:
                return
            with self._writing:
                reached = self._written
                self._file.flush()
            os.fsync(self._file.fileno())
            self._synced = reached

    def close(self) -> None:
        """Ends the journal: what is told afterwards is not kept. Another process may open it."""
        self.sync()
        with self._syncing, self._writing:
            if self._file:
                self._file.close()
            self._file = None
            self._locked.close()

    def _append(self, change: Mapping[str, Any]) -> None:
        line = _line(json.dumps(change, separators=(",", ":"), ensure_ascii=False))
        with self._writing:
            if self._file:
                self._file.write(line)
                self._written += 1

    # reading and writing anew ----------------------------------------------------------------------------------------

    def _read(self) -> None:
        file = self.folder / "journal"
        if not file.exists():
            if any(self._objects.iterdir()):  # never so, but where the journal was lost: it is there before any object
                raise BadRequest(f"{file} is missing; move {self.folder} away, or restore it.")
            return
        with file.open(encoding="utf-8", newline="\n", errors="replace") as lines:
            first = _checked(next(lines, "")) or ""
            if not first.startswith('{"journal"'):
                raise BadRequest(f"{file} is damaged in line 1; move {self.folder} away, or restore it.")
            self._apply(first)
            for number, line in enumerate(lines, 2):
                text = _checked(line)
                whole = line.endswith("\n") and "\0" not in line
                if text is None and (whole or next(lines, None) is not None):
                    raise BadRequest(f"{file} is damaged in line {number}; move {self.folder} away, or restore it.")
                if text is not None:
                    self._apply(text)
        if lost := [version for _, version in self._versions if not (self._objects / version).is_file()]:
            told = f"{len(lost)} of its {len(self._versions)} file(s), such as {lost[0]}"
            raise BadRequest(f"{self._objects} lacks {told}; move {self.folder} away, or restore it.")

    def _apply(self, text: str) -> None:
        change = json.loads(text)
        if image := change.get("put"):
            self._items[image["pk"]["S"], image["sk"]["S"]] = text
        elif keys := change.get("remove"):
            self._items.pop((keys[0], keys[1]), None)
        elif told := change.get("object"):
            self._versions[told[0], told[1]] = None
        elif key := change.get("remove_object"):
            self._versions = {one: None for one in self._versions if one[0] != key}
        elif change.get("journal", VERSION) != VERSION:
            raise BadRequest(f"{self.folder} was written by a newer version of Candor.")

    def _anew(self) -> IO[str]:
        """Writes what is still there, in the place of what was; gives the file to go on with."""
        now = time.time()
        self._items = {keys: text for keys, text in self._items.items() if not _expired(text, now)}
        target = self.folder / "journal"
        fresh = target.with_suffix(".new")
        file = fresh.open("w", encoding="utf-8", newline="\n")
        file.write(_line(json.dumps({"journal": VERSION})))
        file.writelines(_line(text) for text in self._items.values())
        file.writelines(_line(json.dumps({"object": list(one)})) for one in self._versions)
        file.flush()
        os.fsync(file.fileno())
        fresh.replace(target)
        _sync_folder(self.folder)
        known = {version for _, version in self._versions}
        for left in self._objects.iterdir():
            if left.name not in known:
                left.unlink()
        return file


def _line(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


def _checked(line: str) -> str | None:
    """The JSON of a line, None for one that is not whole."""
    told, _, text = line.removesuffix("\n").partition(" ")
    whole = line.endswith("\n") and told == f"{zlib.crc32(text.encode()):08x}"
    return text if whole else None


def _expired(text: str, now: float) -> bool:
    """Whether DynamoDB would have deleted the item by its time to live."""
    until = json.loads(text)["put"].get("expires", {}).get("N")
    return until is not None and float(until) < now


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
