"""A recorded game of Cover Up, position by position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console

from covergames.coverup import Phase, View, view
from covergames.game import Seat
from covergames.record import Moment
from covergames.terminal.coverup_cards import glyphs_for, pile_lines


class CoverUpReplay:
    """The moments of a game, shown as a seat or a spectator saw them."""

    def __init__(self, moments: Sequence[Moment], console: Console, names: Sequence[str], viewer: Seat | None) -> None:
        self._moments = moments
        self._console = console
        self._names = names
        self._viewer = viewer

    def at(self, events: int) -> int:
        """The last position that needs no more than that many events."""
        return max((n for n, moment in enumerate(self._moments) if moment.index <= events), default=0)

    def show(self, number: int) -> None:
        """One position: time, piles, hands, points."""
        moment = self._moments[number]
        seen = view(moment.state, self._viewer)
        say = self._console.print
        say(
            f"\n{moment.index}/{self._moments[-1].index}  round {seen.round}, {seen.now / 1000:.3f} s, {seen.phase.value}"
        )
        for seat, name in enumerate(self._names):
            self._show_seat(seen, seat, name)

    def walk(self, number: int, ask: Callable[[str], str]) -> None:
        """Enter goes on, b back, a number to the position after so many events, q leaves."""
        while True:
            self.show(number)
            answer = ask("enter, b, number, q > ").strip()
            if answer == "q":
                return
            if answer.isdecimal():
                number = self.at(int(answer))
            else:
                number = min(max(number + (-1 if answer == "b" else 1), 0), len(self._moments) - 1)

    def _show_seat(self, seen: View, seat: int, name: str) -> None:
        side, deck = seen.seats[seat], seen.options.deck
        marks = [mark for mark, is_so in (("flipped", side.flipped), ("locked", side.locked)) if is_so]
        cards = " ".join(deck[card].id for card in side.hand)
        self._console.print(f"{name}: {cards}; {side.visible} visible, {side.total} points", *marks)
        for line in pile_lines(side.pile, deck, glyphs_for(self._console.encoding)):
            self._console.print("   ", line, sep="")
        if seen.phase is not Phase.LAY and seen.scores:
            scored = seen.scores[-1][seat]
            removed = " ".join(deck[removal.card].id for removal in scored.score.removed)
            self._console.print(f"   {scored.points} points this round" + (f", removed: {removed}" if removed else ""))
