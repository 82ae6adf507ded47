"""Write the test data of Cover Me for the browser client (web/fixtures); --check compares it.

Bots play a game of each variant. A file has the first moment of each kind of decision: the messages that a server would send
to the seat that decides, with the events so far.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from covergames import coverme, wire
from covergames.bots.coverme import TrendBot
from covergames.coverme import Clothes, Decision, GameLength, Options, Phase, State, TwoPlayer
from covergames.dealer import RandomDealer
from covergames.game import Data, Seat
from covergames.table.view import Place

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "fixtures"
NAMES: Final = ("Ada", "Bo", "Cleo", "Dries", "Eva")


@dataclass(frozen=True, slots=True)
class Variant:
    """A game, and the moments to write: kinds of decision, or a phase with a month."""

    players: int
    options: Options
    moments: tuple[str, ...]
    seed: int = 1


VARIANTS: Final = {
    "standard": Variant(4, Options(), ("draft", "place-1", "place-3", "feature", "keep", "replenish", "swap")),
    "five": Variant(5, Options(first_game=True), ("place-2",), seed=2),
    "fictional": Variant(2, Options(), ("place-2",)),
    "advanced": Variant(2, Options(two_player=TwoPlayer.ADVANCED), ("draft", "place-2", "feature", "keep")),
    "open": Variant(3, Options(length=GameLength.SHORTER, open_scores=True), ("place-3", "over")),
    "same-value": Variant(3, Options(same_value=Clothes.GREEN, years=1), ("replenish", "vote"), seed=4),
}


def main() -> int:
    """Write the files or check them, and return the exit code."""
    written = {
        FOLDER / f"{name}-{moment}.json": json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"
        for name, variant in VARIANTS.items()
        for moment, table in moments_of(variant).items()
    }
    stale = [path for path, text in written.items() if not path.exists() or path.read_text("utf-8") != text]
    stale += sorted(set(FOLDER.glob("*.json")) - set(written))
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/web_fixtures.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for path in stale:
        if path in written:
            path.write_text(written[path], "utf-8")
        else:
            path.unlink()
    return 0


def moments_of(variant: Variant) -> dict[str, Data]:
    """Return the moments of one game, as a seat that has to decide sees them."""
    generator = random.Random(variant.seed)
    dealer = RandomDealer(generator)
    bots = [TrendBot(generator) for _ in range(variant.players)]
    state = coverme.new(variant.players, variant.options, dealer)
    told = [*coverme.set_up_events(state)]
    found: dict[str, Data] = {}
    while True:
        seats = coverme.to_act(state)
        seat = seats[0] if seats else Seat(0)
        if (moment := _moment(state)) in variant.moments and moment not in found:
            found[moment] = _table(wire.Snapshot(coverme, state, told), seat)
        if not seats:
            break
        step = coverme.apply(state, seat, bots[seat].choose(coverme.view(state, seat)), dealer)
        told.extend(step.events)
        state = step.state
    if missing := set(variant.moments) - set(found):
        raise SystemExit(f"this game never came to {', '.join(sorted(missing))}: choose another seed")
    return found


def _moment(state: State) -> str:
    """Return the name of the moment: what the table waits for."""
    decision = coverme.view(state, None).decision
    if decision in (Decision.KEEP, Decision.SWAP):
        return str(decision.value)
    return f"place-{state.month}" if state.phase is Phase.PLACE else str(state.phase.value)


def _table(snapshot: wire.Snapshot, seat: Seat) -> Data:
    state: State = snapshot.state
    fixture: Data = msgspec.json.decode(
        wire.encode(
            {
                "seats": [_place(number, seat) for number in range(state.players)],
                "arrangement": wire.write_arrangement(coverme, state.players, state.options),
                "public": snapshot.public,
                "private": snapshot.private(seat),
                "history": snapshot.events(seat),
            }
        )
    )
    return fixture


def _place(seat: int, viewer: Seat) -> Place:
    """Return the player in a seat: the viewer is a person, the others are bots."""
    return Place(
        name=NAMES[seat],
        bot=None if seat == viewer else "trend",
        present=seat == viewer,
        ready=True,
    )


if __name__ == "__main__":
    sys.exit(main())
