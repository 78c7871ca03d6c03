"""The facts of an analysis, collected while its sentences are made: what is said is what was computed."""

from shared.analysis.wording import decimals_of, sentence, show_number
from shared.contracts import Cell, Fact, QueryResult, Scalar

MOST_FACTS = 120


class Facts:
    """Facts in the order in which they are added; the result cells that they were read from go with them."""

    def __init__(self, results: tuple[QueryResult, ...]) -> None:
        self._results = results
        self._facts: list[Fact] = []

    def add(self, name: str, unit: str | None = None, *, column: str, row: int = 0, query: int = 0) -> str:
        """Keeps the figure in that cell as a fact, and gives it as it is shown: "unknown" where it is null."""
        value = number(self.value(column, row, query))
        if value is None:
            return "unknown"
        decimals = decimals_of(value, unit)
        shown = show_number(value, unit, decimals)
        self._keep(name, value, unit, decimals, shown, Cell(query=query, row=row, column=column))
        return shown

    def _keep(self, name: str, value: float, unit: str | None, decimals: int, shown: str, cell: Cell) -> None:
        """Once, however often it is said."""
        if len(self._facts) >= MOST_FACTS or any((fact.name, fact.value) == (name, value) for fact in self._facts):
            return
        self._facts.append(
            Fact(
                id=f"f{len(self._facts) + 1}",
                name=name,
                value=value,
                unit=unit,
                decimals=decimals,
                text=sentence(f"the {name} is {shown}"),
                cells=(cell,),
            )
        )

    def value(self, column: str, row: int = 0, query: int = 0) -> Scalar:
        """What a cell holds; None where there is no such row."""
        result = self._results[query]
        return result.rows[row][result.columns.index(column)] if row < len(result.rows) else None

    def number(self, column: str, row: int = 0, query: int = 0) -> float:
        """What a cell holds, as a number; 0 where it holds none."""
        return number(self.value(column, row, query)) or 0

    def all(self) -> tuple[Fact, ...]:
        """Everything that was added."""
        return tuple(self._facts)


def number(value: Scalar) -> float | None:
    """The value where it is a number, and None where it is not."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
