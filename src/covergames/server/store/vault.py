"""Encryption at rest. A copy of the database gives no running game away: the key is in a file outside it.

An entry contains the seed of a deal, hidden decisions, chat and hashes of tokens, so whole entries are encrypted, and so are
snapshots and analyses. An entry that an earlier version stored is plain JSON and stays readable.
"""

from __future__ import annotations

import hmac
import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import insert, make_url, select

from covergames.folders import data_folder
from covergames.server.store.failure import StoreError
from covergames.server.store.schema import properties
from covergames.server.store.stored import StoredAnalysis, StoredEntry, StoredSnapshot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

SEALED: Final = b"\x01"
"""The first byte of an encrypted entry; JSON never begins with it."""
NONCE_BYTES: Final = 12
TAG_BYTES: Final = 16
SEAL_BYTES: Final = len(SEALED) + NONCE_BYTES + TAG_BYTES
"""How much longer the data becomes when it is encrypted."""
KEY_BYTES: Final = 32
KEY_FORMAT: Final = "covergames-key/1"
KEY_ID: Final = "key-id"
"""The name of the property that identifies the key of a database."""
CIPHERS_IN_MEMORY: Final = 1024


Derived = TypeVar("Derived", StoredSnapshot, StoredAnalysis)


class BadKey(StoreError):
    """The key file is missing, unreadable or that of another database; the message names the file."""


