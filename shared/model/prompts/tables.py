"""What a model is shown of tables, results and earlier answers: fenced, bounded, and without cells where asked."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from shared.charts.charts import depicted_of
from shared.contracts import AgentResponse, ColumnProfile, DatasetProfile, Depicted, Fact, ResultPreview, Scalar
from shared.model.prompts.prompt import fence
from shared.table.beside import each_written_beside
from shared.table.semantics import OF_ROLE, describe_column

DETAILED_COLUMNS = 120
NAMED_COLUMNS = 600
LONGEST_CELL = 60
LONGEST_OF_FEW = 240
"""In a table of a few rows: a legend says what matters at the end of its lines."""
MOST_SAMPLES = 3
MOST_TOP_VALUES = 12
FEW_MORE = 8
"""Values of a table that is not wide that are shown, too, where they are then all: an unseen one may be asked for."""
VALUES_IN_ALL = 360
"""Top values of all columns together: a wide table shows fewer of each."""
MOST_DOUBTS = 6
COUNTED_ONCE = "A query or analysis with distinct_rows counts each once."
MOST_FACTS = 120
MOST_ROWS = 25
MOST_ALONG = 12
"""Of more groups, or rows that a chart leaves out, the first are named."""


def tables(profiles: tuple[DatasetProfile, ...], *, samples: bool) -> str:
    """The tables' columns, types, roles and meaning; their values only with `samples`."""
    return fence("tables", [_table(*one, samples) for one in _with_lines(profiles, samples)])


def about(profiles: tuple[DatasetProfile, ...], *, samples: bool) -> str:
    """The tables in few words: how many rows, and what each column holds; with `samples`, some of its values, what the
    file says beside them, and how cells were read that a person is told of."""
    return fence(
        "tables",
        {
            profile.relation: _filled(
                file=profile.file_name,
                rows=profile.row_count,
                columns=[_about(column, samples) for column in profile.columns[:DETAILED_COLUMNS]],
                written_beside=beside,
                doubts=_doubts(profile) if samples else [],
            )
            for profile, beside in _with_lines(profiles, samples)
        },
    )


def _with_lines(
    profiles: tuple[DatasetProfile, ...], samples: bool
) -> Iterator[tuple[DatasetProfile, tuple[str, ...]]]:
    """Each table with what the file writes beside it, where cells may be shown."""
    return zip(profiles, each_written_beside(profiles) if samples else ((),) * len(profiles), strict=True)


def _about(column: ColumnProfile, samples: bool) -> str:
    told = describe_column(column) if samples else column.name
    return f"{told}; {column.nulls:,} empty" if column.nulls and column.distinct else told


def facts(known: tuple[Fact, ...], cites: Mapping[str, str] = MappingProxyType({})) -> list[dict[str, Any]]:
    """The facts as they may be cited (`cites` has the references of those that have one, by their ids), and how many
    more there are."""
    shown = [
        _filled(
            id=None if fact.id in cites else fact.id,
            cite=cites.get(fact.id),
            name=fact.name,
            value=fact.value,
            unit=fact.unit,
            text=fact.text,
        )
        for fact in known[:MOST_FACTS]
    ]
    more = len(known) - len(shown)
    return (
        [*shown, {"left_out": f"{more} more facts; cite none of them, and say that there are more"}] if more else shown
    )


def rows(results: tuple[ResultPreview, ...], *, samples: bool = True, most: int = MOST_ROWS) -> list[dict[str, Any]]:
    """The first rows of each result; without `samples`, texts as an ellipsis."""
    return [
        {
            "purpose": result.purpose,
            "row_count": result.row_count,
            "rows": [
                {name: _cell(value) if samples else _hidden(value) for name, value in row.items()}
                for row in result.data[:most]
            ],
            **_unshown(result.row_count - len(result.data[:most])),
        }
        for result in results
    ]


def drawn(charts: Iterable[Depicted]) -> list[dict[str, Any]]:
    """What each chart draws: as what, points of which columns of which result, counted from 1, at which groups or
    between which times, of how many rows, and which of these it leaves out."""
    return [
        _filled(
            title=one.title,
            draws=[f"{column} of result {at + 1}" for at, column in one.columns],
            points=one.points,
            drawn_as=one.marks,
            **_along(one.along, timed=one.timed),
            of_rows=one.rows,
            **_without(one),
        )
        for one in charts
    ]


def _along(along: tuple[Scalar, ...], *, timed: bool) -> dict[str, Any]:
    if timed and along:
        ends = sorted(map(str, along))
        return {"from": ends[0], "to": ends[-1]}
    more = len(along) - MOST_ALONG
    return {"at": [*map(_cell, along[:MOST_ALONG]), *([f"… and {more} more"] if more > 0 else [])]}


def _without(one: Depicted) -> dict[str, Any]:
    """The rows that a chart leaves out, and why."""
    more = len(one.left_out) - MOST_ALONG
    named = [*map(_cell, one.left_out[:MOST_ALONG]), *([f"… and {more} more"] if more > 0 else [])]
    return {"left_out": named, "because": one.because} if named else {}


