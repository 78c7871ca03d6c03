"""Every figure of a reply is one that the data gave, or it does not go out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from shared.contracts import Claim, Fact, ResultPreview
from shared.grounding.arithmetic import Workings
from shared.grounding.borne import is_borne
from shared.grounding.bounds import bounds
from shared.grounding.cited import Cited, of_another, under_another
from shared.grounding.comparisons import Column, Comparisons, columns, families
from shared.grounding.counting import countable, is_count
from shared.grounding.derivations import Derivations
from shared.grounding.directions import misdirected, turned
from shared.grounding.evidence import (
    YEAR,
    Context,
    Datum,
    known_fact,
    known_names,
    known_numbers,
    known_words,
    label_numbers,
)
from shared.grounding.figures import TextFigure, figures
from shared.grounding.findings import Basis, Objection, Verdict, as_read, basis_of, weighed
from shared.grounding.languages import ENGLISH, Language
from shared.grounding.matches import by_chance, matches, of_another_kind, plausible
from shared.grounding.moves import moved
from shared.grounding.nearby import comes_of, restates
from shared.grounding.parallels import aligned, listed, related, stepped
from shared.grounding.plain import has_words, is_plain, named_around
from shared.grounding.proportions import Proportions
from shared.grounding.rankings import Rankings
from shared.grounding.references import Resolved, unresolved
from shared.grounding.removal import taken_out, with_what_refers_back
from shared.grounding.statements import Text, statements
from shared.grounding.subjects import Mention, Topics
from shared.grounding.units import adds_scale, counts_points, misshown, without_points
from shared.pattern import LazyPattern

_PRONOUN = LazyPattern(r"[ \t>*+-]*(?:It|Its|He|She|His|Her)\b")


@dataclass(frozen=True)
class Grounding:
    """A text whose figures are all known, and the statements that were removed to make it so.

    `ok` says that nothing was found against it; `flagged` are the words and figures that something was found against,
    and `wrong` says of each where it stands and what. `doubted` are statements left of whose words the known figures
    say otherwise, which their writer may put right. `unchecked` are the statements that a judge is asked about: all of
    a text that says more than the cells that it cites, but for rows of figures, of which the table's head is judged.
    """

    ok: bool
    text: str
    removed: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    unchecked: tuple[Claim, ...] = ()

    @property
    def clear(self) -> bool:
        """Whether there is nothing to ask anybody about it."""
        return self.ok and not self.unchecked


def ground(
    text: str,
    *,
    facts: Iterable[Fact] = (),
    results: Iterable[ResultPreview] = (),
    question: str = "",
    notes: Iterable[str] = (),
    stated: Iterable[str] = (),
    labels: Iterable[str] = (),
    resolved: Resolved | None = None,
    tables: Iterable[ResultPreview] = (),
    language: Language = ENGLISH,
    judged: bool = False,
) -> Grounding:
    """The text without statements that tell an unknown figure; that some were left out is for others to say.

    `results` are the previews that the reply may tell cells of; `notes` are Candor's own sentences, such as readings,
    whose figures may be repeated; `stated` is what Candor said of the facts itself; `labels` are names and edges of the
    data, whose numbers may stand in a label. `resolved` says which figures of
    the text stand by reference, `tables` are the whole results, where `results` are cut for a reader. Figures are
    read as its `language` writes them. Where a text will be `judged`, a number that arithmetic anywhere in the results
    gives stands until then; else it is as good as made up. The text is empty where nothing remains.
    """
    evidence = Evidence(facts, results, question=question, notes=notes, stated=stated, labels=labels)
    return evidence.grounded(text, resolved=resolved, tables=tables, language=language, judged=judged)


class Evidence:
    """What the figures of several texts are held against: worked out once, when a first text needs it."""

    def __init__(
        self,
        facts: Iterable[Fact] = (),
        results: Iterable[ResultPreview] = (),
        *,
        question: str = "",
        notes: Iterable[str] = (),
        stated: Iterable[str] = (),
        labels: Iterable[str] = (),
    ) -> None:
        self._facts, self._results, self._question = tuple(facts), tuple(results), question
        self._notes, self._stated, self._said_of_it = tuple(notes), tuple(stated), tuple(labels)

    @cached_property
    def _known(self) -> tuple[Datum, ...]:
        return known_numbers(self._facts, self._results, self._question, self._notes, self._stated)

    @cached_property
    def _names(self) -> tuple[set[str], frozenset[str]]:
        said = (*self._notes, *self._stated)
        return known_names(self._facts, self._results), known_words(self._facts, self._results, self._question, said)

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

    def grounded(
        self,
        text: str,
        *,
        resolved: Resolved | None = None,
        tables: Iterable[ResultPreview] = (),
        language: Language = ENGLISH,
        judged: bool = False,
    ) -> Grounding:
        """A text held against it: see `ground`."""
        cited, read = resolved.cited if resolved else None, language.read(text)
        told = Text.of(read, self._known, self._question, *self._names, cited, self._labels)
        given = told.statements
        tables = tuple(tables)
        whole = columns(tables or self._results, self._known)
        far = Derivations((*tables, *self._results), self._facts, self._question, self._years) if judged else None
        found = [tuple(_found(told, place, self._known, whole, far)) for place in range(len(given))]
        verdicts = [weighed(one) for one in found]
        said = [text[one.start : one.end].strip() for one in given]
        prose = [at for at, one in enumerate(given) if not one.in_table or has_words(told, at)]
        asked = {at for at, verdict in enumerate(verdicts) if verdict in (Verdict.DOUBTED, Verdict.UNDECIDABLE)}
        if asked or not (language.is_english and all(said[at] in self._own or _is_borne(told, at) for at in prose)):
            asked.update(at for at in prose if verdicts[at] is not Verdict.REFUTED)
        unchecked = tuple(
            Claim(said=said[at], figures=tuple(one.words for one in found[at] if one.basis is Basis.DERIVED))
            for at in sorted(asked)
        )
        against = [
            one._replace(said=said[at])
            for at, ones in enumerate(found)
            for one in ones
            if one.verdict in (Verdict.REFUTED, Verdict.DOUBTED)
        ]
        refuted = (at for at, verdict in enumerate(verdicts) if verdict is Verdict.REFUTED)
        bad = with_what_refers_back(text, given, refuted)
        return Grounding(
            ok=not against,
            text=taken_out(text, [given[at] for at in bad]) if bad else text,
            removed=tuple(said[at] for at in bad),
            flagged=tuple(one.words for one in against),
            wrong=tuple(dict.fromkeys(map(str, against))),
            doubted=tuple(said[at] for at, verdict in enumerate(verdicts) if verdict is Verdict.DOUBTED),
            unchecked=unchecked,
        )


def _found(
    told: Text, place: int, known: tuple[Datum, ...], whole: tuple[Column, ...], far: Derivations | None
) -> Iterator[Objection]:
    """What there is against a statement, for what it is worth."""
    found = tuple(_moved(figure, -told.shift(place)) for figure in figures(told.numbered(place)))
    found = tuple(without_points(figure) for figure in found) if counts_points(known) else found
    kinds = [kind for one in told.told(place) for kind in one.cited.rivals.values()] or [told.names]
    plain = is_plain(told.said(place), told.subjects.mentions(told.said(place)), found, kinds)
    typed = {figure.text: figure for figure in found}
    for one in _findings(told, place, found, known, whole):
        bare = typed.get(one.words) if one.basis is Basis.NUMBER else None
        derived = far is not None and bare is not None and far.gives(bare, _beside(told, place, bare))
        yield one._replace(basis=Basis.DERIVED) if derived else as_read(one, plain=plain)


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


def _findings(
    told: Text, place: int, found: tuple[TextFigure, ...], known: tuple[Datum, ...], whole: tuple[Column, ...]
) -> Iterator[Objection]:
    """What of a statement nothing known accounts for, or what is known contradicts."""
    said, in_table = told.said(place), told.statements[place].in_table
    context = Context.of(told.around(place))
    cited = {figure: one for figure in found if (one := told.cited_at(place, figure.start, figure.end))}
    alike = {
        figure: (_of_cited(cited[figure]),) if figure in cited else tuple(matches(figure, known, in_table, said))
        for figure in found
    }
    owned = [(figure.start, figure.end) for figure in found if any(one.parts for one in alike[figure])]
    before = told.subjects.mentions(told.lead(place))
    spoken = Topics(said, (*_topic(said, before), *told.subjects.mentions(said)), owned, before)
    direct = {
        figure: alike[figure]
        if figure in cited
        else tuple(_belonging(figure, alike[figure], known, told, place, spoken))
        for figure in found
    }
    yield from (Objection(one, basis=Basis.NUMBER) for one in unresolved(said) if told.by_reference)
    unknown = "this number stands in nothing that is known"
    yield from (Objection(one, unknown, Basis.NUMBER) for one in told.made_up(place))
    yield from _of_the_cited(cited, direct, spoken, told, place)
    bare = tuple(figure for figure in found if figure not in cited)
    wrong = frozenset(misdirected(found, said))
    bounding = frozenset(bounds(said, bare, [one.cited.value for one in told.told(place)]))
    counts = frozenset[int]() if in_table else countable(told.text, said, context, known)
    sums = Workings(known, [one for ones in direct.values() for one in ones], spoken, context, in_table=in_table)
    compared = Comparisons(whole, said.casefold(), found, spoken.names, f"{context.text} {told.question.casefold()}")
    given = frozenset(figure for figure in found if any(one.origin == "fact" for one in direct[figure]))
    standing = told.told(place)
    yield from (Objection(*one) for one in moved(said, standing, spoken.mentions, whole))
    true, wrong = compared.true() | bounding, wrong | (compared.false(given) - bounding - cited.keys())
    for figure in found:
        if figure in wrong:
            yield Objection(figure.text, "the data has it the other way")
    yield from (
        Objection(*one, basis=Basis.ORDER)
        for one in Rankings(said, spoken.mentions, (*whole, *families(known)), standing, told.computed).wrong()
    )
    near = [one.cited for at in {max(0, place - 1), place} for one in told.told(at)]
    earlier = told.told(place - 1) if place else ()
    parts = Proportions(said, [one.cited for one in standing], near, spoken.names or spoken.names_before, whole)
    rows_near = [row for one in ([one.cited for one in standing] if in_table else near) for row in one.figures]
    anywhere = [row for one in told.cited for row in one.figures]
    most = max(counts, default=0)
    for figure in bare:
        if any(one.start <= figure.start < one.end for one in spoken.mentions):
            continue
        anothers = spoken.names and not direct[figure] and any(one.parts for one in alike[figure])
        beside = related(figure, said, standing, spoken.mentions, whole, earlier)
        if beside is None and parts.gives(figure):
            continue
        known_so = beside is None and (
            restates(figure, [alike[one][0] for one in cited], said)
            or plausible(figure, direct[figure], known, context, spoken)
            or (not figure.sign and is_count(figure, frozenset() if anothers else counts, said))
            or sums.gives(figure)
        )
        if figure not in wrong and not (beside or known_so or (figure in true and beside is None)):
            labelled = told.is_label(figure, said) or told.is_gap(figure, said)
            basis = basis_of(figure, spoken, most, labelled=labelled)
            rows = tuple(one for one in alike[figure] if one.parts)
            another = basis is Basis.NUMBER and bool(rows) and not by_chance(figure, rows, known)
            if basis is Basis.NUMBER and comes_of(figure, rows_near, anywhere, told.text):
                basis = Basis.READING
            elif another:
                basis = Basis.STRUCTURE if in_table else Basis.CELLS
            yield Objection(figure.text, basis=basis)


def _of_the_cited(
    cited: Mapping[TextFigure, Cited],
    alike: Mapping[TextFigure, tuple[Datum, ...]],
    spoken: Topics,
    told: Text,
    place: int,
) -> Iterator[Objection]:
    """What is told wrongly of figures that stand by reference: whose they are, in what unit, which way they went."""
    said, standing = told.said(place), told.told(place)
    yield from aligned(said, standing, spoken.mentions)
    yield from stepped(said, standing)
    items = told.siblings(place)
    others = [(told.said(one), told.told(one)) for one in items]
    yield from (Objection(*one) for one in listed(others, items.index(place), spoken.mentions))
    spans = dict.fromkeys(spoken.figures, frozenset[str]()) | {
        (one.start, one.end): one.cited.names for one in standing
    }
    around = named_around(told, place)
    for figure, one in cited.items():
        at = (one.start - told.statements[place].start, one.end - told.statements[place].start)
        if why := told.under_another(place, at[0], one):
            yield Objection(figure.text, why, Basis.STRUCTURE)
        if why := misshown(figure, at, alike[figure][0], said):
            yield Objection(figure.text, why, Basis.DERIVED if adds_scale(figure) else Basis.STRUCTURE)
        if one.assumed:
            yield Objection(figure.text, "a factor in it comes from nothing known", Basis.DERIVED)
        if why := of_another(one, at, spoken, spans):
            yield Objection(figure.text, why, Basis.READING if around & (one.names | one.shared) else Basis.CELLS)
        beside = [other.cited.column for other in standing if other.start != at[0]]
        if why := under_another(one, at, said, beside) or turned(one, at, said, spoken.mentions, standing):
            yield Objection(figure.text, why)


def _of_cited(one: Cited) -> Datum:
    """What a figure by reference is known to be."""
    value = one.fact.value
    return known_fact(one.fact, float(value or 0), tuple(sorted(one.names)), directed=one.change is not None)


def _topic(said: str, before: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """The name that "it" stands for where a statement begins so: the first of the statement before."""
    match = _PRONOUN.match(said)
    return (Mention(0, match.end(), before[0].parts, before[0].sure),) if match and before else ()


def _moved(figure: TextFigure, by: int) -> TextFigure:
    return replace(figure, start=figure.start + by, end=figure.end + by)


def _belonging(
    figure: TextFigure, matches: tuple[Datum, ...], known: tuple[Datum, ...], told: Text, place: int, spoken: Topics
) -> Iterator[Datum]:
    """The matches that are of what the statement speaks of there: "South sold 4,210" is wrong where North did."""
    here = Context.of(told.said(place))
    for one in matches:
        if (
            told.belongs(one, (figure.start, figure.end), place, spoken)
            if one.parts
            else not of_another_kind(figure, one, known, here)
        ):
            yield one


def _is_borne(told: Text, place: int) -> bool:
    """Whether a statement tells one figure, and its cell says all of the words."""
    cited, said = told.told(place), told.said(place)
    return len(cited) == 1 and is_borne(
        f"{said[: cited[0].start]} {said[cited[0].end :]}", told.question, cited[0].cited
    )
