"""Write the test data of Cover Up for the browser client (web/fixtures/coverup); --check compares it.

game.json has moments of a golden game, as the server would send them to a seat, and the best points of each hand.
replay.json is the replay of its first round and the beginning of the second. puzzles.json has the daily puzzles of two weeks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from covergames import coverup, puzzle, wire
from covergames.coverup.cards import HAND, Card
from covergames.coverup.layout import Score
from covergames.coverup.state import Phase, State
from covergames.game import Seat
from covergames.record import read, replay
from covergames.server.coverup.messages import write_best, write_optimum, write_puzzle
from covergames.wire.replay import Replay, replay_of_record

ROOT: Final = Path(__file__).resolve().parents[1]
RECORD: Final = ROOT / "tests" / "playthroughs" / "golden" / "cover-up.json"
FOLDER: Final = ROOT / "web" / "fixtures" / "coverup"
FIRST_DAY: Final = date(2026, 11, 16)
"""The day of the first puzzle, a Monday."""
DAYS: Final = 14


class Moment(NamedTuple):
    """The first state that fulfils a condition, as a seat sees it; None: as a spectator sees it."""

    seat: Seat | None
    condition: Callable[[State], bool]


MOMENTS: Final = {
    "begun": Moment(Seat(0), lambda state: state.round == 1),
    "laying": Moment(Seat(0), lambda state: len(state.piles[0]) == HAND - 1),
    "counted": Moment(Seat(2), lambda state: state.phase is Phase.GIVE_BACK),
    "passed": Moment(Seat(0), lambda state: state.round == 2),
    "flipped": Moment(Seat(1), lambda state: state.round == 2 and state.flipped_by is not None),
    "spectator": Moment(None, lambda state: state.round == 2 and state.flipped_by is not None),
    "given-back": Moment(Seat(0), lambda state: state.giving_back[0] is not None),
    "over": Moment(Seat(0), lambda state: state.phase is Phase.OVER),
}


def main() -> int:
    """Write the files or check them, and return the exit code."""
    written = {"game": game(), "replay": first_round(), "puzzles": puzzles()}
    texts = {FOLDER / f"{name}.json": wire.encode(value).decode() + "\n" for name, value in written.items()}
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text("utf-8") != text]
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/web_cover_up.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for path in stale:
        path.write_text(texts[path], "utf-8")
    return 0


def game() -> object:
    """Return the players, the best points of each hand by round, and the moments."""
    record = read(RECORD.read_bytes())
    steps = list(replay(record))
    players, options = len(record.players), coverup.options_of(steps[0].state)
    moments = {}
    for name, (seat, condition) in MOMENTS.items():
        found = next(step.state for step in steps if condition(step.state))
        snapshot = wire.Snapshot(coverup, found)
        secret = {} if seat is None else {"private": snapshot.private(seat)}
        moments[name] = {"public": snapshot.public, **secret, "history": snapshot.history()}
    rounds = steps[-1].state.scores
    return {
        "players": record.players,
        "arrangement": wire.write_arrangement(coverup, players, options),
        "optima": [
            [write_optimum(coverup.solve(_hand(one.score), options.deck), options.deck) for one in scores]
            for scores in rounds
        ],
        "moments": moments,
    }


def _hand(score: Score) -> tuple[Card, ...]:
    return (*(at.card for at in score.pile), *score.aside)


def first_round() -> Replay:
    """Return the replay for a spectator, until two cards are laid in the second round."""
    record = read(RECORD.read_bytes())
    whole = replay_of_record(record, None)
    second = next(number for number, step in enumerate(replay(record)) if step.state.round == 2)
    return msgspec.structs.replace(whole, steps=whole.steps[: second + 3])


def puzzles() -> object:
    """Return the puzzles as a browser stores them, and the best piles of one."""
    asked = [puzzle.daily(FIRST_DAY + timedelta(days=day)) for day in range(DAYS)]
    deck = coverup.house_deck()
    return {
        "days": [write_puzzle(one, puzzle.best(one), deck) for one in asked],
        "best": write_best(puzzle.best(asked[0]), deck),
    }


if __name__ == "__main__":
    sys.exit(main())
