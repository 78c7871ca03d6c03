"""The random cases of the proof: a table and a query of it for each seed.

CANDOR_QUERY_CASES says how many (300 by default), CANDOR_QUERY_SEED from which seed on. A case that fails names its
seed: `random_case(seed)` makes it again.
"""

import os
import random
from functools import cache
from typing import Any

from shared.contracts import Fact, QueryResult
from shared.query.bound import BoundQuery
from shared.query.facts import facts
from shared.query.query import Query
from tests.shared.query.linked import with_links
from tests.shared.query.running import let_go, run
from tests.shared.query.tables import Table, random_table
from tests.shared.query.values import random_query

CASES = int(os.environ.get("CANDOR_QUERY_CASES", "300"))
FIRST = int(os.environ.get("CANDOR_QUERY_SEED", "0"))
_BLOCK = 250
BLOCKS = tuple(range(at, min(at + _BLOCK, FIRST + CASES)) for at in range(FIRST, FIRST + CASES, _BLOCK))
"""The seeds, in parts that are tried one after the other: what is worked out for one is used by all tests of it, and
forgotten before the next."""


@cache
def random_case(seed: int) -> tuple[Query, Table]:
    """The query and the table of a seed."""
    rng, bare = begun(seed)
    table = with_links(rng, bare)
    return random_query(rng, table), table


def begun(seed: int) -> tuple[random.Random, Table]:
    """The table of a seed with nothing beside it, and what the rest of its case is drawn with."""
    table, state = _bare(seed)
    rng = random.Random()
    rng.setstate(state)
    return rng, table


@cache
def _bare(seed: int) -> tuple[Table, tuple[Any, ...]]:
    rng = random.Random(seed)
    return random_table(rng), rng.getstate()


@cache
def answered(seed: int) -> tuple[BoundQuery, QueryResult, tuple[Fact, ...]]:
    """The query of a seed, its result, and its facts."""
    bound, result = run(*random_case(seed))
    return bound, result, facts(bound, result)


def forget() -> None:
    """Lets go of what was worked out so far."""
    _bare.cache_clear()
    random_case.cache_clear()
    answered.cache_clear()
    let_go()


def told(seed: int) -> str:
    """What to say of a case that failed."""
    query, table = random_case(seed)
    tables = {one.profile.relation: one.kinds for one in (table, *table.others)}
    return f"seed {seed}: {query.model_dump_json(exclude_defaults=True)} over {tables}"


def shown(seed: int) -> list[tuple[Any, ...]]:
    """The rows of the result of a seed, without reserved columns."""
    bound, result, _ = answered(seed)
    return [row[: len(bound.outputs)] for row in result.rows]
