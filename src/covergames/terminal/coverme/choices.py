"""The player's choices: the legal actions of the view as a numbered list, and the question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from covergames.coverme.actions import Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.coverme.options import TwoPlayer
from covergames.coverme.phases import Decision, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from covergames.coverme.actions import Action
    from covergames.coverme.cards import Card
    from covergames.coverme.view_types import View
    from covergames.terminal.coverme.words import CoverMeWords


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its action, the visible card that it concerns, if any, and its name."""

    action: Action
    card: Card | None
    name: str


def question(view: View, words: CoverMeWords, primary: Card | None) -> str:
    """Return the question for the decision that the view awaits."""
    match view.decision:
        case Decision.PLACE if places_pair(view):
            return words("cover-me.ask.place-primary") if primary is None else words("cover-me.ask.place-secondary")
        case Decision.KEEP:
            return words("cover-me.ask.keep", count=len(_kept(view)))
        case None:
            return ""
        case _:
            return words(f"cover-me.ask.{view.decision.value}")


def places_pair(view: View) -> bool:
    """Return whether two cards are placed at once; the player chooses them one after the other (CM-A2)."""
    return any(isinstance(action, Place) and len(action.cards) == 2 for action in view.legal[:1])


def choices(
    view: View, words: CoverMeWords, primary: Card | None, order: Callable[[Card], tuple[int, ...]]
) -> list[Choice]:
    """Return the answers in the order of their numbers; cards of the hand are sorted as the hand is.

    If two cards are placed at once, these are the cards for the primary magazine; when `primary` is chosen, the pairs with it.
    """
    found: list[Choice] = []
    for action in view.legal:
        match action:
            case Place((card,)) | Swap(card):
                found.append(Choice(action, card, ""))
            case Place((first, second)):
                if primary is None:
                    if all(choice.card != first for choice in found):
                        found.append(Choice(action, first, ""))
                elif first == primary:
                    found.append(Choice(action, second, ""))
            case Place():
                found.append(Choice(action, None, words.cards(action.cards)))
            case Take(source):
                top = view.open_piles[source].top if source.is_open else None
                found.append(Choice(action, top, words.pile(source)))
            case Keep(cards):
                found.append(Choice(action, cards[0] if len(cards) == 1 else None, words.cards(cards)))
            case Feature(row, card):
                found.append(Choice(action, card, words(f"magazine.{row.value}") if view.side_stacks else ""))
            case Stay():
                found.append(Choice(action, None, words("cover-me.choice.stay")))
            case Vote(play_on):
                found.append(
                    Choice(action, None, words("cover-me.choice.play-on" if play_on else "cover-me.choice.share"))
                )
            case _:
                assert_never(action)
    if view.decision in (Decision.PLACE, Decision.SWAP):
        found.sort(key=lambda choice: () if choice.card is None else order(choice.card))
    return found


def rules_now(view: View) -> Sequence[str]:
    """Return the id of the rule for the awaited decision, then those of related rules."""
    is_advanced = view.players == 2 and view.options.two_player is TwoPlayer.ADVANCED
    match view.phase, view.decision:
        case Phase.DRAFT, _ if view.options.same_value is not None:
            return ("CM-V3", "CM-S8")
        case Phase.DRAFT, _:
            return ("CM-A1" if is_advanced else "CM-S6", "CM-S8")
        case Phase.NEW_YEAR, _:
            return ("CM-Y2", "CM-Y1")
        case _, Decision.PLACE:
            return ("CM-A2" if is_advanced else "CM-P1", "CM-T1", "CM-T3", "CM-T4", "CM-E2", "CM-E3", "CM-E4")
        case _, Decision.FEATURE:
            return ("CM-M2", "CM-E2", "CM-E3")
        case _, Decision.KEEP:
            return ("CM-A5" if len(_kept(view)) == 2 else "CM-R2", "CM-R1")
        case _, Decision.TAKE:
            return ("CM-R1", "CM-S8")
        case _, Decision.VOTE:
            return ("CM-X4", "CM-X3")
        case _:
            return ("CM-X1", "CM-X2", "CM-X3")


def _kept(view: View) -> tuple[Card, ...]:
    return next((action.cards for action in view.legal if isinstance(action, Keep)), ())
