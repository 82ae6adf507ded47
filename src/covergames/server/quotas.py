"""Quotas for what lasts: how much a table may store, and how many tables an address may have open."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from covergames.table import (
    KEEPER,
    OPERATOR,
    Actor,
    Close,
    Code,
    Command,
    Connect,
    Leave,
    Refusal,
    ReportDelay,
)

if TYPE_CHECKING:
    from covergames.server.limits import Limits
    from covergames.server.store import Store
    from covergames.table import Entry

MEBIBYTE: Final = 1 << 20


def check_table_quota(command: Command, who: Actor, entry: Entry, *, size: int, limits: Limits) -> None:
    """Check that a table may store the entry of a command; `size` is the bytes of its entries with this one.

    Beyond the limits the keeper can still end what has begun, people can leave or close the table, and the operator can act.

    Raises:
        Refusal: If the table has too many entries, or too large ones; it names the limit.
    """
    if (
        who is OPERATOR
        or isinstance(command, Leave | Close)
        or (who is KEEPER and not isinstance(command, Connect | ReportDelay))
    ):
        return
    if entry.sequence > limits.table_entries:
        raise Refusal(Code.TOO_MANY, f"this table is full: it may store {limits.table_entries} entries")
    if size > limits.table_size:
        raise Refusal(Code.TOO_MANY, f"this table is full: it may store {limits.table_size / MEBIBYTE:g} MiB")


def check_readable(size: int, limits: Limits) -> None:
    """Check that all entries of a table, of that many bytes, may be read for a record or a replay.

    The keeper may exceed the limit of a table, and tables from before the limit may be larger still.

    Raises:
        Refusal: If they are more than twice as large as a table may be.
    """
    if size > 2 * limits.table_size:
        mebibytes = (size / MEBIBYTE, 2 * limits.table_size / MEBIBYTE)
        raise Refusal(Code.TOO_LONG, "this table stores {:.1f} MiB, and {:.1f} MiB can be read".format(*mebibytes))


class OpenerQuotas:
    """Counts the open tables of each address."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._opening: Counter[str] = Counter()
        """Tables that are being created, which the store does not count yet."""

    @asynccontextmanager
    async def room_for(self, opener: str | None, *, listed: bool) -> AsyncIterator[None]:
        """Reserve a table of the opener while it is created; an opener that is not known has no quota.

        Raises:
            TooManyTables: If the opener has as many tables as allowed, or as many in the public list.
        """
        if opener is None:
            yield
            return
        self._opening[opener] += 1
        try:
            found = await self._store.opened_by(opener)
            limits, more = self._limits, self._opening[opener]
            if found.tables + more > limits.open_tables:
                raise TooManyTables(
                    f"your address has {limits.open_tables} open tables, the most that it may have here"
                )
            if listed:
                self._check_listed(found.listed + more)
            yield
        finally:
            self._opening[opener] -= 1
            if not self._opening[opener]:
                del self._opening[opener]

    async def check_listing(self, opener: str | None) -> None:
        """Check that one more table of the opener may be in the public list.

        Raises:
            TooManyTables: If the opener has as many there as allowed.
        """
        if opener is not None:
            self._check_listed((await self._store.opened_by(opener)).listed + 1)

    def _check_listed(self, tables: int) -> None:
        most = self._limits.listed_tables
        if tables > most:
            raise TooManyTables(f"your address has {most} tables in the public list, the most that it may have here")


class TooManyTables(Refusal):
    """An address has as many open tables as it may have."""

    def __init__(self, reason: str) -> None:
        super().__init__(Code.TOO_MANY, reason)
