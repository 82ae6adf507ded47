"""The bus: tells other workers that a table has news, so that they look into the store at once.

It says no more than that, and it may fail to: whoever hears nothing finds out a moment later, from the store.
"""

from covergames.server.bus.address import BadAddress, open_bus
from covergames.server.bus.bus import Bus, Listener
from covergames.server.bus.memory import MemoryBus
from covergames.server.bus.nats import NatsBus

__all__ = ["BadAddress", "Bus", "Listener", "MemoryBus", "NatsBus", "open_bus"]
