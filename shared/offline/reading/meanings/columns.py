"""Words of a question linked to columns: by name, by form, in part, by a synonym."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.synonyms import column_synonyms, concept_names
from shared.offline.reading.meanings.tokens import Token, stem, stem_set, stems_of
from shared.offline.words.lexicon import implied, units, word_list, word_map
from shared.table.abbreviations import ABBREVIATIONS
from shared.table.names import word_set, words_of

_LONGEST = 6
_SCORES = {"exact": 1.0, "form": 0.98, "core": 0.96, "synonym": 0.88, "part": 0.86, "synonym part": 0.8}
_GENERIC = stem_set(word_list("general_in_names"))
"""Words in a column's name too general to mean that column alone, unless nothing else is left of the name."""
_HEADS = stem_set("name date time amount type total value code")
_LABELS = stem_set("name id key ref code title type")
_SPOKEN = word_map("spoken_abbreviations")
"""Abbreviations that people use in questions too."""
_USED = stem_set("used included taken applied enabled available given")
"""Last words in the name of a yes/no column that only say that there is one: VAR used, breakfast included."""


@lru_cache(maxsize=1)
def _unit_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in units())


@dataclass(frozen=True)
class Called:
    """A column's name, prepared for matching."""

    column: ColumnProfile

    @cached_property
    def stems(self) -> tuple[str, ...]:
        return stems_of(self.column.name)

    @cached_property
    def written_out(self) -> tuple[str, ...]:
        """Words with abbreviations written out; "min" after a time is minutes."""
        words = list(words_of(self.column.name))
        if len(words) > 1 and words[-1] in ("min", "mins") and _TIMED & {*words, *_expanded(words[:-1])}:
            words[-1] = "minutes"
        return tuple(_expanded(words))

    @cached_property
    def full(self) -> tuple[str, ...]:
        """Stems with abbreviations written out."""
        return tuple(stem(word) for word in self.written_out)

    @cached_property
    def core(self) -> tuple[str, ...]:
        """Stems without units and little words."""
        words = list(self.written_out)
        while len(words) > 1 and words[0] in ("is", "has", "was", "did", "the", "does"):
            words.pop(0)
        least = 2 if "." in self.column.name else 1  # of delivery.minutes the first is what holds it, and names nothing
        while len(words) > least and (words[-1] in units() or words[-1] in ("flag", "yn", "indicator", "flg")):
            words.pop()
        return tuple(stem(word) for word in words)

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """What a count in a column counts: nights of NightCount, candidates of No. of Candidates."""
        stems = list(self.core)
        if len(stems) > 1 and stems[-1] in _COUNTS:
            return tuple(stems[:-1])
        while len(stems) > 1 and stems[0] in _COUNTS | {"of"}:
            stems.pop(0)
        return tuple(stems)


_COUNTS = frozenset({"count", "number", "num", "nr", "qti", "quantiti"})
_TIMED = word_set(word_list("measured_in_minutes"))
"""Words before "min" in a column's name that make it minutes rather than a minimum."""


def _expanded(words: Iterable[str]) -> list[str]:
    return [part for word in words for part in ABBREVIATIONS.get(word, word).split()]


def names_of(table: DatasetProfile) -> tuple[Called, ...]:
    """All columns' names, prepared."""
    return tuple(Called(column) for column in table.columns)


def column_spans(tokens: tuple[Token, ...], names: tuple[Called, ...]) -> Iterator[Span]:
    """Every way that a run of words names a column without guessing."""
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            run = tokens[start:end]
            if any(token.kind not in ("word", "quoted") for token in run) and not (_mixed(run) or _called(run, names)):
                continue
            yield from _run_spans(run, start, end, names)


def _called(run: tuple[Token, ...], names: tuple[Called, ...]) -> bool:
    """A column's whole name that begins with a digit or ends in a bracket: 100m, 2024 Sales, Wait (min)."""
    said = tuple(word for token in run if token.kind != "mark" for word in words_of(token.raw))
    unusual = run[0].raw[:1].isdigit() or (run[0].kind == "word" and run[-1].raw[0] == ")")
    return unusual and not all(map(str.isdigit, said)) and any(words_of(name.column.name) == said for name in names)


def _mixed(run: tuple[Token, ...]) -> bool:
    """A run with a number in it, as in "q1 score 2"."""
    return run[0].kind == "word" and all(token.kind in ("word", "number") for token in run)


def _run_spans(run: tuple[Token, ...], start: int, end: int, names: tuple[Called, ...]) -> Iterator[Span]:
    stems = tuple(part for token in run for part in (stems_of(token.raw) if token.kind == "quoted" else (token.stem,)))
    words = tuple(part for token in run if token.kind != "mark" for part in words_of(token.raw))
    if not stems or not words:
        return
    variants = [stems, *(variant for variant in _variants(words) if variant != stems)]
    hows = [(name, next((how for one in variants if (how := _how(words, one, name, names))), None)) for name in names]
    called = [(name, how) for name, how in hows if how == "exact"]
    for name, how in called or hows:
        if how:
            score = _score(how, stems, name, names)
            yield Span(start, end, "column", column=name.column, score=score, how=how, text=" ".join(words))


