"""Questions about what occurs more than once: "how many duplicate rows", "which names occur more than once"."""

import re
from typing import Final, Literal

from shared.analysis.composed import Duplicates
from shared.offline.reading.frames.asking import Asking
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.meanings.nouns import row_nouns
from shared.offline.reading.meanings.tokens import stems_of
from shared.offline.reading.reading import Reading

_PARTS: Final = PARTS | {
    "open": "[how many|number of|count [of]|are there|is there|does any|do any|do|does|which|what|list|find|"
    "check for|any|of|the|all|total|(does|do) {data} (have|contain|include)]*",
    "twin": "[exact|full|fully|completely] /duplicated?|duplicates?|repeated|identical/",
    "often": "(more than once|more than one time|multiple times|several times|repeatedly|at least twice|twice or more|"
    "two or more times|in more than one row|in several rows|in multiple rows)",
    "occur": "(/occurs?|appears?|exists?|repeats?/|/is|are/ [listed|used|found|present|recorded]|/comes?|shows?/ up)",
    "that": "[that|which|who]",
}
_ROWS: Final = Forms(
    "{open} {twin} {rows} {in data}",
    "{open} {rows} [{that} (are|is)] [exact] /duplicates?|duplicated/ [of (another|other) {rows}] {in data}",
    "{open} {rows} {that} {occur} more than once {in data}",
    parts=_PARTS,
)
_VALUES: Final = Forms(
    "{open} <column> [/values?/] {that} {occur} {often} {in data}",
    "{open} {twin} [values] [of|in|for] [the] <column> {in data}",
    "{open} <column> [values] {that} (is|are) /duplicated|repeated/ {in data}",
    "/do|does|are|is/ [any|the|some] <column> (repeat|{occur} {often})",
    parts=_PARTS,
)
_UNIQUE: Final = Forms(
    "/are|is/ [all|every|each|the]* <column> [/values?/] [all] unique [(for each|per) row]", parts=_PARTS
)
_COUNTING: Final = re.compile(r"how many|number of|count\b", re.IGNORECASE)
_WHETHER: Final = re.compile(r"(?:are|is|does|do|has|have|any|check)\b", re.IGNORECASE)


def read_twins(asking: Asking) -> Reading | None:
    """Duplicate rows, or values that several rows have."""
    for words in (asking.words, asking.bare):
        if _ROWS.fit(words) is not None:
            return asking.framed(Duplicates(asked=_asked(words)))
        for forms in (_UNIQUE, _VALUES):
            found = forms.fit(words)
            column = asking.column(found["column"], whole=True) if found else None
            if column is not None:
                asked = "unique" if forms is _UNIQUE else _asked(words)
                return asking.framed(Duplicates(columns=(column.name,), asked=asked))
            if found and forms is _VALUES and stems_of(found["column"]) in row_nouns(asking.table):
                return asking.framed(Duplicates(asked=_asked(words)), "I compared whole rows.")
    return None


def _asked(words: str) -> Literal["whether", "count", "which"]:
    if _COUNTING.match(words):
        return "count"
    return "whether" if _WHETHER.match(words) else "which"
