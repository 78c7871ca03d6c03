"""What a table is about, by rules: its domain, what a row is, and a few words for each column."""

import re
from collections.abc import Sequence
from pathlib import PurePath

from shared.contracts.dataset import ColumnProfile, SemanticProfile
from shared.table.roles import spaced

_DOMAINS: dict[str, str] = {
    "sales": "order orders customer product sku revenue sales quantity price discount invoice store region units"
    " amount channel profit category shipping basket",
    "healthcare": "patient diagnosis hospital doctor physician treatment admission discharge blood pressure bmi glucose"
    " disease dose medication clinic symptom heart",
    "hr": "employee salary department hire hired manager job position attrition performance tenure overtime"
    " title staff",
    "finance": "account transaction balance credit debit loan interest bank currency ticker stock open close volume"
    " portfolio payment fraud budget expense ledger",
    "education": "student school grade course exam teacher class enrollment gpa university subject math reading"
    " writing",
    "web": "session page url visitor click clicks impressions bounce referrer browser device campaign conversion"
    " ctr pageviews user agent",
    "iot": "sensor device temperature humidity reading voltage pressure battery signal measurement co2 pm25",
    "real estate": "property bedrooms bathrooms sqft house rent listing neighbourhood neighborhood zipcode floors lot"
    " built mortgage room host",
    "sports": "team player goals match score season league points wins losses minutes assists coach athlete medal",
    "energy": "consumption kwh mwh power generation solar wind grid load meter electricity gas emissions energy",
    "support": "ticket tickets agent priority resolution resolved satisfaction issue queue escalated sla opened closed",
    "logistics": "shipment warehouse carrier delivery freight route stock inventory supplier tracking origin"
    " destination",
    "transport": "trip flight passenger airline airport fare pickup dropoff vehicle distance departure arrival taxi"
    " delay mpg cylinders horsepower",
    "population": "country population gdp continent birth death census household life expectancy capita",
    "marketing": "campaign lead leads spend impressions clicks conversions audience email channel cpc roi",
    "entertainment": "movie film director genre actor rating votes runtime song artist album streams episode",
}
_WORDS = {domain: frozenset(words.split()) for domain, words in _DOMAINS.items()}
_FILLER = frozenset(
    {
        "data",
        "dataset",
        "export",
        "report",
        "final",
        "copy",
        "table",
        "list",
        "file",
        "sheet",
        "all",
        "new",
        "the",
        "of",
        "test",
        "sample",
        "example",
        "clean",
        "raw",
        "dump",
        "full",
        "untitled",
        "upload",
        "csv",
    }
)
_IRREGULAR = {"people": "person", "children": "child", "employees": "employee", "movies": "movie", "cookies": "cookie"}
_SAME = ("ss", "us", "is", "news", "series", "species")


def describe_table(columns: Sequence[ColumnProfile], file_name: str) -> SemanticProfile:
    """The semantic profile of a table."""
    return SemanticProfile(
        domain=domain_of([column.name for column in columns], file_name),
        entity_name=entity_of(columns, file_name),
        field_descriptions={column.name: describe_column(column) for column in columns},
    )


def domain_of(names: Sequence[str], file_name: str) -> str:
    """The domain that the words of the header speak of, "general" where they hardly do."""
    words = {singular(word) for name in names for word in spaced(name).split()} | set(_title_words(file_name))
    words |= {word for name in names for word in spaced(name).split()}
    scores = {domain: len(words & known) for domain, known in _WORDS.items()}
    best = max(scores, key=lambda domain: scores[domain])
    return best if scores[best] >= 2 else "general"


def entity_of(columns: Sequence[ColumnProfile], file_name: str) -> str:
    """What a row is, as a singular noun: from the name of the file, else from a first column of ids."""
    title = [word for word in _title_words(file_name) if word not in _FILLER]
    if title:
        return singular(title[-1])
    name = spaced(columns[0].name) if columns and columns[0].role == "id" else ""
    named = name.endswith((" id", " key", " number", " no"))
    return singular(name.rsplit(" ", 1)[0]) if named else "row"


def singular(word: str) -> str:
    """The singular of an English noun, nearly always."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(_SAME) or len(word) < 4:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word.removesuffix("s")


def describe_column(column: ColumnProfile) -> str:
    """A few words: what the column holds, in which unit, from where to where."""
    unit = f" in {column.unit}" if column.unit else ""
    if column.distinct == 0:
        return f"{spaced(column.name)}: always empty"
    if column.role == "id":
        return f"{spaced(column.name)}: identifies, {column.distinct:,} different"
    if column.numeric or column.temporal:
        return f"{spaced(column.name)}{unit}: {_figure(column.minimum)} to {_figure(column.maximum)}"
    if column.role == "text":
        return f"{spaced(column.name)}: free text"
    named = ", ".join(str(value.value)[:30] for value in column.top_values[:3])
    return f"{spaced(column.name)}: {column.distinct:,} different, such as {named}"


def _figure(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else str(value)


def _title_words(file_name: str) -> list[str]:
    stem = PurePath(file_name).name.split(".")[0]
    return [word for word in re.findall(r"[a-z]+", spaced(stem)) if len(word) > 2]
