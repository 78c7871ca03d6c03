"""What several commands take: files and how they are read, who answers, what is shown."""

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args

import typer
from pydantic import ValidationError

from infra.local.file import Files
from shared.contracts import DateOrder, DecimalMark, Overrides
from shared.contracts.dataset import ColumnType
from shared.settings import ModelChoice, Settings

STDIN = Path("-")
HERE = "http://127.0.0.1:8080"
"""Where `candor serve` listens, unless it is told otherwise."""
READING = "How to read the files (instead of guessing)"

Paths = Annotated[
    list[Path] | None, typer.Argument(metavar="FILE", help="The files to ask about; - is standard input.")
]
Data = Annotated[list[Path] | None, typer.Option("--data", help="A file to ask about, as an option. May repeat.")]
Url = Annotated[str, typer.Option("--url", help="Where the API is.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
Mind = Annotated[str, typer.Option("--model", help="Who answers: auto, deterministic, claude or bedrock.")]
Threshold = Annotated[
    float | None,
    typer.Option("--threshold", min=0.0, max=1.0, help="Replace answers less confident than this; higher is stricter."),
]
NoFailsafe = Annotated[bool, typer.Option("--no-failsafe", help="Send answers without assessing how sure they are.")]
WithSql = Annotated[bool, typer.Option("--sql", help="Show the SQL of the answer.")]
WithEvidence = Annotated[
    bool, typer.Option("--evidence", help="Show where each figure comes from, and the SQL behind it.")
]
Sheet = Annotated[
    str | None,
    typer.Option("--sheet", metavar="NAME", help="Only this sheet, or list in JSON.", rich_help_panel=READING),
]
HeaderRow = Annotated[
    int | None,
    typer.Option("--header-row", metavar="N", help="The header's row from 1; 0: none.", rich_help_panel=READING),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter", metavar="CHARACTER", help="What separates cells, or the word tab.", rich_help_panel=READING
    ),
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="For example utf-8 or cp1252.", rich_help_panel=READING)
]
Dates = Annotated[
    DateOrder | None,
    typer.Option("--dates", case_sensitive=False, help="For ambiguous dates: 3/4/2025.", rich_help_panel=READING),
]
Decimal = Annotated[
    DecimalMark | None,
    typer.Option("--decimal", help="For ambiguous numbers: 1.234.", rich_help_panel=READING),
]

Types = Annotated[
    list[str] | None,
    typer.Option(
        "--type", metavar="COLUMN=TYPE", help="Of a column: number, date, text … May repeat.", rich_help_panel=READING
    ),
]


class UsageError(Exception):
    """The command cannot be carried out as it was given; the message says what to do."""


def examples(*lines: str) -> str:
    """What a command's help ends with: each example on a line of its own."""
    return "\n\n".join(("Examples:", *(f"  {line}" for line in lines)))


def reading(types: Sequence[str] | None = None, **given: Any) -> Overrides:
    """How the files are to be read; `types` are COLUMN=TYPE each. Raises UsageError for what cannot be meant."""
    columns = {}
    for one in types or ():
        column, equals, wanted = one.rpartition("=")
        if not (column and equals and wanted in get_args(ColumnType)):
            raise UsageError(f"--type is COLUMN=TYPE with a type of {', '.join(get_args(ColumnType))}, not {one}.")
        columns[column.strip()] = {"type": wanted}
    try:
        return Overrides(columns=columns, **given)
    except ValidationError as error:
        first = error.errors()[0]
        option = OPTIONS.get(str(first["loc"][0]), "")
        raise UsageError(f"{option}: {first['msg'].removeprefix('Value error, ')}.") from error


OPTIONS = {"delimiter": "--delimiter", "encoding": "--encoding", "header_row": "--header-row", "sheet": "--sheet"}


@contextmanager
def chosen(paths: Sequence[Path] | None, data: Sequence[Path] | None, overrides: Overrides) -> Iterator[Files]:
    """The files of the arguments and of --data; standard input is kept in a file until the block ends."""
    named = (*(paths or ()), *(data or ()))
    if named.count(STDIN) > 1:
        raise UsageError("Standard input can be read once; name - once.")
    with TemporaryDirectory() as folder:
        yield Files(tuple(_kept(Path(folder)) if path == STDIN else path for path in named), overrides)


def _kept(folder: Path) -> Path:
    file = folder / "stdin"
    with file.open("wb") as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
    return file


def failsafe(threshold: float | None, off: bool) -> dict[str, Any]:
    """The settings that these options change."""
    found = {"confidence_threshold": threshold, "failsafe_enabled": False if off else None}
    return {name: value for name, value in found.items() if value is not None}


def settings_for(model: str, changed: Mapping[str, Any] | None = None) -> Settings:
    """Settings from the environment with the chosen mind and these changed. Raises UsageError for a mind that cannot be
    asked."""
    settings = Settings.from_env()
    if model not in get_args(ModelChoice):
        raise UsageError(f"--model is one of {', '.join(get_args(ModelChoice))}, not {model!r}.")
    if model == "claude" and not settings.anthropic_api_key:
        raise UsageError("--model claude needs ANTHROPIC_API_KEY; without a key, leave --model away.")
    if model == "bedrock" and not settings.bedrock_model_id:
        raise UsageError("--model bedrock needs CANDOR_BEDROCK_MODEL_ID, the id of a model that the account may call.")
    return settings.model_copy(update={"model": model, **(changed or {})})
