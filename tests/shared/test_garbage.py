"""What a process that is no function does about garbage while it starts."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_start_never_looks_through_the_older_objects_which_all_stay() -> None:
    program = "import gc, shared.deps, shared.agents.run; print([one['collections'] for one in gc.get_stats()[1:]])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[0, 0]\n"
