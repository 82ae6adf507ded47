"""A game of Cover Me in the terminal: what one person is shown, and asked.

The person is shown their view and answers by number. Where the table stands, and who else sits there, is the chair's
business; leaving is nothing but stopping.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.text import Text

from covergames import coverme
from covergames.coverme import events as happened
from covergames.coverme.actions import Decision, Feature, Place
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, Clothes, Hair, Length, Pattern
from covergames.coverme.notation import card_text
from covergames.coverme.trends import trend_value
from covergames.rulebook import rule_ids
from covergames.terminal.chair import NotTaken
from covergames.terminal.choices import asked, choices, places_pair, rules_now
from covergames.terminal.game_end import game_end
from covergames.terminal.look import FAINT, TITLE, TREND, chip, prose
from covergames.terminal.rules import related, rule
from covergames.terminal.screen import looking_ahead
from covergames.terminal.season_end import season_end
from covergames.terminal.story import sentence
from covergames.terminal.words import capital

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType

    from covergames.coverme.cards import Card
    from covergames.coverme.events import Event
    from covergames.coverme.view import View
    from covergames.terminal.chair import Chair
    from covergames.terminal.choices import Choice
    from covergames.terminal.screen import Screen

Ask: TypeAlias = "Callable[[str], str]"
"""Shows a prompt and gives the answer; `EOFError` and `KeyboardInterrupt` mean that the player leaves."""

ORDERS: Final = ("trait.clothes", "trait.hair", "trait.length", "trait.pattern", "trend-value")
"""What the hand can be sorted by."""
BACK: Final = "0"
ON_THE_TABLE: Final = (happened.Turned, happened.FictionalPlaced, happened.FictionalReplenished)
"""What need not be told where space is short: the table shows it."""

_CLOTHES: Final = {clothes: number for number, clothes in enumerate(Clothes)}
_HAIR: Final = {hair: number for number, hair in enumerate(Hair)}
_LENGTH: Final = {length: number for number, length in enumerate(Length)}
_PATTERN: Final = {pattern: number for number, pattern in enumerate(Pattern)}


class Leave(Exception):
    """The player leaves the table."""


class Sitting:
    """One person's game, from sitting down to the result or to leaving."""

    def __init__(
        self,
        chair: Chair,
        *,
        screen: Screen,
        ask: Ask,
        greeting: str = "",
    ) -> None:
        self._chair = chair
        self._seat = chair.seat
        self._screen = screen
        self._words = screen.words
        self._ask = ask
        self._greeting = greeting
        self._order = 0
        self._primary: Card | None = None
        self._news: list[Event] = []

    def play(self) -> bool:
        """Play to the end; False: the player left before."""
        try:
            while self._chair.view().result is None:
                if self._chair.is_asked:
                    self._decide()
                else:
                    self._learn(self._chair.wait())
        except (Leave, EOFError, KeyboardInterrupt):
            return False
        view = self._view()
        for part in (*self._told(view, self._screen), game_end(self._screen, view)):
            self._print(part)
        return True

    def _view(self) -> View:
        return looking_ahead(self._chair.view())

    def _print(self, *parts: object) -> None:
        self._screen.console.print(*parts)

    def _learn(self, seen: Sequence[Event]) -> None:
        """Remember what there is to tell; the end of a season is told at once."""
        ends = [number for number, event in enumerate(seen) if isinstance(event, happened.Featured)]
        if ends:
            self._news = [*seen[ends[-1] + 1 :]]
            self._show_season_end()
        else:
            self._news += seen

    def _show_season_end(self) -> None:
        view = self._view()
        self._clear()
        self._print(season_end(self._screen, view))
        if self._ask(f"{self._words('terminal.pause')} > ").strip().lower() == "q":
            raise Leave

    def _decide(self) -> None:
        """Show the table and ask until the player has decided."""
        self._primary = None
        self._draw()
        while True:
            view = self._view()
            offered = choices(view, self._words, self._primary, self._sorting(view))
            answer = self._ask(self._prompt(offered)).strip()
            if not answer:
                self._draw()
                continue
            chosen = self._choice(answer, offered, view)
            if chosen is not None:
                self._news = []
                self._greeting = ""
                try:
                    self._learn(self._chair.act(chosen.action))
                except NotTaken as refused:
                    self._print(Text(self._words("terminal.online.refused", reason=str(refused))))
                return

    def _prompt(self, offered: Sequence[Choice]) -> str:
        return f"{self._words('terminal.cover-me.keys', last=len(offered))} > "

    def _choice(self, answer: str, offered: Sequence[Choice], view: View) -> Choice | None:
        """What the answer chooses; None: it was something else, which has been answered."""
        if answer == BACK and self._primary is not None:
            self._primary = None
            self._draw()
            return None
        found = _meant(answer, offered)
        if found is None:
            self._obey(answer, offered, view)
            return None
        if places_pair(view) and self._primary is None and isinstance(found.action, Place):
            self._primary = found.card
            self._draw()
            return None
        return found

    def _obey(self, answer: str, offered: Sequence[Choice], view: View) -> None:
        """A command that is no decision."""
        match answer[0].lower(), answer[1:].strip():
            case "?", wanted:
                self._explain(wanted, view)
            case "d", "":
                self._show_cards(self._words.heading("pile.discard"), view.discard)
            case "p", "":
                self._show_stacks(view)
            case "h", "":
                self._order = (self._order + 1) % len(ORDERS)
                self._draw()
            case "l", "":
                self._show_log(view)
            case "q", "":
                raise Leave
            case _:
                self._print(Text(self._words("terminal.cover-me.unknown", input=answer, last=len(offered))))

    def _explain(self, wanted: str, view: View) -> None:
        """The rule that applies now, or the one that was asked for."""
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
        line = Text(f"{heading} ({self._words('count.cards', count=len(cards))})", style=TITLE)
        self._print(line)
        shown = Text()
        for card in sorted(cards):
            shown.append_text(chip(card)).append(" ")
        if cards:
            self._print(shown)

    def _show_stacks(self, view: View) -> None:
        own = view.prestige_stacks[self._seat]
        self._show_cards(self._words.heading("prestige-stack"), own.cards or ())
        if view.side_stacks:
            self._show_cards(self._words.heading("side-stack"), view.side_stacks[self._seat].cards or ())

    def _show_log(self, view: View) -> None:
        """This season so far, as the player saw it."""
        for line in self._sentences(self._chair.season(), view):
            self._print(prose(line))

    def _clear(self) -> None:
        if self._screen.console.is_terminal:
            self._screen.console.clear()

    def _draw(self) -> None:
        """The whole table, what has happened, the question and its answers: as fine as they fit on the screen."""
        view = self._view()
        parts: list[RenderableType] = []
        for screen, is_short in self._ways_to_draw():
            title, table, news = screen.title(view), screen.table(view), self._told(view, screen)
            head = [title, *table, *news] if screen.is_roomy else [*table, *news, title]
            parts = [*head, *self._question(view, screen, is_short=is_short)]
            if self._height(parts) < screen.console.height:
                break
        self._clear()
        for part in parts:
            self._print(part)

    def _ways_to_draw(self) -> Iterator[tuple[Screen, bool]]:
        """From the finest to the shortest."""
        bare = replace(self._screen, has_frames=False)
        if self._screen.is_roomy:
            yield self._screen, False
            yield replace(self._screen, has_cards=False), False
        yield bare, False
        yield bare, True

    def _height(self, parts: Sequence[RenderableType]) -> int:
        """How many lines the parts need."""
        return sum(len(self._screen.console.render_lines(part, pad=False)) for part in parts)

    def _told(self, view: View, screen: Screen) -> list[RenderableType]:
        """What has happened since the player was last asked."""
        news = self._news
        if not screen.is_roomy:
            news = [event for event in news if not isinstance(event, ON_THE_TABLE)]
        lines = self._sentences(news, view)
        if self._greeting:
            lines.insert(0, self._greeting)
        if not lines:
            return []
        legend = [screen.legend()] if self._greeting else []
        if not screen.is_roomy:
            return [prose(" ".join(lines)), *legend]
        bullet = Text().append(f"{screen.signs.bullet} ", style=FAINT)
        return [*(bullet + prose(line) for line in lines), *legend]

    def _sentences(self, events: Sequence[Event], view: View) -> list[str]:
        """What is worth telling; that somebody has chosen in secret, the table shows."""
        told = [event for event in events if not isinstance(event, happened.Placed | happened.Looked)]
        others = (happened.Chose, happened.Voted)
        told = [event for event in told if not (isinstance(event, others) and event.seat != self._seat)]
        lines = [sentence(event, self._words, is_pair=bool(view.side_stacks)) for event in told]
        return [line for line in lines if line is not None]

    def _question(self, view: View, screen: Screen, *, is_short: bool) -> list[RenderableType]:
        """The player's hand, what they are asked, and the numbered answers."""
        offered = choices(view, self._words, self._primary, self._sorting(view))
        question = Text().append(asked(view, self._words, self._primary), style=TREND)
        order = Text(self._words("terminal.cover-me.hand", order=self._words(ORDERS[self._order])), style=FAINT)
        if view.decision in (Decision.PLACE, Decision.SWAP):
            if question.cell_len + 2 + order.cell_len <= screen.console.width:
                question.append("  ").append_text(order)
            return [question, *self._from_hand(offered, view, screen)]
        hand = sorted(view.hand, key=self._sorting(view))
        parts = [order, screen.chips(hand, view) if is_short else screen.cards(hand, view), question]
        if any(choice.card is None for choice in offered) and view.decision is Decision.KEEP:
            parts.append(screen.strips([card for card in view.looked if card is not None], view))
        return [*parts, *self._listed(offered, view, screen)]

    def _from_hand(self, offered: Sequence[Choice], view: View, screen: Screen) -> list[RenderableType]:
        """Answers that are cards of the hand: the hand itself, numbered."""
        numbered = [(str(number), choice) for number, choice in enumerate(offered, 1)]
        cards = [choice.card for choice in offered if choice.card is not None]
        labels = [label for label, choice in numbered if choice.card is not None]
        parts: list[RenderableType] = [
            Text().append(f"{label} ", style="bold").append(capital(choice.words))
            for label, choice in numbered
            if choice.card is None
        ]
        parts.append(screen.cards(cards, view, labels=labels))
        if self._primary is not None:
            back = self._words("terminal.cover-me.back", card=card_text(self._primary))
            parts.append(Text().append(f"{BACK} ", style="bold").append(back))
        return parts

    def _listed(self, offered: Sequence[Choice], view: View, screen: Screen) -> list[RenderableType]:
        """All other answers: a line each, those with a card first."""
        of_cards = [choice for choice in offered if choice.card is not None]
        others = [choice for choice in offered if choice.card is None]
        labels = [str(number) for number in range(1, len(offered) + 1)]
        parts: list[RenderableType] = []
        if of_cards:
            cards = [choice.card for choice in of_cards if choice.card is not None]
            notes = [choice.words if isinstance(choice.action, Feature) else "" for choice in of_cards]
            parts.append(screen.strips(cards, view, labels=labels[: len(cards)], notes=notes))
        for label, choice in zip(labels[len(of_cards) :], others, strict=True):
            parts.append(Text().append(f"{label} ", style="bold").append(capital(choice.words)))
        return parts

    def _sorting(self, view: View) -> Callable[[Card], tuple[int, ...]]:
        """How the hand is sorted now."""

        def key(card: Card) -> tuple[int, ...]:
            traits = _CLOTHES[CLOTHES[card]], _HAIR[HAIR[card]], _LENGTH[LENGTH[card]], _PATTERN[PATTERN[card]]
            if ORDERS[self._order] == "trend-value":
                return (-trend_value(card, view.trends), *traits)
            return (traits[self._order], *traits)

        return key


def _meant(answer: str, offered: Sequence[Choice]) -> Choice | None:
    """The choice of that number, or of that card."""
    if answer.isascii() and answer.isdecimal():
        number = int(answer[:6])
        return offered[number - 1] if 1 <= number <= len(offered) else None
    of_card = [
        choice for choice in offered if choice.card is not None and card_text(choice.card).lower() == answer.lower()
    ]
    return of_card[0] if len(of_card) == 1 else None
