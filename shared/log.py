"""The one log: structured, without data of users."""

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aws_lambda_powertools import Logger


class Log:
    """Powertools' logger, which is imported with the first entry: in a turn where all goes well few functions have
    one."""

    def info(self, message: str, *, extra: dict[str, Any] | None = None) -> None:
        """An entry of what happened."""
        _logger().info(message, extra=extra, stacklevel=_CALLER)

    def warning(self, message: str, *, extra: dict[str, Any] | None = None) -> None:
        """An entry of what went wrong and was worked around."""
        _logger().warning(message, extra=extra, stacklevel=_CALLER)

    def error(self, message: str, *, extra: dict[str, Any] | None = None) -> None:
        """An entry of what somebody should look at."""
        _logger().error(message, extra=extra, stacklevel=_CALLER)


_CALLER = 3
"""How far above logging's own frames the line stands that an entry names."""
_OUT = sys.stdout
"""Of the process as it began, whatever stands in its place when the first entry comes."""


@cache
def _logger() -> "Logger":
    from aws_lambda_powertools import Logger  # thirty modules

    return Logger(service="candor", logger_handler=None, stream=_OUT)


logger = Log()
