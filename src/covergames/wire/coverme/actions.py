"""The decisions of Cover Me, as records write them, but for the seat: the socket says whose decision it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from covergames import coverme
from covergames.coverme.actions import PLACE, STAY, SWAP, TAKE
from covergames.game import Seat
from covergames.wire.part import SpokenCard, Told

SourceName: TypeAlias = Literal["blonde", "red-brown", "black", "face-down"]
FewCards: TypeAlias = Annotated[list[SpokenCard], msgspec.Meta(min_length=1, max_length=4)]


class Take(Told, frozen=True):
    """Take the top card of a pile."""

    source: SourceName = msgspec.field(name="from")


class Place(Told, frozen=True):
    """Choose this month's cover in secret; in the advanced game two, primary first."""

    cards: FewCards


class Feature(Told, frozen=True):
    """Choose which of the equally trendy models goes to the season special."""

    magazine: coverme.Row
    card: SpokenCard


class Keep(Told, frozen=True):
    """Keep these of the cards drawn from the next pile."""

    cards: FewCards


class Swap(Told, frozen=True):
    """Discard this hand card in the new year and take another."""

    card: SpokenCard


class Stay(Told, frozen=True):
    """Keep the hand as it is in the new year."""


class Vote(Told, frozen=True):
    """Play another season, or share the victory."""

    play_on: bool


Action: TypeAlias = Take | Place | Feature | Keep | Swap | Stay | Vote


def write_action(action: coverme.Action) -> Action:
    """The decision as the wire carries it."""
    written = _CONSTANT.get(id(action))
    return _write_action(action) if written is None else written


@lru_cache(maxsize=4096)
def _write_action(action: coverme.Action) -> Action:
    data = coverme.write_action(Seat(0), action, coverme.Options())
    del data["seat"]
    written: Action = msgspec.convert(data, Action)
    return written


_CONSTANT: Final = {id(action): _write_action(action) for action in (*TAKE, *PLACE, *SWAP, STAY)}
"""The decisions that there is one object of each, by that: most of what is legal, in every message."""


def read_action(action: Action) -> coverme.Action:
    """The decision that the wire carried, or `NotationError`."""
    _, decision = coverme.read_action({"seat": 0, **msgspec.to_builtins(action)}, coverme.Options())
    return decision
