"""A worker and a table of orders, for the tests of what it gives, what it keeps out and how it lives."""

import pytest
from orders import write_orders

from shared.engine.duckdb.worker import QueryWorker


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    return write_orders(tmp_path_factory.mktemp("orders"))


@pytest.fixture(scope="module")
def worker():
    with QueryWorker(threads=2) as worker:
        yield worker


@pytest.fixture(scope="module")
def ask(worker, orders):
    def run(sql: str, *, seconds: float = 60.0, max_rows: int = 100):
        return worker.run(sql, {"data": orders}, seconds=seconds, max_rows=max_rows)

    return run
