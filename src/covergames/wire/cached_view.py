"""What one viewer was shown of one state of a game, for whoever shows the next one."""

from __future__ import annotations

from typing import Any, NamedTuple


class CachedView(NamedTuple):
    """A state, what the game lets the viewer see of it, and that in the wire's words."""

    state: Any
    view: Any
    written: Any
