"""Lead: one process of all that write a store does what must be done once; the database says which."""

from abc import ABC, abstractmethod


class Lead(ABC):
    """A part that only one process plays. Asked now and then, by one thread."""

    @abstractmethod
    def held(self) -> bool:
        """Whether this process has the part; it takes it if nobody has it."""

    @abstractmethod
    def close(self) -> None:
        """Give it back."""


class Alone(Lead):
    """Nobody else can write this store."""

    def held(self) -> bool:
        return True

    def close(self) -> None:
        pass
