"""What a table is about, by rules: its domain, what a row is, and a few words for each column."""

from collections.abc import Sequence
from typing import Final

from shared.contracts.dataset import Additivity, ColumnProfile, SemanticProfile
from shared.table.dependencies import Fixes
from shared.table.grain import Kinds, events_of, grain_of, label_of, repeated, row_noun, title_words
from shared.table.names import spaced, written_out
from shared.table.nouns import singular

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
DOMAINS: Final = {domain: frozenset(words.split()) for domain, words in _DOMAINS.items()}
UNDECIDED: Final = "general"
"""The domain of a table whose words speak of none."""
_THINGS = frozenset().union(*DOMAINS.values())


def describe_table(
    columns: Sequence[ColumnProfile], rows: int, file_name: str, kinds: Kinds | None, fixes: Fixes | None
) -> SemanticProfile:
    """The semantic profile of a table."""
    grain = grain_of(columns, rows, kinds)
    noun = row_noun(columns, rows, file_name, grain, _THINGS)
    return SemanticProfile(
        domain=domain_of([column.name for column in columns], file_name),
        entity_name=noun,
        grain=grain.model_copy(
            update={"repeats": repeated(columns, rows, noun), "events": events_of(columns, rows, fixes)}
        ),
        label_column=label_of(columns, rows),
        as_of=_as_of(columns),
    )


def _as_of(columns: Sequence[ColumnProfile]) -> str | None:
    times = [column.maximum for column in columns if column.temporal]
    return times[0] if len(times) == 1 and isinstance(times[0], str) else None


def domain_of(names: Sequence[str], file_name: str) -> str:
    """The domain that the words of the header speak of, UNDECIDED where they hardly do."""
    words = {singular(word) for name in names for word in spaced(name).split()} | set(title_words(file_name))
    words |= {word for name in names for word in spaced(name).split()}
    scores = {domain: len(words & known) for domain, known in DOMAINS.items()}
    best = max(scores, key=lambda domain: scores[domain])
    return best if scores[best] >= 2 else UNDECIDED


OF_ROLE: Final = {
    "id": "an identifier",
    "time": "a time",
    "text": "free text",
    "vector": "a vector",
    "dimension": "a category",
}
"""What a column's role alone says that it holds."""


def meaning_of(column: ColumnProfile) -> str:
    """What a column holds, in a few words made of its name, kind and unit; no cell of it is told."""
    long = " ".join(written_out(column.name))
    said = column.words if long == column.words.lower() else f"{column.words} ({long})"
    return f"{said}{_in_unit(column)}: {_kind(column)}"


def _in_unit(column: ColumnProfile) -> str:
    if column.unit_column:
        return f", in the unit that {column.unit_column} says"
    return f", in {column.unit}" if column.unit else ""


def _kind(column: ColumnProfile) -> str:
    if column.yes is not None:
        return "yes or no"
    if column.separator:
        return "several things in a cell"
    if column.fixed_by and column.additivity == "additive":
        return f"the same in all rows of one {column.fixed_by[0]}"
    if column.role == "measure" and column.additivity == "additive":
        return _amount(column)
    if column.role == "measure":
        return _NOT_ADDED[column.additivity]
    return OF_ROLE.get(column.role, OF_ROLE["dimension"])


def _amount(column: ColumnProfile) -> str:
    if column.in_currencies:
        return f"an amount that adds up among rows of one {column.unit_column}"
    if column.default_aggregate == "mean":
        return "mostly averaged"
    made = f", computed of {listed}" if (listed := ", ".join(column.computed_from)) else ""
    return f"an amount that adds up{made}"


_NOT_ADDED: dict[Additivity, str] = {
    "semi_additive": "a level at a moment; adds up over things, not over times",
    "non_additive": "a value that is averaged, never added up",
}


def describe_column(column: ColumnProfile) -> str:
    """A few words: what the column holds, in which unit, from where to where."""
    unit = f" in {column.unit}" if column.unit else ""
    if column.distinct == 0:
        return f"{spaced(column.name)}: always empty"
    if column.role == "id":
        return f"{spaced(column.name)}: identifies, {column.distinct:,} different"
    if column.numeric or column.temporal:
        return f"{spaced(column.name)}{unit}: {_figure(column.minimum)} to {_figure(column.maximum)}"
    if column.role in ("text", "vector"):
        return f"{spaced(column.name)}: {'free text' if column.role == 'text' else 'vectors'}"
    named = ", ".join(str(value.value)[:30] for value in column.top_values[:3])
    return f"{spaced(column.name)}: {column.distinct:,} different, such as {named}"


def _figure(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else str(value)
