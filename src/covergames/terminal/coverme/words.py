"""The names of Cover Me's cards and their characteristics in the player's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Clothes, Hair, Length
from covergames.coverme.notation import card_text
from covergames.game import Seat
from covergames.terminal.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.coverme import Magazine
    from covergames.coverme.cards import Card, Characteristic
    from covergames.coverme.places import Row, Source
    from covergames.coverme.trends import Season, Trait

UNKNOWN: Final = "????"
"""A card whose face the viewer does not know."""


@dataclass(frozen=True, slots=True)
class CoverMeWords(Words):
    """Words for what lies on the table."""

    def characteristic(self, characteristic: Characteristic) -> str:
        """Return a name such as ``red-brown`` or ``stripes``."""
        kind = {Clothes: "clothes", Hair: "hair", Length: "length"}.get(type(characteristic), "pattern")
        return self(f"{kind}.{characteristic.value}")

    def card(self, card: Card) -> tuple[str, str, str, str]:
        """Return the names of the card's characteristics; that of the hair says that it is hair: ``black hair``."""
        clothes, _, length, pattern = self.short_card(card)
        return clothes, self(f"cover-me.hair.{HAIR[card].value}"), length, pattern

    def short_card(self, card: Card) -> tuple[str, str, str, str]:
        """Return the shortest names of the card's characteristics."""
        return (
            self.characteristic(CLOTHES[card]),
            self.characteristic(HAIR[card]),
            self.characteristic(LENGTH[card]),
            self.characteristic(PATTERN[card]),
        )

    def cards(self, cards: Iterable[Card | None]) -> str:
        """Return cards by their letters; None is an unknown card."""
        return ", ".join(UNKNOWN if card is None else card_text(card) for card in cards)

    def trait(self, trait: Trait) -> str:
        """Return a name such as ``hair colour``."""
        return self(f"trait.{trait.value}")

    def season(self, season: Season) -> str:
        """Return a name such as ``winter``."""
        return self(f"season.{season.value}")

    def pile(self, source: Source) -> str:
        """Return a name such as ``open pile: black hair``."""
        return self(f"pile.{source.word}")

    def magazine(self, magazine: Magazine, owner: Seat | None, row: Row, *, is_pair: bool) -> str:
        """Return the owner's name, with the row if each player has a pair of magazines, or fictional A or B."""
        if owner is None:
            return self("cover-me.fictional", letter="A" if magazine == len(self.players) else "B")
        return f"{self.name(owner)}: {self(f'magazine.{row.value}')}" if is_pair else self.name(owner)


def owner_of(magazine: Magazine, players: int, *, is_pair: bool) -> Seat | None:
    """Return the seat that owns the magazine; None: it is fictional."""
    if magazine < players:
        return Seat(magazine)
    return Seat(magazine - players) if is_pair else None
