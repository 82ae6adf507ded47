"""Write seasons that the Python rules counted (web/fixtures/counted/seasons.json), or say with --check if they are stale.

The browser counts tracks, trends and values too: in previews, and in the trend counter for the boxed game.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any, Final

from covergames.coverme.cards import CARDS
from covergames.coverme.notation import card_text
from covergames.coverme.season import values_of
from covergames.coverme.trends import CHARACTERISTICS, Season, tracks_of, trends_of

PATH: Final = Path(__file__).resolve().parents[1] / "web" / "fixtures" / "counted" / "seasons.json"
EACH: Final = 60
"""How many seasons of each kind, from empty tables to full ones."""


def seasons() -> list[dict[str, Any]]:
    """Rows of random cards, with what the rules make of them (CM-T1 to CM-T4)."""
    chance = random.Random(1)
    counted = []
    for season in Season:
        for number in range(EACH):
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
                        trait.value: [shown.value for shown in kind if shown in trends]
                        for trait, kind in active.items()
                    },
                    "values": list(values_of(covers, trends)),
                }
            )
    return counted


def main() -> int:
    """0 if all is well, 1 if the file is out of date."""
    written = json.dumps(seasons(), separators=(",", ":")) + "\n"
    if PATH.exists() and PATH.read_text("utf-8") == written:
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/trend_fixtures.py:\n  {PATH}", file=sys.stderr)
        return 1
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_text(written, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
