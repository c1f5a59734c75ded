"""Refused: why a command is not possible."""


class Refused(Exception):
    """A command that the rules do not allow now. It has changed nothing.

    `code` is stable and for programs, `rule` names the place in the rulebook, `field` the part of the
    command that is at fault (empty when it is the command as a whole).
    """

    def __init__(self, code: str, rule: str, field: str = "") -> None:
        super().__init__(code, rule, field)
        self.code = code
        self.rule = rule
        self.field = field

    def __str__(self) -> str:
        where = f" ({self.field})" if self.field else ""
        return f"{self.code}{where}: {self.rule}"
