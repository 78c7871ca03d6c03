"""What a table is about where its words are not those that are listed: the domain whose words its header is like."""

import math
from typing import TYPE_CHECKING, Any, Final

from shared.contracts.dataset import DatasetProfile
from shared.table.names import spaced
from shared.table.semantics import DOMAINS, UNDECIDED

if TYPE_CHECKING:
    from shared.embeddings.embedder import Embedder

LEAST_COLUMNS: Final = 3
LEAST_ALIKE: Final = 0.35
LEAST_AHEAD: Final = 0.1
"""Cosines: of the header with the domain, and by how much the next one has less. Of forty headers that speak of no
listed domain, as those of irises, wines or chess games, none is above both."""


def with_domain(profile: DatasetProfile) -> DatasetProfile:
    """The profile with the domain that its header is like, where its words left that open and one stands out."""
    if profile.semantic.domain != UNDECIDED or len(profile.columns) < LEAST_COLUMNS:
        return profile
    from shared.embeddings.embedder import Embedder  # numpy, a tenth of a start, which most headers do not need

    domain = likest([column.name for column in profile.columns], Embedder())
    return profile.model_copy(update={"semantic": profile.semantic.model_copy(update={"domain": domain})})


def likest(names: list[str], embedder: "Embedder") -> str:
    """The domain whose words a header is most like; UNDECIDED where it is like none, or like two."""
    own = _direction(" ".join(map(spaced, names)), embedder)
    alike = {domain: float(own @ _direction(" ".join(sorted(words)), embedder)) for domain, words in DOMAINS.items()}
    first, second = sorted(alike, key=lambda domain: -alike[domain])[:2]
    stands_out = alike[first] >= LEAST_ALIKE and alike[first] - alike[second] >= LEAST_AHEAD
    return first if stands_out else UNDECIDED


def _direction(text: str, embedder: "Embedder") -> Any:
    total = embedder.tokens(text).sum(axis=0)
    length = math.sqrt(total @ total)
    return total / length if length else total
