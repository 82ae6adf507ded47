"""Cover Me by the million: all variants and player counts on flat integers, proven equal to `covergames.coverme`.

Play new games:

>>> from covergames.coverme import Options
>>> outcomes = play_games(4, Options(), 100, seed=1)
>>> outcomes.games, [len(scores) for scores in outcomes.scores]
(100, [100, 100, 100, 100])

Play out a state, here to the end of the season:

>>> import random
>>> from covergames import coverme
>>> from covergames.dealer import RandomDealer
>>> from covergames.game import Seat
>>> state = coverme.new(3, Options(start=Seat(0)), RandomDealer(random.Random(1)))
>>> play_out(Position.of(state), 10, until=Until.SEASON).games
10

Play out what one seat sees, with the unseen cards dealt again each time; decide by a plan, or search for the best action:

>>> view = coverme.view(state, Seat(0))
>>> Hidden(view).play_out(10, policies=Policy.TREND).games
10
>>> planned(view, seed=1) in view.legal
True
>>> search = Search(view, seasons=2, seed=1)
>>> search.try_world()
>>> search.best() in view.legal
True
"""

# ruff: noqa: E402 - everything below imports the modules that are loaded here.

from covergames.compiled import load

MODULES = (
    "_table",
    "_plan",
    "_games",
    "_search",
    "_network",
    "_hand_network",
    "_champion",
    "_knowledge",
    "_observation",
    "_batch",
)
"""The compiled modules; each imports only those before it."""

OBSTACLE = load("covergames.kernel", MODULES)
"""Why the compiled kernel could not be loaded; None: nothing went wrong."""

from covergames.kernel.champion import ChampionSearch
from covergames.kernel.completion import Hidden, Unknown
from covergames.kernel.plan import planned
from covergames.kernel.playouts import Outcomes, Policy, Until, play_deals, play_games, play_out
from covergames.kernel.position import IS_COMPILED, InterpretedKernelWarning, Position
from covergames.kernel.search import Outlook, Search
from covergames.kernel.worlds import Orders, Worlds

__all__ = [
    "IS_COMPILED",
    "ChampionSearch",
    "Hidden",
    "InterpretedKernelWarning",
    "Orders",
    "Outcomes",
    "Outlook",
    "Policy",
    "Position",
    "Search",
    "Unknown",
    "Until",
    "Worlds",
    "planned",
    "play_deals",
    "play_games",
    "play_out",
]
