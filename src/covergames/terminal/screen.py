"""A place to draw: the console, with the words and signs to use on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.rule import Rule
from rich.text import Text

from covergames.terminal.look import FAINT, TITLE, signs_for

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from covergames.terminal.look import Signs
    from covergames.terminal.words import Words


@dataclass(frozen=True, slots=True)
class Screen:
    """The console, and the words in the viewer's language."""

    console: Console
    words: Words

    @property
    def signs(self) -> Signs:
        """The signs that the terminal can show."""
        return signs_for(self.console)

    def rule(self, title: str) -> RenderableType:
        """Return a horizontal line with a title in it."""
        return Rule(Text(title, style=TITLE), characters=self.signs.line, style=FAINT)

    def clear(self) -> None:
        """Clear the screen, unless the output goes to a file."""
        if self.console.is_terminal:
            self.console.clear()