def _variants(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The same words written out, without little words inside, and "X of Y" as "Y X"."""
    yield tuple(stem(part) for word in words for part in _SPOKEN.get(word, ABBREVIATIONS.get(word, word)).split())
    if len(words) < 3 or words[0] in _LITTLE or words[-1] in _LITTLE:
        return
    if any(word in _LITTLE for word in words):
        yield tuple(stem(word) for word in words if word not in _LITTLE)
    if "of" in words:
        at = words.index("of")
        after = [word for word in words[at + 1 :] if word not in _LITTLE]
        yield tuple(stem(word) for word in (*after, *words[:at]))


_LITTLE = word_set("is was are were the a an of each did")


def _score(how: str, stems: tuple[str, ...], name: Called, names: tuple[Called, ...]) -> float:
    if how != "part":
        return _SCORES[how]
    missing = max(len(name.core) - len(stems), 0)
    sole = 0.06 if sum(set(stems) <= {*other.full, *other.stems} for other in names) == 1 else 0.0
    return _SCORES[how] + sole - 0.01 * missing


def _how(words: tuple[str, ...], stems: tuple[str, ...], name: Called, names: tuple[Called, ...]) -> str | None:
    own = words_of(name.column.name)
    if words == own or "".join(words) == "".join(own):
        return "exact"
    if stems in (name.stems, name.full) or _numbered(stems, name, names):
        return "form"
    if stems in (name.core, name.counted) or _implied(stems, name) or _turned(stems, name):
        return "core"
    others = {other.stems for other in names if other is not name}
    if _synonymous(stems, name) and not any((one,) in others for one in stems):
        return "synonym"
    if _part(stems, name, names):
        return "part"
    return None


def _numbered(stems: tuple[str, ...], name: Called, names: tuple[Called, ...]) -> bool:
    """Whether several columns are called so but for their numbers: "amount", beside amount_1 and amount_2."""
    alike = [other for other in names if other.full[:-1] == stems and other.full[-1].isdigit()]
    return name in alike and len(alike) > 1


def _turned(stems: tuple[str, ...], name: Called) -> bool:
    """Whether the words are the name in another order: "return date" for Date Returned."""
    return len(stems) > 1 and len(stems) == len(name.full) and sorted(stems) == sorted(name.full)


def _implied(stems: tuple[str, ...], name: Called) -> bool:
    """Whether the words are the name with what its unit implies: "living area" for living_sqm."""
    nouns = implied().get(words_of(name.column.name)[-1], ())
    return len(stems) == len(name.core) + 1 and stems[:-1] == name.core and stems[-1] in {stem(noun) for noun in nouns}


def _synonymous(stems: tuple[str, ...], name: Called) -> bool:
    if stems in (("from",), ("to",)):
        return False
    bare = tuple(part for part in name.core if part not in _LABELS) or name.core
    amounts = name.column.numeric and name.column.role == "measure"
    return bool({name.core, name.full, name.stems, bare} & column_synonyms(stems, of_amounts=amounts))


def _part(stems: tuple[str, ...], name: Called, names: tuple[Called, ...]) -> bool:
    """Whether the words are a telling part of the name."""
    scattered = len(stems) > 1 and set(stems) < {*name.full, *name.stems} and len(set(stems)) == len(stems)
    if not scattered and (len(stems) >= len(name.full) or not _contained(stems, name.full)):
        return _contained(stems, name.stems) and len(stems) < len(name.stems) and stems[0] not in _GENERIC
    if any(part not in _GENERIC and part not in _unit_stems() for part in stems):
        used = len(name.core) == 2 and name.core[-1] in _USED
        return name.column.yes is None or stems[-1] == name.core[-1] or used
    return (
        stems[-1] in _HEADS and stems[-1] == name.core[-1] and sum(other.core[-1] == stems[-1] for other in names) == 1
    )


def _contained(stems: tuple[str, ...], full: tuple[str, ...]) -> bool:
    return any(full[at : at + len(stems)] == stems for at in range(len(full) - len(stems) + 1))


def chosen(span: Span) -> bool:
    """Whether taking the words for this column was a choice worth telling: not where they are in its name."""
    if span.how != "synonym" or span.column is None:
        return False
    name, said = Called(span.column), {stem(word) for word in span.text.lower().split()}
    return not (said & {*name.core} or said <= {*name.full, *name.stems})


def concept_columns(concept: str, names: tuple[Called, ...]) -> list[tuple[float, Called]]:
    """Columns that hold a concept ("age", "price"), by name or synonym; best first."""
    wanted = concept_names(concept)
    found = [(score, name) for name in names if (score := _concept_score(wanted, name))]
    return sorted(found, key=lambda pair: -pair[0])


def _concept_score(wanted: tuple[tuple[str, ...], ...], name: Called) -> float:
    if wanted[0] in (name.core, name.full, name.stems):
        return 0.95
    if {name.core, name.full, name.stems} & set(wanted[1:]):
        return 0.88
    if name.core[-len(wanted[0]) :] == wanted[0] or name.core[: len(wanted[0])] == wanted[0]:
        return 0.86
    partial = any(len(phrase) <= len(name.core) and _contained(phrase, name.core) for phrase in wanted[1:])
    return 0.78 if partial else 0.0
