"""What can go wrong with a store: each a class of its own, each message one line that says what to do."""


class StoreError(Exception):
    """Any refusal or failure of a store."""


class StaleVersion(StoreError):
    """The game has moved on since the caller looked: read what is new and decide again."""

    def __init__(self, game: str, version: int, head: str) -> None:
        super().__init__(f"game {game} is at version {version}, not where this command expected it")
        self.game = game
        self.version = version
        self.head = head


class CommandReused(StoreError):
    """A command id that already stands for another request. Nothing was written."""

    def __init__(self, game: str, command: str) -> None:
        super().__init__(f"command id {command} of game {game} was used for another request")
        self.game = game
        self.command = command


class NotContinuous(StoreError):
    """Records that do not follow on from each other or from the log. Nothing was written."""


class QueueFull(StoreError):
    """More commands wait than the writer may hold. Nothing was written; try again shortly."""

    retry_after = 1

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} commands wait to be written: try again in {self.retry_after} s")


class StoreClosed(StoreError):
    """The store was closed; nothing more is written."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class DiskFull(StoreError):
    """There is no room. Nothing of the batch was written; the store goes on when there is room again."""


class WriteFailed(StoreError):
    """The disk failed in mid-write. The store takes nothing more until it is opened again.

    Whether the command was written is told by its id after that, never guessed.
    """


class StoreAway(StoreError):
    """The database cannot be reached at the moment. What was on its way may have been written or not.

    Sent again with the same id it is written once, or answered from what was written.
    """

    retry_after = 2


class NotLetIn(StoreError):
    """The database does not let this user in, or not do that."""


class ServerTooOld(StoreError):
    """The database server is of a version that this protokol does not know how to use."""


class StoreLocked(StoreError):
    """Another process writes this store."""


class StoreNewer(StoreError):
    """The store was written by a later version of protokol than this one."""


class StoreDamaged(StoreError):
    """The file is not a store, or not a whole one."""


class BadAddress(StoreError):
    """What was given is not the URL of a store."""


class StoreNotFound(StoreError):
    """There is no store at that address."""


class NotEmpty(StoreError):
    """There is a store already where a copy was to go."""


class NoSuchGame(StoreError):
    """The store holds no game of that id."""


class StoreNotWritable(StoreError):
    """The place does not allow writing."""


class BadKeys(StoreError):
    """Signing keys that cannot be read, kept or trusted."""


class UnknownType(StoreError):
    """A stored event of a type that no installed ruleset knows. It is never skipped and never imported."""
