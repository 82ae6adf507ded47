"""The listeners of this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from covergames.server.bus.bus import Listener


class Listeners:
    """Listeners that may be added and removed while they are notified."""

    def __init__(self) -> None:
        self._listeners: dict[object, Listener] = {}

    def add(self, listener: Listener) -> Callable[[], None]:
        """Add the listener, and return a function that removes it; a second call does nothing."""
        key = object()
        self._listeners[key] = listener

        def remove() -> None:
            self._listeners.pop(key, None)

        return remove

    def notify(self, table: str, sequence: int) -> None:
        """Call all listeners."""
        for listener in tuple(self._listeners.values()):
            listener(table, sequence)

    def clear(self) -> None:
        """Remove all listeners."""
        self._listeners.clear()
