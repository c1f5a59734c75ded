"""Ed25519 keys of a server: signing heads, keeping and changing keys, checking signatures.

libsodium signs, in two thirds of the time; OpenSSL checks, as the second verifier does, so that both judge
odd signatures alike. Either is loaded only by what needs it, so that looking at a game stays quick.
"""

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical, tagged_sha256
from domain.core.verify import shown
from services.store.errors import BadKeys
from services.store.log import KeyRow

HEAD = b"protokol/head/1\n"
VOUCH = b"protokol/vouch/1\n"
MANIFEST = b"protokol/manifest/1\n"
FROM_ENVIRONMENT = "PROTOKOL_SIGNING_KEY"
FILE_FROM_ENVIRONMENT = "PROTOKOL_SIGNING_KEY_FILE"


class HeadStatement(Struct, frozen=True, gc=False):
    """What is signed of a head; the signature is over a tag and the canonical bytes of exactly this."""

    origin: str
    game: str
    version: int
    head: str
    at: int
    key: str


class SignedHead(HeadStatement, frozen=True, gc=False, forbid_unknown_fields=True):
    """A receipt: this server says that this game had this head at this version."""

    signature: str

    def statement(self) -> HeadStatement:
        return HeadStatement(self.origin, self.game, self.version, self.head, self.at, self.key)


class PublicKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A public key, its id (from the key itself) and, unless it is the first, who vouched for it."""

    id: str
    public: str
    created_at: int
    vouched_by: str = ""
    vouch: str = ""

    def row(self) -> KeyRow:
        public, vouch = bytes.fromhex(self.public), bytes.fromhex(self.vouch)
        return KeyRow(self.id, public, self.created_at, self.vouched_by, vouch)


def from_row(row: KeyRow) -> PublicKey:
    return PublicKey(row.id, row.public.hex(), row.created_at, row.vouched_by, row.vouch.hex())


class _KeyFile(Struct, frozen=True, forbid_unknown_fields=True):
    private: str
    keys: tuple[PublicKey, ...]


def key_id(public: bytes) -> str:
    """A key is called by the first 16 hex digits of its digest, so nobody can rename it."""
    return tagged_sha256("protokol/key/1", public.hex())[:16]


class Signer:
    """The private key in use, and the public ones up to it."""

    def __init__(self, private: bytes, keys: Sequence[PublicKey] = ()) -> None:
        from nacl.signing import SigningKey

        self._private = SigningKey(private)
        public = self._private.verify_key.encode()
        self.id = key_id(public)
        self.keys = tuple(keys) or (PublicKey(self.id, public.hex(), 0),)
        if self.keys[-1].public != public.hex():
            raise BadKeys("the private key does not belong to the newest public key")

    def sign(self, tag: bytes, statement: Struct) -> bytes:
        return self._private.sign(tag + canonical(statement)).signature

    def sign_head(self, origin: str, game: str, version: int, head: str, at: int) -> bytes:
        return self.sign(HEAD, HeadStatement(origin, game, version, head, at, self.id))


def new_signer() -> Signer:
    """Fresh keys that nobody keeps."""
    private, public = _generate()
    return Signer(private, (public,))


def signer_for(store: Path | None, environment: Mapping[str, str] = os.environ) -> Signer:
    """The keys of a store: from the environment, from the file named there, or beside the store's file.

    Beside it they are created on first use, readable by their owner alone. A database has no file, and
    private keys never lie in it, so that neither its operators nor its backups can sign.
    """
    if private := environment.get(FROM_ENVIRONMENT):
        try:
            return Signer(bytes.fromhex(private))
        except ValueError:
            raise BadKeys(f"{FROM_ENVIRONMENT}: a signing key is 64 hex digits") from None
    path = key_file(store, environment)
    if not path.exists() and FILE_FROM_ENVIRONMENT not in environment:
        make_keys(path)
    return read_keys(path)


def make_keys(path: Path) -> None:
    """A file with a first key; if another process was first, its keys count."""
    private, public = _generate()
    _write(path, private, (public,), new=True)


def key_file(store: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the keys of a store lie; `store` is the store's file, if it has one."""
    named = environment.get(FILE_FROM_ENVIRONMENT)
    if named:
        return Path(named)
    if store is None:
        raise BadKeys(
            f"no signing key: {FILE_FROM_ENVIRONMENT} names the file of a store in PostgreSQL;"
            " `protokol keys new FILE` makes one"
        )
    return store.with_name(store.name + ".keys")


