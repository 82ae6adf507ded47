"""Write src/covergames/cover_puzzles.json: positions of Cover Me in which one cover is clearly the best, and not the tempting one.

python scripts/cover_puzzles.py --search   add positions until there are enough: about half an hour on one core
python scripts/cover_puzzles.py            exit 1 if a position of the file cannot be played, or is no puzzle; also with --check

The games are played by planning bots, with fixed seeds. Values come from the search of the strongest bot, and two more searches
with other worlds, one of them with a season more, have to agree. A better search would find other values: the file is written once, and positions are only
added at its end. A search that was stopped continues after the last deal of the file.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import ceil
from pathlib import Path
from typing import Final

import msgspec

from covergames import bots, cover_puzzle, coverme
from covergames.analysis.coverme.options import Value, values
from covergames.bots.budget import Budget
from covergames.bots.coverme.editor import PLAYOUT_SEASONS
from covergames.cover_puzzle import DIGITS, StoredOption, StoredPuzzle
from covergames.coverme import Action, Options, Phase, Place, View
from covergames.coverme.notation import card_text, parse_card
from covergames.game import Seat
from covergames.kernel import Worlds

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "src" / "covergames" / cover_puzzle.FILE
PUZZLES: Final = 365
"""After so many days the positions begin again."""
PLAYERS: Final = (4, 3, 5)
YEARS: Final = (1, 2, 3)
FIRST_LOOK: Final = Budget(playouts=800)
SECOND_LOOK: Final = Budget(playouts=4000)
PROOF: Final = Budget(playouts=20_000)
SHARE_PLAYOUTS: Final = 4000
"""For each seat's share of the victory after a cover."""
LEAST_BEHIND: Final = 15_000
"""The second best cover costs at least this much, in millionths of the victory."""
LEAST_TEMPTED: Final = 40_000
"""The tempting one costs at least this much."""
SHARES: Final = range(80_000, 800_000)
"""The win share of the best cover: a game that is decided is no puzzle."""


def main() -> int:
    """Write the file or check it, and return the exit code."""
    if "--search" not in sys.argv[1:]:
        return check()
    found = [stored for stored in cover_puzzle.all_puzzles() if not is_doubted(stored)]
    write(found)
    after = found[-1].deal + 1 if found else 0
    for puzzle in islice(puzzles(after), max(0, PUZZLES - len(found))):
        found.append(puzzle)
        write(found)
        print(f"{len(found)}/{PUZZLES}: deal {puzzle.deal}", file=sys.stderr)
    return 0


def write(found: Sequence[StoredPuzzle]) -> None:
    """Write these positions to the file, one a line."""
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in found)
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")


def check() -> int:
    """Return 1 if a position of the file cannot be played, or its covers are not those of the hand, the best one first."""
    for stored in cover_puzzle.all_puzzles():
        puzzle = cover_puzzle.solved("", stored)
        hand = sorted(coverme.view(puzzle.state, puzzle.seat).hand)
        behind = [choice.behind for choice in puzzle.choices]
        is_sound = (
            puzzle.state.phase is Phase.PLACE
            and sorted(choice.card for choice in puzzle.choices) == hand
            and behind == sorted(behind)
            and behind[0] == 0 < behind[1] - puzzle.choices[1].margin
            and puzzle.choices[0].card != puzzle.tempting
        )
        if not is_sound:
            print(f"{FILE.relative_to(ROOT)}: deal {stored.deal} is no puzzle", file=sys.stderr)
            return 1
    return 0


def puzzles(first: int) -> Iterator[StoredPuzzle]:
    """Yield the first puzzle of every deal that has one, from that deal on."""
    for deal in count(first):
        puzzle = puzzle_of(deal, PLAYERS[deal % len(PLAYERS)], YEARS[deal // len(PLAYERS) % len(YEARS)])
        if puzzle is not None:
            yield puzzle


def puzzle_of(deal: int, players: int, year: int) -> StoredPuzzle | None:
    """Return a position of that year in a game of bots; None: no cover is clearly the best in any."""
    dealer = cover_puzzle.dealer_of(deal)
    state = coverme.new(players, Options(start=Seat(deal % players)), dealer)
    player = bots.named(coverme, "plan")(random.Random(deal))
    chooser = random.Random(f"{deal} seats")
    decisions = ""
    while coverme.result(state) is None and state.year <= year:
        if state.phase is Phase.PLACE and state.year == year and not any(card is not None for card in state.placed):
            seat = Seat(chooser.randrange(players))
            view, seed = coverme.view(state, seat), f"{deal} {len(decisions)}"
            found = options(view, seed)
            if found is not None:
                best, tempting = parse_card(found[0].card), cover_puzzle.tempting(view)
                each = [shares(view, Place((card,)), seed) for card in (best, tempting)]
                return StoredPuzzle(deal, players, seat, decisions, found, *each)
        actor = coverme.to_act(state)[0]
        action = player.choose(coverme.view(state, actor))
        decisions += DIGITS[list(coverme.legal(state, actor)).index(action)]
        state = coverme.apply(state, actor, action, dealer).state
    return None


def options(view: View, seed: str) -> list[StoredOption] | None:
    """Return the covers, if one of them is clearly the best and the tempting one is not."""
    wanted = Place((cover_puzzle.tempting(view),))
    found: list[Value] = []
    for number, budget in enumerate((FIRST_LOOK, SECOND_LOOK, PROOF)):
        found = values(view, budget, seed=f"{seed} {number}")
        if not is_puzzle(found, wanted):
            return None
    if not is_confirmed(view, found[0].action, wanted, f"{seed} again"):
        return None
    return [
        StoredOption(
            card_text(value.action.cards[0]),
            round(value.share / 1000),
            round(value.behind / 1000),
            ceil(value.margin / 1000),
        )
        for value in found
        if isinstance(value.action, Place)
    ]


def is_doubted(stored: StoredPuzzle) -> bool:
    """Return whether a second search does not agree with a stored position."""
    puzzle = cover_puzzle.solved("", stored)
    best, tempting = puzzle.choices[0].card, puzzle.tempting
    return not is_confirmed(
        coverme.view(puzzle.state, puzzle.seat), Place((best,)), Place((tempting,)), str(stored.deal)
    )


def is_confirmed(view: View, best: Action, tempting: Place, seed: str) -> bool:
    """Return whether searches with other worlds, one of them with a season more, find the same best cover outside the noise."""
    searches = (values(view, PROOF, seed=f"{seed} {more}", seasons=PLAYOUT_SEASONS + more) for more in (0, 1))
    return all(found[0].action == best and is_puzzle(found, tempting) for found in searches)


def shares(view: View, action: Place, seed: str) -> list[int]:
    """Return each seat's share of the victory after that cover, in thousandths."""
    assert view.seat is not None
    worlds = Worlds(view, seasons=PLAYOUT_SEASONS, seed=seed, then=[(view.seat, action)])
    sums = [0.0] * view.players
    for _ in range(SHARE_PLAYOUTS):
        sums = [total + share for total, share in zip(sums, worlds.prospects().final, strict=True)]
    return [round(1000 * total / SHARE_PLAYOUTS) for total in sums]


def is_puzzle(found: list[Value], tempting: Place) -> bool:
    """Return whether the best cover is better than the second outside the noise, and much better than the tempting one."""
    best, second = found[:2]
    tempted = next(value for value in found if value.action == tempting)
    return (
        best.share in SHARES
        and second.behind >= LEAST_BEHIND
        and second.behind > 1.5 * second.margin
        and tempted.behind >= LEAST_TEMPTED
    )


if __name__ == "__main__":
    sys.exit(main())
