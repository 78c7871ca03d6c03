"""Every figure of a reply is one that the data gave, or it does not go out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shared.contracts import Fact, ResultPreview
from shared.failure.evidence import Context, Known, compatible, known_numbers, words
from shared.failure.figures import Figure, figures

LEFT_OUT = "Note: I left out statements whose figures I could not verify against your data."
NOT_VERIFIED = "Note: I could not verify these figures against your data: "

_CHANCE = 0.02
_MOST_OPERANDS = 6
_ABBREVIATION = r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bapprox\.)(?<!\bNo\.)(?<!\bInc\.)(?<!\bca\.)(?<!\bincl\.)"
_SENTENCE_END = re.compile(
    rf"(?<=[.!?])(?<!\d\.){_ABBREVIATION}[\"'”’)*_]*\s+(?=[\"'“(*_`]*[A-Z0-9])|(?<=[a-z%)]\.)\s+(?=[A-Z0-9])|(?<=\d\.)\s+(?=[A-Z][a-z])"
)
_UP = re.compile(
    r"\b(?:rose|risen|rises|rising|grew|grown|grows|increas\w+|up|gain\w*|climb\w*|jump\w*|higher|growth)\b"
)
_DOWN = re.compile(r"\b(?:fell|fallen|falls|falling|declin\w+|decreas\w+|down|drop\w*|lost|shrank|shrunk|lower|loss)\b")
_MORE = re.compile(
    r"\b(?:more|less|fewer|higher|lower|above|below|differ\w*|gap|ahead|behind|exceed\w*|beat\w*|lead\w*|rose|fell|grew|"
    r"up|down|increas\w+|decreas\w+|declin\w+|drop\w*|chang\w+|growth|gain\w*|lost|outsold|outperform\w*|larger|smaller|"
    r"bigger|greater|better|worse|than)\b"
)
_SHARE = re.compile(r"\b(?:of|share|account\w*|represent\w*|mak\w+ up|contribut\w+|portion|compris\w*|proportion)\b")
_SUM = re.compile(r"\b(?:together|combined|total\w*|sum|in all|both|altogether|overall|add\w* up|jointly)\b")
_MEAN = re.compile(r"\b(?:average\w*|mean|on average)\b")
_DISCOURSE = re.compile(
    r"\s+(?:\w+\s+)?(?:ways?|things?|reasons?|points?|steps?|options?|factors?|questions?|parts?|caveats?|notes?|kinds?|"
    r"observations?|findings?|patterns?|insights?|takeaways?|issues?|approaches|aspects?|sentences?|answers?|sides?)\b"
)


@dataclass(frozen=True)
class Grounding:
    """A text whose figures are all known, what was removed to make it so, and the figures that were not known."""

    ok: bool
    text: str
    removed: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Statement:
    """A sentence, a bullet or a table row at text[start:end]; `line` tells which line it stands in."""

    start: int
    end: int
    line: int
    in_table: bool


def ground(
    text: str,
    *,
    facts: Iterable[Fact] = (),
    results: Iterable[ResultPreview] = (),
    question: str = "",
    notes: Iterable[str] = (),
    remove: bool = True,
) -> Grounding:
    """The text without statements that tell an unknown figure, or with a note that names those (`remove=False`).

    `results` are the previews that the reply may tell cells of; `notes` are Candor's own sentences, such as readings,
    whose figures may be repeated. The text is empty where nothing remains.
    """
    known = known_numbers(facts, results, question, notes)
    statements = tuple(_statements(text))
    unknown = [tuple(_unknown(text, statements, place, known, question)) for place in range(len(statements))]
    flagged = tuple(figure.text for one in unknown for figure in one)
    if not flagged:
        return Grounding(True, text)
    if not remove:
        return Grounding(False, f"{text}\n\n{NOT_VERIFIED}{', '.join(dict.fromkeys(flagged))}.", (), flagged)
    bad = [statement for statement, one in zip(statements, unknown, strict=True) if one]
    removed = tuple(text[one.start : one.end].strip() for one in bad)
    return Grounding(False, _without(text, bad), removed, flagged)


def _statements(text: str) -> Iterator[_Statement]:
    offset = 0
    for line, content in enumerate(text.split("\n")):
        table = content.lstrip().startswith("|")
        start = offset
        for end in [] if table else [match.end() for match in _SENTENCE_END.finditer(content)]:
            yield _Statement(start, offset + end, line, False)
            start = offset + end
        if text[start : offset + len(content)].strip():
            yield _Statement(start, offset + len(content), line, table)
        offset += len(content) + 1


def _unknown(
    text: str, statements: tuple[_Statement, ...], place: int, known: tuple[Known, ...], question: str
) -> Iterator[Figure]:
    """The figures of a statement that nothing known accounts for."""
    statement = statements[place]
    said = text[statement.start : statement.end]
    told = figures(_with_line_start(text, statement))
    shift = len(_with_line_start(text, statement)) - len(said)
    before = text[statements[place - 1].start : statements[place - 1].end] if place else question
    context = Context.of(f"{before}\n{said}" + (f"\n{question}" if len(statements) == 1 else ""))
    counts = _listed(text, said, context, known)
    direct = {figure: tuple(_matches(figure, known, statement.in_table, said, shift)) for figure in told}
    operands = _operands(direct.values(), known, context)
    for figure in told:
        if not (
            _plausible(figure, direct[figure], known, context)
            or _counted(figure, counts, said, shift)
            or _derived(figure, operands, said.casefold())
        ):
            yield figure


def _with_line_start(text: str, statement: _Statement) -> str:
    """The statement, marked as inside a line where it is, so that its first number isn't taken for list numbering."""
    said = text[statement.start : statement.end]
    begins_line = statement.start == 0 or text[statement.start - 1] == "\n"
    return said if begins_line else f"… {said}"


