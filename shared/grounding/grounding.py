"""Every figure of a reply is one that the data gave, or it does not go out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from shared.contracts import Claim, Fact, ResultPreview
from shared.grounding.asked import UnsaidWords
from shared.grounding.borne import Borne
from shared.grounding.cited import Cited
from shared.grounding.contradictions import contradicted
from shared.grounding.counting import countable, is_count
from shared.grounding.derivations import Derivations
from shared.grounding.evidence import (
    YEAR,
    Datum,
    known_fact,
    known_names,
    known_numbers,
    known_words,
    label_numbers,
    names_of_rows,
)
from shared.grounding.figures import TextFigure, figures
from shared.grounding.findings import Basis, Objection, Verdict, basis_of, is_in_words, is_rough, told_of, weighed
from shared.grounding.languages import ENGLISH, Language
from shared.grounding.questions import stands_by_itself
from shared.grounding.references import Resolved, unresolved
from shared.grounding.removal import leaves_a_gap, refers_back, taken_out, with_what_refers_back
from shared.grounding.statements import Statement, Text, statements, table_around
from shared.grounding.tables import TextTable
from shared.grounding.units import adds_scale, counts_points, misshown, without_points
from shared.grounding.vocabulary import Vocabulary

_A_FEW = 12
"""Up to so many of anything a reader may count."""


class Grounding(NamedTuple):
    """A text whose figures are all known, and the statements that were removed to make it so.

    `gap` says that what is left is not whole: its answer is gone (`headless`), or an item of a list or table.
    `ok` says that nothing was found against it; `flagged` are the words and figures that something was found against,
    and `wrong` says of each where it stands and what. `doubted` are statements left of whose words the known figures
    say otherwise, which their writer may put right. `unchecked` are the statements that a judge is asked about: all of
    a text that says more than the cells that it cites, but for rows of figures, of which the table's head is judged.
    """

    ok: bool
    text: str
    removed: tuple[str, ...] = ()
    headless: bool = False
    gap: bool = False
    flagged: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    unchecked: tuple[Claim, ...] = ()

    @property
    def clear(self) -> bool:
        """Whether there is nothing to ask anybody about it."""
        return self.ok and not self.unchecked


class Evidence:
    """What texts are held against, worked out once, when the first of them needs it.

    `results` are the previews that a reply may tell cells of; `notes` are Candor's own sentences, such as readings,
    whose figures may be repeated; `stated` is what Candor said of the facts itself; `labels` are names and edges of the
    data, whose numbers may stand in a label; `shown` are values of it, which may be quoted as they are; `before` is the
    question that this one may follow.

    A reply's text is `grounded`, once (`tests/test_structure.py` says where). Of what stands beside it, such as the
    purpose of a query, there is only the `known_part`, and its `unknown` figures.
    """

    def __init__(
        self,
        facts: Iterable[Fact] = (),
        results: Iterable[ResultPreview] = (),
        *,
        question: str = "",
        notes: Iterable[str] = (),
        stated: Iterable[str] = (),
        labels: Iterable[str] = (),
        shown: Iterable[str] = (),
        before: str = "",
    ) -> None:
        self._facts, self._results, self._question = tuple(facts), tuple(results), question
        self._notes, self._stated, self._said_of_it = tuple(notes), tuple(stated), tuple(labels)
        self._shown, self._before = tuple(shown), before

    @cached_property
    def _known(self) -> tuple[Datum, ...]:
        return known_numbers(self._facts, self._results, self._question, self._notes, self._stated)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(names_of_rows(self._results))

    @cached_property
    def _numbered(self) -> set[str]:
        return known_names(self._facts, self._results, (*self._said_of_it, *self._shown))

    @cached_property
    def _words(self) -> frozenset[str]:
        said = (*self._notes, *self._stated)
        return known_words(self._facts, self._results, self._question, said)

    @cached_property
    def _own(self) -> frozenset[str]:
        """The sentences that Candor said itself."""
        return frozenset(line[one.start : one.end].strip() for line in self._stated for one in statements(line))

    @cached_property
    def _labels(self) -> frozenset[str]:
        texts = (self._question, *self._notes, *self._said_of_it)
        return label_numbers((one for one in self._facts if not one.cells), self._results, texts)

    @cached_property
    def _years(self) -> tuple[float, ...]:
        told = (float(year) for label in self._said_of_it for year in YEAR.findall(label))
        return tuple(dict.fromkeys((*(one.value for one in self._known if one.origin == "year"), *told)))

    @cached_property
    def _wholes(self) -> tuple[float, ...]:
        """The whole numbers that the data is labelled with: how many rows a table has is one of them."""
        return tuple(float(label) for label in self._said_of_it if label.isdecimal())

    def known_part(self, text: str, *, language: Language = ENGLISH) -> str:
        """What is left of a text that stands beside a reply's, which no judge sees: without statements that tell a
        figure that is unknown, or that one would have to bear out."""
        told = self._told(text, None, language)
        given = told.statements
        told_alone = [all(map(_is_known_alone, _found(told, at, self._known, None))) for at in range(len(given))]
        bad = with_what_refers_back(text, given, (at for at, stands in enumerate(told_alone) if not stands))
        return taken_out(text, [given[at] for at in bad]) if bad else text

    def _told(self, text: str, resolved: Resolved | None, language: Language) -> Text:
        return Text.of(
            language.read(text),
            names=self._names,
            numbered=self._numbered,
            known=self._words,
            cited=resolved.cited if resolved else None,
            quoted=resolved.quoted if resolved else (),
            labels=self._labels.union(str(int(year)) for year in self._years),
            tag=language.tag,
        )

    def unknown(self, text: str) -> tuple[str, ...]:
        """The words and figures of a text that something is found against, each once."""
        return tuple(dict.fromkeys(self.grounded(text).flagged))

    def grounded(
        self,
        text: str,
        *,
        resolved: Resolved | None = None,
        tables: Iterable[ResultPreview] = (),
        language: Language = ENGLISH,
        judged: bool = False,
        found: UnsaidWords | None = None,
    ) -> Grounding:
        """The text without statements that tell an unknown figure; that some were left out is for others to say.

        `resolved` says which figures of the text stand by reference, `tables` are the whole results, where `results`
        are cut for a reader. Figures are read as its `language` writes them. Where a text will be `judged`, a number
        that arithmetic anywhere in the results gives stands until then; else it is as good as made up. Words of the
        question that were `found` to be what was computed may be said of it. The text is empty where nothing remains.
        """
        told = self._told(text, resolved, language)
        given = self._weighed(told, text, (*tables, *self._results), judged=judged)
        worded = [at for at in range(len(given.said)) if _is_worded(told, at)]
        repeated = {at for at in worded if given.said[at] in self._own}
        own = language.is_english and Borne(told, self._question, found).holds(worded, repeated)
        own = own and (not self._before or stands_by_itself(told, self._question, self._before, self._shown))
        against = given.against
        bad = with_what_refers_back(text, told.statements, given.places(Verdict.REFUTED))
        return Grounding(
            ok=not against,
            text=taken_out(text, [told.statements[at] for at in bad]) if bad else text,
            removed=tuple(given.said[at] for at in bad),
            headless=0 in bad,
            gap=leaves_a_gap(text, told.statements, bad),
            flagged=tuple(one.words for one in against),
            wrong=told_of(against),
            doubted=tuple(given.said[at] for at in given.places(Verdict.DOUBTED)),
            unchecked=given.claims(worded, borne=own),
        )

    def _weighed(self, told: Text, text: str, results: tuple[ResultPreview, ...], *, judged: bool) -> "_Weighed":
        """The statements of a text with what there is against each; what only arithmetic gives, where it is judged."""
        far = Derivations(results, self._facts, self._question, self._years, self._wholes) if judged else None
        given = told.statements
        found = [tuple(_found(told, place, self._known, far)) for place in range(len(given))]
        return _Weighed(given, [text[one.start : one.end].strip() for one in given], found, list(map(weighed, found)))


class _Weighed(NamedTuple):
    """The statements of a text in their order: what each says, what was found against it, and what that comes to."""

    statements: Sequence[Statement]
    said: Sequence[str]
    found: Sequence[tuple[Objection, ...]]
    verdicts: Sequence[Verdict]

    def places(self, *verdicts: Verdict) -> list[int]:
        """The places of the statements of which this holds."""
        return [at for at, verdict in enumerate(self.verdicts) if verdict in verdicts]

    @property
    def against(self) -> list[Objection]:
        """What was found against the text, each with the statement that it was found in."""
        told = (one._replace(said=said) for said, found in zip(self.said, self.found, strict=True) for one in found)
        return [one for one in told if one.verdict in (Verdict.REFUTED, Verdict.DOUBTED)]

    def claims(self, worded: Sequence[int], *, borne: bool) -> tuple[Claim, ...]:
        """The statements that a judge is asked about: those in doubt, and with them, or where the cells do not bear the
        text out, all that are `worded`. Of a table its rows go with its head."""
        asked = set(self.places(Verdict.DOUBTED, Verdict.UNDECIDABLE))
        if asked or not borne:
            asked.update(at for at in worded if self.verdicts[at] is not Verdict.REFUTED)
        heads = {row: rows.start for at in asked if (rows := table_around(self.statements, at)) for row in rows[2:]}
        asked.update(row for row, head in heads.items() if head in asked and self.verdicts[row] is not Verdict.REFUTED)
        return tuple(
            _claim(self.said[at], self.found[at], self.said[heads[at]] if at in heads else "") for at in sorted(asked)
        )


def _is_known_alone(one: Objection) -> bool:
    """Whether what was found may be told where nobody is asked: a number of a label, and a few that a reader counts."""
    return one.basis is Basis.LABEL or one.few


def _claim(said: str, found: Sequence[Objection], head: str) -> Claim:
    """A statement as a judge gets it, with what was found against it, and the head of the table that it is a row of."""
    given = {one.basis for one in found}
    return Claim(
        said=said,
        of=head,
        figures=tuple(one.words for one in found if one.basis in (Basis.DERIVED, Basis.STEP)),
        follows=Basis.STEP in given and Basis.DERIVED not in given,
        doubt="; ".join(dict.fromkeys(one.why for one in found if one.verdict is Verdict.DOUBTED)),
    )


def _found(told: Text, place: int, known: tuple[Datum, ...], far: Derivations | None) -> Iterator[Objection]:
    """What there is against a statement, for what it is worth."""
    found = [_moved(figure, -told.shift(place)) for figure in figures(told.numbered(place))]
    found = [without_points(figure) for figure in found] if counts_points(known) else found
    cited = {figure: one for figure in found if (one := told.cited_at(place, figure.start, figure.end))}
    yield from (Objection(one) for one in unresolved(told.said(place)) if told.by_reference)
    unknown = "this number stands in nothing that is known"
    yield from (Objection(one, unknown) for one in told.made_up(place))
    yield from _of_the_cited(cited, told, place)
    bare = [figure for figure in found if figure not in cited]
    counts, in_table = countable(told.text), told.statements[place].in_table
    for figure in bare:
        if is_count(figure, counts, told.said(place)) or any(
            one.is_told_by(figure, in_table=in_table) for one in known
        ):
            continue
        basis = _basis(figure, told, place, known, far)
        if far and basis is Basis.DERIVED and far.near.give(figure, *_told_beside(told, place, known)):
            basis = Basis.STEP
        yield Objection(figure.text, basis=basis, few=basis is Basis.SIZE and _is_few(figure))


def _is_few(figure: TextFigure) -> bool:
    """Whether it is a whole number without a unit that a reader may count."""
    bare = not (figure.unit or figure.currency or figure.sign)
    return bare and figure.value.is_integer() and figure.value <= _A_FEW


def _basis(figure: TextFigure, told: Text, place: int, known: tuple[Datum, ...], far: Derivations | None) -> Basis:
    """On what it rests that a typed figure is none that is known."""
    said = told.said(place)
    near = [one.cited.value for at in {max(0, place - 1), place} for one in told.told(at)]
    basis = basis_of(figure, said, near if far else (), labelled=told.is_label(figure, said))
    rough = basis is Basis.SIZE and is_rough(figure, said)
    if far is None or not (rough or basis is Basis.NUMBER):
        return basis
    negative = not figure.sign and any(one.is_told_by(figure._replace(sign=-1), in_table=False) for one in known)
    in_words = rough and is_in_words(figure)
    given = in_words or _is_few(figure) or negative or far.gives(figure, _beside(told, place, figure))
    return Basis.DERIVED if given else Basis.NUMBER


def _told_beside(told: Text, place: int, known: tuple[Datum, ...]) -> tuple[list[float], str]:
    """The known figures that a statement tells, and its words; with those of the one before it where it refers back."""
    given = told.statements
    back = place and given[place - 1].line == given[place].line and refers_back(told.said(place))
    places = (place - 1, place) if back else (place,)
    typed = [figure for at in places for figure in figures(told.numbered(at)) if not _is_cited(told, at, figure)]
    own = [one.cited.value for at in places for one in told.told(at)]
    own += [one.value for one in known for figure in typed if one.is_told_by(figure, in_table=given[place].in_table)]
    return own, " ".join(map(told.said, places))


def _beside(told: Text, place: int, figure: TextFigure) -> Iterator[float]:
    """The figures of the text that stand by reference, what those of one form come to, and the typed ones that stand in
    the same statement as this one or in the one before it."""
    forms = defaultdict[str, list[float]](list)
    for one in told.cited:
        forms[one.form].append(one.value)
    yield from (value for values in forms.values() for value in (*values, sum(values)))
    for at in {max(0, place - 1), place}:
        yield from map(float, YEAR.findall(told.said(at)))
        yield from (one.value for one in figures(told.numbered(at)) if one.text != figure.text)


def _of_the_cited(cited: Mapping[TextFigure, Cited], told: Text, place: int) -> Iterator[Objection]:
    """What is told wrongly of figures that stand by reference: in what unit, and in a table, whose they are."""
    said, start = told.said(place), told.statements[place].start
    table, row = _table(told, place)
    refuted = {id(one): why for one, why in contradicted(told, place)}
    for figure, one in cited.items():
        if why := refuted.get(id(one), ""):
            yield Objection(figure.text, why, Basis.STRUCTURE)
        at = (one.start - start, one.end - start)
        if why := table.misplaced(row, at[0], one) if table else "":
            yield Objection(figure.text, why, Basis.STRUCTURE)
        known = known_fact(one.fact, one.value)
        counts = one.value.is_integer() and Vocabulary(one).counts_rows
        if why := misshown(figure, at, known, said, counts=counts):
            yield Objection(figure.text, why, Basis.DERIVED if adds_scale(figure, known) else Basis.STRUCTURE)
        if one.assumed:
            yield Objection(figure.text, "a factor in it comes from nothing known", Basis.DERIVED)


def _table(told: Text, place: int) -> tuple[TextTable | None, int]:
    """The table that a statement is a row of, and which row; no table where it is none."""
    rows = table_around(told.statements, place)
    if not rows:
        return None, 0
    return TextTable(told.text, told.statements[rows.start : rows.stop], told.names), place - rows.start


def _is_worded(told: Text, place: int) -> bool:
    """Whether a statement says something that a judge could find false: all but a table's rows of names with figures by
    reference."""
    table, row = _table(told, place)
    typed = (figure for figure in figures(told.numbered(place)) if not _is_cited(told, place, figure))
    return table is None or table.says_words(row) or any(not one.year for one in typed)


def _is_cited(told: Text, place: int, figure: TextFigure) -> bool:
    by = told.shift(place)
    return told.cited_at(place, figure.start - by, figure.end - by) is not None


def _moved(figure: TextFigure, by: int) -> TextFigure:
    return figure._replace(start=figure.start + by, end=figure.end + by)