def _unshown(rows: int) -> dict[str, int]:
    """How many rows a result has besides those that stand here."""
    return {"rows_not_shown": rows} if rows > 0 else {}


def responses(
    given: tuple[AgentResponse, ...], *, samples: bool, cites: Mapping[str, str] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """What agents said, in the words and facts of their responses, with what the charts that stand below a reply draw;
    what failed, only by its kind."""
    return [_response(response, samples, cites) for response in given]


def _response(response: AgentResponse, samples: bool, cites: Mapping[str, str]) -> dict[str, Any]:
    insights = response.result.insights
    return _filled(
        agent=response.agent,
        task=response.task,
        status=response.status,
        summary=insights.summary,
        findings=insights.findings,
        insights=insights.insights,
        facts=facts(response.facts, cites),
        results=rows(response.result.results) if samples and response.status == "completed" else [],
        charts=drawn(depicted_of((response,))) if samples else [],
        assumptions=response.readings,
        forfeited_because=response.forfeit.reason if response.forfeit else None,
        failed_by=response.error_type,
    )


def _table(profile: DatasetProfile, beside: tuple[str, ...], samples: bool) -> dict[str, Any]:
    described = profile.semantic.field_descriptions
    values = min(MOST_TOP_VALUES, max(2, VALUES_IN_ALL // max(len(profile.columns), 1))) if samples else 0
    longest = LONGEST_OF_FEW if profile.row_count <= MOST_ROWS else LONGEST_CELL
    return _filled(
        relation=profile.relation,
        file=profile.file_name,
        rows=profile.row_count,
        entity=profile.semantic.entity_name,
        domain=profile.semantic.domain,
        named_by=profile.semantic.label_column,
        columns=[
            _column(column, described.get(column.name, ""), values, longest)
            for column in profile.columns[:DETAILED_COLUMNS]
        ],
        more_columns=[column.name for column in profile.columns[DETAILED_COLUMNS:NAMED_COLUMNS]],
        ambiguous=[_filled(column=one.column, kind=one.kind, read_as=one.reading) for one in profile.ambiguities],
        written_beside=beside,
        doubts=_doubts(profile) if samples else [],
        embedded_columns=profile.embedded_columns,
    )


def _doubts(profile: DatasetProfile) -> list[str]:
    """What a person is told with figures of the file, and how a query does without it, and values far from all others;
    a sentence may quote cells."""
    told = dict.fromkeys(
        f"{one.detail} {COUNTED_ONCE}" if one.kind == "repeated" else one.detail
        for one in profile.repairs
        if (one.doubt and one.kind != "unread") or one.kind == "outlier"
    )
    return list(told)[:MOST_DOUBTS]


def _column(column: ColumnProfile, description: str, values: int, longest: int) -> dict[str, Any]:
    """What a column is; that none of its cells is empty goes without saying."""
    return _filled(
        name=column.name,
        type=column.type,
        role=column.role,
        meaning=_meaning(column),
        unit=column.unit,
        separator=column.separator,
        nulls=column.nulls or None,
        distinct=column.distinct,
        **(_values(column, description, values, longest) if values else {}),
    )


def _meaning(column: ColumnProfile) -> str:
    """What a column holds, where its role and type do not say it."""
    told = column.meaning.partition(": ")[2] or column.meaning
    said = told == OF_ROLE.get(column.role) or (column.type == "boolean" and column.yes is not None)
    return "" if said else told


def _values(column: ColumnProfile, description: str, most: int, longest: int) -> dict[str, Any]:
    """The cells that a profile holds, each once: the extremes of numbers and times, the commonest values of what is
    told apart by them, samples of the rest. A description that only quotes them is left out."""
    measured = column.numeric or column.temporal
    listed = column.distinct <= MOST_TOP_VALUES or not measured
    shown = column.distinct if most == MOST_TOP_VALUES and column.distinct <= most + FEW_MORE else most
    common = column.top_values[:shown] if listed else ()
    told = column.description or description
    return {
        "description": told if told != describe_column(column) else "",
        "minimum": _cell(column.minimum) if measured else None,
        "maximum": _cell(column.maximum) if measured else None,
        "top_values": [_cell(one.value, longest) for one in common],
        "samples": [
            _cell(sample, longest) for sample in column.samples[: min(most, MOST_SAMPLES)] if not (common or measured)
        ],
    }


def _hidden(value: Scalar) -> Scalar:
    return "…" if isinstance(value, str) else value


def _cell(value: object, longest: int = LONGEST_CELL) -> object:
    if isinstance(value, str) and len(value) > longest:
        return value[: longest - 1] + "…"
    return value


def _filled(**fields: Any) -> dict[str, Any]:
    """The fields that say something; zero and False do."""
    return {name: value for name, value in fields.items() if value not in (None, "", (), [], {})}
