"""What a model calls the columns of its queries' results, and what it says that these are for.

Each name is Candor's own, of what is computed, unless its words say no more than that, or a judge bore it out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from shared.agents.claims import told_purpose
from shared.agents.conversation.drafted_answer import Drafted
from shared.agents.conversation.undrawn import places_of
from shared.agents.execution.execution import Execution
from shared.analysis.base import Analysis
from shared.analysis.written_query import Written
from shared.charts.specs import titled
from shared.contracts import (
    Claim,
    ColumnShown,
    DatasetProfile,
    Picture,
    PlannedQuery,
    QueryResult,
    ResultPreview,
    Scalar,
)
from shared.engine.results.classes import ClassValue
from shared.engine.results.headings import OwnHeadings, is_figure, own_headings
from shared.engine.results.meanings import conditions_of, meanings_of
from shared.engine.sql.limits import ordered_to
from shared.grounding.asked import UnsaidWords
from shared.grounding.headings import names_only, ordered_words, tells_only
from shared.grounding.languages import language_of
from shared.grounding.sheets import Sheet, Sheets
from shared.grounding.vocabulary import words
from shared.model.port import Opinion
from shared.query.measures import Figure
from shared.query.words.headings import FigureHeading

LONG: Final = 60
"""A figure's words, in characters, that are a formula, and no name."""
_NO_RESULT: Final = -1
MOST_PUT: Final = 8
"""Names that are put to one judge; more are those of a look around."""
_WHOLE: Final = ""
"""In the place of a column's name: the result as a whole."""
FORMULA: Final = "“{0}” is a fair name of: {1}"
COLUMN, RESULT = "The heading “{0}” fits column {1} of result {2}", "“{0}” says what result {1} is"


class GivenNames:
    """The names that a model gave in one conversation, and which of them a judge bore out."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._purposes: dict[int, str] = {}
        self._formulas: dict[str, str] = {}
        self._put: dict[str, tuple[int, str]] = {}
        self._borne: set[tuple[int, str]] = set()

    def written(self, query: PlannedQuery, question: str, datasets: Sequence[DatasetProfile]) -> Written:
        """A model's query, for a purpose that says no more than it computes: the model's own is kept for a judge."""
        told = told_purpose(query, question)
        own = told if fits(told, query.sql, datasets) else own_headings(query.sql, datasets).purpose
        if told != own:
            self._given[query.sql] = told
        return Written(sql=query.sql, purpose=own)

    def ran(self, analysis: Analysis, first: int, pictures: Iterable[Picture]) -> None:
        """Keeps for which purpose of the model's a query ran, whose place is given, and what the model calls the long
        formula that an analysis follows, by what its pictures call that."""
        told = self._given.get(analysis.sql) if isinstance(analysis, Written) else None
        self._purposes |= {first: told} if told else {}
        figure = getattr(analysis, "figure", None)
        name = figure.name if isinstance(figure, Figure) else None
        self._formulas |= {one.figure.called: name for one in pictures if name and len(one.figure.called) > LONG}

    def pictured(self, picture: Picture) -> Picture:
        """The picture with the model's name for a long formula, where a judge bore it out."""
        formula = picture.figure.called
        if (_NO_RESULT, formula) not in self._borne:
            return picture
        called = titled(self._formulas[formula], {})
        figure = picture.figure.model_copy(update={"called": called})
        return picture.model_copy(update={"figure": figure, "title": picture.title.replace(formula, called)})

    def put(
        self, drafted: Drafted, sheets: Sheets, execution: Execution, found: UnsaidWords | None
    ) -> tuple[Claim, ...]:
        """What a judge is asked beside an answer: whether the names of its results that say more than what is computed
        fit. `found` are words that were found to be what was computed."""
        told = {cell.query for fact in drafted.told.facts for cell in fact.cells}
        told |= {at for at, _ in places_of(drafted.move.drawn, sheets)}
        put = {
            FORMULA.format(name.replace("_", " "), formula): (_NO_RESULT, formula)
            for formula, name in self._formulas.items()
        }
        for sheet in (one for one in sheets if one.query in told):
            at = sheet.query + 1
            if purpose := self._purposes.get(sheet.query):
                put[RESULT.format(purpose, at)] = (sheet.query, _WHOLE)
            names = {name for name, one in execution.headings.get(sheet.query, {}).items() if one.names}
            for name in (one for one in _beyond(sheet, execution, found) if one not in names):
                put[COLUMN.format(name.replace("_", " "), name, at)] = (sheet.query, name)
        self._put |= put
        return tuple(Claim(said=one) for one in list(put)[:MOST_PUT])

    def judged(self, put: Iterable[Claim], opinion: Opinion, execution: Execution, *, after: int) -> None:
        """Keeps which of the names that were put to a judge `after` so many claims it let stand; results are for what
        the model says there."""
        places = enumerate((self._put[one.said] for one in put), start=1 + after)
        borne = {name for place, name in places if place not in opinion.found_false}
        self._borne |= borne
        for at in (at for at, name in borne if name == _WHOLE):
            purpose = {"purpose": self._purposes[at]}
            execution.executed[at] = execution.executed[at].model_copy(update=purpose)
            execution.previews[at] = execution.previews[at].model_copy(update=purpose)

    def unborne(self, sheets: Sheets, execution: Execution, found: UnsaidWords | None) -> frozenset[tuple[int, str]]:
        """The columns, as (place of the query, name), whose names say more than what is computed, without a judge."""
        beyond = {(sheet.query, name) for sheet in sheets for name in _beyond(sheet, execution, found)}
        return frozenset(beyond - self._borne)


