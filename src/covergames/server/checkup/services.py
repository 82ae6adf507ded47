"""Checks of what a server connects to: the database, its key and its clock, and the bus."""

from __future__ import annotations

import secrets
import statistics
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from nats.aio.client import Client
from nats.errors import Error as NatsError
from sqlalchemy import delete, insert, select

from covergames.server.checkup.finding import Finding, ok, problem, warning
from covergames.server.store import BadAddress, BadKey, StoreError, StoreTooNew
from covergames.server.store.address import database, file_of
from covergames.server.store.failure import translated_errors
from covergames.server.store.migrate import LATEST_REVISION, check_revision, revision_of
from covergames.server.store.schema import properties, workers
from covergames.server.store.statements import SELECT_TIME
from covergames.server.store.vault import KEY_ID, check_key, key_id_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy import Connection

    from covergames.server.configuration import Configuration
    from covergames.server.store.database import Database

COMMITS: Final = 5
"""How many commits are measured; the median counts."""
SLOW_COMMIT_MS: Final = 50
"""A commit that takes longer is felt: every decision waits for one."""
CLOCK_TOLERANCE_MS: Final = 1000
BUS_TIMEOUT_SECONDS: Final = 5
OPEN_TO_OTHERS: Final = 0o077
"""The permissions of a file for everybody but its owner."""


class Known(NamedTuple):
    """What a database says about itself."""

    revision: str | None
    key_id: str | None
    clock_ahead_ms: int | None
    """By how much this machine's clock is ahead of the database's; None: the database has no clock."""


async def check_services(configuration: Configuration, key_file: Path) -> AsyncIterator[Finding]:
    """Check the database, the key, the clocks and the bus."""
    known: Known | None = None
    file = file_of(configuration.database)
    if file is not None and not file.exists():
        yield ok("database", "database-new", what=str(file))
        known = Known(None, None, None)
    else:
        opened: Database | None = None
        try:
            opened = database(configuration.database)
            async with translated_errors():
                known = await opened.read(_ask)
            yield await _check_database(opened, known)
        except StoreTooNew as error:
            yield problem("database", "reason", "update", reason=str(error))
        except (BadAddress, StoreError) as error:
            yield problem("database", "reason", "database", reason=str(error))
        finally:
            if opened is not None:
                await opened.close()
    yield _check_key(key_file, known)
    if known is not None and known.clock_ahead_ms is not None:
        ahead = known.clock_ahead_ms
        if abs(ahead) > CLOCK_TOLERANCE_MS:
            yield warning("clock", "clock", "clock", milliseconds=ahead)
        else:
            yield ok("clock", "clock", milliseconds=ahead)
    yield await _check_bus(configuration)


def _ask(connection: Connection) -> Known:
    ahead = None
    if connection.dialect.name == "postgresql":
        theirs = connection.execute(SELECT_TIME).scalar_one()
        ahead = time.time_ns() // 1_000_000 - theirs
    revision = revision_of(connection)
    key_id = None
    if revision == LATEST_REVISION:
        key_id = connection.execute(select(properties.c.value).where(properties.c.name == KEY_ID)).scalar()
    return Known(revision, key_id, ahead)


async def _check_database(opened: Database, known: Known) -> Finding:
    """Check that the database has a revision that this version knows, and how long a commit takes.

    Raises:
        StoreTooNew: If a newer version has used the database.
    """
    if known.revision is None:
        return ok("database", "database-empty")
    check_revision(known.revision)
    if known.revision != LATEST_REVISION:
        return ok("database", "database-older", revision=known.revision, latest=LATEST_REVISION)
    worker = f"doctor {secrets.token_hex(4)}"
    times = []
    try:
        async with translated_errors():
            for _ in range(COMMITS):
                began = time.perf_counter()
                # A worker that was alive until 1970 is none: nobody notices it.
                await opened.write(lambda connection: connection.execute(insert(workers), {"id": worker, "until": 0}))
                await opened.write(lambda connection: connection.execute(delete(workers).where(workers.c.id == worker)))
                times.append((time.perf_counter() - began) / 2)
    except StoreError as error:
        return problem("database", "database-read-only", "database-read-only", reason=str(error))
    milliseconds = f"{1000 * statistics.median(times):.1f}"
    if 1000 * statistics.median(times) > SLOW_COMMIT_MS:
        return warning("database", "database", "database-slow", revision=known.revision, milliseconds=milliseconds)
    return ok("database", "database", revision=known.revision, milliseconds=milliseconds)


def _check_key(path: Path, known: Known | None) -> Finding:
    is_needed = known is not None and known.key_id is not None
    if not path.exists():
        if known is None or is_needed:
            return problem("key-file", "key-missing", "key", path=str(path))
        return ok("key-file", "key-new", path=str(path))
    try:
        if known is not None and known.key_id is not None:
            check_key(path, known.key_id)
        else:
            key_id_in(path)
        mode = path.stat().st_mode
    except BadKey as error:
        return problem("key-file", "reason", "key", reason=str(error))
    if mode & OPEN_TO_OTHERS:
        return warning("key-file", "key-open", "key-open", path=str(path), mode=f"{mode & 0o777:o}")
    return ok("key-file", "key" if is_needed else "key-unused", path=str(path))


async def _check_bus(configuration: Configuration) -> Finding:
    if configuration.bus is None:
        if configuration.is_only_worker:
            return ok("bus", "bus-not-needed")
        return warning("bus", "bus-missing", "bus-missing")
    client = Client()
    began = time.perf_counter()
    try:
        await client.connect(
            configuration.bus,
            name="covergames doctor",
            allow_reconnect=False,
            max_reconnect_attempts=1,  # the client also counts attempts of the first connection; its default takes two minutes
            reconnect_time_wait=0,
            connect_timeout=BUS_TIMEOUT_SECONDS,
            error_cb=_ignore,
        )
        await client.flush(BUS_TIMEOUT_SECONDS)
    except (TimeoutError, NatsError, OSError) as error:
        return problem("bus", "reason", "bus", reason=str(error) or type(error).__name__)
    finally:
        await client.close()
    return ok("bus", "bus", milliseconds=f"{1000 * (time.perf_counter() - began):.1f}")


async def _ignore(_error: Exception) -> None:
    """Ignore what the client reports besides: `connect` raises it too."""
