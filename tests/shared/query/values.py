"""Random values of the query language that a table allows."""

import dataclasses
import random

from pydantic import TypeAdapter, ValidationError

from shared.query.check import check
from shared.query.columns import columns_in
from shared.query.problems import QueryProblem
from shared.query.query import Figures, Query, Rows, output_names
from tests.shared.query.parts import PARTS, Column, Json, Kind, Parts
from tests.shared.query.tables import Link, Table, plain

_AS: dict[str, Kind] = {
    "number": "number", "integer": "number", "text": "text", "dirty": "text", "list": "text", "flag": "flag",
    "date": "date", "timestamp": "timestamp",
}  # fmt: skip
_DERIVED_OF = ("column", "other", "left", "right", "start", "end")
_FUNCTIONS = (
    "sum", "mean", "median", "min", "max", "range", "stddev", "variance", "stddev_population", "variance_population",
    "interquartile_range", "skewness", "kurtosis", "geometric_mean", "standard_error", "variation",
)  # fmt: skip
_EXACT = ("sum", "sum", "sum", "mean", "median", "min", "max")
_QUERY = TypeAdapter[Query](Query)


def random_query(rng: random.Random, table: Table) -> Figures | Rows:
    """A query that may be asked of the table. `rng` decides alone: the same seed gives the same query."""
    for _ in range(100):
        try:
            made = Maker(rng, columns_of(table), table.links).query(rng.choice([1, 1, 1, 2]))
            query = _QUERY.validate_python(made)
            check(query, table.profile, table.datasets)
        except (ValidationError, QueryProblem):
            continue  # something stood twice, was derived and not used, or left nothing to tell apart
        return query
    raise AssertionError("no valid query in a hundred attempts")


def columns_of(table: Table) -> list[Column]:
    """The table's columns as queries see them."""
    return [
        Column(
            name,
            _AS[kind],
            tuple(plain(cell) for cell in table.cells[name] if cell is not None),
            kind == "dirty",
            tuple(str(one.value) for one in table.profile.column(name).things) if kind == "list" else (),
        )
        for name, kind in table.kinds.items()
    ]


