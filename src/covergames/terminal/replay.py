"""A recorded game, position by position, as one seat or a spectator saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from covergames import coverme
from covergames.coverme.events import Featured
from covergames.terminal.game_end import game_end
from covergames.terminal.look import FAINT, prose
from covergames.terminal.screen import looking_ahead
from covergames.terminal.season_end import season_end
from covergames.terminal.story import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from covergames.record import Moment
    from covergames.terminal.screen import Screen


@dataclass(frozen=True, slots=True)
class Replay:
    """The positions of a game, and where to show them."""

    moments: Sequence[Moment]
    screen: Screen

    def at(self, event: int) -> int:
        """The number of the last position that needs no more than that many events."""
        numbers = [number for number, moment in enumerate(self.moments) if moment.index <= event]
        return numbers[-1] if numbers else 0

    def show(self, number: int) -> None:
        """Draw one position, and what led to it."""
        screen, words = self.screen, self.screen.words
        moment = self.moments[number]
        viewer = words.seat
        view = looking_ahead(coverme.view(moment.state, viewer))
        seen = [coverme.redact(event, viewer) for event in moment.events]
        if any(isinstance(event, Featured) for event in seen):
            screen.console.print(season_end(screen, view))
        screen.console.print(screen.title(view), *screen.table(view))
        if viewer is not None:
            screen.console.print(Text(words.heading("hand"), style=FAINT))
            screen.console.print(screen.cards(view.hand, view))
        for event in seen:
            line = sentence(event, words, is_pair=bool(view.side_stacks))
            if line is not None:
                screen.console.print(prose(line))
        if view.result is not None:
            screen.console.print(game_end(screen, view))
        self.show_position(moment)

    def show_position(self, moment: Moment) -> None:
        """Say how far into the game this is, and who looks."""
        screen, words, viewer = self.screen, self.screen.words, self.screen.words.seat
        side = words("replay.spectator") if viewer is None else words("replay.seat", name=words.name(viewer))
        last = self.moments[-1].index
        position = words("terminal.replay.position", event=moment.index, last=last, side=side)
        screen.console.print(screen.rule(position))

    def walk(self, number: int, ask: Callable[[str], str]) -> None:
        """Step through the game until the reader has seen enough."""
        words = self.screen.words
        self._turn_to(number)
        while True:
            try:
                answer = ask(f"{words('terminal.replay.keys')} > ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if answer == "q":
                return
            wanted = self._wanted(answer, number)
            if wanted is None:
                self.screen.console.print(
                    Text(words("terminal.replay.unknown", input=answer, last=self.moments[-1].index))
                )
            elif wanted not in range(len(self.moments)):
                self.screen.console.print(Text(words("terminal.replay.no-further")))
            else:
                number = wanted
                self._turn_to(number)

    def _wanted(self, answer: str, number: int) -> int | None:
        """The position that the answer asks for; None: it asks for none."""
        if answer in ("", "n"):
            return number + 1
        if answer == "p":
            return number - 1
        if answer.isascii() and answer.isdecimal() and int(answer[:9]) <= self.moments[-1].index:
            return self.at(int(answer[:9]))
        return None

    def _turn_to(self, number: int) -> None:
        if self.screen.console.is_terminal:
            self.screen.console.clear()
        self.show(number)
