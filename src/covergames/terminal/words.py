"""Messages and names in the player's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from covergames.game import Seat
from covergames.text import printable, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.game import Result
    from covergames.text import Value


@dataclass(frozen=True, slots=True)
class Words:
    """The language, the players' names by seat, and the viewer's seat."""

    language: str
    players: tuple[str, ...] = ()
    seat: Seat | None = None
    """None: a spectator."""

    def __call__(self, key: str, **values: Value) -> str:
        """Return the catalog's message, with its arguments filled in."""
        return text(key, self.language, **values)

    def heading(self, key: str, **values: Value) -> str:
        """Return a message with a capital letter."""
        return capital(self(key, **values))

    def name(self, seat: Seat) -> str:
        """Return the player's name."""
        return printable(self.players[seat])

    def names(self, seats: Iterable[Seat]) -> str:
        """Return the names of several players."""
        return ", ".join(self.name(seat) for seat in seats)

    def who(self, seat: Seat) -> dict[str, str]:
        """Return the arguments of a message about a player: the viewer is "you", others have a name."""
        return {"who": "you" if seat == self.seat else "other", "name": self.name(seat)}

    def winner(self, result: Result) -> str:
        """Return the sentence that names the winner, or those who share the victory."""
        winners = [Seat(number) for number, place in enumerate(result.places) if place == 1]
        if len(winners) > 1:
            return self("result.shared", names=self.names(winners))
        return self("result.winner", **self.who(winners[0]))


def capital(words: str) -> str:
    """Return the text with a capital letter; the other letters stay as they are."""
    return words[:1].upper() + words[1:]