def rotate(path: Path) -> Signer:
    """A new key, vouched for by the one it replaces; of that only the public part is kept."""
    old = read_keys(path)
    private, public = _generate()
    vouched = msgspec.structs.replace(public, vouched_by=old.id)
    vouched = msgspec.structs.replace(vouched, vouch=old.sign(VOUCH, vouched).hex())
    _write(path, private, (*old.keys, vouched))
    return read_keys(path)


def verifies(key: PublicKey, tag: bytes, statement: Struct, signature: str) -> bool:
    """Whether a key made this signature over this statement."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public))
        signed = bytes.fromhex(signature)
        public.verify(signed, tag + canonical(statement))
    except (InvalidSignature, ValueError):
        return False
    return signed.hex() == signature


def fault_in_keys(keys: Sequence[PublicKey], pinned: str | None = None) -> str:
    """Why a list of keys cannot be trusted, or nothing.

    Ids must be those of the keys, a vouch must be by an earlier key of the list; with `pinned`, the id of a
    key known from elsewhere, every key must be that one, be vouched for on from it, or lead up to it.
    """
    known: dict[str, PublicKey] = {}
    for key in keys:
        if not _is_key(key):
            return f"key {shown(key.id)}: the id is not that of the key"
        if key.created_at < 0 or (key.vouch and not key.vouched_by):
            return f"key {key.id}: made before 1970, or vouched for by nobody"
        if key.id in known:
            return f"key {key.id}: listed twice"
        if key.vouched_by:
            old = known.get(key.vouched_by)
            if old is None or not verifies(old, VOUCH, msgspec.structs.replace(key, vouch=""), key.vouch):
                return f"key {key.id}: not vouched for by key {shown(key.vouched_by)}"
        known[key.id] = key
    if pinned is None:
        return ""
    if pinned not in known:
        return f"key {shown(pinned)}, which you trust, is not among the keys"
    before, after = set(), {pinned}
    one = known[pinned]
    while one.vouched_by:
        before.add(one.vouched_by)
        one = known[one.vouched_by]
    for key in keys:
        if key.vouched_by in after:
            after.add(key.id)
    loose = [key.id for key in keys if key.id not in before | after]
    return f"key {loose[0]}: nothing connects it with key {pinned}, which you trust" if loose else ""


def _is_key(key: PublicKey) -> bool:
    try:
        public = bytes.fromhex(key.public)
    except ValueError:
        return False
    return len(public) == 32 and public.hex() == key.public and key_id(public) == key.id


def _generate() -> tuple[bytes, PublicKey]:
    from nacl.signing import SigningKey

    private = SigningKey.generate()
    public = private.verify_key.encode()
    now = time.time_ns() // 1000
    return private.encode(), PublicKey(key_id(public), public.hex(), now)


def read_keys(path: Path) -> Signer:
    """The keys in a file that only its owner may read."""
    try:
        mode = path.stat().st_mode & 0o777
        if mode & 0o077:
            raise BadKeys(f"{path}: others may read the private key (mode {mode:o}): chmod 600 {path}")
        held = msgspec.json.decode(path.read_bytes(), type=_KeyFile)
        return Signer(bytes.fromhex(held.private), held.keys)
    except OSError as error:
        raise BadKeys(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise BadKeys(f"{path}: not a file of signing keys ({error})") from error


def _write(path: Path, private: bytes, keys: tuple[PublicKey, ...], *, new: bool = False) -> None:
    """Whole or not at all, and never readable by others, not even for a moment."""
    draft = path.with_name(path.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.write(file, msgspec.json.encode(_KeyFile(private.hex(), keys)) + b"\n")
            os.fsync(file)
        finally:
            os.close(file)
        if new:
            os.link(draft, path)
            draft.unlink()
        else:
            draft.replace(path)
    except FileExistsError:
        draft.unlink(missing_ok=True)  # another process was first: its keys count
    except OSError as error:
        raise BadKeys(f"{path}: {error.strerror}: the signing keys cannot be kept") from error
