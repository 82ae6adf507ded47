"""Write the moments of the tutorial (web/src/coverme/tutorial/season.json); --check compares it.

Three trend bots play, one of them for the learner. In the season the learner chooses among a few cards each month, and every choice
has been played to the end: the file is a tree of moments. The season is the first one in which some choices score and others do
not, and no choice ends in a tie of the learner's covers. The other decisions of the game are scenes of their own, in which the
learner chooses freely. A moment is what a server would send, with the events before it.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from covergames import coverme, wire
from covergames.bots.coverme import TrendBot
from covergames.coverme import Decision, Options
from covergames.coverme.events import Featured
from covergames.coverme.phases import Phase
from covergames.coverme.places import Fate, Magazine
from covergames.dealer import RandomDealer
from covergames.game import Data, Seat
from covergames.schema import codec_of

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "coverme" / "tutorial" / "season.json"
NAMES: Final = ("", "Coco", "Mads")
"""The learner's name depends on the language."""
LEARNER: Final = Seat(0)
FIRST_SEED: Final = 1077
"""No game with a smaller seed has such a season; the search begins here to save time."""
MONTHS: Final = 3
CHOICES: Final = 3
"""The cards among which the learner chooses in each month."""
SCENES: Final = {
    "take": (Decision.TAKE, Phase.REPLENISH),
    "keep": (Decision.KEEP, Phase.REPLENISH),
    "feature": (Decision.FEATURE, Phase.FEATURE),
    "swap": (Decision.SWAP, Phase.NEW_YEAR),
    "draft": (Decision.TAKE, Phase.DRAFT),
}
"""The decisions outside the months, by the name of their lesson."""


@dataclass(slots=True)
class Game:
    """A game between three bots that can be continued from any of its states."""

    seed: int
    state: Any
    events: list[Any]

    def play(self, seat: Seat, action: Any) -> Game:
        """Return the game after an action."""
        step = coverme.apply(self.state, seat, action, RandomDealer(random.Random(self.seed)))
        return Game(self.seed, step.state, [*self.events, *step.events])

    def choice(self, seat: Seat) -> Any:
        """Return what a bot would do."""
        return TrendBot(random.Random(self.seed + seat)).choose(coverme.view(self.state, seat))

    def until_asked(self) -> Game:
        """Return the game when the learner is asked next; the others have decided."""
        game = self
        while LEARNER not in coverme.to_act(game.state):
            seat, *_ = coverme.to_act(game.state)
            game = game.play(seat, game.choice(seat))
        return game

    def moment(self, events: list[Any]) -> Data:
        """Return what the server would send to the learner, with these events."""
        snapshot = wire.Snapshot(coverme, self.state, events)
        moment = {
            "public": snapshot.public,
            "private": snapshot.private(LEARNER),
            "events": snapshot.events(LEARNER),
        }
        sent: Data = msgspec.json.decode(wire.encode(moment))
        sent["public"]["unseen"] = []  # long, and not shown
        return sent


def main() -> int:
    """Write the file or check it, and return the exit code."""
    moments = next(found for seed in count(FIRST_SEED) if (found := season(seed)) is not None)
    tutorial = {"players": list(NAMES), "moments": moments, "scenes": scenes()}
    text = json.dumps(tutorial, ensure_ascii=False, separators=(",", ":")) + "\n"
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/web_tutorial.py: {FILE}", file=sys.stderr)
        return 1
    FILE.write_text(text, "utf-8")
    return 0


def begin(seed: int, options: Options) -> Game:
    """Return a game at its beginning."""
    state = coverme.new(len(NAMES), options, RandomDealer(random.Random(seed)))
    return Game(seed, state, [*coverme.set_up_events(state)])


def season(seed: int) -> list[Data] | None:
    """Return the moments of a first season, with the number of the moment after each choice; None: it shows too little."""
    codec = codec_of(coverme, Options())
    moments: list[Data] = []
    fates: list[Fate] = []

    def grow(game: Game, events: list[Any], month: int) -> int | None:
        number = len(moments)
        moment = game.moment(events)
        moments.append(moment)
        if month > MONTHS:
            if coverme.view(game.state, LEARNER).decision is Decision.FEATURE:
                return None
            fates.append(
                next(e.fate for e in game.events if isinstance(e, Featured) and e.magazine == Magazine(LEARNER))
            )
            moment["private"]["legal"] = []
            return number
        actions = _some(coverme.legal(game.state, LEARNER), game.choice(LEARNER), seed)
        following = []
        for action in actions:
            then = game.play(LEARNER, action).until_asked()
            after = grow(then, then.events[len(game.events) :], month + 1)
            if after is None:
                return None
            following.append(after)
        moment["private"]["legal"] = [codec.action.data(action) for action in actions]
        moment["next"] = following
        return number

    first = begin(seed, Options(first_game=True, start=LEARNER))
    if grow(first, first.events, 1) is None or set(fates) != {Fate.PRESTIGE_STACK, Fate.INFLUENCE_ROW}:
        return None
    return moments


def _some(legal: Any, best: Any, seed: int) -> list[Any]:
    """Return the best of the legal actions and some others, in the order of the hand."""
    others = [action for action in legal if action != best]
    chosen = [best, *random.Random(seed).sample(others, CHOICES - 1)]
    return [action for action in legal if action in chosen]


def scenes() -> Data:
    """Return the first moment of each scene in some game, as the learner sees it."""
    found: dict[str, Data] = {}
    for seed in count(1):
        game = begin(seed, Options(start=LEARNER)).until_asked()
        while len(found) < len(SCENES) and game.state.year <= 2:
            view = coverme.view(game.state, LEARNER)
            for name, asked in SCENES.items():
                if (view.decision, view.phase) == asked and name not in found:
                    found[name] = game.moment([])
            game = game.play(LEARNER, game.choice(LEARNER)).until_asked()
        if len(found) == len(SCENES):
            return found
    raise AssertionError("there are endless games")


if __name__ == "__main__":
    sys.exit(main())
