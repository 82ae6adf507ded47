"""Replaying a recorded game of Cover Me."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from covergames import coverme
from covergames.coverme.events import Featured
from covergames.terminal.coverme.cards import prose
from covergames.terminal.coverme.game_end import game_end
from covergames.terminal.coverme.screen import CoverMeScreen, looking_ahead
from covergames.terminal.coverme.season_end import season_end
from covergames.terminal.coverme.story import sentence
from covergames.terminal.look import FAINT
from covergames.terminal.replay import Replay

if TYPE_CHECKING:
    from covergames.record import AnyMoment


class CoverMeReplay(Replay[CoverMeScreen]):
    """The positions of a game: the table, the viewer's hand, and the events."""

    __slots__ = ()

    def draw(self, moment: AnyMoment) -> None:
        """Draw one position and the events that led to it."""
        screen, words = self.screen, self.screen.words
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
