"""Random analyses of no-model mode that a random table allows."""

import random
from typing import Any, Final

from pydantic import ValidationError

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.query.groupings import ByColumn, TimeStep, by_step
from tests.shared.query.tables import Table, plain

_OF_NUMBERS: Final = (
    "sum", "mean", "median", "min", "max", "range", "stddev", "variance", "stddev_population",
    "variance_population", "geometric_mean", "interquartile_range", "variation", "kurtosis", "standard_error", "count",
    "distinct", "known", "empty",
)  # fmt: skip
_STEPS: Final[tuple[TimeStep, ...]] = ("day", "week", "month", "quarter", "year", "decade", "weekday", "month of year")
_PARTS: Final = {"weekday": range(1, 8), "month of year": range(1, 13)}


class Drawn:
    """What is drawn of one table; `rng` decides alone."""

    def __init__(self, rng: random.Random, table: Table) -> None:
        self._rng, self._table = rng, table
        self._numbers = self._of("number", "integer")
        self._times = self._of("date", "timestamp")

    def _of(self, *kinds: str) -> list[str]:
        return [name for name, kind in self._table.kinds.items() if kind in kinds]

    def aggregate(self) -> Aggregate:
        """Figures of all rows, of groups, or over groups."""
        return Aggregate.model_validate(self._valid(self._aggregate, Aggregate))

    def share(self) -> ShareOfWhole:
        """The share of a part, or of each group."""
        return ShareOfWhole.model_validate(self._valid(self._share, ShareOfWhole))

    def comparison(self) -> Comparison:
        """A figure of two or three sides."""
        return Comparison.model_validate(self._valid(self._comparison, Comparison))

    def conditions(self) -> list[dict[str, Any]]:
        """Up to two conditions, some with alternatives."""
        return [self._condition() for _ in range(self._rng.choice([0, 0, 1, 1, 2]))]

    def _valid(self, draw: Any, kind: Any) -> dict[str, Any]:
        for _ in range(100):
            made: dict[str, Any] = draw()
            try:
                kind.model_validate(made)
            except ValidationError:
                continue  # something stood twice
            return made
        raise AssertionError("no valid analysis in a hundred attempts")

    def _aggregate(self) -> dict[str, Any]:
        rng = self._rng
        if rng.random() < 0.15:
            metric = {"function": rng.choice(["mean", "median"]), "column": rng.choice([*self._numbers, None])}
            if rng.random() < 0.3:
                metric = {"function": "count", "column": None}
            of = {"operator": ">", "value": rng.choice([1, 2]), "of": {"function": "count"}}
            having = of if rng.random() < 0.5 else None
            return {"metrics": [metric | {"per": self._group()}], "filters": self.conditions(), "having": having}
        metrics = [self._metric() for _ in range(rng.choice([1, 1, 2, 3]))]
        groups = [self._group() for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        made: dict[str, Any] = {"metrics": metrics, "groups": groups, "filters": self.conditions()}
        if groups and rng.random() < 0.5:
            made["ordering"] = self._ordering(len(metrics))
        if len(groups) > 1 and rng.random() < 0.4:
            made["within"] = [rng.choice(groups)]
        if groups and rng.random() < 0.3:
            made["having"] = {
                "metric": rng.randrange(len(metrics)), "operator": rng.choice(["=", "<", "<=", ">", ">="]),
                "value": rng.choice([0, 1, 5, 100.5]),
            } | ({"of": self._metric()} if rng.random() < 0.4 else {})  # fmt: skip
        return made

    def _share(self) -> dict[str, Any]:
        rng = self._rng
        total = {"function": "sum", "column": rng.choice(self._numbers)}
        groups = [self._group() for _ in range(rng.choice([0, 1, 1, 2]))]
        part = [self._condition() for _ in range(rng.choice([0, 1, 1, 2]))]
        metric = rng.choice([{"function": "count"}, total])
        return {"metric": metric, "filters": self.conditions(), "groups": groups, "part": part}

    def _comparison(self) -> dict[str, Any]:
        sides = [[self._condition()] for _ in range(self._rng.choice([2, 3]))]
        return {"metric": self._metric(), "sides": sides, "filters": self.conditions()}

    def _ordering(self, metrics: int) -> dict[str, Any]:
        rng = self._rng
        limit = rng.choice([None, 1, 1, 2, 5])
        offset = rng.choice([0, 0, 1]) if limit else 0
        return {"metric": rng.randrange(metrics), "descending": rng.random() < 0.6, "limit": limit, "offset": offset}

    def _metric(self) -> dict[str, Any]:
        rng, chance = self._rng, self._rng.random()
        own = rng.choice(self._numbers)
        if chance < 0.1:
            return {"function": "count"}
        if chance < 0.2:
            return {"function": "percentile", "column": own, "parameter": rng.choice([0, 0.1, 0.5, 0.9, 1])}
        if chance < 0.3 and (held := self._held(self._of("text", "flag", "list"))):
            return {"function": "rate", "column": held[0], "positive": held[1]}
        if chance < 0.6:
            anything = rng.choice(list(self._table.kinds))
            return {"function": rng.choice(["count", "distinct", "min", "max"]), "column": anything}
        return {"function": rng.choice(_OF_NUMBERS), "column": own}

    def _group(self) -> dict[str, Any]:
        if self._times and self._rng.random() < 0.5:
            return by_step(
                self._table.profile.column(self._rng.choice(self._times)), self._rng.choice(_STEPS)
            ).model_dump()
        return ByColumn(column=self._rng.choice(list(self._table.kinds))).model_dump()

    def _held(self, names: list[str]) -> tuple[str, Any] | None:
        """One of these columns, and a value that it holds."""
        known = [(name, cell) for name in names for cell in self._table.cells[name] if cell is not None]
        if not known:
            return None
        name, cell = self._rng.choice(known)
        return name, plain(cell)

    def _condition(self) -> dict[str, Any]:
        made = self._plain_condition()
        if self._rng.random() < 0.25:
            other = self._plain_condition()
            if not other.keys() & {"grain", "level"}:
                made["otherwise"] = [other]
        return made

    def _plain_condition(self) -> dict[str, Any]:
        rng, chance = self._rng, self._rng.random()
        anything = rng.choice(list(self._table.kinds))
        if chance < 0.1:
            return {"column": anything, "operator": rng.choice(["is null", "is not null"])}
        if chance < 0.25:
            return self._against()
        if chance < 0.4 and self._times:
            return self._of_part()
        lists = self._of("list")
        if chance < 0.5 and lists:
            things = rng.sample(["gift", "promo", "vip"], rng.choice([1, 2]))
            return {"column": rng.choice(lists), "operator": rng.choice(["lists", "not lists"]), "values": things}
        held = self._held(self._numbers + self._times if chance < 0.75 else list(self._table.kinds))
        if held is None:
            return {"column": anything, "operator": "is not null"}
        ordered = self._table.kinds[held[0]] in ("number", "integer", "date", "timestamp")
        operator = rng.choice(["=", "!=", "in", "not in", *(["<", "<=", ">", ">=", "between"] * 2 if ordered else [])])
        return {"column": held[0], "operator": operator, "values": self._values(operator, *held)}

    def _values(self, operator: str, name: str, value: Any) -> list[Any]:
        others = [plain(cell) for cell in self._table.cells[name] if cell is not None]
        other = self._rng.choice(others)
        if operator == "between":
            return sorted([value, other])
        return [value, other] if operator in ("in", "not in") and self._rng.random() < 0.6 else [value]

    def _against(self) -> dict[str, Any]:
        rng, own = self._rng, self._rng.choice(self._numbers)
        figure = rng.choice(["mean", "median", "percentile", "deviations", "quartiles"])
        if figure in ("deviations", "quartiles"):
            level = {"figure": figure, "parameter": rng.choice([0.5, 1, 1.5])}
            return {"column": own, "operator": rng.choice(["between", "outside"]), "level": level}
        level = {"figure": figure} | ({"parameter": rng.choice([0, 0.25, 0.9, 1])} if figure == "percentile" else {})
        return {"column": own, "operator": rng.choice(["<", "<=", ">", ">="]), "level": level}

    def _of_part(self) -> dict[str, Any]:
        rng, part = self._rng, self._rng.choice(list(_PARTS))
        operator = rng.choice(["=", "!=", "in", "not in", "<", "<=", ">", ">=", "between"])
        values = sorted(rng.sample(_PARTS[part], 2 if operator in ("in", "not in", "between") else 1))
        return {"column": rng.choice(self._times), "operator": operator, "grain": part, "values": values}
