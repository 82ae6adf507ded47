"""Replaying a recorded game, position by position, as a seat or a spectator saw it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from rich.text import Text

from covergames.terminal.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from covergames.record import AnyMoment
    from covergames.terminal.console import Ask

AnyScreen = TypeVar("AnyScreen", bound=Screen)


@dataclass(frozen=True, slots=True)
class Replay(ABC, Generic[AnyScreen]):
    """The positions of a game, and the screen on which to draw them. Each game draws its own."""

    moments: Sequence[AnyMoment]
    screen: AnyScreen

    @abstractmethod
    def draw(self, moment: AnyMoment) -> None:
        """Draw one position and the events that led to it."""

    def show(self, number: int) -> None:
        """Draw the position of that number, with its place in the game."""
        moment = self.moments[number]
        self.draw(moment)
        words, viewer = self.screen.words, self.screen.words.seat
        side = words("replay.spectator") if viewer is None else words("replay.seat", name=words.name(viewer))
        position = words("terminal.replay.position", event=moment.index, last=self.last_event, side=side)
        self.screen.console.print(self.screen.rule(position))

    @property
    def last_event(self) -> int:
        """The number of the record's last event."""
        return self.moments[-1].index

    def at(self, event: int) -> int:
        """Return the number of the last position that needs no more than that many events."""
        numbers = [number for number, moment in enumerate(self.moments) if moment.index <= event]
        return numbers[-1] if numbers else 0

    def walk(self, number: int, ask: Ask, review: Callable[[], None]) -> None:
        """Step through the game from that position until the reader quits; `review` says how everybody played."""
        words = self.screen.words
        self._turn_to(number)
        while True:
            try:
                answer = ask(f"{words('terminal.replay.keys')} > ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if answer == "q":
                return
            if answer == "h":
                review()
                continue
            wanted = self._wanted(answer, number)
            if wanted is None:
                unknown = words("terminal.replay.unknown", input=answer, last=self.last_event)
                self.screen.console.print(Text(unknown))
            elif wanted not in range(len(self.moments)):
                self.screen.console.print(Text(words("terminal.replay.no-further")))
            else:
                number = wanted
                self._turn_to(number)

    def _wanted(self, answer: str, number: int) -> int | None:
        """Return the position that the answer asks for; None: the answer is unknown."""
        if answer in ("", "n"):
            return number + 1
        if answer == "p":
            return number - 1
        if answer.isascii() and answer.isdecimal() and int(answer[:9]) <= self.last_event:
            return self.at(int(answer[:9]))
        return None

    def _turn_to(self, number: int) -> None:
        self.screen.clear()
        self.show(number)
