"""A bus within one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.server.bus.listeners import Listeners

if TYPE_CHECKING:
    from collections.abc import Callable

    from covergames.server.bus.bus import Listener


class MemoryBus:
    """Enough for one worker, or for several in one process."""

    def __init__(self) -> None:
        self._listeners = Listeners()

    @property
    def is_connected(self) -> bool:
        """Always True."""
        return True

    async def publish(self, table: str, sequence: int) -> None:
        """Notify every listener before it returns."""
        self._listeners.notify(table, sequence)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener with all news from now on; the returned function unsubscribes it."""
        return self._listeners.add(listener)

    async def close(self) -> None:
        """Remove all listeners."""
        self._listeners.clear()
