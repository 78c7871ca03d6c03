"""What can go wrong before there is a reply. Once a question is accepted there is always a reply, and no error."""


class CandorError(Exception):
    """The message says what to do."""


class Refused(CandorError):
    """The request was understood and not taken: no such file, not signed in, a file that is no table.

    `status` is HTTP's, 0 where nothing was sent; `code` is for programs.
    """

    def __init__(self, message: str, status: int = 0, code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Unreachable(CandorError):
    """Nobody answered, or not in time. The question may have been taken: its reply can be read later."""
