"""How a game's past is kept at a live table: it is most of what a table holds, and hardly ever looked into."""

from __future__ import annotations

from typing import Any

from covergames import coverme


def with_folded_past(state: Any, before: Any) -> Any:
    """The state after another, or the first, with every chapter folded that has come to its end."""
    if not isinstance(state, coverme.State) or (before is not None and len(state.past) == len(before.past)):
        return state
    folded = state.copy()
    folded.past = tuple([chapter.folded() for chapter in state.past])
    return folded
