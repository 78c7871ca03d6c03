"""Candor for a program or a notebook: on this machine, in a process of its own, or at a deployment."""

import secrets
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Protocol, cast

from candor.errors import CandorError, Refused, Unreachable
from candor.replies import Event, Reply
from candor.wire import Wire

STOPPING_SECONDS = 10


class Frame(Protocol):
    """A table in memory, such as a pandas DataFrame."""

    def to_csv(self, path: str, *, index: bool) -> Any:
        """Writes itself."""
        ...


Data = str | PathLike[str] | Frame
"""What can be asked about: the path of a file (CSV, Excel, JSON, Parquet …), or a data frame."""


class Candor:
    """A conversation about some data: each question is read with the ones before.

    `data` is a file, a data frame, or several of them; of a workbook all sheets that hold tables are read, and of JSON
    all lists of records inside of records, unless `sheet` names one. Without `url` the whole system runs on this
    machine, in a process of its own that ends with this object (use `with`, or `close()`); nothing leaves the machine
    unless `ANTHROPIC_API_KEY` is set and `model` is not "deterministic". With `url` and `token` a deployment is asked.
    Keyword arguments beside these say how the files are read where that would be guessed: `date_order` ("DMY", "MDY",
    "YMD"), `decimal_mark` ("." or ","), `delimiter`, `encoding`, `header_row` (from 1; 0: none), `sheet`.

    Raises Refused for data that cannot be read, Unreachable where nobody answers.
    """

    def __init__(
        self,
        data: Data | Sequence[Data] = (),
        *,
        url: str | None = None,
        token: str | None = None,
        model: str = "auto",
        **reading: str | int,
    ) -> None:
        if url and not token:
            raise Refused("A deployment is asked with a token; candor login signs in and keeps one.")
        files = _listed(data)
        for file in files:
            if isinstance(file, Path) and not file.is_file():
                raise Refused(f"There is no file {file}; check the path.")
        token = token or secrets.token_urlsafe(24)
        self._close: Callable[[], object]
        if url:
            self._wire, self._close = Wire(url.rstrip("/"), token), lambda: None
        else:
            self._wire, self._close = _own(token, model, self)
        try:
            self._datasets = self._sent(files, reading)
            self._session = self._wire.session(self._datasets)
        except CandorError:
            self.close()
            raise

    def ask(self, question: str, *, on_event: Callable[[Event], None] | None = None) -> Reply:
        """The one reply to a question; `on_event` is told of each step on the way.

        Raises Refused where the question is not taken (it is empty, or another one is still running), and Unreachable.
        """
        return Reply.of(
            self._wire.asked(
                self._session, question, lambda told: on_event(Event.model_validate(told)) if on_event else None
            )
        )

    def start_over(self) -> None:
        """Begins a new conversation about the same data."""
        self._session = self._wire.session(self._datasets)

    def close(self) -> None:
        """Ends the process that was started for this object; what it held is gone."""
        self._close()

    def __enter__(self) -> "Candor":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _sent(self, data: Sequence[Path | Frame], reading: dict[str, str | int]) -> list[str]:
        with TemporaryDirectory() as folder:
            return self._wire.tables([_file(one, Path(folder) / str(at)) for at, one in enumerate(data)], reading)


def _listed(data: Data | Sequence[Data]) -> list[Path | Frame]:
    several: Sequence[Data] = data if isinstance(data, list | tuple) else [cast("Data", data)]
    return [Path(one) if isinstance(one, str | PathLike) else one for one in several]


def _file(data: Path | Frame, folder: Path) -> Path:
    """The file that data are in; those in memory are written to the folder."""
    if isinstance(data, Path):
        return data
    folder.mkdir()
    data.to_csv(str(folder / "data.csv"), index=False)
    return folder / "data.csv"


def _own(token: str, model: str, owner: Candor) -> tuple[Wire, Callable[[], object]]:
    """A system of this object's own and what ends it, at the latest when the object is gone."""
    command = [sys.executable, "-P", "-m", "candor", "serve", "--port", "0", "--aws-port", "0", "--model", model]
    process = subprocess.Popen(  # noqa: S603 — this Python, and no word of anybody else's
        [*command, "--quiet", "--in-memory", "--with-parent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # an interrupt in a notebook is not meant for it
    )
    close = weakref.finalize(owner, _ended, process)
    assert process.stdout
    words = process.stdout.readline().split()
    if len(words) < 2:
        said = process.stderr.read() if process.stderr else ""
        close()
        raise Unreachable(said.strip().removeprefix("candor: ") or "Candor did not start on this machine.")
    return Wire(words[1], token), close


def _ended(process: "subprocess.Popen[str]") -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()
    try:
        process.wait(STOPPING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
