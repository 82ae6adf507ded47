"""Write the season of the tutorial (web/src/coverme/tutorial/season.json); --check compares it.

Three trend bots play, one of them for the learner. The season is the first one in which the learner's cover scores and another
player's does not. The file has each decision of the learner as a server would send it, with the events before it; the only
legal action is the one that the tutorial suggests.
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
"""The learner's name depends on the language."""
LEARNER: Final = Seat(0)
SEASON: Final = [Decision.PLACE, Decision.PLACE, Decision.PLACE, Decision.TAKE]
"""The learner's decisions: three covers, and a card to replace the one that scored."""


def main() -> int:
    """Write the file or check it, and return the exit code."""
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
    """Return the first season of the game with this seed; None: it does not show what it should."""
    generator = random.Random(seed)
    dealer = RandomDealer(generator)
    bots = [TrendBot(generator) for _ in NAMES]
    options = Options(first_game=True, start=LEARNER)
    state = coverme.new(len(NAMES), options, dealer)
    codec = codec_of(coverme, coverme.options_of(state))
    events: list[Any] = [*coverme.set_up_events(state)]
    moments: list[Data] = []
    asked: list[Decision | None] = []
    fates: dict[int, Fate] = {}
    while len(moments) <= len(SEASON):
        seat, *_ = coverme.to_act(state)
        if seat == LEARNER:
            view = coverme.view(state, seat)
            action = bots[seat].choose(view)
            snapshot = wire.Snapshot(coverme, state, events)
            moment = {"public": snapshot.public, "private": snapshot.private(seat), "events": snapshot.events(seat)}
            moments.append(msgspec.json.decode(wire.encode(moment)))
            moments[-1]["private"]["legal"] = [codec.action.data(action)]
            asked.append(view.decision)
            events = []
        else:
            action = bots[seat].choose(coverme.view(state, seat))
        step = coverme.apply(state, seat, action, dealer)
        fates |= {event.magazine: event.fate for event in step.events if isinstance(event, Featured)}
        events.extend(step.events)
        state = step.state
    others = {fate for magazine, fate in fates.items() if magazine != LEARNER}
    is_clear = (
        asked[: len(SEASON)] == SEASON and fates[LEARNER] is Fate.PRESTIGE_STACK and others == {Fate.INFLUENCE_ROW}
    )
    return {"players": list(NAMES), "options": {"first_game": True}, "moments": moments} if is_clear else None


if __name__ == "__main__":
    sys.exit(main())
