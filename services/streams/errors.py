"""Why a stream is not opened."""


class StreamsError(Exception):
    """Any refusal to open a stream."""


class TooManyStreams(StreamsError):
    """The caller, or all callers together, have as many streams open as they may."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(f"{message}: try again in {retry_after} s")
        self.retry_after = retry_after


class Draining(StreamsError):
    """This server is about to end."""

    retry_after = 2

    def __init__(self) -> None:
        super().__init__(f"the server is going down: try again in {self.retry_after} s")


class BadCursor(StreamsError):
    """No event of the feed has this id."""
