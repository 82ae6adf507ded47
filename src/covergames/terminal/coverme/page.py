"""The page on which the player decides: the table, the latest events, the question and its numbered answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from covergames.coverme import events as happened
from covergames.coverme.actions import Feature
from covergames.coverme.notation import card_text
from covergames.coverme.phases import Decision
from covergames.terminal.coverme.cards import prose
from covergames.terminal.coverme.choices import choices, question
from covergames.terminal.coverme.compact import compact_cards, flow
from covergames.terminal.coverme.detail import Detail
from covergames.terminal.coverme.hand_order import sort_key
from covergames.terminal.coverme.screen import height
from covergames.terminal.coverme.story import sentence
from covergames.terminal.look import FAINT, HIGHLIGHT
from covergames.terminal.words import capital

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import RenderableType

    from covergames.coverme.cards import Card
    from covergames.coverme.events import Event
    from covergames.coverme.view_types import View
    from covergames.terminal.coverme.choices import Choice
    from covergames.terminal.coverme.screen import CoverMeScreen
    from covergames.terminal.coverme.words import CoverMeWords

BACK: Final = "0"
"""The answer that takes back the first card of a pair."""
_ON_THE_TABLE: Final = (happened.Turned, happened.FictionalPlaced, happened.FictionalReplenished)
"""Events whose outcome the table shows; a short page leaves them out."""
PROMPT_LINES: Final = 1
NEWS_LINES: Final = 1
"""The news on a compact page, at least, if something has happened that the table does not show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the page shows."""

    view: View
    events: Sequence[Event]
    """The events since the player's last decision."""
    greeting: str
    order: str
    """The order of the hand, one of `hand_order.ORDERS`."""
    primary: Card | None
    """The first card of a pair, if it is chosen."""

    def choices(self, words: CoverMeWords) -> list[Choice]:
        """Return the answers in the order of their numbers."""
        return choices(self.view, words, self.primary, self._sort_key)

    def parts(self, screen: CoverMeScreen) -> Sequence[RenderableType]:
        """Return the most detailed drawing of the page that fits on the terminal, or the shortest one."""
        return screen.fitting(self._draw, below=PROMPT_LINES)

    def news(self, screen: CoverMeScreen) -> list[RenderableType]:
        """Return the greeting and the latest events."""
        lines = [*self._greetings, *self._told(screen)]
        if not lines:
            return []
        legend = [screen.legend()] if self.greeting else []
        if not screen.is_roomy:
            return [prose(" ".join(lines)), *legend]
        bullet = Text().append(f"{screen.signs.bullet} ", style=FAINT)
        return [*(bullet + prose(line) for line in lines), *legend]

    def latest_news(self, screen: CoverMeScreen, lines: int) -> list[RenderableType]:
        """Return the greeting and the latest events, as many as fit into that many lines, in one paragraph."""
        told = self._told(screen)
        legend = [screen.legend()] if self.greeting else []
        versions: list[list[RenderableType]] = [self.news(screen)]
        for first in range(1, len(told)):
            rest = [*self._greetings, screen.signs.waiting, *told[first:]]
            versions.append([prose(" ".join(rest)), *legend])
        if self.greeting:
            versions += [[prose(self.greeting), *legend], [prose(self.greeting)]]
        return next((version for version in versions if height(screen.rendered(version)) <= lines), [])

    @property
    def _greetings(self) -> list[str]:
        return [self.greeting] if self.greeting else []

    def _told(self, screen: CoverMeScreen) -> list[str]:
        """Return a sentence for each of the latest events; a short page leaves out those that the table shows."""
        events = self.events
        if not screen.is_roomy:
            events = [event for event in events if not isinstance(event, _ON_THE_TABLE)]
        return sentences(events, self.view, screen.words)

    @property
    def _sort_key(self) -> Callable[[Card], tuple[int, ...]]:
        return sort_key(self.order, self.view.trends)

    def _draw(self, screen: CoverMeScreen) -> list[RenderableType]:
        title, table, asked = screen.title(self.view), screen.table(self.view), self._question(screen)
        if screen.is_roomy:
            return [title, *table, *self.news(screen), *asked]
        if not screen.is_compact:
            return [*table, *self.news(screen), title, *asked]
        above, below = screen.rendered(table), screen.rendered([title, *asked])
        room = screen.console.height - PROMPT_LINES - height(above) - height(below)
        least = 0 if screen.detail is Detail.LETTERS else self._least_news(screen)
        return [*above, *self.latest_news(screen, max(room, least)), *below]

    def _least_news(self, screen: CoverMeScreen) -> int:
        """Return the number of lines of news that a compact page has space for, unless it is the shortest."""
        if self.greeting:
            return height(screen.rendered([prose(self.greeting)]))
        has_news = any(not isinstance(event, happened.Revealed) for event in self.events)
        return NEWS_LINES if has_news and self._told(screen) else 0

    def _question(self, screen: CoverMeScreen) -> list[RenderableType]:
        """Return the player's hand, the question, and the numbered answers."""
        view, words = self.view, screen.words
        offered = self.choices(words)
        asked = Text().append(question(view, words, self.primary), style=HIGHLIGHT)
        order = Text(words("terminal.cover-me.hand", order=words(self.order)), style=FAINT)
        if view.decision in (Decision.PLACE, Decision.SWAP):
            if asked.cell_len + 2 + order.cell_len <= screen.console.width:
                asked.append("  ").append_text(order)
            return [asked, *self._hand_answers(screen, offered)]
        hand = sorted(view.hand, key=self._sort_key)
        is_short = screen.detail >= Detail.SHORT
        shown = compact_cards(screen, hand, view.trends) if is_short else screen.cards(hand, view)
        parts = [order, shown, asked]
        if any(choice.card is None for choice in offered) and view.decision is Decision.KEEP:
            parts.append(screen.strips([card for card in view.looked if card is not None], view))
        return [*parts, *self._listed_answers(screen, offered)]

    def _hand_answers(self, screen: CoverMeScreen, offered: Sequence[Choice]) -> list[RenderableType]:
        """Return answers that are cards of the hand: the hand itself, numbered."""
        numbered = [(str(number), choice) for number, choice in enumerate(offered, 1)]
        cards = [choice.card for choice in offered if choice.card is not None]
        labels = [label for label, choice in numbered if choice.card is not None]
        parts: list[RenderableType] = [_answer(label, choice) for label, choice in numbered if choice.card is None]
        parts.append(screen.cards(cards, self.view, labels=labels))
        if self.primary is not None:
            back = screen.words("terminal.cover-me.back", card=card_text(self.primary))
            parts.append(Text().append(f"{BACK} ", style="bold").append(back))
        return parts

    def _listed_answers(self, screen: CoverMeScreen, offered: Sequence[Choice]) -> list[RenderableType]:
        """Return all other answers, one line each, those with a card first."""
        of_cards = [choice for choice in offered if choice.card is not None]
        others = [choice for choice in offered if choice.card is None]
        labels = [str(number) for number in range(1, len(offered) + 1)]
        parts: list[RenderableType] = []
        if of_cards:
            cards = [choice.card for choice in of_cards if choice.card is not None]
            notes = [choice.name if isinstance(choice.action, Feature) else "" for choice in of_cards]
            parts.append(screen.strips(cards, self.view, labels=labels[: len(cards)], notes=notes))
        answers = list(map(_answer, labels[len(of_cards) :], others))
        if screen.is_compact:
            answers = flow([answer.append("  ") for answer in answers], screen.console.width)
        return [*parts, *answers]


def sentences(events: Sequence[Event], view: View, words: CoverMeWords) -> list[str]:
    """Return the events as sentences, without unimportant ones and without secret choices, which the table shows anyway."""
    told = [event for event in events if not isinstance(event, happened.Placed | happened.Looked)]
    secret = (happened.Chose, happened.Voted)
    told = [event for event in told if not (isinstance(event, secret) and event.seat != view.seat)]
    lines = [sentence(event, words, is_pair=bool(view.side_stacks)) for event in told]
    return [line for line in lines if line is not None]


def _answer(label: str, choice: Choice) -> Text:
    return Text().append(f"{label} ", style="bold").append(capital(choice.name))
