"""The bus: it notifies other workers that a table has changed, so that they read the store immediately.

It carries nothing else, and it may lose messages: workers also poll the store.
"""

from covergames.server.bus.address import BadAddress, open_bus
from covergames.server.bus.bus import Bus, Listener
from covergames.server.bus.memory import MemoryBus
from covergames.server.bus.nats import NatsBus

__all__ = ["BadAddress", "Bus", "Listener", "MemoryBus", "NatsBus", "open_bus"]