def headed(
    preview: ResultPreview,
    result: QueryResult,
    unborne: frozenset[str],
    known: Mapping[str, FigureHeading],
    datasets: Sequence[DatasetProfile],
    tag: str,
) -> ResultPreview:
    """A result whose columns of names that nothing bears out are called what they are computed as, in the language of
    that BCP 47 tag; `known` are such words of some of them. A label there that the query writes itself is told by the
    condition that its rows meet."""
    if not unborne:
        return preview
    made = own_headings(result.sql, datasets, result.columns, tag) if unborne - known.keys() else OwnHeadings()
    own = made.columns | {name: one.said for name, one in known.items()}
    called = {name: own.get(name) or f"{at}" for at, name in enumerate(result.columns, start=1) if name in unborne}
    shown = {
        name: preview.shown.get(name, ColumnShown()).model_copy(update={"called": one}) for name, one in called.items()
    }
    classes = {name: met for name, met in made.classes.items() if name in unborne}
    data = tuple({name: _class(cell, classes.get(name, {})) for name, cell in row.items()} for row in preview.data)
    return preview.model_copy(update={"shown": {**preview.shown, **shown}, "data": data})


def _class(cell: Scalar, met: Mapping[ClassValue, str]) -> Scalar:
    """A cell, or what the rows meet for which a query writes it."""
    return met.get(float(cell) if isinstance(cell, int | float) else cell, cell) if met else cell


def in_language(
    preview: ResultPreview, result: QueryResult, datasets: Sequence[DatasetProfile], tag: str
) -> ResultPreview:
    """A result of a model's query that Candor's own words say the purpose of, in the language of that BCP 47 tag."""
    if language_of(tag).is_english or preview.purpose != own_headings(result.sql, datasets).purpose:
        return preview
    own = own_headings(result.sql, datasets, result.columns, tag)
    return preview.model_copy(update={"purpose": own.purpose})


def fits(purpose: str, sql: str, datasets: Sequence[DatasetProfile]) -> bool:
    """Whether a purpose says no more of a query's result than the query does."""
    meanings, read = meanings_of(sql, datasets), own_headings(sql, datasets).read
    figures = {name for name in meanings if is_figure(read.get(name, ()))}
    most = ordered_to(sql)
    rows = [word for one in datasets for word in words(one.semantic.entity_name)]
    others = (*rows, *(() if most is None else ordered_words(most)))
    return tells_only(purpose, meanings, figures, conditions_of(sql, datasets), others)


def _beyond(sheet: Sheet, execution: Execution, found: UnsaidWords | None) -> Iterator[str]:
    """The columns to which a model gave names that say more than what they are computed from."""
    named = execution.headings.get(sheet.query, {})
    given = [one for one in sheet.columns if one.name in named or sheet.query in execution.written]
    meanings = {one.name: one.meaning for one in sheet.columns} | {name: one.meaning for name, one in named.items()}
    for one in given:
        granted = found.words if found and found.column == one.name else ()
        if not names_only(one.name, meanings, sheet.conditions, one.unit, granted):
            yield one.name
