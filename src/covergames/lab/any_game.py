"""The lab for a game that has nothing to count but scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from covergames.lab.game_lab import Highlight, KernelGames, LuckCorrection

if TYPE_CHECKING:
    from covergames.lab.figure import Picture
    from covergames.lab.run import Run
    from covergames.text import Say

KERNEL_PLAYERS: Final[Collection[str]] = ()
luck_correction: Final[LuckCorrection | None] = None


class NothingWatch:
    """Counts nothing."""

    def see(self, events: Iterable[Any]) -> None:
        """Do nothing."""

    def frequencies(self) -> Mapping[str, tuple[int, int]]:
        """Return nothing."""
        return {}

    def tallies(self) -> Mapping[str, int]:
        """Return nothing."""
        return {}

    def figures(self) -> Mapping[str, tuple[int, ...]]:
        """Return nothing."""
        return {}


def watch(_players: int, _options: Any) -> NothingWatch:
    """Return a counter that counts nothing."""
    return NothingWatch()


def play_in_kernel(
    line_ups: Sequence[Sequence[str]], _options: Any, *, seed: int, numbers: Sequence[int]
) -> KernelGames:
    """Refuse: there is no kernel."""
    raise ValueError(f"game {numbers[0]} of seed {seed}: no kernel has the players {', '.join(line_ups[0])}")


def pictures(_run: Run, _say: Say) -> list[Picture]:
    """Return no charts."""
    return []


def highlight(_run: Run) -> Highlight | None:
    """Return no share."""
    return None
