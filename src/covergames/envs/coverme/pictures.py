"""An observation of Cover Me for people: as text, and as a picture with the cards as the browser draws them."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from covergames.coverme import Clothes, Decision, Hair, Length, Pattern, Phase, Season, card_texts
from covergames.coverme.options import Options
from covergames.envs.coverme.features import FEATURES
from covergames.envs.drawing import card_art, rasterise, style_with
from covergames.envs.feature import Bytes, read_features
from covergames.envs.table import Picture
from covergames.kernel import _knowledge as w

_CARDS: Final = card_texts(Options())
_SHOWN: Final = (*Hair, *Length, *Pattern, *Clothes)
_SEASONS: Final = tuple(Season)
_PHASES: Final = tuple(Phase)
_DECISIONS: Final = ("nothing", *(decision.value for decision in Decision))

WIDTH: Final = 70
HEIGHT: Final = 98
GAP: Final = 6
COLUMNS: Final = 12
_TABLE: Final = (36, 62, 54)


def groups(observation: Bytes) -> dict[str, list[int]]:
    """Return the cards that lie open or belong to the observer, by the place where they are."""
    codes = observation[: len(_CARDS)]

    def at(*numbers: int) -> list[int]:
        return [int(card) for code in numbers for card in np.flatnonzero(codes == code)]

    players = read_features(FEATURES, observation)["players"][0]
    magazines = 4 if players == 2 else players
    return {
        "influence row": at(w.INFLUENCING),
        "open piles": at(w.OPEN_TOP),
        **{
            f"magazine +{number}": at(*range(w.COVER + 3 * number, w.COVER + 3 * number + 3))
            + (at(w.PLACED_B) if number == 3 else [])
            for number in range(magazines)
        },
        "placed": at(w.PLACED_OWN, w.PLACED_OWN + 1),
        "drawn": at(w.LOOKED_AT),
        "picked": at(w.PICKED),
        "your hand": at(w.IN_HAND),
    }


def text(observation: Bytes) -> str:
    """Return an observation as a few lines of text; cards are written as in records."""
    seen = read_features(FEATURES, observation)
    (players,) = seen["players"]
    trends = [shown.value for shown, is_trend in zip(_SHOWN, seen["trends"], strict=True) if is_trend]
    tracks = [f"{shown.value} {count}" for shown, count in zip(_SHOWN, seen["tracks"], strict=True) if count]
    lines = [
        f"year {seen['year'][0]} of {seen['years'][0]}, {_SEASONS[seen['season'][0]].value}, month {seen['month'][0]}, "
        f"{_PHASES[seen['phase'][0]].value}; the table waits for: {_DECISIONS[seen['decision'][0]]}",
        f"tracks: {', '.join(tracks) or 'empty'}; trends: {', '.join(trends) or 'none'}",
        f"prestige, from you clockwise: {seen['prestige'][:players]}; cards in hand: {seen['hands'][:players]}",
        f"piles: face-down {seen['face_down'][0]}, next {seen['next_pile'][0]}, discard {seen['discard'][0]}",
    ]
    lines += [
        f"{name}: {' '.join(_CARDS[card] for card in cards)}" for name, cards in groups(observation).items() if cards
    ]
    return "\n".join(lines)


def picture(observation: Bytes) -> Picture:
    """Return an observation as a picture: a row of cards for each place, in the order of `groups`; the hand is last."""
    rows = list(groups(observation).values())
    drawn = np.empty((len(rows) * (HEIGHT + GAP) + GAP, COLUMNS * (WIDTH + GAP) + GAP, 3), np.uint8)
    drawn[:] = _TABLE
    for line, cards in enumerate(rows):
        for column, card in enumerate(cards[:COLUMNS]):
            top, left = GAP + line * (HEIGHT + GAP), GAP + column * (WIDTH + GAP)
            drawn[top : top + HEIGHT, left : left + WIDTH] = card_picture(card)
    return drawn


@cache
def card_picture(card: int) -> Picture:
    """Return a card as the browser draws it."""
    art = card_art(__package__)
    face = art["cards"][_CARDS[card]]
    style = style_with(art["style"], face["variables"])
    return rasterise(art["parts"] + face["svg"], size=art["size"], style=style, width=WIDTH)