class Maker(Parts):
    """Makes the JSON of queries over some columns, and of those that may be looked up by them."""

    def __init__(self, rng: random.Random, columns: list[Column], links: tuple[Link, ...] = ()) -> None:
        super().__init__(rng, columns)
        self._links = links

    def query(self, depth: int) -> Json:
        """A query of at most that many levels."""
        source: Json | None = None
        again: list[tuple[Json, Column]] = []
        if depth > 1:
            source = self.query(depth - 1)
            inner = {one.name: one for one in self.columns}
            self.columns = _outputs(source, self.columns)
            again = [(one, inner[one["name"]]) for one in source.get("derived", ()) if self.chance(0.3)]
        made: Json = {"kind": "figures" if self.chance(0.85) or depth > 1 else "rows"}
        if source is not None:
            made["source"] = source
        elif self.chance(0.25):
            made["distinct_rows"] = True
        found = self._looked_up(made) if source is None else []
        if derived := [one for _ in range(self.rng.choice([0, 0, 0, 1, 1, 2])) if (one := self.derived())]:
            made["derived"] = derived
        for one, column in again:
            self._again(made, one, column)
        if where := self.conditions(self.rng.choice([0, 0, 1, 1, 2, 3])):
            made["where"] = where
        self._figures(made) if made["kind"] == "figures" else self._rows(made)
        _use(found, made)
        return made

    def _looked_up(self, made: Json) -> list[str]:
        """Gives the query lookups, sometimes; what it calls the columns that they find."""
        before = {one.name for one in self.columns}
        links = [link for link in self._links if self.chance(0.6)]
        if lookups := [one for link in links for one in self._lookup(link, {name: name for name, _ in link.on})]:
            made["lookups"] = lookups
        return [one.name for one in self.columns if one.name not in before]

    def _lookup(self, link: Link, own: dict[str, str]) -> list[Json]:
        """A lookup by the columns that the query calls so, and perhaps one by what it finds."""
        if not link.unique or self.chance(0.2):
            return [self._measured(link, own)]
        there = {one.name: one for one in columns_of(link.other)}
        further = [one for one in link.other.links if self.chance(0.7)]
        wanted = self.rng.sample(list(there), self.rng.choice([1, 1, 2]))
        wanted += [name for one in further for name, _ in one.on]
        called: dict[str, str] = {}
        for name in dict.fromkeys(wanted):
            taken = {one.name.lower() for one in self.columns}
            free = next(one for at in range(99) if (one := f"found{at}") not in taken)
            called[name] = free if name.lower() in taken or self.chance(0.4) else name
            self.columns = [*self.columns, dataclasses.replace(there[name], name=called[name])]
        columns = [{"column": name, **({"name": to} if to != name else {})} for name, to in called.items()]
        on = [{"column": own[name], "key": key} for name, key in link.on]
        made: Json = {"dataset": link.other.profile.relation, "on": on, "columns": columns}
        return [made, *(more for one in further for more in self._lookup(one, called))]

    def _measured(self, link: Link, own: dict[str, str]) -> Json:
        """A lookup of figures of all rows there that have the key."""
        there = columns_of(link.other)
        kinds = {one.name: one.kind for one in there}
        measures: list[Json] = []
        for _ in range(self.rng.choice([1, 1, 2])):
            taken = {one.name.lower() for one in self.columns}
            name = next(one for at in range(99) if (one := f"figure{at}") not in taken)
            made = Maker(self.rng, there).measure()
            if made in [{**one, "name": None} for one in measures]:
                continue
            extreme = made["kind"] == "statistic" and made["function"] in ("min", "max")
            kind = kinds[made["column"]] if extreme else "number"
            self.columns = [*self.columns, Column(name, kind, (0, 1, 2) if kind == "number" else ())]
            measures.append({**made, "name": name})
        on = [{"column": own[name], "key": key} for name, key in link.on]
        return {"dataset": link.other.profile.relation, "on": on, "measures": measures}

    def _again(self, made: Json, derived: Json, column: Column) -> None:
        """The query, deriving once more what the one that it is over derives, where its columns are still there."""
        name = f"{derived['name']}_again"
        of = [*derived.get("per", ()), *(derived[one] for one in _DERIVED_OF if isinstance(derived.get(one), str))]
        if {*of} <= {one.name for one in self.columns}:
            made.setdefault("derived", []).append({**derived, "name": name})
            self.columns = [*self.columns, dataclasses.replace(column, name=name)]

    # ---- figures and rows --------------------------------------------------------------------------------------------

    def grouping(self) -> Json:
        """A grouping; rarely by a column in which nearly all cells differ."""
        own = self.of("text", "text", "flag", "date", "timestamp") or self.rng.choice(self.columns)
        own = own if self.chance(0.75) else self.rng.choice(self.columns)
        made: Json = {"kind": "column", "column": own.name}
        if own.kind in ("date", "timestamp") and self.chance(0.9):
            hour = ["hour"] if own.kind == "timestamp" else []
            grain = self.rng.choice(["day", "week", "month", "month", "quarter", "year", "decade", *hour])
            made |= (
                {"kind": "time", "grain": grain}
                if self.chance(0.75)
                else {"kind": "part", "part": self.rng.choice(PARTS)}
            )
        elif own.kind == "number" and self.chance(0.7):
            width = self.rng.choice([5, 10, 2.5, 100])
            made |= (
                {"kind": "edges", "edges": self.edges(own)} if self.chance(0.5) else {"kind": "width", "width": width}
            )
        if self.chance(0.2):
            made["keep_empty"] = True
        return made

    def measure(self, depth: int = 2, *, exact: bool = False) -> Json:
        """A measure; an exact one is the same whatever the order of rows, to the last digit, so it can rank."""
        if depth and not exact and self.chance(0.3):
            return self._composed(depth)
        own, kind = (
            self.of("number"),
            self.rng.choice(["rows", "statistic", "statistic", "statistic", "quantile", "rate", "cells"]),
        )
        if kind == "cells" or (own is None and kind in ("statistic", "quantile")):
            function = self.rng.choice(["distinct", "known", "empty"])
            return {"kind": "statistic", "function": function, "column": self.rng.choice(self.columns).name}
        if kind == "statistic" and own is not None:
            function = self.rng.choice(_EXACT if exact else (*_FUNCTIONS, *_EXACT))
            other = self.of("date", "timestamp", "text") if function in ("min", "max") and not exact else None
            own = other if other and self.chance(0.4) else own
            return {"kind": "statistic", "function": function, "column": own.name}
        if kind == "quantile" and own is not None and not exact:
            return {"kind": "quantile", "column": own.name, "at": self.rng.choice([0.9, 0.1, 0.25, 0.5, 0.995])}
        if kind == "rate":
            flag = self.of("flag") or self.rng.choice(self.columns)
            return {"kind": "rate", "column": flag.name, "value": self.value(flag)}
        return {"kind": "rows"}

    def _composed(self, depth: int) -> Json:
        kind = self.rng.choice(["filtered", "arithmetic", "per_group"])
        if kind == "filtered":
            where = self.conditions(self.rng.randint(1, 2)) or [self.leaf()]
            return {"kind": "filtered", "measure": self._numeric(depth - 1), "where": where}
        if kind == "arithmetic":
            operator = self.rng.choice(["ratio", "percentage", "difference", "sum", "product"])
            return {
                "kind": kind,
                "operator": operator,
                "left": self._numeric(depth - 1),
                "right": self._numeric(depth - 1),
            }
        function = self.rng.choice(["mean", "mean", "median", "sum", "min", "max", "stddev"])
        return {"kind": kind, "function": function, "per": self.grouping(), "measure": self._numeric(depth - 1)}

    def _numeric(self, depth: int) -> Json:
        others = {one.name for one in self.columns if one.kind in ("date", "timestamp", "text")}
        while True:
            made = self.measure(depth)
            if not (made.get("function") in ("min", "max") and made.get("column") in others):
                return made

    def _figures(self, made: Json) -> None:
        groups = [self.grouping() for _ in range(self.rng.choice([0, 0, 1, 1, 1, 2, 2, 3]))]
        measures = [self.measure() for _ in range(self.rng.choice([1, 1, 2, 3]))]
        ranked = bool(groups) and self.chance(0.5)
        across = [self._across(groups) for _ in range(self.rng.choice([0, 0, 1, 2]))] if groups else []
        if ranked or any(one["kind"] == "rank" for one in across):
            measures[0] = self.measure(exact=True)
        if self.chance(0.3):
            measures[0]["name"] = "main"
        made["measures"] = measures
        if not groups:
            return
        made["groups"] = groups
        made["across"] = across
        if self.chance(0.25):
            own = 0 if self.chance(0.5) else self._numeric(1)
            made["having"] = [{"measure": own, "operator": self.rng.choice([">", "<=", "!="]), "value": self.number()}]
        if ranked:
            made["ranking"] = self._ranking(groups)

    def _across(self, groups: list[Json]) -> Json:
        grains = [one["grain"] for one in groups if one["kind"] == "time"]
        along = ["change", "change", "change", "running_total", "moving_average"] if len(grains) == 1 else []
        kind = self.rng.choice(["share", "rank", *along])
        within = (
            self.rng.sample(range(len(groups)), self.rng.randint(0, len(groups) - 1))
            if kind in ("share", "rank")
            else []
        )
        made: Json = {"kind": kind, "measure": 0, **({"within": within} if within else {})}
        if kind == "change":
            yearly = ["year_before"] * 3 if grains[0] in ("month", "quarter") else []
            made |= {"against": self.rng.choice(["previous", *yearly])}
            made |= {"unit": self.rng.choice(["absolute", "percent"])}
        if kind == "moving_average":
            made["periods"] = self.rng.choice([2, 3])
        if kind == "rank":
            made["descending"] = self.chance(0.7)
        return made

    def _ranking(self, groups: list[Json]) -> Json:
        made: Json = {"by": 0, "descending": self.chance(0.7)}
        if self.chance(0.8):
            made["limit"] = self.rng.randint(1, 5)
            made["ties"] = self.chance(0.3)
        if self.chance(0.2):
            made["offset"] = self.rng.randint(1, 2)
        if len(groups) > 1 and self.chance(0.4):
            made["within"] = [self.rng.randrange(len(groups))]
        return made

    def _rows(self, made: Json) -> None:
        names = [one.name for one in self.columns]
        if self.chance(0.7):
            made["columns"] = self.rng.sample(names, self.rng.randint(1, len(names)))
        ordered = self.rng.sample(names, self.rng.choice([0, 1, 1, 2]) if len(names) > 1 else 0)
        made["order"] = [{"column": name, "descending": self.chance(0.5)} for name in ordered]
        if self.chance(0.6):
            made["limit"] = self.rng.randint(1, 10)
            made["offset"] = self.rng.choice([0, 0, 2])


