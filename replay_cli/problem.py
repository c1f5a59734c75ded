"""Problem: why a command cannot be done, in one line, with the exit code that says what kind it is."""

FOUND, USAGE, NOT_FOUND, UNREACHABLE = 1, 2, 3, 4


class Problem(Exception):
    """What went wrong and, after a colon or a dash, what to do about it."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code
