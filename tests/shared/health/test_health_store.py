"""Breakers in the table: written under condition, read in one go, never broken by what is in there."""

from collections.abc import Iterator

import boto3
import pytest
from moto import mock_aws

from infra.local.cloud import REGION
from infra.local.shape import table_shape
from shared.errors import StoreUnavailable
from shared.health.state import Breaker, CallOutcome
from shared.health.store import PARTITION, SORT, HealthStore
from shared.store.table import Table

DOWN = CallOutcome(at=1.0, ms=5.0, ok=False)


def limits(name: str) -> Breaker:
    return Breaker(slow_ms=7.0 if name == "query" else 9.0)


@pytest.fixture
def table() -> Iterator[Table]:
    with mock_aws():
        client = boto3.client("dynamodb", region_name=REGION)
        client.create_table(**table_shape("candor"))
        yield Table(client, "candor")


@pytest.fixture
def store(table: Table) -> HealthStore:
    return HealthStore(table, limits)


def failing(breaker: Breaker) -> Breaker:
    return breaker.after(DOWN)


def test_nothing_is_known_at_first(store: HealthStore) -> None:
    assert store.load() == ({}, ())


def test_a_change_is_there_for_everyone_with_the_limits_of_the_code(store: HealthStore, table: Table) -> None:
    assert store.change("query", failing)
    breakers, models = HealthStore(table, limits).load()
    assert breakers == {"query": Breaker(outcomes=(DOWN,), slow_ms=7.0)}
    assert models == ()


def test_the_models_in_use_are_kept_beside_a_models_breaker(store: HealthStore) -> None:
    store.change("model:anthropic/first", failing, ("model:anthropic/first", "model:bedrock/second"))
    store.change("query", failing)
    breakers, models = store.load()
    assert set(breakers) == {"model:anthropic/first", "query"}
    assert models == ("model:anthropic/first", "model:bedrock/second")


def test_what_changes_nothing_is_not_written(store: HealthStore, table: Table) -> None:
    assert not store.change("query", lambda _: None)
    assert table.get(PARTITION, SORT) is None


def test_two_failures_at_the_same_time_are_both_counted(store: HealthStore, table: Table) -> None:
    meanwhile = [lambda: HealthStore(table, limits).change("query", failing)]

    def change(breaker: Breaker) -> Breaker:
        if meanwhile:
            meanwhile.pop()()
        return failing(breaker)

    assert store.change("query", change)
    assert len(store.load()[0]["query"].outcomes) == 2


def test_a_contended_change_is_let_go_in_the_end(store: HealthStore, table: Table) -> None:
    def change(breaker: Breaker) -> Breaker:
        HealthStore(table, limits).change("query", failing)
        return failing(breaker)

    assert not store.change("query", change)


def test_an_unreadable_breaker_counts_as_well(store: HealthStore, table: Table) -> None:
    table.put({"pk": PARTITION, "sk": SORT, "query": '{"outcomes": "nonsense"}'})
    assert store.load()[0] == {"query": limits("query")}
    assert store.change("query", failing)


def test_everything_can_be_forgotten(store: HealthStore) -> None:
    store.change("query", failing)
    store.forget()
    assert store.load() == ({}, ())


def test_a_table_that_is_not_there_is_told(store: HealthStore) -> None:
    boto3.client("dynamodb", region_name=REGION).delete_table(TableName="candor")
    with pytest.raises(StoreUnavailable):
        store.load()
