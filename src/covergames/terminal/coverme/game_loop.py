"""The game loop of Cover Me: draw the player's view, read an answer, and act on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from covergames import coverme
from covergames.coverme.actions import Place
from covergames.coverme.events import Featured
from covergames.coverme.notation import card_text
from covergames.rulebook import rule_ids
from covergames.terminal.coverme.cards import chip, prose
from covergames.terminal.coverme.choices import places_pair, rules_now
from covergames.terminal.coverme.game_end import game_end
from covergames.terminal.coverme.hand_order import ORDERS, next_order
from covergames.terminal.coverme.match import ActionRefused
from covergames.terminal.coverme.page import BACK, Page, sentences
from covergames.terminal.coverme.screen import looking_ahead
from covergames.terminal.coverme.season_end import season_end
from covergames.terminal.look import TITLE
from covergames.terminal.rules import related, rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from covergames.coverme.actions import Action
    from covergames.coverme.cards import Card
    from covergames.coverme.events import Event
    from covergames.coverme.view_types import View
    from covergames.terminal.console import Ask
    from covergames.terminal.coverme.choices import Choice
    from covergames.terminal.coverme.match import Match
    from covergames.terminal.coverme.screen import CoverMeScreen


class Leave(Exception):
    """The player leaves the table."""


class GameLoop:
    """One player's game, from the first view to the result or until the player leaves."""

    def __init__(self, match: Match, screen: CoverMeScreen, ask: Ask, *, greeting: str = "") -> None:
        self._match = match
        self._screen = screen
        self._words = screen.words
        self._ask = ask
        self._greeting = greeting
        self._order = ORDERS[0]
        self._primary: Card | None = None
        self._news: list[Event] = []

    def play(self) -> bool:
        """Play to the end; return False if the player leaves before."""
        try:
            while self._match.view().result is None:
                if self._match.is_asked:
                    self._decide()
                else:
                    self._receive(self._match.wait())
        except (Leave, EOFError, KeyboardInterrupt):
            return False
        page = self._page()
        self._screen.clear()
        self._print(game_end(self._screen, page.view, page.news(self._screen)))
        return True

    def _view(self) -> View:
        return looking_ahead(self._match.view())

    def _page(self) -> Page:
        return Page(
            view=self._view(), events=self._news, greeting=self._greeting, order=self._order, primary=self._primary
        )

    def _print(self, *parts: object) -> None:
        self._screen.console.print(*parts)

    def _draw(self) -> None:
        parts = self._page().parts(self._screen)
        self._screen.clear()
        for part in parts:
            self._print(part)

    def _receive(self, events: Sequence[Event]) -> None:
        """Keep events for the next page, and show the end of a season at once."""
        ends = [number for number, event in enumerate(events) if isinstance(event, Featured)]
        if ends:
            self._news = [*events[ends[-1] + 1 :]]
            self._show_season_end()
        else:
            self._news += events

    def _show_season_end(self) -> None:
        self._screen.clear()
        self._print(season_end(self._screen, self._view()))
        if self._ask(f"{self._words('terminal.pause')} > ").strip().lower() == "q":
            raise Leave

    def _decide(self) -> None:
        """Show the page and ask until the player has decided."""
        self._primary = None
        self._draw()
        while True:
            page = self._page()
            offered = page.choices(self._words)
            answer = self._ask(f"{self._words('terminal.cover-me.keys', last=len(offered))} > ").strip()
            if not answer:
                self._draw()
                continue
            choice = self._choice(answer, offered, page.view)
            if choice is not None:
                self._act(choice.action)
                return

    def _act(self, action: Action) -> None:
        self._news = []
        self._greeting = ""
        try:
            self._receive(self._match.act(action))
        except ActionRefused as refused:
            self._print(Text(self._words("terminal.online.refused", reason=str(refused))))

    def _choice(self, answer: str, offered: Sequence[Choice], view: View) -> Choice | None:
        """Return the chosen answer; None: the answer decides nothing yet, and was dealt with."""
        if answer == BACK and self._primary is not None:
            self._primary = None
            self._draw()
            return None
        found = _matching(answer, offered)
        if found is None:
            self._command(answer, offered, view)
            return None
        if places_pair(view) and self._primary is None and isinstance(found.action, Place):
            self._primary = found.card
            self._draw()
            return None
        return found

    def _command(self, answer: str, offered: Sequence[Choice], view: View) -> None:
        """Carry out an answer that is a command and not a decision."""
        match answer[0].lower(), answer[1:].strip():
            case "?", wanted:
                self._explain(wanted, view)
            case "d", "":
                self._show_cards(self._words.heading("pile.discard"), view.discard)
            case "p", "":
                self._print(self._screen.stacks(view))
            case "h", "":
                self._order = next_order(self._order)
                self._draw()
            case "l", "":
                self._show_log(view)
            case "q", "":
                raise Leave
            case _:
                self._print(Text(self._words("terminal.cover-me.unknown", input=answer, last=len(offered))))

    def _explain(self, wanted: str, view: View) -> None:
        """Print the rule that applies now, or the one with the wanted id."""
        if not wanted:
            now, *others = rules_now(view)
            self._print(rule(self._words, now), related(self._words, others), self._screen.legend())
            return
        sought = wanted.upper()
        ids = rule_ids(coverme.NAME)
        for rule_id in (sought, f"CM-{sought}"):
            if rule_id in ids:
                self._print(rule(self._words, rule_id))
                return
        self._print(Text(self._words("terminal.cover-me.no-rule", id=wanted, first=ids[0], last=ids[-1])))

    def _show_cards(self, heading: str, cards: Sequence[Card]) -> None:
        self._print(Text(f"{heading} ({self._words('count.cards', count=len(cards))})", style=TITLE))
        shown = Text()
        for card in sorted(cards):
            shown.append_text(chip(card)).append(" ")
        if cards:
            self._print(shown)

    def _show_log(self, view: View) -> None:
        """Print the events of this season that the player saw."""
        for line in sentences(self._match.season(), view, self._words):
            self._print(prose(line))


def _matching(answer: str, offered: Sequence[Choice]) -> Choice | None:
    """Return the choice with that number or that card."""
    if answer.isascii() and answer.isdecimal():
        number = int(answer[:6])
        return offered[number - 1] if 1 <= number <= len(offered) else None
    of_card = [
        choice for choice in offered if choice.card is not None and card_text(choice.card).lower() == answer.lower()
    ]
    return of_card[0] if len(of_card) == 1 else None
