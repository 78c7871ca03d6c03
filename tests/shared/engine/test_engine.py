"""The process that runs SQL is told where things are, and nothing else."""

from pathlib import Path

from shared.engine.engine import worker
from shared.settings import Settings

LAMBDAS = {"LD_LIBRARY_PATH": "/var/lang/lib:/opt/lib", "CANDOR_DATA_PACKAGES": "/opt/python", "ANTHROPIC_API_KEY": "k"}


def test_pythons_own_library_is_found_where_lambda_says_that_it_is_and_nothing_secret_goes_along() -> None:
    with worker(Settings.from_env(LAMBDAS).data_packages, Settings.from_env(LAMBDAS).library_path) as waiting:
        assert waiting._idle is not None
        about = Path(f"/proc/{waiting._idle.pid}")
        assert about.joinpath("environ").read_bytes() == b"LD_LIBRARY_PATH=/var/lang/lib:/opt/lib\0"
        assert about.joinpath("cmdline").read_bytes().split(b"\0")[-2] == b"/opt/python"