class Vault:
    """Seals and opens what is stored of all tables. Every table has its own key, which follows from the key in the file."""

    def __init__(self, key: bytes) -> None:
        self.key_id = _mac(key, "id").hex()[:32]
        """Identifies the key and says nothing about it."""
        self.admin_token = _mac(key, "admin").hex()
        """Proves to the admin interface that an operator can read the key file, and says nothing about the key."""
        self._cipher = lru_cache(CIPHERS_IN_MEMORY)(lambda table: AESGCM(_mac(key, f"table:{table}")))

    def seal(self, table: str, entry: StoredEntry) -> StoredEntry:
        """Return the entry with its data encrypted."""
        return entry._replace(data=self._encrypted(table, entry.data, _place(entry)))

    def open(self, table: str, entry: StoredEntry) -> StoredEntry:
        """Return the entry with its data decrypted.

        Raises:
            BadKey: the entry was encrypted with another key, or for another place, or is damaged.
        """
        if not entry.data.startswith(SEALED):
            return entry
        try:
            return entry._replace(data=self._decrypted(table, entry.data, _place(entry)))
        except InvalidTag:
            raise BadKey(f"entry {entry.sequence} of table {table} is damaged, or has another key") from None

    def seal_derived(self, table: str, derived: Derived) -> Derived:
        """Return the snapshot or the analysis with its data encrypted."""
        return derived._replace(data=self._encrypted(table, derived.data, _origin(derived)))

    def open_derived(self, table: str, derived: Derived) -> Derived | None:
        """Return it with its data decrypted; None: another key has encrypted it, or none, or it is damaged."""
        try:
            return derived._replace(data=self._decrypted(table, derived.data, _origin(derived)))
        except InvalidTag:
            return None

    def _encrypted(self, table: str, data: bytes, context: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return SEALED + nonce + self._cipher(table).encrypt(nonce, data, context)

    def _decrypted(self, table: str, data: bytes, context: bytes) -> bytes:
        nonce, sealed = data[1 : 1 + NONCE_BYTES], data[1 + NONCE_BYTES :]
        if not data.startswith(SEALED) or len(nonce) < NONCE_BYTES:
            raise InvalidTag
        return self._cipher(table).decrypt(nonce, sealed, context)


def default_key_file(address: str, environ: Mapping[str, str]) -> Path:
    """Return the key file beside a SQLite database; for another database, one in the user's data folder."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".key")
    return data_folder(environ) / "server.key"


def admin_token_in(key_file: Path) -> str:
    """Return the token for the admin interface of a server with this key file.

    Raises:
        BadKey: the file is missing or unreadable.
    """
    return Vault(_key_in(key_file)).admin_token


def key_id_in(key_file: Path) -> str:
    """Return what identifies the key in the file.

    Raises:
        BadKey: the file is missing or unreadable.
    """
    return Vault(_key_in(key_file)).key_id


def check_key(key_file: Path, key_id: str) -> None:
    """Check that this is the key file of a database with that id.

    Raises:
        BadKey: the file is missing, unreadable or that of another database.
    """
    if not hmac.compare_digest(key_id, key_id_in(key_file)):
        raise BadKey(f"{key_file} is not the key of this database, but that of another one")


def key_file_text(key_file: Path) -> str:
    """Return the contents of a key file.

    Raises:
        BadKey: the file is missing or unreadable.
    """
    return _text_of(_key_in(key_file))


def key_id_of_text(text: str) -> str | None:
    """Return what identifies the key in the contents of a key file; None: they are no key."""
    key = _key_of(text)
    return None if key is None else Vault(key).key_id


def write_key_file(path: Path, text: str) -> None:
    """Write these contents to a new key file that only the user can read.

    Raises:
        BadKey: the file cannot be written.
    """
    try:
        _write(path, text)
    except OSError as error:
        raise BadKey(f"the key file {path} cannot be written: {error.strerror}") from None


def unlock(connection: Connection, key_file: Path) -> Vault:
    """Return the vault of the database, in the transaction of this connection. A new database gets a new key file.

    Raises:
        BadKey: the file is missing, unreadable or that of another database.
    """
    known = connection.execute(select(properties.c.value).where(properties.c.name == KEY_ID)).scalar()
    if known is not None and not key_file.exists():
        raise BadKey(
            f"the key file {key_file} is missing: without it nobody can read the tables in this database. "
            "Copy it from the backup or from the other server, or name it with --key-file"
        )
    vault = Vault(_read_or_make(key_file))
    if known is None:
        connection.execute(insert(properties), {"name": KEY_ID, "value": vault.key_id})
    else:
        check_key(key_file, known)
    return vault


def _key_in(path: Path) -> bytes:
    """Return the key in a file that exists."""
    if not path.exists():
        raise BadKey(f"the key file {path} is missing: name the one of the server with --key-file")
    return _read_or_make(path)


def _read_or_make(path: Path) -> bytes:
    """Return the key in the file, which is made if there is none; two processes that make it at once get the same."""
    try:
        if not path.exists():
            _write(path, _text_of(secrets.token_bytes(KEY_BYTES)))
        key = _key_of(path.read_text("ascii"))
    except OSError as error:
        raise BadKey(f"the key file {path} cannot be used: {error.strerror}") from None
    except UnicodeDecodeError:
        key = None
    if key is None:
        raise BadKey(f"{path} is not a key file of covergames")
    return key


def _text_of(key: bytes) -> str:
    return f"{KEY_FORMAT} {key.hex()}\n"


def _key_of(text: str) -> bytes | None:
    """Return the key in the contents of a key file; None: they are no key."""
    form, _, digits = text.strip().partition(" ")
    try:
        key = bytes.fromhex(digits)
    except ValueError:
        return None
    return key if form == KEY_FORMAT and len(key) == KEY_BYTES else None


def _write(path: Path, text: str) -> None:
    """Write a key that only the user can read. The file appears with its content, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # unlike a renaming, it never replaces the key that another process has just made
        except FileExistsError:
            return
    finally:
        draft.unlink()


def _place(entry: StoredEntry) -> bytes:
    """Return the number and the time, which are authenticated with the data: an entry cannot take the place of another."""
    return f"{entry.sequence}:{entry.at}".encode()


def _origin(derived: StoredSnapshot | StoredAnalysis) -> bytes:
    """Return what is authenticated with the data: it cannot pass for an entry, for another one, or for that of other code."""
    if isinstance(derived, StoredAnalysis):
        return f"analysis:{derived.version}".encode()
    return f"snapshot:{derived.sequence}:{derived.version}".encode()


def _mac(key: bytes, purpose: str) -> bytes:
    return hmac.digest(key, f"covergames {purpose}".encode(), "sha256")
