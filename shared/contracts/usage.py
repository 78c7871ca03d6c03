"""What a model read and wrote, and what that costs."""

from pydantic import Field, computed_field

from shared.contracts.base import Contract


class Usage(Contract):
    """Which model wrote the answer, the tokens that all calls used and what they cost; all zero in no-model mode.

    `input_tokens` are all that were read, including those that came from a prompt cache or were put into one.
    `cache_write_hour_tokens` are those of `cache_write_tokens` that are kept for an hour.
    `price_usd` is in US dollars, by the prices that the deployment has set for its models.
    """

    model: str = ""
    provider: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cache_write_hour_tokens: int = 0
    calls: int = 0
    price_usd: float = 0.0

    @computed_field  # type: ignore[prop-decorator]
    @property
    def cached_tokens(self) -> int:
        """How many of the input tokens came from a prompt cache: `cache_read_tokens` by its name in the reply."""
        return self.cache_read_tokens

    def __add__(self, other: "Usage") -> "Usage":
        named = self if self.model else other
        return Usage(
            model=named.model,
            provider=named.provider,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cache_read_tokens=self.cache_read_tokens + other.cache_read_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
            cache_write_hour_tokens=self.cache_write_hour_tokens + other.cache_write_hour_tokens,
            calls=self.calls + other.calls,
            price_usd=round(self.price_usd + other.price_usd, 8),
        )


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
