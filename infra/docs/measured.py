"""What one turn takes of AWS, as it was measured last: the material of its costs."""

from pathlib import Path

from shared.contracts import Contract

FILE = Path(__file__).parent / "turn.measured.json"
"""Written by `python -m infra.lab.measuring`."""


class Run(Contract):
    """One invocation of a function."""

    function: str
    ms: float


class Used(Contract):
    """What something took of AWS. Reads and writes are DynamoDB's units; `stored` and `fetched` are calls to S3."""

    runs: tuple[Run, ...] = ()
    transitions: int = 0
    reads: float = 0.0
    writes: float = 0.0
    stored: int = 0
    fetched: int = 0
    events: int = 0


class Measured(Contract):
    """A turn from the POST to its last event, and one look at it (`GET /turns/{id}`), in no-model mode and warm."""

    measured_on: str
    question: str
    turn: Used
    look: Used


def recorded(file: Path = FILE) -> Measured:
    """What was measured last."""
    return Measured.model_validate_json(file.read_text())
