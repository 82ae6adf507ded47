"""Cards, tracks and trends of Cover Me as text, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from covergames.coverme import Card, Trait
from covergames.coverme.cards import CARDS, Characteristic
from covergames.coverme.notation import card_text, parse_card
from covergames.coverme.trends import CHARACTERISTICS, Tracks, Trends
from covergames.wire.part import CardText

CardTexts: TypeAlias = tuple[CardText, ...]
HiddenTexts: TypeAlias = tuple[CardText | None, ...]
"""Cards of which the viewer knows the number only, where they are null."""

Counts: TypeAlias = Mapping[Trait, Mapping[str, int]]
"""The fashion tracks, by active trait: how often each characteristic counts."""
TrendNames: TypeAlias = Mapping[Trait, tuple[str, ...]]
"""The trends, by active trait."""

TEXTS: Final = tuple(CardText(card_text(card)) for card in CARDS)
"""The text of every card."""

_TRAIT: Final = {kind: trait for trait, kind in CHARACTERISTICS.items()}
_CHARACTERISTIC: Final[Mapping[Trait, Mapping[str, Characteristic]]] = {
    trait: {characteristic.value: characteristic for characteristic in kind} for trait, kind in CHARACTERISTICS.items()
}


def write_cards(cards: Sequence[Card]) -> CardTexts:
    """The cards as text."""
    return tuple([TEXTS[card] for card in cards]) if cards else ()


def write_hidden(cards: Iterable[Card | None]) -> HiddenTexts:
    """The cards as text, and those that are hidden as null."""
    return tuple([None if card is None else TEXTS[card] for card in cards])


def write_hidden_card(card: Card | None) -> CardText | None:
    """The card as text, or null if it is hidden."""
    return None if card is None else TEXTS[card]


def read_cards(texts: Iterable[CardText]) -> tuple[Card, ...]:
    """The cards of these texts."""
    return tuple([parse_card(text) for text in texts])


def read_hidden(texts: Iterable[CardText | None]) -> tuple[Card | None, ...]:
    """The cards of these texts; null is hidden."""
    return tuple([None if text is None else parse_card(text) for text in texts])


def read_hidden_card(text: CardText | None) -> Card | None:
    """The card of that text; null is hidden."""
    return None if text is None else parse_card(text)


def write_tracks(tracks: Tracks) -> Counts:
    """The tracks, by active trait."""
    counts: dict[Trait, dict[str, int]] = {}
    for characteristic, count in tracks.items():
        counts.setdefault(_TRAIT[type(characteristic)], {})[characteristic.value] = count
    return counts


def read_tracks(counts: Counts) -> Tracks:
    """The tracks of the active traits."""
    return {_CHARACTERISTIC[trait][name]: count for trait, track in counts.items() for name, count in track.items()}


def write_trends(trends: Trends, tracks: Tracks) -> TrendNames:
    """The trends, in the order of the tracks, so that equal trends are written equally."""
    names: dict[Trait, tuple[str, ...]] = {}
    for characteristic in tracks:
        trait = _TRAIT[type(characteristic)]
        found = names.get(trait, ())
        names[trait] = (*found, characteristic.value) if characteristic in trends else found
    return names


def read_trends(names: TrendNames) -> Trends:
    """The trends of all traits."""
    return frozenset(_CHARACTERISTIC[trait][name] for trait, found in names.items() for name in found)
