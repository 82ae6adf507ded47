"""Cover Me by the million: all variants and player counts on flat integers, proven equal to `covergames.coverme`.

>>> from covergames.coverme import Options
>>> outcomes = play_games(4, Options(), 100, seed=1)
>>> outcomes.games, [len(scores) for scores in outcomes.scores]
(100, [100, 100, 100, 100])

Three ways in: `play_games` deals, `Position.of(state)` takes over a game, and `Hidden(view)` makes positions that somebody
who sees only that view could be in. `play_out` and `Hidden.play_out` play on from there, and `Search(view)` finds out what
the viewer should do.
"""

from covergames.kernel.completion import Hidden, Unknown
from covergames.kernel.playouts import Outcomes, Policy, Until, play_games, play_out
from covergames.kernel.position import IS_COMPILED, InterpretedKernelWarning, Position
from covergames.kernel.search import Search

__all__ = [
    "IS_COMPILED",
    "Hidden",
    "InterpretedKernelWarning",
    "Outcomes",
    "Policy",
    "Position",
    "Search",
    "Unknown",
    "Until",
    "play_games",
    "play_out",
]
