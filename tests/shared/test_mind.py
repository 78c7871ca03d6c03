"""Which minds a process has, and which of them it imports before anybody asks."""

import json
import subprocess
import sys
from pathlib import Path

from shared.mind import Standby, no_model_mode

ROOT = Path(__file__).parents[3]
LOADED = """
import json, sys
from shared.mind import choose_model
from shared.settings import Settings
choose_model(Settings(anthropic_api_key={key!r}))
print(json.dumps("shared.offline.mind" in sys.modules))
"""


def loads_no_model_mode(key: str | None) -> bool:
    command = [sys.executable, "-c", LOADED.format(key=key)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return bool(json.loads(done.stdout))


def test_no_model_mode_is_imported_at_the_start_where_it_answers_and_not_where_a_model_does() -> None:
    assert loads_no_model_mode(None)
    assert not loads_no_model_mode("key")


def test_what_stands_by_is_no_model_mode_built_once() -> None:
    standby = Standby()
    assert type(standby._mind) is type(no_model_mode())
    assert standby._mind is standby._mind
