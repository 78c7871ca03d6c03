"""What a section of the benchmarks found, as Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Aim:
    """What was to be reached, and what was: `found` and `most` in the same unit; `before` says of an aim that was
    another one what it was and who changed it."""

    text: str
    found: float
    most: float
    digits: int = 1
    before: str = ""

    def sentence(self) -> str:
        """Aim and measurement side by side."""
        verdict = "held" if self.found <= self.most else "**missed**"
        aim = f"aim: at most {self.most:g}" + (f"; {self.before}" if self.before else "")
        return f"- {self.text}: **{self.found:,.{self.digits}f}** ({aim}), {verdict}"


@dataclass(frozen=True)
class Section:
    """A section of the page. One without rows says in `notes` why."""

    title: str
    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    aims: Sequence[Aim] = ()
    notes: Sequence[str] = field(default_factory=tuple)

    def markdown(self) -> str:
        """The section with its heading."""
        parts = [f"## {self.title}", "\n\n".join(self.notes), self._table(), "\n".join(a.sentence() for a in self.aims)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _table(self) -> str:
        if not self.rows:
            return ""
        lines = [self.header, ["---"] + ["---:"] * (len(self.header) - 1), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
