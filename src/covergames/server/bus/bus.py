"""The interface of a bus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Listener: TypeAlias = Callable[[str, int], None]
"""Called with a table and the number of its latest entry; must not raise."""


class Bus(Protocol):
    """Carries news of tables between workers. While the bus is unavailable, no method raises and news is lost."""

    @property
    def is_connected(self) -> bool:
        """Whether the bus delivers news now."""

    async def publish(self, table: str, sequence: int) -> None:
        """Notify every listener of every other worker, and maybe those of this one."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener with all news from now on; the returned function unsubscribes it."""

    async def close(self) -> None:
        """Disconnect, and remove all listeners."""
