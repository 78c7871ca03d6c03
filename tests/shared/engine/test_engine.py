"""What runs passed the guard, in a process that is told where things are and nothing else."""

from pathlib import Path

from infra.local.cloud import USER
from shared.contracts import Queried, QueryRequest
from shared.engine.engine import run_queries, worker
from shared.settings import Settings
from tests.conftest import SALES, Candor
from tests.functions.api.user import until

LAMBDAS = {"LD_LIBRARY_PATH": "/var/lang/lib:/opt/lib", "CANDOR_DATA_PACKAGES": "/opt/python", "ANTHROPIC_API_KEY": "k"}


def test_pythons_own_library_is_found_where_lambda_says_that_it_is_and_nothing_secret_goes_along() -> None:
    with worker(Settings.from_env(LAMBDAS)) as waiting:
        assert waiting._idle is not None
        about = Path(f"/proc/{waiting._idle.pid}")
        assert until(about.joinpath("environ").read_bytes, 10) == b"LD_LIBRARY_PATH=/var/lang/lib:/opt/lib\0"
        assert about.joinpath("cmdline").read_bytes().split(b"\0")[-2] == b"/opt/python"


def test_where_the_settings_want_no_process_ahead_none_waits() -> None:
    with worker(Settings(query_ahead=False)) as waiting:
        assert waiting._idle is None


def test_what_runs_is_what_passed_the_guard_each_outcome_at_its_querys_place(candor: Candor) -> None:
    record = candor.deps.datasets.get(candor.dataset(SALES), USER)
    profile = candor.deps.datasets.profile(record.dataset_id)
    data = Queried(
        dataset_id=record.dataset_id, relation="data", columns=tuple(column.name for column in profile.columns)
    )
    queries = ("DROP TABLE data", "SELECT count(*) AS orders FROM data", "SELECT * FROM read_csv('/etc/passwd')")
    asked = QueryRequest(user_id=USER, datasets=(data,), queries=queries)
    refused, counted, hostile = run_queries(asked, candor.deps.objects, candor.deps.settings).outcomes
    assert counted.result is not None
    assert counted.result.rows == ((10,),)
    for one in (refused, hostile):
        assert one.failure is not None
        assert one.failure.kind == "rejected"
