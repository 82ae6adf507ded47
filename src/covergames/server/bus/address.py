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
    parts = urlsplit(address)
    if parts.scheme not in ("nats", "tls") or not parts.hostname:
        raise BadAddress(f"{parts.scheme or address}: the bus is a NATS server, nats://HOST:PORT")
    return NatsBus(address)
