"""What the tokens of a model cost."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pydantic import Field

from shared.contracts import Contract, Usage


class Price(Contract):
    """US dollars for a million tokens, which is millionths of a dollar for one.

    `input` is what the provider reads anew, `cache_read` what it has kept, `cache_write` what it reads and keeps for
    five minutes, `cache_write_hour` for an hour.
    """

    input: float = Field(default=3.0, ge=0)
    output: float = Field(default=15.0, ge=0)
    cache_read: float = Field(default=0.30, ge=0)
    cache_write: float = Field(default=3.75, ge=0)
    cache_write_hour: float = Field(default=6.0, ge=0)

    def of(self, usage: Usage) -> float:
        """What was used, in dollars, as the provider bills it."""
        return self._millionths(usage, written_at=self.cache_write, for_an_hour_at=self.cache_write_hour) / 1e6

    def warm(self, usage: Usage) -> float:
        """What was used, in dollars, as if the cache had held already what was written to it."""
        return self._millionths(usage, written_at=self.cache_read, for_an_hour_at=self.cache_read) / 1e6

    def _millionths(self, usage: Usage, *, written_at: float, for_an_hour_at: float) -> float:
        read, written, for_an_hour = usage.cache_read_tokens, usage.cache_write_tokens, usage.cache_write_hour_tokens
        return (
            (usage.input_tokens - read - written) * self.input
            + read * self.cache_read
            + (written - for_an_hour) * written_at
            + for_an_hour * for_an_hour_at
            + usage.output_tokens * self.output
        )


DEFAULT_PRICES: Final[Mapping[str, Price]] = MappingProxyType(
    {
        "sonnet": Price(),
        "haiku": Price(input=1.0, output=5.0, cache_read=0.10, cache_write=1.25, cache_write_hour=2.0),
    }
)
"""By a part of the model's id; list prices as the authors knew them, which a deployment sets as it is billed."""


def price_of(model_id: str, prices: Mapping[str, Price]) -> Price:
    """The price of a model: of the longest name that its id contains, given or known here; else the dearest of them."""
    prices = {**DEFAULT_PRICES, **prices}
    named = [name for name in prices if name.casefold() in model_id.casefold()]
    if named:
        return prices[max(named, key=len)]
    return max(prices.values(), key=lambda price: price.output)