def _use(found: list[str], made: Json) -> None:
    """Makes the query use all that it looked up."""
    used = set(columns_in(_QUERY.validate_python(made)))
    left = [name for name in found if name not in used]
    if made["kind"] == "figures":
        made["measures"] += [{"kind": "statistic", "function": "distinct", "column": name} for name in left]
    elif "columns" in made:
        made["columns"] += left


def _outputs(source: Json, columns: list[Column]) -> list[Column]:
    """The columns that a query gives to one over it. `columns` are those of its rows, derived ones included."""
    known = {one.name: one for one in columns}
    if source["kind"] == "rows":
        return [known[name] for name in source.get("columns") or known]
    query = Figures.model_validate(source)
    names = output_names(query)
    made = [_group_column(name, group.model_dump(), known) for name, group in zip(names, query.groups, strict=False)]
    for name, measure in zip(names[len(query.groups) :], query.measures, strict=False):
        timed = measure.kind == "statistic" and measure.function in ("min", "max") and known[measure.column].kind
        made.append(Column(name, timed if timed in ("date", "timestamp", "text") else "number"))
    return [*made, *(Column(name, "number") for name in names[len(made) :])]


def _group_column(name: str, group: Json, known: dict[str, Column]) -> Column:
    own = known[group["column"]]
    if group["kind"] == "time":
        return Column(name, "timestamp" if group["grain"] == "hour" else "date", ("2024-01-01",))
    if group["kind"] == "edges":
        return Column(name, "text")
    return Column(
        name, own.kind if group["kind"] == "column" else "number", own.cells if group["kind"] == "column" else ()
    )
