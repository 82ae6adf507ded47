"""Those of this process who want to hear news."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from covergames.server.bus.bus import Listener


class Listeners:
    """May come and go while they are being told."""

    def __init__(self) -> None:
        self._listeners: dict[object, Listener] = {}

    def add(self, listener: Listener) -> Callable[[], None]:
        """Returns what takes it off again; a second time does nothing."""
        ticket = object()
        self._listeners[ticket] = listener

        def leave() -> None:
            self._listeners.pop(ticket, None)

        return leave

    def notify(self, table: str, sequence: int) -> None:
        """All that listen now."""
        for listener in tuple(self._listeners.values()):
            listener(table, sequence)

    def clear(self) -> None:
        """Nobody listens any more."""
        self._listeners.clear()
