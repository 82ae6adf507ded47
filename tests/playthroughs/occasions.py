"""Count how often each rare case of the rules about exhausted piles occurs (CM-R3, CM-R4, CM-R5, CM-P2, CM-24)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from covergames.coverme import Decision, GameLength, Phase, State
from covergames.coverme.events import (
    Event,
    FictionalPlaced,
    FictionalReplenished,
    Shuffled,
    TookNext,
    VotesRevealed,
    WentWithout,
)
from covergames.coverme.rules import decision

RESHUFFLED: Final = "the discard became the face-down pile"
OPEN_PILE_EMPTY: Final = "an open pile could not be refilled"
NO_FACE_DOWN: Final = "face-down pile and discard were empty at a taking"
ONE_SOURCE: Final = "one pile was left to take from"
NEXT_TAKEN: Final = "the next pile was taken because no other was left"
LAST_OF_NEXT: Final = "the last card of the next pile was taken without a choice"
NO_NEXT: Final = "the next pile was empty before its year was over"
WENT_WITHOUT: Final = "nothing could be taken"
SHORT_HAND: Final = "a season was begun with a short hand"
EMPTY_HAND: Final = "an empty hand placed nothing"
ONE_MAGAZINE: Final = "a hand had a card for one of two magazines only"
FICTIONAL_SHORT: Final = "the fictional pile stayed short"
A_WENT_SHORT: Final = "fictional A placed nothing"
B_WENT_SHORT: Final = "fictional B placed nothing"
PLAYED_ON: Final = "the leaders played on"

Occasions = Counter[str]


def note(occasions: Occasions, before: State, after: State, events: tuple[Event, ...]) -> None:
    """Count the cases in this step."""
    for event in events:
        match event:
            case Shuffled("face-down"):
                occasions[RESHUFFLED] += 1
            case TookNext():
                is_forced = any(_is_out_of_cards(state) for state in (before, after))
                occasions[NEXT_TAKEN if is_forced else LAST_OF_NEXT] += 1
            case WentWithout():
                occasions[WENT_WITHOUT] += 1
            case FictionalPlaced(b=b, a_placed=a_placed):
                occasions[A_WENT_SHORT] += not a_placed
                occasions[B_WENT_SHORT] += b is None
            case FictionalReplenished(face_down, next_pile) if face_down + next_pile < 2:
                occasions[FICTIONAL_SHORT] += 1
            case VotesRevealed(votes) if all(play_on for _, play_on in votes):
                occasions[PLAYED_ON] += 1
            case _:
                pass
    if decision(after) is Decision.TAKE:
        occasions[OPEN_PILE_EMPTY] += not all(after.open_piles)
        occasions[NO_FACE_DOWN] += not (after.face_down or after.discard)
        occasions[ONE_SOURCE] += sum(map(bool, (*after.open_piles, after.face_down or after.discard))) == 1
        is_main_game = after.options.same_value is None and after.options.length is GameLength.STANDARD
        occasions[NO_NEXT] += is_main_game and not after.next_pile
    if after.phase is Phase.PLACE and (before.phase is not Phase.PLACE or after.month != before.month):
        _note_month(occasions, after)


def _is_out_of_cards(state: State) -> bool:
    """Return whether at most one more taking leaves only the next pile."""
    return not (state.face_down or state.discard) and sum(map(len, state.open_piles)) <= 1


def _note_month(occasions: Occasions, state: State) -> None:
    """Count the cases at the beginning of a month."""
    full = 12 if state.is_advanced else 9
    for hand in state.hands:
        occasions[SHORT_HAND] += state.month == 1 and len(hand) < full
        occasions[EMPTY_HAND] += not hand
        occasions[ONE_MAGAZINE] += state.is_advanced and len(hand) == 1
