"""The URL of a bus."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from covergames.server.bus.memory import MemoryBus
from covergames.server.bus.nats import NatsBus

if TYPE_CHECKING:
    from covergames.server.bus.bus import Bus


class BadAddress(ValueError):
    """A URL that is not that of a bus; the message names it."""


async def open_bus(address: str | None) -> Bus:
    """Return the bus at ``nats://HOST:PORT``, which connects in the background; None: a bus within this process.

    Raises:
        BadAddress: If the URL is not that of a NATS server.
    """
    if address is None:
        return MemoryBus()
    check_address(address)
    return NatsBus(address)


def check_address(address: str) -> None:
    """Check that this is the URL of a NATS server, without connecting.

    Raises:
        BadAddress: If it is not.
    """
    if not _is_nats(address):
        raise BadAddress(f"{address!r} is not the URL of a NATS server: write nats://HOST:PORT")


def _is_nats(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("nats", "tls") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is not a number
        return False
