"""Names for what lies on the table, in the player's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Clothes, Hair, Length
from covergames.coverme.notation import card_text
from covergames.game import Seat
from covergames.text import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from covergames.coverme import Magazine
    from covergames.coverme.actions import Row, Source
    from covergames.coverme.cards import Card, Characteristic
    from covergames.coverme.trends import Season, Trait
    from covergames.text import Value

UNKNOWN: Final = "????"
"""A card whose face the viewer does not know."""


@dataclass(frozen=True, slots=True)
class Words:
    """The language, who sits where, and who is looking."""

    language: str
    players: tuple[str, ...]
    seat: Seat | None

    def __call__(self, key: str, **values: Value) -> str:
        """Return the catalog's message, with its arguments filled in."""
        return text(key, self.language, **values)

    def heading(self, key: str) -> str:
        """Return a message with a capital letter."""
        return capital(self(key))

    def characteristic(self, characteristic: Characteristic) -> str:
        """Such as ``red-brown`` or ``stripes``."""
        kind = {Clothes: "clothes", Hair: "hair", Length: "length"}.get(type(characteristic), "pattern")
        return self(f"{kind}.{characteristic.value}")

    def shown(self, card: Card) -> tuple[str, str, str, str]:
        """The card's four characteristics, the hair colour so that nobody takes it for the clothes."""
        clothes, length, pattern = (self.characteristic(kind[card]) for kind in (CLOTHES, LENGTH, PATTERN))
        return clothes, self.hair(HAIR[card]), length, pattern

    def shown_briefly(self, card: Card) -> tuple[str, str, str, str]:
        """The card's four characteristics in the shortest words."""
        clothes, hair, length, pattern = (kind[card] for kind in (CLOTHES, HAIR, LENGTH, PATTERN))
        return (
            self.characteristic(clothes),
            self.characteristic(hair),
            self.characteristic(length),
            self.characteristic(pattern),
        )

    def hair(self, hair: Hair) -> str:
        """Such as ``black hair``."""
        return self(f"cover-me.hair.{hair.value}")

    def cards(self, cards: Iterable[Card | None]) -> str:
        """Cards in letters; an unknown one is not left out."""
        return ", ".join(UNKNOWN if card is None else card_text(card) for card in cards)

    def trait(self, trait: Trait) -> str:
        """Such as ``hair colour``."""
        return self(f"trait.{trait.value}")

    def season(self, season: Season) -> str:
        """Such as ``winter``."""
        return self(f"season.{season.value}")

    def pile(self, source: Source) -> str:
        """Such as ``open pile: black hair``."""
        return self(f"pile.{source.word}")

    def name(self, seat: Seat) -> str:
        """The player's name; whoever wrote it, it cannot steer the terminal."""
        return "".join(letter if letter.isprintable() else "?" for letter in self.players[seat])

    def names(self, seats: Iterable[Seat]) -> str:
        """Several players' names."""
        return ", ".join(self.name(seat) for seat in seats)

    def who(self, seat: Seat) -> dict[str, str]:
        """What a sentence needs to speak of this player as you, or by name."""
        return {"who": "you" if seat == self.seat else "other", "name": self.name(seat)}

    def magazine(self, magazine: Magazine, owner: Seat | None, row: Row, *, is_pair: bool) -> str:
        """The owner's name, with the rank where there are two; or fictional A or B."""
        if owner is None:
            return self("cover-me.fictional", letter="A" if magazine == len(self.players) else "B")
        return f"{self.name(owner)}: {self(f'magazine.{row.value}')}" if is_pair else self.name(owner)


def capital(words: str) -> str:
    """With a capital, whatever stands behind it."""
    return words[:1].upper() + words[1:]


def owner_of(magazine: Magazine, players: int, *, is_pair: bool) -> Seat | None:
    """Whose magazine it is; None: a fictional one."""
    if magazine < players:
        return Seat(magazine)
    return Seat(magazine - players) if is_pair else None


def listed(words: Sequence[str]) -> str:
    """Words in a row."""
    return ", ".join(words)
