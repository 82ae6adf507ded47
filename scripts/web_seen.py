"""Write web/fixtures/fair/seen.json: games for the browser's comparison of what it was shown with the record.

python scripts/web_seen.py            write the file
python scripts/web_seen.py --check    exit 1 if it is not up to date

`chains` are the beginnings of games as a seat sees them, each with the hash chain of `covergames.wire.seen`. `rigged` is what a
server showed that dealt sorted cards. `deals` are whole games without what the comparison of cards does not need.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from covergames import coverme, coverup
from covergames.game import AnyCard, Data, Dealer, Seat
from covergames.games import AnyGame
from covergames.record import Fair, Record, Recording, read
from covergames.schema import read_options
from covergames.table import FairDealer, commitment
from covergames.table.fair import deal_key
from covergames.wire import Seen, encode
from covergames.wire.replay import Replay, replay_of_record
from covergames.wire.seen import MARK_DIGITS, Observation, content_of, first_link, next_link

ROOT: Final = Path(__file__).parents[1]
GOLDEN: Final = ROOT / "tests" / "playthroughs" / "golden"
FILE: Final = ROOT / "web" / "fixtures" / "fair" / "seen.json"
SEED: Final = "5e" * 32
NONCES: Final = ("own-nonce", "x", "Z_9")
TABLE: Final = "friday"
ADA: Final = Seat(0)
DECISIONS: Final = 8
"""The number of decisions in the beginnings."""
GAMES: Final = ("advanced", "fictional", "longer", "same-value-fictional")
"""Golden games, which together have every event that moves a card."""
WITHOUT_CARDS: Final = {"judged", "season_began", "stacks_opened", "chose", "voted", "votes_revealed", "game_ended"}
"""Events that move no card."""


class SortedDealer:
    """A dishonest dealer."""

    def shuffle(self, _pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the cards as they come out of the box."""
        return list(cards)


def main() -> int:
    """Write the file or check it, and return the exit code."""
    honest = FairDealer(deal_key(SEED, NONCES))
    data = {
        "chains": [chain("cover me", coverme, honest), chain("cover up", coverup, FairDealer(deal_key(SEED, NONCES)))],
        "rigged": [chain("cover me", coverme, SortedDealer()), chain("cover up", coverup, SortedDealer())],
        "deals": list(deals()),
    }
    text = encode(data).decode().replace('},{"', '},\n{"') + "\n"
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{FILE.relative_to(ROOT)} is not up to date: run scripts/web_seen.py", file=sys.stderr)
        return 1
    FILE.write_text(text, "utf-8")
    return 0


def chain(name: str, game: AnyGame, dealer: Dealer) -> Data:
    """Return the beginning of a game as the first seat sees it: the record, the replay and the chain."""
    options = read_options(game, {"start": 0} if game is coverme else {}, len(NONCES))
    recording = Recording.begin(game, ("Ada", "Bo", "Cy"), options, dealer)
    chooser = random.Random(1)
    for _ in range(DECISIONS):
        seat = chooser.choice(game.to_act(recording.state))
        recording.act(seat, chooser.choice(game.legal(recording.state, seat)))
    record = recording.record
    record.fair = Fair(commitment(SEED), SEED, list(NONCES))
    replay = replay_of_record(record, ADA)
    return {
        "name": name,
        "record": msgspec.json.decode(record.encode()),
        "steps": msgspec.json.decode(encode(replay.steps)),
        "seen": seen_of(replay),
    }


def seen_of(replay: Replay) -> Seen:
    """Return the chain of a client that was there from the deal on, and connected again at step 3."""
    chain, observations = first_link(TABLE, ADA), []
    for number, step in enumerate(replay.steps):
        kinds: list[Literal["told", "shown"]] = ["told", "shown"] if number == 3 else ["told"]
        for kind in kinds:
            events = step.events if kind == "told" else UNSET
            chain = next_link(chain, content_of(number, step.public, step.private, events))
            observations.append(Observation(number, kind, chain[:MARK_DIGITS]))
    return Seen(table=TABLE, seat=ADA, observations=tuple(observations), chain=chain)


def deals() -> Iterator[Data]:
    """Yield golden games of Cover Me, and one of Cover Up, with the events that move cards and the seat's hand."""
    for name in GAMES:
        record = read((GOLDEN / f"{name}.json").read_bytes())
        yield {"name": name, "record": slim(record), "steps": [slim_step(step) for step in steps(record)]}
    yield cover_up_deal()


def cover_up_deal() -> Data:
    """Return a game of Cover Up in which nobody lays a card, so that it is short."""
    record = Recording.begin(coverup, ("Ada", "Bo", "Cy"), read_options(coverup, {}, 3), FairDealer(b"key"))
    chooser = random.Random(2)
    while seats := coverup.to_act(record.state):
        is_laying = record.state.phase is coverup.Phase.LAY
        seat = seats[0]
        actions = [coverup.Done(0)] if is_laying else coverup.legal(record.state, seat)
        record.act(seat, chooser.choice(actions))
    played = record.record
    hands = [
        {"public": {"game": "cover-up", "seats": [{"hand": seat["hand"]} for seat in step["public"]["seats"]]}}
        for step in steps(played)
    ]
    return {"name": "cover up", "record": slim(played), "steps": hands}


def steps(record: Record) -> list[Data]:
    """Return the steps of the replay for the first seat, as JSON."""
    return msgspec.json.decode(encode(replay_of_record(record, ADA).steps), type=list[dict[str, Any]])


def slim(record: Record) -> Data:
    """Return the record without its result."""
    fields = msgspec.json.decode(record.encode(), type=dict[str, Any])
    return {name: fields[name] for name in ("game", "players", "start", "options", "events") if name in fields}


def slim_step(step: Data) -> Data:
    """Return the events that move cards, and the hand."""
    events = [event for event in step["events"] if event["event"] not in WITHOUT_CARDS]
    return {"events": events, "private": {"game": "cover-me", "hand": step["private"]["hand"]}}


if __name__ == "__main__":
    sys.exit(main())
