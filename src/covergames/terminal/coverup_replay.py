"""A recorded game of Cover Up, position by position, as one seat or a spectator saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from covergames import coverup
from covergames.coverup import Phase
from covergames.coverup.options import ROUNDS
from covergames.game import Seat
from covergames.terminal.coverup_cards import glyphs_for, pile_lines
from covergames.terminal.coverup_story import clock_time, ids, sentences
from covergames.terminal.replay import Replay

if TYPE_CHECKING:
    from covergames.coverup import View


class CoverUpReplay(Replay):
    """The positions of a game: time, hands, piles, points, and what just happened."""

    __slots__ = ()

    def show(self, number: int) -> None:
        """Draw one position, and what led to it."""
        screen, words, say = self.screen, self.screen.words, self.screen.console.print
        moment = self.moments[number]
        seen = coverup.view(moment.state, words.seat)
        moment_parts = ["Cover Up", words("cover-up.round", round=seen.round, rounds=ROUNDS)]
        if seen.phase is Phase.LAY:
            moment_parts.append(clock_time(seen.now))
        say(screen.rule(screen.signs.separator.join(moment_parts)))
        for seat in range(seen.players):
            self._show_seat(seen, Seat(seat))
        for event in moment.events:
            for line in sentences(coverup.redact(event, words.seat), words, seen.options.deck):
                say(Text(line))
        self.show_position(moment)

    def _show_seat(self, seen: View, seat: Seat) -> None:
        words, deck, say = self.screen.words, seen.options.deck, self.screen.console.print
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
        say(Text(self.screen.signs.separator.join(parts), style="bold" if seat == words.seat else ""))
        for line in pile_lines(side.pile, deck, glyphs_for(self.screen.console.encoding)):
            say(Text("   ") + line)
