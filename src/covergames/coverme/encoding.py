"""How cards whose place is hidden, tracks and trends are written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple, TypeAlias

from covergames.coverme.cards import Card, Characteristic
from covergames.coverme.trends import CHARACTERISTICS, Tracks, Trait, Trends
from covergames.encoding import Named, WrittenAs

Cards: TypeAlias = tuple[Card, ...]
Hidden: TypeAlias = tuple[Card | None, ...]
"""Cards of which a viewer knows the number only, where they are None."""

KnownPlaces: TypeAlias = tuple[tuple[int, Card], ...]
"""Cards whose exact place in a pile is known, counted from its top, which is 0."""

_ORDER: Final = (Trait.HAIR, Trait.LENGTH, Trait.CLOTHES, Trait.PATTERN)
"""The traits as the tracks lie: those that are always active first."""
TRAIT_OF: Final = {kind: trait for trait, kind in CHARACTERISTICS.items()}
_CHARACTERISTIC: Final[Mapping[Trait, Mapping[str, Characteristic]]] = {
    trait: {characteristic.value: characteristic for characteristic in kind} for trait, kind in CHARACTERISTICS.items()
}


class HiddenPile(NamedTuple):
    """A face-down pile: its size, and what is known to lie where."""

    size: int
    known: KnownPlaces


def write_pile(pile: Hidden) -> HiddenPile:
    """Return the pile as it is written."""
    if pile.count(None) == len(pile):
        return HiddenPile(len(pile), ())
    return HiddenPile(len(pile), tuple([(place, card) for place, card in enumerate(pile) if card is not None]))


def read_pile(pile: HiddenPile) -> Hidden:
    """Return the pile, top first."""
    return with_known((None,) * pile.size, pile.known)


def with_known(pile: Hidden, places: KnownPlaces) -> Hidden:
    """Return the pile with these cards shown as well."""
    if not places:
        return pile
    cards = list(pile)
    for place, card in places:
        cards[place] = card
    return tuple(cards)


def nothing_of(size: int) -> Hidden:
    """Return so many unknown cards."""
    return (None,) * size


def write_tracks(tracks: Tracks) -> Mapping[Trait, Mapping[str, int]]:
    """Return the counts by active trait."""
    counts: dict[Trait, dict[str, int]] = {}
    for characteristic, count in tracks.items():
        counts.setdefault(TRAIT_OF[type(characteristic)], {})[characteristic.value] = count
    return counts


def read_tracks(counts: Mapping[Trait, Mapping[str, int]]) -> Tracks:
    """Return the counts of all active traits."""
    return {_CHARACTERISTIC[trait][name]: count for trait, track in counts.items() for name, count in track.items()}


def write_trends(trends: Trends) -> Mapping[Trait, tuple[str, ...]]:
    """Return the trends by trait."""
    names: dict[Trait, tuple[str, ...]] = {}
    for trait in _ORDER:
        found = tuple([each.value for each in CHARACTERISTICS[trait] if each in trends])
        if found:
            names[trait] = found
    return names


def read_trends(names: Mapping[Trait, tuple[str, ...]]) -> Trends:
    """Return the trends of all traits."""
    return frozenset(_CHARACTERISTIC[trait][name] for trait, found in names.items() for name in found)


PileInOrder: TypeAlias = Annotated[Hidden, WrittenAs(HiddenPile, write_pile, read_pile)]
"""A pile, top first, of which few places are known."""
PileSize: TypeAlias = Annotated[Hidden, Named("size"), WrittenAs(int, len, nothing_of)]
"""A pile of which viewers get only the size."""
WrittenTracks: TypeAlias = Annotated[Tracks, WrittenAs(Mapping[Trait, Mapping[str, int]], write_tracks, read_tracks)]
WrittenTrends: TypeAlias = Annotated[Trends, WrittenAs(Mapping[Trait, tuple[str, ...]], write_trends, read_trends)]
