"""Candor for a program or a notebook: on this machine, in a process of its own, or at a deployment."""

import secrets
import subprocess
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Literal, Protocol, cast, get_args

from candor.errors import CandorError, Refused, Unreachable
from candor.replies import Event, Reply
from candor.wire import Wire

STOPPING_SECONDS = 10


class Frame(Protocol):
    """A table in memory, such as a pandas DataFrame."""

    def to_csv(self, path: str, *, index: bool) -> Any:
        """Writes itself."""
        ...


Model = Literal["auto", "deterministic", "claude", "bedrock"]
Data = str | PathLike[str] | Frame
"""What can be asked about: the path of a file (CSV, Excel, JSON, Parquet …), or a data frame."""


class Candor:
    """A conversation about some data: each question is read with the ones before.

    `data` is a file, a data frame, or several of them; of a workbook all sheets that hold tables are read, and of JSON
    all lists of records inside of records, unless `sheet` names one. Without `url` the whole system runs on this
    machine, in a process of its own that ends with this object (use `with`, or `close()`); nothing leaves the machine
    unless `ANTHROPIC_API_KEY` is set and `model` is not "deterministic". With `url` and `token` a deployment is asked.
    The other arguments say how the files are read where that would be guessed; `header_row` counts from 1, 0 says that
    there is none; `types` are those of columns by name ("number", "date", "text" …), where cells that are none count as
    empty.

    Raises Refused for data that cannot be read and for a `model` that there is not, Unreachable where nobody answers.
    """

    def __init__(
        self,
        data: Data | Sequence[Data] = (),
        *,
        url: str | None = None,
        token: str | None = None,
        model: Model = "auto",
        date_order: Literal["DMY", "MDY", "YMD"] | None = None,
        decimal_mark: Literal[".", ","] | None = None,
        delimiter: str | None = None,
        encoding: str | None = None,
        header_row: int | None = None,
        sheet: str | None = None,
        types: Mapping[str, str] | None = None,
    ) -> None:
        if url and not token:
            raise Refused("A deployment is asked with a token; candor login signs in and keeps one.")
        if model not in get_args(Model):
            raise Refused(f"There is no model {model!r}; it is one of {', '.join(get_args(Model))}.")
        given = {
            "date_order": date_order,
            "decimal_mark": decimal_mark,
            "delimiter": delimiter,
            "encoding": encoding,
            "header_row": header_row,
            "sheet": sheet,
            "columns": {column: {"type": wanted} for column, wanted in types.items()} if types else None,
        }
        reading = {name: value for name, value in given.items() if value is not None}
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
        if not question.strip():
            raise Refused("The question is empty; write what you want to know.")
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

    def _sent(self, data: Sequence[Path | Frame], reading: Mapping[str, Any]) -> list[str]:
        with TemporaryDirectory() as folder:
            return self._wire.tables([_file(one, Path(folder) / str(at)) for at, one in enumerate(data)], reading)


def _listed(data: Data | Sequence[Data]) -> list[Path | Frame]:
    several: Sequence[Data] = data if isinstance(data, list | tuple) else [cast("Data", data)]
    if odd := [one for one in several if not isinstance(one, str | PathLike) and not hasattr(one, "to_csv")]:
        raise Refused(f"Data is the path of a file, a data frame, or a list of these, not {type(odd[0]).__name__}.")
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
