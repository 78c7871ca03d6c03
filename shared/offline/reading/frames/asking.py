"""A composed question on its way: its words without how it is asked, and the plain questions that it is made of."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from shared.analysis.composed import Frame
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.confidence import ENOUGH
from shared.offline.reading.meanings.columns import column_spans, names_of
from shared.offline.reading.meanings.tokens import tokenise
from shared.offline.reading.reading import Reading

SURE: Final = 0.85
ROW: Final = "candor_row"
"""A column that the table does not have and that tells its rows apart, so that they can be ranked without a name."""
_LEAD: Final = re.compile(
    r"^(?:(?:please|can you|could you|i want(?: you)? to(?: know| see)?|i would like to(?: know| see)?)[\s,]+)*"
    r"(?:(?:(?:what|who)(?:'s| is| are| was| were)|show(?: me)?|give(?: me)?|tell me|calculate|compute|find(?: out)?|"
    r"determine|get|report|display|plot|how (?:large|big|high|wide|great) (?:is|are|was|were)|"
    r"how much (?:is|are|was|were))\s+)?(?:the |a |an )?",
    re.IGNORECASE,
)
_TWICE: Final = re.compile(
    r"\b(?:top|bottom)\s+((?:\d+|[a-z]+)\s+(?:most|least|(?!best|worst)\w{2,}est)\b)", re.IGNORECASE
)
"""What says the same twice: "the top 5 heaviest cars" are the 5 heaviest."""
_AROUND: Final = re.compile(
    r"^(?:(?:the|each|every|all|any|a|an|our|columns?|fields?|variables?|values? (?:of|in))\s+)+|"
    r"\s+(?:columns?|fields?|variables?|values?)$",
    re.IGNORECASE,
)
"""What stands around the name of a column and says that it is one."""
_WHOLE: Final = ("exact", "form", "core")
_NUMBERS: Final = re.compile(r"\s+(?:numbers?|ids?|names?|codes?)$", re.IGNORECASE)


@dataclass(frozen=True)
class Asking:
    """`words` is the question as it was asked, `bare` without its opening ("what is the") and its closing mark; `base`
    is how the question reads as a plain one, and `plainly` reads another question on a table."""

    words: str
    bare: str
    table: DatasetProfile
    base: Reading
    plainly: Callable[[str, DatasetProfile], Reading]

    @classmethod
    def of(
        cls, question: str, table: DatasetProfile, base: Reading, plainly: Callable[[str, DatasetProfile], Reading]
    ) -> "Asking":
        """The question, prepared: straight quotes, single spaces."""
        words = _TWICE.sub(r"\1", " ".join(question.replace("’", "'").split()).strip(" ?.!"))
        return cls(words, _LEAD.sub("", words, count=1).strip(), table, base, plainly)

    def ask(self, question: str, *, named: bool = False) -> Reading | None:
        """How a plain question reads where every word of it is explained, None where it is not; `named` gives the
        table's rows a name each."""
        reading = self.plainly(question, self._numbered() if named else self.table)
        return reading if reading.answerable and reading.confidence >= ENOUGH else None

    def _numbered(self) -> DatasetProfile:
        rows = self.table.row_count
        own = ColumnProfile(name=ROW, type="integer", role="id", summable=False, distinct=rows, minimum=1, maximum=rows)
        return self.table.model_copy(update={"columns": (*self.table.columns, own)})

    def column(self, words: str, *, whole: bool = False) -> ColumnProfile | None:
        """The one column that all of these words name, "ticket numbers" for a ticket too; None where none or several
        do. With `whole` only a name that stands there whole."""
        bare = _AROUND.sub("", words)
        return self._named(bare, whole) or self._named(_NUMBERS.sub("", bare), whole)

    def _named(self, words: str, whole: bool) -> ColumnProfile | None:
        tokens = tokenise(words)
        if not tokens:
            return None
        spans = [span for span in column_spans(tokens, names_of(self.table)) if span.end - span.start == len(tokens)]
        spans = [span for span in spans if span.how in _WHOLE or not whole]
        best = max((span.score for span in spans), default=0.0)
        found = [span.column for span in spans if span.score > best - 0.01 and span.score >= SURE and span.column]
        return found[0] if len(found) == 1 else None

    def framed(self, frame: Frame, *told: str, sure: float = SURE) -> Reading:
        """The reading that asks for the frame; `told` are the choices that it took."""
        return self._reading({"shape": "frame", "frame": frame}, told, sure)

    def compared(self, reading: Reading, *told: str) -> Reading:
        """The reading that asks for what a plain one does, in place of the base."""
        kept = {name: getattr(reading, name) for name in _PLAIN}
        return self._reading(kept, (*reading.assumptions, *told), min(reading.confidence, SURE))

    def _reading(self, parts: dict[str, object], told: tuple[str, ...], sure: float) -> Reading:
        assumptions = tuple(dict.fromkeys(one for one in told if one))
        fresh = Reading(question=self.base.question, relation=self.table.relation, operations=self.base.operations)
        return fresh.model_copy(update={**parts, "assumptions": assumptions, "confidence": sure})


_PLAIN: Final = (
    "shape", "metrics", "rivals", "filters", "groups", "ordering", "having", "within", "headline", "part", "sides",
    "columns", "operations",
)  # fmt: skip
