"""Write the season that the tutorial plays (web/src/coverme/tutorial/season.json), or say with --check if it is out of date.

The rules play it: the learner and two bots, all with an eye for trends, and of all seasons the first in which the learner
sees a cover that scores and somebody else's that does not. Every decision of the learner is kept as a server would show it,
with what happened before it; of what is legal, only what the tutorial suggests.
"""

from __future__ import annotations

import json
import random
import sys
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from covergames import coverme, wire
from covergames.bots.coverme import TrendBot
from covergames.coverme import Decision, Options
from covergames.coverme.events import Fate, Featured
from covergames.dealer import RandomDealer
from covergames.game import Data, Seat
from covergames.schema import codec_of

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "coverme" / "tutorial" / "season.json"
NAMES: Final = ("", "Coco", "Mads")
"""What the learner is called depends on the language."""
LEARNER: Final = Seat(0)
SEASON: Final = [Decision.PLACE, Decision.PLACE, Decision.PLACE, Decision.TAKE]
"""What the learner decides: three covers, and the card for the one that scored."""


def main() -> int:
    """0 if all is well, 1 if the file is out of date."""
    lesson = next(found for seed in count(1) if (found := season(seed)) is not None)
    text = json.dumps(lesson, ensure_ascii=False, separators=(",", ":")) + "\n"
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/web_tutorial.py: {FILE}", file=sys.stderr)
        return 1
    FILE.write_text(text, "utf-8")
    return 0


def season(seed: int) -> Data | None:
    """The first season of the game with this seed; None: it does not teach what it should."""
    generator = random.Random(seed)
    dealer = RandomDealer(generator)
    bots = [TrendBot(generator) for _ in NAMES]
    options = Options(first_game=True, start=LEARNER)
    state = coverme.new(len(NAMES), options, dealer)
    codec = codec_of(coverme, coverme.options_of(state))
    told: list[Any] = [*coverme.set_up_events(state)]
    moments: list[Data] = []
    asked: list[Decision | None] = []
    fates: dict[int, Fate] = {}
    while len(moments) <= len(SEASON):
        seat, *_ = coverme.to_act(state)
        if seat == LEARNER:
            view = coverme.view(state, seat)
            action = bots[seat].choose(view)
            snapshot = wire.Snapshot(coverme, state, told)
            moment = {"public": snapshot.public, "private": snapshot.private(seat), "events": snapshot.events(seat)}
            moments.append(msgspec.json.decode(wire.encode(moment)))
            moments[-1]["private"]["legal"] = [codec.action.data(action)]
            asked.append(view.decision)
            told = []
        else:
            action = bots[seat].choose(coverme.view(state, seat))
        step = coverme.apply(state, seat, action, dealer)
        fates |= {event.magazine: event.fate for event in step.events if isinstance(event, Featured)}
        told.extend(step.events)
        state = step.state
    others = {fate for magazine, fate in fates.items() if magazine != LEARNER}
    is_clear = (
        asked[: len(SEASON)] == SEASON and fates[LEARNER] is Fate.PRESTIGE_STACK and others == {Fate.INFLUENCE_ROW}
    )
    return {"players": list(NAMES), "options": {"first_game": True}, "moments": moments} if is_clear else None


if __name__ == "__main__":
    sys.exit(main())