def _matches(figure: Figure, known: tuple[Known, ...], in_table: bool, said: str, shift: int) -> Iterator[Known]:
    told_before = said[: max(0, figure.start - shift)].casefold()[-60:]
    for one in known:
        value = compatible(figure, one, in_table)
        if value is not None and figure.tells(value) and not _against(figure, one, told_before):
            yield one


def _against(figure: Figure, known: Known, told_before: str) -> bool:
    """Whether the words say "rose" of what fell, or "fell" of what rose."""
    if figure.sign or not (known.directed or known.value < 0):
        return False
    ups = [match.start() for match in _UP.finditer(told_before)]
    downs = [match.start() for match in _DOWN.finditer(told_before)]
    if not ups and not downs:
        return False
    rose = max(ups, default=-1) > max(downs, default=-1)
    return bool(known.value < 0 if rose else known.directed and known.value > 0)


def _plausible(figure: Figure, matches: tuple[Known, ...], known: tuple[Known, ...], context: Context) -> bool:
    """Whether a match is meant: it is named nearby, or so few numbers are known that chance hardly hits one."""
    if any(one.origin == "question" or (one.origin != "count" and context.names(one)) for one in matches):
        return True
    if not any(one.origin != "count" for one in matches):
        return False
    alike = {abs(one.value) for one in known if one.origin != "count" and one.unit == matches[0].unit}
    near = sum(figure.value / 10 <= value <= figure.value * 10 for value in alike)
    return near <= _CHANCE * 9 * 10.0 ** (figure.digits - 1)


def _listed(text: str, said: str, context: Context, known: tuple[Known, ...]) -> set[int]:
    """What may be counted: rows and groups of results, items of the text's lists, names in the sentence."""
    items = len(re.findall(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]", text, re.MULTILINE))
    rows = max(0, len(re.findall(r"^[ \t]*\|", text, re.MULTILINE)) - 2)
    named = {label for one in known if one.origin == "cell" for label in one.labels if label in context.words}
    return {items, rows, len(named), *(int(one.value) for one in known if one.origin == "count")} - {0, 1}


def _counted(figure: Figure, counts: set[int], said: str, shift: int) -> bool:
    if figure.unit or figure.value not in counts:
        return figure.text.isalpha() and bool(_DISCOURSE.match(said[figure.end - shift :]))
    return not figure.currency


def _operands(matched: Iterable[tuple[Known, ...]], known: tuple[Known, ...], context: Context) -> tuple[Known, ...]:
    """The facts that a statement can compute with: those that it tells, else those that it names."""
    told = [one for matches in matched for one in matches if one.origin == "fact"]
    named = [one for one in known if one.origin == "fact" and context.names(one)]
    every = [one for one in known if one.origin == "fact"]
    both = tuple(dict.fromkeys([*told, *named])) or tuple(every[: len(every) <= _MOST_OPERANDS and len(every)])
    return both if len(both) <= _MOST_OPERANDS else tuple(dict.fromkeys(told))[:_MOST_OPERANDS]


def _derived(figure: Figure, operands: tuple[Known, ...], said: str) -> bool:
    """Whether the figure is what its words declare to be computed from the facts beside it."""
    return any(figure.tells(value) for value in _computed(figure, operands, said))


def _computed(figure: Figure, operands: tuple[Known, ...], said: str) -> Iterator[float]:
    pairs = [(a.value, b.value) for a in operands for b in operands if a is not b and a.unit == b.unit and b.value]
    whole = [(a.value, b.value) for a, b in _plain_pairs(operands)]
    if figure.unit in ("x", "part"):
        yield from (a / b for a, b in pairs)
    elif figure.unit == "pp":
        yield from (a.value - b.value for a in operands for b in operands if a.unit == b.unit == "%" and a is not b)
    elif figure.unit == "%":
        yield from ((a - b) / b * 100 for a, b in whole if _MORE.search(said))
        yield from (a / b * 100 for a, b in whole if _SHARE.search(said) and abs(a) <= abs(b))
        yield from _totals([one for one in operands if one.unit == "%"], said)
    else:
        yield from (a - b for a, b in whole if _MORE.search(said))
        yield from _totals([one for one in operands if one.unit == ""], said)


def _plain_pairs(operands: tuple[Known, ...]) -> list[tuple[Known, Known]]:
    plain = [one for one in operands if one.unit == "" and one.value]
    return [(a, b) for a in plain for b in plain if a is not b and a.currency == b.currency]


def _totals(operands: list[Known], said: str) -> Iterator[float]:
    if len(operands) < 2:
        return
    total = sum(one.value for one in operands)
    if _SUM.search(said):
        yield total
        yield from (a.value + b.value for place, a in enumerate(operands) for b in operands[place + 1 :])
    if _MEAN.search(said):
        yield total / len(operands)


def _without(text: str, bad: list[_Statement]) -> str:
    """The text without these statements and the markers left empty, and a note that says so."""
    for statement in reversed(bad):
        text = text[: statement.start] + text[statement.end :]
    text = re.sub(r"^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]*$\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\|.*\|[ \t]*\n\|[-:| ]+\|[ \t]*(?=\n(?!\|)|\Z)", "", text, flags=re.MULTILINE)
    text = re.sub(r"^#{1,6} [^\n]*\n*(?=#{1,6} |\Z)", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    return f"{text}\n\n{LEFT_OUT}" if any(words(text)) else ""
