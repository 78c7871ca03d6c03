"""Results that texts refer to, and what becomes of the references."""

from shared.contracts import QueryResult
from shared.grounding.grounding import Grounding
from shared.grounding.references import Resolved, resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground


def some_sheets(**options: object) -> Sheets:
    rows = (("West", 90076.85, 153, 0.12), ("East", 62887.65, 110, None), ("North", 46002.5, 79, 0.1))
    result = QueryResult(
        columns=("region", "total_revenue", "orders", "Return rate (%)"), rows=rows, row_count=3, sql="SELECT"
    ).model_copy(update=options)
    sheets = Sheets()
    sheets.add(result, query=0, units={"total_revenue": "EUR"})
    months = (("2025-01-01", 100.0), ("2025-02-01", 65.6))
    sheets.add(QueryResult(columns=("month", "sum"), rows=months, row_count=2, sql="SELECT"), query=1)
    closed = QueryResult(columns=("hours_to_close",), rows=((42.3,),), row_count=1, sql="SELECT")
    sheets.add(closed, query=2, units={"hours_to_close": "h"})
    return sheets


def told_of(text: str, question: str = "") -> Resolved:
    return resolve(text, some_sheets(), question=question)


def grounded(text: str) -> Grounding:
    sheets = some_sheets()
    told = resolve(text, sheets)
    tables = whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables)
