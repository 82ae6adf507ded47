"""Replaying a recorded game of Cover Up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from covergames import coverup
from covergames.coverup import Phase
from covergames.coverup.options import ROUNDS
from covergames.game import Seat
from covergames.terminal.coverup.cards import glyphs_for, pile_lines
from covergames.terminal.coverup.story import clock_time, ids, sentences
from covergames.terminal.replay import Replay
from covergames.terminal.screen import Screen

if TYPE_CHECKING:
    from covergames.coverup import View
    from covergames.record import AnyMoment


class CoverUpReplay(Replay[Screen]):
    """The positions of a game: time, hands, piles, points and events."""

    __slots__ = ()

    def draw(self, moment: AnyMoment) -> None:
        """Draw one position and the events that led to it."""
        screen, words, write = self.screen, self.screen.words, self.screen.console.print
        seen = coverup.view(moment.state, words.seat)
        title = ["Cover Up", words("cover-up.round", round=seen.round, rounds=ROUNDS)]
        if seen.phase is Phase.LAY:
            title.append(clock_time(seen.now))
        write(screen.rule(screen.signs.separator.join(title)))
        for seat in range(seen.players):
            self._draw_seat(seen, Seat(seat))
        for event in moment.events:
            for line in sentences(coverup.redact(event, words.seat), words, seen.options.deck):
                write(Text(line))

    def _draw_seat(self, seen: View, seat: Seat) -> None:
        words, deck, write = self.screen.words, seen.options.deck, self.screen.console.print
        side = seen.seats[seat]
        parts = [
            f"{words.name(seat)}: {ids(side.hand, deck)}",
            words("cover-up.visible", count=side.visible),
            words("count.points", count=side.total),
        ]
        if side.flipped:
            parts.append(words("hourglass"))
        elif side.locked and seen.phase is Phase.LAY:
            parts.append(words("action.done"))
        write(Text(self.screen.signs.separator.join(parts), style="bold" if seat == words.seat else ""))
        for line in pile_lines(side.pile, deck, glyphs_for(self.screen.console.encoding)):
            write(Text("   ") + line)
