"""Which bus: its address."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from covergames.server.bus.memory import MemoryBus
from covergames.server.bus.nats import NatsBus

if TYPE_CHECKING:
    from covergames.server.bus.bus import Bus


class BadAddress(ValueError):
    """An address of a bus that does not exist; the message names it."""


async def open_bus(address: str | None) -> Bus:
    """The bus at ``nats://HOST:PORT``, whether or not it answers yet; None: one within this process."""
    if address is None:
        return MemoryBus()
    if not _is_nats(address):
        raise BadAddress(f"{address!r}: the bus is a NATS server, nats://HOST:PORT")
    return NatsBus(address)


def _is_nats(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("nats", "tls") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        return False
