"""Write test data from the Python rules for the browser client (web/fixtures/counted); --check compares it.

The browser client counts by itself where it has no server: tracks, trends and values in previews and in the trend counter,
and the points of a pile in a puzzle that is solved offline.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from covergames import coverup
from covergames.coverme.cards import CARDS
from covergames.coverme.notation import card_text
from covergames.coverme.season import values_of
from covergames.coverme.trends import CHARACTERISTICS, Season, tracks_of, trends_of
from covergames.coverup import Pile, house_deck, score, solve
from covergames.coverup.hand import COLOURS, deal
from covergames.dealer import RandomDealer
from covergames.schema import codec_of

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "fixtures" / "counted"
SAMPLE_SEASONS: Final = 60
"""The number of seasons of each kind, from empty tables to full ones."""
SAMPLE_HANDS: Final = 32
"""The number of hands of each round, with one pile each."""


def seasons() -> list[dict[str, Any]]:
    """Return rows of random cards with their tracks, trends and values (CM-T1 to CM-T4)."""
    chance = random.Random(1)
    counted = []
    for season in Season:
        for number in range(SAMPLE_SEASONS):
            drawn = chance.sample(CARDS, number % 21)
            split = chance.randint(0, min(5, len(drawn)))
            influence_row, covers = tuple(drawn[:split]), tuple(drawn[split:])
            tracks = tracks_of(drawn, season)
            trends = trends_of(tracks)
            active = {trait: kind for trait, kind in CHARACTERISTICS.items() if any(shown in tracks for shown in kind)}
            counted.append(
                {
                    "season": season.value,
                    "influence_row": [card_text(card) for card in influence_row],
                    "covers": [card_text(card) for card in covers],
                    "tracks": {
                        trait.value: {shown.value: tracks[shown] for shown in kind} for trait, kind in active.items()
                    },
                    "trends": {
                        trait.value: names
                        for trait, kind in active.items()
                        if (names := [shown.value for shown in kind if shown in trends])
                    },
                    "values": list(values_of(covers, trends)),
                }
            )
    return counted


def piles() -> list[dict[str, Any]]:
    """Return best piles in which one card is moved or missing, with their points (CU-S1 to CU-S3)."""
    chance = random.Random(1)
    deck = house_deck()
    codec = codec_of(coverup, coverup.Options())
    counted = []
    for round_number in COLOURS:
        for number in range(SAMPLE_HANDS):
            hand = deal(deck, round_number, RandomDealer(chance))
            best = solve(hand, deck, count=False).pile
            place = chance.randrange(len(best))
            strayed = replace(best[place], x=best[place].x + number % 4)
            pile = (*best[:place], strayed, *best[place + 1 :])[: chance.randint(0, 7)]
            counted.append(
                {
                    "hand": [deck[card].id for card in hand],
                    "pile": codec.form(Pile).data(pile),
                    "points": score(pile, hand, deck).points,
                }
            )
    return counted


def main() -> int:
    """Write the files or check them, and return the exit code."""
    written = {
        FOLDER / f"{name}.json": json.dumps(counted, separators=(",", ":")) + "\n"
        for name, counted in (("seasons", seasons()), ("piles", piles()))
    }
    stale = [path for path, text in written.items() if not path.exists() or path.read_text("utf-8") != text]
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/counted_fixtures.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(written[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
