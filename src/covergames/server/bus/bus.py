"""What every bus does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Listener: TypeAlias = Callable[[str, int], None]
"""Is told a table and the number of its latest entry; must not raise."""


class Bus(Protocol):
    """Carries news of tables between workers. Nothing here raises because the bus is gone: news is lost, that is all."""

    @property
    def is_connected(self) -> bool:
        """Whether news gets through at the moment."""

    async def publish(self, table: str, sequence: int) -> None:
        """Tell every listener of every other worker; those of this one may hear it too."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """From now on tell this listener all news; calling what is returned ends it."""

    async def close(self) -> None:
        """Stop telling and listening."""
