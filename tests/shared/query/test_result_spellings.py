"""A query that calls columns as results do is read in the spelling of the file, where just one column is meant."""

from typing import Any

from shared.query.spellings import in_known_spellings

COLUMNS = ("Haus", "Verbrauch kWh", "Ablesedatum", "Netto", "netto")
Json = dict[str, Any]


def _by(column: str, *measures: Json, **more: Json) -> Json:
    return {"groups": [{"kind": "column", "column": column}], "measures": list(measures), **more}


def _sum(column: str) -> Json:
    return {"kind": "statistic", "function": "sum", "column": column}


def test_columns_that_are_called_as_results_call_them_are_those_of_the_file() -> None:
    year = {"kind": "figures", "groups": [{"kind": "time", "column": "ablesedatum", "grain": "year"}], "measures": []}
    written = _by("haus", _sum("verbrauch_kwh"), where=[{"kind": "known", "column": "VERBRAUCH KWH"}], source=year)
    whole = year | {"groups": [{"kind": "time", "column": "Ablesedatum", "grain": "year"}]}
    meant = _by("Haus", _sum("Verbrauch kWh"), where=[{"kind": "known", "column": "Verbrauch kWh"}], source=whole)
    assert in_known_spellings(written, COLUMNS) == meant
    rows = {"kind": "rows", "columns": ["haus", "ablesedatum"], "order": [{"column": "haus"}]}
    assert in_known_spellings(rows, COLUMNS) == {
        "kind": "rows",
        "columns": ["Haus", "Ablesedatum"],
        "order": [{"column": "Haus"}],
    }


def test_names_of_the_query_itself_are_known_and_those_of_another_table_are_left() -> None:
    lookups = [
        {"dataset": "haeuser", "on": [{"column": "Haus", "key": "haus"}], "columns": [{"column": "verbrauch_kwh"}]}
    ]
    written = _by("groesse", _sum("haus"), lookups=lookups, derived=[{"name": "Groesse", "left": "haus", "right": 2}])
    meant = in_known_spellings(written, COLUMNS)
    assert (meant["lookups"], meant["groups"][0]["column"]) == (lookups, "Groesse")
    assert meant["derived"] == [{"name": "Groesse", "left": "Haus", "right": 2}]


def test_what_could_be_two_columns_or_none_or_is_no_column_stays_as_it_is() -> None:
    written = _by(
        "NETTO", _sum("brutto"), where=[{"kind": "compare", "column": "Haus", "operator": "=", "value": "haus"}]
    )
    assert in_known_spellings(written, COLUMNS) == written
