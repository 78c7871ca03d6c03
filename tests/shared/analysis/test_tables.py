"""Which table an analysis is about, where there are several."""

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric
from shared.analysis.tables import table_of
from shared.analysis.written_query import Written
from shared.contracts import ColumnProfile, DatasetProfile


def _table(relation, *columns):
    profiles = tuple(ColumnProfile(name=name, type="number", role="measure") for name in columns)
    return DatasetProfile(
        dataset_id=relation, relation=relation, file_name=f"{relation}.csv", row_count=3, columns=profiles
    )


ORDERS, VISITS = _table("orders", "revenue"), _table("visits", "seconds")


def test_it_is_the_one_that_has_the_columns():
    assert table_of(Aggregate(metrics=(Metric(function="sum", column="seconds"),)), (ORDERS, VISITS)) is VISITS


def test_it_is_the_one_that_is_named():
    counted = Aggregate(metrics=(Metric(function="count"),), relation="visits")
    assert table_of(counted, (ORDERS, VISITS)) is VISITS


def test_a_query_over_several_tables_stands_with_the_first():
    joined = Written(sql='SELECT count(*) AS n FROM "orders" JOIN "visits" ON true', purpose="both")
    assert table_of(joined, (ORDERS, VISITS)) is ORDERS
