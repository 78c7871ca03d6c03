"""The command `candor`, also `python -m candor`."""

import sys
from pathlib import Path

APP = Path(__file__).parent / "_app"
"""Where an installed Candor keeps what it is made of, so that it claims no other name in an environment."""


def main() -> None:
    """Runs the command line in this process, which is its own."""
    if APP.is_dir():
        sys.path.insert(0, str(APP))
    from infra.cli import main as command

    command()
