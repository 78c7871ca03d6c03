"""What the tokens of each model cost."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from shared.contracts import Price

_DEAREST_FAMILY: Final = Price(input=10.0, output=50.0, cache_read=1.0, cache_write=12.5, cache_write_hour=20.0)
_OLD_OPUS: Final = Price(input=15.0, output=75.0, cache_read=1.5, cache_write=18.75, cache_write_hour=30.0)

DEFAULT_PRICES: Final[Mapping[str, Price]] = MappingProxyType(
    {
        "sonnet": Price(),
        "haiku": Price(input=1.0, output=5.0, cache_read=0.10, cache_write=1.25, cache_write_hour=2.0),
        "opus": Price(input=5.0, output=25.0, cache_read=0.50, cache_write=6.25, cache_write_hour=10.0),
        "fable": _DEAREST_FAMILY,
        "mythos": _DEAREST_FAMILY,
    }
)
"""By a part of the model's id: what its family costs, a little more than a version that has become cheaper. List prices
as the authors knew them, which a deployment sets as it is billed."""

_EARLIER: Final[Mapping[str, Price]] = MappingProxyType(
    {
        "3-opus": _OLD_OPUS,
        "opus-4-0": _OLD_OPUS,
        "opus-4-1": _OLD_OPUS,
        "opus-4-2025": _OLD_OPUS,
        "mythos-preview": Price(input=25.0, output=125.0, cache_read=2.5, cache_write=31.25, cache_write_hour=50.0),
    }
)
"""Models that cost more than their family does now; they are no measure for a model of which nothing is known."""


def price_of(model_id: str, prices: Mapping[str, Price]) -> Price:
    """The price of a model: of the longest name that its id contains, given or known here; else that of the dearest
    family, or a dearer one that is given."""
    families = {**DEFAULT_PRICES, **prices}
    known = {**_EARLIER, **families}
    named = [name for name in known if name.casefold() in model_id.casefold()]
    if named:
        return known[max([name for name in named if name in prices] or named, key=len)]
    return max(families.values(), key=lambda price: price.output)
