"""What a seat of Cover Me observes, as an array of bytes: every feature with its name, meaning and rules.

`observe` writes the array from a view, in words of the rules. The batched environments write the same bytes from the kernel's
rows (`covergames.kernel._observation`); a test compares both at every step of whole games.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from covergames.coverme import Clothes, Decision, Hair, Length, Pattern, Phase, Row, Season, TwoPlayer, View
from covergames.coverme.cards import CLOTHES, PRESTIGE, Card
from covergames.coverme.options import GameLength
from covergames.envs.feature import Bytes, Feature, numbered, write_features
from covergames.kernel import _knowledge as w
from covergames.kernel import _observation as o
from covergames.kernel import _table as k
from covergames.kernel.completion import open_piles_of, stacks_of

_SEATS: Final = 5
_SEATED: Final = "by seat, clockwise from the observer; empty seats are 0"

LOCATIONS: Final[tuple[str, ...]] = (
    "unseen: the observer does not know where the card is",
    "out of the game: the clothes colour that has left (CM-V3)",
    "discard",
    "influence row",
    "drawn from the next pile, to keep some",
    "next pile",
    "face-down pile",
    "fictional pile, or face down at fictional A (CM-21)",
    "open pile, below the top card",
    "open pile, top card",
    "picked: the first of two cards, while the observer chooses the second",
    "placed face down on the observer's own magazine",
    "placed face down on the observer's own secondary magazine",
    "placed face up at fictional B (CM-22)",
    "chosen for the observer's own season special (CM-M2)",
    "chosen for the season special of the observer's own secondary magazine",
    *(f"hand of seat +{seat}" for seat in range(_SEATS)),
    *(f"prestige stack of seat +{seat}" for seat in range(_SEATS)),
    *(f"side stack of seat +{seat}" for seat in range(2)),
    *(f"cover of magazine +{magazine} in month {month + 1}" for magazine in range(_SEATS) for month in range(3)),
)
"""The codes of the feature `cards`. Seat +0 is the observer, seat +1 the next one clockwise. Magazines are counted as seats; with
two players, +2 and +3 are the secondary magazines of the observer and the rival (CM-A1), or fictional A and B (CM-21)."""

FEATURES: Final = (
    Feature(
        "cards",
        o.AT_CARDS,
        k.CARDS,
        "CM-I1 CM-I2",
        "for every card, where the observer knows it to be, with a perfect memory: a code of the table below",
    ),
    Feature("hands", o.AT_HANDS, _SEATS, "CM-I1", f"cards in hand, with covers not yet revealed, {_SEATED}"),
    Feature("decision", o.AT_DECISION, 1, "CM-P1", f"what the table waits for: 0 nothing, {numbered(Decision, 1)}"),
    Feature("players", o.AT_PLAYERS, 1, "CM-C3", "the number of players"),
    Feature(
        "kind", o.AT_KIND, 1, "CM-21 CM-A1", "0 three to five players, 1 two with fictional players, 2 two advanced"
    ),
    Feature("years", o.AT_YEARS, 1, "CM-X1 CM-V1 CM-V2 CM-V3", "how many years the game lasts"),
    Feature("shorter", o.AT_SHORTER, 1, "CM-V2", "1: a year has two seasons"),
    Feature("removed", o.AT_REMOVED, 1, "CM-V3", f"the clothes colour that has left: 0 none, {numbered(Clothes, 1)}"),
    Feature("year", o.AT_YEAR, 1, "CM-Y1 CM-X4", "the year, from 1; beyond the last year in an extra season"),
    Feature("season", o.AT_SEASON, 1, "CM-T1", numbered(Season)),
    Feature("month", o.AT_MONTH, 1, "CM-P1", "the month of the season, 1 to 3; 0 in the draft"),
    Feature("face_down", o.AT_FACE_DOWN, 1, "CM-I1", "cards in the face-down pile"),
    Feature("next_pile", o.AT_NEXT, 1, "CM-I1", "cards in the next pile"),
    Feature("discard", o.AT_DISCARD, 1, "CM-I1", "cards in the discard"),
    Feature("open_piles", o.AT_OPEN, 3, "CM-I1", "cards in the open piles: blonde, red-brown, black"),
    Feature("influence_row", o.AT_INFLUENCE, 1, "CM-I1", "cards in the influence row"),
    Feature("fictional_pile", o.AT_FICTIONAL, 1, "CM-21", "cards in the fictional pile"),
    Feature(
        "tracks",
        o.AT_TRACKS,
        15,
        "CM-T1 CM-T2",
        "the fashion tracks: 3 hair colours, 3 lengths, 3 patterns, 6 clothes colours; a trait that is not active is 0",
    ),
    Feature("set_aside", o.AT_SET_ASIDE, 1, "CM-S3", "how many clothes colours are still set aside"),
    Feature("trends", o.AT_TRENDS, 15, "CM-T3", "1: this characteristic is a trend now; in the order of `tracks`"),
    Feature(
        "next_clothes",
        o.AT_NEXT_CLOTHES,
        1,
        "CM-S3 CM-Y1",
        f"the clothes colour of the next pile: 0 none, {numbered(Clothes, 1)}",
    ),
    Feature("prestige_sizes", o.AT_PRESTIGE, _SEATS, "CM-I2", f"cards in the prestige stacks, {_SEATED}"),
    Feature("side_sizes", o.AT_SIDE, 2, "CM-A4", "cards in the side stacks: the observer's and the rival's"),
    Feature("phase", o.AT_PHASE, 1, "CM-P1", numbered(Phase)),
    Feature(
        "prestige",
        o.AT_WORTH,
        _SEATS,
        "CM-X2 CM-V3 CM-I2",
        f"what the prestige stacks are worth, which every player saw growing, {_SEATED}",
    ),
    Feature(
        "side_prestige", o.AT_SIDE_WORTH, 2, "CM-A6", "what the side stacks are worth: the observer's and the rival's"
    ),
    Feature("start", o.AT_START, 1, "CM-S4 CM-N1", "the starting seat, clockwise from the observer"),
    Feature("to_act", o.AT_TO_ACT, _SEATS, "CM-P1 CM-M2", f"1: this seat owes a decision, {_SEATED}"),
    Feature(
        "due",
        o.AT_DUE,
        1,
        "CM-A2 CM-A5",
        "how many cards the observer still chooses for its covers or its keeping; 0: it owes neither",
    ),
    Feature("vote", o.AT_VOTE, 1, "CM-X4", "the observer's own vote: 0 none, 1 share the victory, 2 play on"),
    Feature("open_scores", o.AT_OPEN_SCORES, 1, "CM-I2", "1: the table plays with open scores"),
    Feature(
        "placed",
        o.AT_PLACED,
        _SEATS,
        "CM-P1 CM-22",
        "1: this magazine has a cover that is not yet revealed; magazines as in the codes of `cards`",
    ),
    Feature(
        "next_places",
        o.AT_NEXT_PLACES,
        o.NEXT_PLACES,
        "CM-R2 CM-A5",
        "the next pile from its top: the card plus 1 where the observer knows it, otherwise 0",
    ),
    Feature(
        "face_down_places",
        o.AT_FACE_DOWN_PLACES,
        o.FACE_DOWN_PLACES,
        "CM-Y1",
        f"the first {o.FACE_DOWN_PLACES} cards of the face-down pile from its top, as in `next_places`",
    ),
)
"""All features, in the order of the array."""
SIZE: Final = o.OBSERVATION
"""How many bytes an observation has."""

_CHARACTERISTICS: Final = (*Hair, *Length, *Pattern, *Clothes)
_CLOTHES: Final = (None, *Clothes)
_DECISIONS: Final = (None, *Decision)
_PHASES: Final = tuple(Phase)
_SEASONS: Final = tuple(Season)


def observe(view: View, *, picked: int | None = None) -> Bytes:
    """Return what the viewer observes.

    Args:
        view: What a seat sees.
        picked: The first of two cards, while the seat chooses the second.

    Raises:
        ValueError: the view is a spectator's.
    """
    if view.seat is None:
        raise ValueError("a spectator observes nothing: an observation is a seat's")
    seats = [(view.seat + step) % view.players for step in range(view.players)]
    is_advanced = bool(view.side_stacks)
    kind = 0 if view.players > 2 else 1 if view.options.two_player is TwoPlayer.FICTIONAL else 2
    same_value = view.options.same_value
    prestige_stacks, side_stacks = stacks_of(view)

    def by_seat(numbers: list[int]) -> list[int]:
        return [*(numbers[seat] for seat in seats), *(0,) * (_SEATS - len(seats))]

    def of_both(numbers: list[int]) -> list[int]:
        return [numbers[seat] for seat in seats] if is_advanced else [0, 0]

    def worth(stack: tuple[Card, ...]) -> int:
        return len(stack) if same_value else sum(PRESTIGE[card] for card in stack)

    placed = [0] * _SEATS
    for number, magazine in enumerate(view.magazines):
        placed[_relative(view, number)] = int(magazine.has_placed)
    return write_features(
        FEATURES,
        {
            "cards": _cards(view, picked),
            "hands": by_seat([hand.size for hand in view.hands]),
            "decision": _DECISIONS.index(view.decision),
            "players": view.players,
            "kind": kind,
            "years": view.options.number_of_years,
            "shorter": view.options.length is GameLength.SHORTER,
            "removed": 0 if same_value is None else _CLOTHES.index(same_value),
            "year": view.year,
            "season": _SEASONS.index(view.season),
            "month": view.month,
            "face_down": len(view.face_down),
            "next_pile": len(view.next_pile),
            "discard": len(view.discard),
            "open_piles": [pile.size for pile in view.open_piles],
            "influence_row": len(view.influence_row),
            "fictional_pile": 0 if view.fictional_pile is None else view.fictional_pile.size,
            "tracks": [view.tracks.get(shown, 0) for shown in _CHARACTERISTICS],
            "set_aside": len(view.set_aside),
            "trends": [shown in view.trends for shown in _CHARACTERISTICS],
            "next_clothes": _CLOTHES.index(view.next_clothes),
            "prestige_sizes": by_seat([stack.size for stack in view.prestige_stacks]),
            "side_sizes": of_both([stack.size for stack in view.side_stacks]),
            "phase": _PHASES.index(view.phase),
            "prestige": by_seat([worth(stack) for stack in prestige_stacks]),
            "side_prestige": of_both([worth(stack) for stack in side_stacks]),
            "start": (view.start - view.seat) % view.players,
            "to_act": by_seat([int(seat in view.to_act) for seat in range(view.players)]),
            "due": _due(view, picked),
            "vote": (None, False, True).index(view.votes[view.seat]),
            "open_scores": view.options.open_scores,
            "placed": placed,
            "next_places": _places(view.next_pile, o.NEXT_PLACES),
            "face_down_places": _places(view.face_down, o.FACE_DOWN_PLACES),
        },
    )


def _relative(view: View, magazine: int) -> int:
    """Return the magazine's number with the viewer's first; fictional ones keep theirs."""
    assert view.seat is not None
    owner = view.magazines[magazine].owner
    if owner is None:
        return magazine
    seat = (owner - view.seat) % view.players
    return seat if view.magazines[magazine].row is Row.PRIMARY else view.players + seat


def _cards(view: View, picked: int | None) -> Bytes:
    """Return the code of every card."""
    assert view.seat is not None
    codes = np.zeros(k.CARDS, np.uint8)

    def lay(cards: tuple[Card | None, ...], code: int) -> None:
        codes[[card for card in cards if card is not None]] = code

    lay(tuple(Card(card) for card in range(k.CARDS) if CLOTHES[card] is view.options.same_value), w.OUT)
    for pile, shown in zip(open_piles_of(view), view.open_piles, strict=True):
        lay(pile, w.OPEN_BELOW)
        lay((shown.top,), w.OPEN_TOP)
    prestige_stacks, side_stacks = stacks_of(view)
    for seat in range(view.players):
        step = (seat - view.seat) % view.players
        lay(prestige_stacks[seat], w.IN_PRESTIGE + step)
        lay(side_stacks[seat], w.IN_SIDE + step)
        lay(view.hands[seat].known, w.IN_HAND + step)
    lay(view.discard, w.DISCARDED)
    lay(view.influence_row, w.INFLUENCING)
    lay(view.looked, w.LOOKED_AT)
    lay(view.next_pile, w.IN_NEXT)
    lay(view.face_down, w.IN_FACE_DOWN)
    if view.fictional_pile is not None:
        lay(view.fictional_pile.known, w.WITH_FICTIONAL)
    for number, magazine in enumerate(view.magazines):
        for month, card in enumerate(magazine.covers):
            codes[card] = w.COVER + 3 * _relative(view, number) + month
        is_secondary = magazine.row is Row.SECONDARY
        lay((magazine.placed,), w.PLACED_B if magazine.owner is None else w.PLACED_OWN + is_secondary)
        lay((magazine.featured,), w.FEATURED_OWN + is_secondary)
    if picked is not None:
        codes[picked] = w.PICKED
    return codes


def _due(view: View, picked: int | None) -> int:
    if not view.legal or view.decision not in (Decision.PLACE, Decision.KEEP):
        return 0
    cards: tuple[Card, ...] = view.legal[0].cards  # type: ignore[union-attr]
    return len(cards) - (picked is not None)


def _places(pile: tuple[Card | None, ...], length: int) -> list[int]:
    seen = [0 if card is None else card + 1 for card in pile[:length]]
    return seen + [0] * (length - len(seen))
