"""Random derived columns and conditions over given columns."""

import datetime as dt
import random
from dataclasses import dataclass
from typing import Any, Literal

from shared.query.conditions import PART_NUMBERS

Kind = Literal["number", "text", "flag", "date", "timestamp"]
Json = dict[str, Any]

PARTS = tuple(PART_NUMBERS)


@dataclass(frozen=True)
class Column:
    """A column that rows have at some step: its kind, some of its cells as JSON, whether it holds dirty numbers, and
    what its cells list."""

    name: str
    kind: Kind
    cells: tuple[Any, ...] = ()
    dirty: bool = False
    things: tuple[str, ...] = ()


class Parts:
    """Makes the JSON of derived columns and conditions over some columns."""

    def __init__(self, rng: random.Random, columns: list[Column]) -> None:
        self.rng = rng
        self.columns = columns

    def of(self, *kinds: Kind) -> Column | None:
        """A column of one of the kinds, None where there is none."""
        fitting = [one for one in self.columns if one.kind in kinds]
        return self.rng.choice(fitting) if fitting else None

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def number(self, column: Column | None = None) -> int | float:
        known = [cell for cell in column.cells if not isinstance(cell, str)] if column else []
        if known and self.chance(0.6):
            return self.rng.choice(known)
        return self.rng.choice([self.rng.randint(-20, 60), self.rng.randint(-400, 2000) / 4])

    def value(self, column: Column) -> Any:
        if column.kind == "number":
            return self.number(column)
        if column.kind == "flag":
            return self.chance(0.5)
        whole = [cell for cell in column.cells if cell not in column.things]
        if whole and self.chance(0.8):
            return self.rng.choice(whole)
        if column.kind == "text":
            return self.rng.choice(["West", "nowhere", "it's", 'a"b', "%"])
        return self.time()

    def time(self) -> str:
        day = dt.date(2023, 1, 1) + dt.timedelta(days=self.rng.randint(0, 1100))
        return day.isoformat() if self.chance(0.8) else f"{day.isoformat()}T{self.rng.randint(0, 23):02d}:30:00"

    # ---- derived columns ---------------------------------------------------------------------------------------------

    def derived(self) -> Json | None:
        """A derived column, which the columns have from then on; None where no column allows the kind that came up."""
        name = f"made{len([one for one in self.columns if one.name.startswith('made')]) + 1}"
        kind = self.rng.choice(
            [
                "cleaned",
                "bucket",
                "recode",
                "recode",
                "tier",
                "calculation",
                "figure",
                "constant",
                "column",
                "part",
                "text",
                "days",
            ]
        )
        found = getattr(self, f"_{kind}")(name)
        if found is None:
            return None
        made, column = found
        self.columns = [*self.columns, column]
        return {"name": name, **made}

    def _cleaned(self, name: str) -> tuple[Json, Column] | None:
        texts = [one for one in self.columns if one.dirty]
        if not texts:
            return None
        mark = self.rng.choice([".", ".", ","])
        made = {"kind": "cleaned_number", "column": self.rng.choice(texts).name, "decimal_mark": mark}
        return made, Column(name, "number", (5, -5, 7, 12))

    def _bucket(self, name: str) -> tuple[Json, Column] | None:
        own = self.of("number")
        if own is None:
            return None
        edges = self.edges(own)
        labels = [f"tier {chr(65 + at)}" for at in range(len(edges) + 1)]
        made = {"kind": "bucket", "column": own.name, "edges": edges, "labels": labels}
        return made, Column(name, "text", tuple(labels))

    def _recode(self, name: str) -> tuple[Json, Column] | None:
        own = self.of("text")
        values = [*dict.fromkeys(own.cells if own else ())]
        if own is None or not values:
            return None
        listed = self.rng.sample(values, min(len(values), self.rng.randint(1, 4)))
        cut = self.rng.randint(1, len(listed))
        parts = [part for part in (listed[:cut], listed[cut:]) if part]
        names = self.rng.sample(["Alpha", "beta & Co", 'the "rest"', "West"], len(parts))
        names = [self.rng.choice([name, part[0] or name]) for name, part in zip(names, parts, strict=True)]
        made = {"kind": "recode", "column": own.name}
        made["merged"] = [{"to": name, "values": part} for name, part in zip(names, parts, strict=True)]
        made |= {"others": self.rng.choice(["other", "elsewhere"])} if self.chance(0.4) else {}
        return made, Column(name, "text", (*names, *(set(values) - {*listed})))

    def _tier(self, name: str) -> tuple[Json, Column] | None:
        own = self.of("number")
        if own is None:
            return None
        low, high = sorted(self.rng.choice([0.1, 0.2, 0.25, 0.5, 0.75, 0.8, 0.9]) for _ in range(2))
        made = {"kind": "tier", "column": own.name, "low": low, "high": high}
        return made, Column(name, "text", ("High", "Medium", "Low"))

    def edges(self, column: Column) -> list[int | float]:
        return sorted({self.number(column) for _ in range(self.rng.randint(1, 4))})

    def _calculation(self, name: str) -> tuple[Json, Column] | None:
        left, right = self.of("number"), self.of("number")
        if left is None or right is None:
            return None
        sides: list[Any] = [left.name, right.name]
        if self.chance(0.5):
            sides[self.rng.randint(0, 1)] = self.rng.choice([2, 0.5, 100, -4, 8])
        made = {"kind": "calculation", "operator": self.rng.choice("+-*/"), "left": sides[0], "right": sides[1]}
        return made, Column(name, "number")

    def _figure(self, name: str) -> tuple[Json, Column] | None:
        own = self.rng.choice(self.columns)
        figure = self.rng.choice(["mean", "median", "mode"]) if own.kind == "number" else "mode"
        made: Json = {"kind": "filled_with_figure", "column": own.name, "figure": figure}
        others = [one.name for one in self.columns if one != own]
        if others and self.chance(0.5):
            made["per"] = self.rng.sample(others, min(len(others), self.rng.choice([1, 1, 2])))
        return made, Column(name, own.kind, own.cells, own.dirty)

    def _constant(self, name: str) -> tuple[Json, Column]:
        own = self.rng.choice(self.columns)
        value = self.value(own)
        value = value[:10] if own.kind == "date" else value
        return {"kind": "filled_with_value", "column": own.name, "value": value}, Column(
            name, own.kind, own.cells, own.dirty
        )

    def _column(self, name: str) -> tuple[Json, Column] | None:
        own = self.rng.choice(self.columns)
        times = ("date", "timestamp")
        fitting = [one for one in self.columns if one.kind == own.kind or (one.kind in times and own.kind in times)]
        other = self.rng.choice(fitting)
        if other == own:
            return None
        made = {"kind": "filled_with_column", "column": own.name, "other": other.name}
        kind = own.kind if other.kind == own.kind else "timestamp"
        return made, Column(name, kind, (*own.cells, *other.cells), own.dirty and other.dirty)

    def _part(self, name: str) -> tuple[Json, Column] | None:
        own = self.of("date", "timestamp")
        if own is None:
            return None
        return {"kind": "time_part", "column": own.name, "part": self.rng.choice(PARTS)}, Column(name, "number", (1, 6))

    def _text(self, name: str) -> tuple[Json, Column] | None:
        own = self.of("text")
        if own is None:
            return None
        form = self.rng.choice(["length", "lower"])
        cells: tuple[Any, ...] = (4, 5) if form == "length" else ("west", "east")
        made = {"kind": "text_form", "column": own.name, "form": form}
        return made, Column(name, "number" if form == "length" else "text", cells)

    def _days(self, name: str) -> tuple[Json, Column] | None:
        start, end = self.of("date", "timestamp"), self.of("date", "timestamp")
        if start is None or end is None or start == end:
            return None
        unit = self.rng.choice(["days", "hours", "minutes", "seconds"])
        made = {"kind": "time_between", "start": start.name, "end": end.name, "unit": unit}
        return made, Column(name, "number", (10, -10))

    # ---- conditions --------------------------------------------------------------------------------------------------

    def conditions(self, many: int) -> list[Json]:
        """That many conditions, none twice and none an `all_of`."""
        made: list[Json] = []
        for _ in range(many):
            one = self.condition(2)
            if one["kind"] != "all_of" and one not in made:
                made.append(one)
        if any(one.get("among") == "selected" for one in made) and not any("among" not in one for one in made):
            made.append(self.leaf())
        return made

    def leaf(self) -> Json:
        """A plain comparison."""
        own = self.rng.choice(self.columns)
        return {"column": own.name, **self.is_compare(own)}

    def condition(self, depth: int) -> Json:
        """A condition of at most that many levels below it."""
        if depth and self.chance(0.25):
            return self._compound(depth)
        own = self.rng.choice(self.columns)
        kinds = ["compare", "compare", "several", "empty", "columns"]
        kinds += {"number": ["range", "figure", "quantile", "spread"], "text": ["contains"]}.get(own.kind, [])
        kinds += ["lists", "lists"] if own.things else []
        kinds += ["period", "part_is"] if own.kind in ("date", "timestamp") else []
        return {"column": own.name, **getattr(self, f"is_{self.rng.choice(kinds)}")(own)}

    def _compound(self, depth: int) -> Json:
        kind = self.rng.choice(["any_of", "all_of", "not"])
        if kind == "not":
            return {"kind": "not", "condition": self.condition(depth - 1)}
        return {"kind": kind, "conditions": [self.condition(depth - 1) for _ in range(self.rng.randint(2, 3))]}

    def is_compare(self, own: Column) -> Json:
        operators = ["=", "!="] if own.kind in ("text", "flag") else ["=", "!=", "<", "<=", ">", ">="]
        return {"kind": "compare", "operator": self.rng.choice(operators), "value": self.value(own)}

    def is_several(self, own: Column) -> Json:
        values = list(dict.fromkeys(self.value(own) for _ in range(self.rng.randint(2, 4))))
        if len(values) < 2:
            return self.is_compare(own)
        return {"kind": self.rng.choice(["one_of", "none_of"]), "values": values}

    def is_empty(self, own: Column) -> Json:
        return {"kind": self.rng.choice(["empty", "known"])}

    def is_columns(self, own: Column) -> Json:
        others = [one for one in self.columns if one.kind == own.kind and one != own]
        if not others:
            return self.is_compare(own)
        operators = ["=", "!="] if own.kind in ("text", "flag") else ["=", "!=", "<", "<=", ">", ">="]
        other = self.rng.choice(others).name
        return {"kind": "compare_columns", "operator": self.rng.choice(operators), "other": other}

    def is_range(self, own: Column) -> Json:
        low, high = sorted((self.number(own), self.number(own)))
        return {"kind": "range", "low": low, "high": high}

    def is_period(self, own: Column) -> Json:
        start = dt.date(2023, self.rng.randint(1, 12), 1)
        end = start + dt.timedelta(days=self.rng.choice([1, 31, 90, 365, 700]))
        if self.chance(0.5):
            year, month = self.rng.choice([2023, 2024, 2025]), self.rng.randint(1, 11)
            start, end = dt.date(year, month, 1), dt.date(year, month + 1, 1)
        edges = [start.isoformat(), end.isoformat()]
        if len(own.cells) > 1 and self.chance(0.6):  # so that cells lie on the edges
            edges = sorted(self.rng.sample(own.cells, 2))
        return {"kind": "period", "start": edges[0], "end": edges[1]}

    def is_part_is(self, own: Column) -> Json:
        part = self.rng.choice(PARTS)
        low, high = (2023, 2025) if part == "year" else (PART_NUMBERS[part][0], PART_NUMBERS[part][-1])
        values = list(dict.fromkeys(self.rng.randint(low, high) for _ in range(self.rng.randint(1, 4))))
        return {"kind": "part_is", "part": part, "values": values}

    def is_contains(self, own: Column) -> Json:
        return {"kind": "contains", "text": self.rng.choice(["EST", "est", "%", "_", "'", '"', "th e", "5"])}

    def is_lists(self, own: Column) -> Json:
        return {"kind": "lists", "thing": self.rng.choice([*own.things, "ift", "nothing"])}

    def is_figure(self, own: Column) -> Json:
        figure = self.rng.choice(["mean", "median", "min", "max"])
        operator = self.rng.choice(["<", "<=", ">", ">=", *(["="] if figure in ("min", "max") else [])])
        times = 1 if operator == "=" else self.rng.choice([1, 1, 2, 0.5])
        return {"kind": "against_figure", "operator": operator, "figure": figure, "times": times, **self._among()}

    def is_quantile(self, own: Column) -> Json:
        at = self.rng.choice([0.9, 0.25, 0.5, 0.99])
        return {
            "kind": "against_quantile",
            "operator": self.rng.choice(["<", "<=", ">", ">="]),
            "at": at,
            **self._among(),
        }

    def is_spread(self, own: Column) -> Json:
        position = self.rng.choice(["above", "below", "outside", "within"])
        around, reach = self.rng.choice(
            [("mean", 1), ("mean", 2), ("mean", 0.7), ("quartiles", 1.5), ("quartiles", 0.3)]
        )
        return {"kind": "against_spread", "position": position, "around": around, "reach": reach, **self._among()}

    def _among(self) -> Json:
        return {"among": self.rng.choice(["all", "selected", "selected"])}
