"""An observation of Cover Me for people: as text, and as a picture with the cards drawn in their own colours."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from covergames.coverme import Clothes, Decision, Hair, Length, Pattern, Phase, Season, card_texts
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN
from covergames.coverme.options import Options
from covergames.envs.coverme.features import FEATURES
from covergames.envs.feature import Bytes, read_features
from covergames.envs.table import Picture
from covergames.kernel import _knowledge as w

_CARDS: Final = card_texts(Options())
_SHOWN: Final = (*Hair, *Length, *Pattern, *Clothes)
_SEASONS: Final = tuple(Season)
_PHASES: Final = tuple(Phase)
_DECISIONS: Final = ("nothing", *(decision.value for decision in Decision))

WIDTH: Final = 40
HEIGHT: Final = 56
GAP: Final = 4
COLUMNS: Final = 12
_TABLE: Final = (36, 62, 54)
_CLOTH_COLOURS: Final = {
    Clothes.YELLOW: (240, 200, 40),
    Clothes.RED: (200, 30, 50),
    Clothes.BLUE: (40, 90, 190),
    Clothes.GREEN: (40, 140, 70),
    Clothes.BLACK: (30, 28, 34),
    Clothes.WHITE: (248, 248, 244),
}
_HAIR_COLOURS: Final = {Hair.BLONDE: (240, 207, 107), Hair.RED_BROWN: (156, 74, 34), Hair.BLACK: (33, 29, 41)}
_HAIR_LENGTHS: Final = {Length.SHORT: 22, Length.SEMI_LONG: 31, Length.LONG: 42}
_SKIN: Final = (236, 196, 168)


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
    """Return a card: its pattern behind the model, hair of its colour and length, and clothes (CM-C1)."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    pattern = PATTERN[card]
    colours = _pattern_colours()[pattern.value]
    match pattern:
        case Pattern.SQUARED:
            is_figure = (x // 5 + y // 5) % 2 == 0
        case Pattern.DIAMOND:
            is_figure = ((x + y) // 5 + (x - y) // 5) % 2 == 0
        case _:
            is_figure = x // 4 % 2 == 0
    drawn = np.where(is_figure[..., None], colours["figure"], colours["ground"]).astype(np.uint8)
    across, down = np.abs(x - WIDTH // 2), y - 19
    drawn[(across < 12) & (y > 8) & (y < _HAIR_LENGTHS[LENGTH[card]])] = _HAIR_COLOURS[HAIR[card]]
    drawn[(across * across + down * down < 70) & (y > 14)] = _SKIN
    drawn[(across < 4) & (y >= 26) & (y < 34)] = _SKIN
    drawn[(across < 8 + (y - 32) // 3) & (y >= 32)] = _CLOTH_COLOURS[CLOTHES[card]]
    drawn[[0, -1]] = drawn[:, [0, -1]] = (20, 20, 24)
    return drawn


@cache
def _pattern_colours() -> dict[str, dict[str, tuple[int, ...]]]:
    written = json.loads(files("covergames.coverme").joinpath("pattern_colours.json").read_text("utf-8"))
    return {
        pattern: {part: tuple(bytes.fromhex(colour[1:])) for part, colour in parts.items()}
        for pattern, parts in written.items()
    }
