"""The game from the first decision to the last: who decides what, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, assert_never

from covergames.coverme import piles, season
from covergames.coverme.actions import Action, Feature, Keep, Place, Stay, Swap, Take, Vote
from covergames.coverme.cards import CARDS, Card, without
from covergames.coverme.choices import FEATURE, KEEP, PLACE, STAY, SWAP, TAKE, VOTES, keep_pairs, place_pairs
from covergames.coverme.duties import SWAPPING, TAKING, Looking, Swapping, Taking
from covergames.coverme.events import (
    Chose,
    Event,
    GameEnded,
    Placed,
    StacksOpened,
    Stayed,
    Swapped,
    Voted,
    VotesRevealed,
)
from covergames.coverme.notation import card_text
from covergames.coverme.options import Options
from covergames.coverme.phases import Decision, Phase
from covergames.coverme.places import Source
from covergames.coverme.scoring import leaders, ranking
from covergames.coverme.setup import set_up
from covergames.coverme.state import Play, State, replaced
from covergames.game import Dealer, IllegalAction, Result, Seat
from covergames.game import Step as GameStep

Step: TypeAlias = GameStep[State, Event]

_RULE: Final[Mapping[Decision, str]] = {
    Decision.TAKE: "CM-R1",
    Decision.PLACE: "CM-P1",
    Decision.FEATURE: "CM-M2",
    Decision.KEEP: "CM-R2",
    Decision.SWAP: "CM-Y2",
    Decision.VOTE: "CM-X4",
}
"""The rule that governs each decision in a season."""


def new(players: int, options: Options, dealer: Dealer) -> State:
    """Set the table up as far as the first decision (CM-S9)."""
    play = set_up(players, options, dealer)
    _carry_on(play)
    return play.state


def decision(state: State) -> Decision | None:
    """The kind of decision that the table waits for; None: the game is over."""
    match state.phase:
        case Phase.PLACE:
            return Decision.PLACE
        case Phase.DRAFT | Phase.REPLENISH | Phase.NEW_YEAR:
            return state.duties[0].decision
        case Phase.FEATURE:
            return Decision.FEATURE
        case Phase.VOTE:
            return Decision.VOTE
        case Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return tuple([Seat(number) for number in range(state.players) if _owes(state, Seat(number))])


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Everything that the seat may do now: nothing if it owes no decision."""
    if not 0 <= seat < state.players or not _owes(state, seat):
        return ()
    match decision(state):
        case Decision.PLACE:
            hand = state.hands[seat]
            return place_pairs(hand) if _covers_due(state, seat) == 2 else [PLACE[card] for card in hand]
        case Decision.TAKE:
            return [TAKE[source] for source in piles.sources(state)]
        case Decision.KEEP:
            return keep_pairs(state.looked) if _to_keep(state) == 2 else [KEEP[card] for card in state.looked]
        case Decision.SWAP:
            return [STAY, *(SWAP[card] for card in state.hands[seat])]
        case Decision.FEATURE:
            return [
                FEATURE[state.row(magazine)][card]
                for magazine in state.magazines_of(seat)
                for card in state.undecided.get(magazine, ())
            ]
        case _:
            return VOTES


def apply(state: State, seat: Seat, action: Action, dealer: Dealer) -> Step:
    """Carry out the seat's decision and all that follows from it, or refuse it with the rule that it breaks."""
    _check(state, seat, action)
    play = Play(state.copy(), dealer)
    _carry_out(play, seat, action)
    _carry_on(play)
    return GameStep(play.state, tuple(play.events))


def result(state: State) -> Result | None:
    """Scores and places once the game is over (CM-X2 to CM-X5)."""
    return ranking(state) if state.phase is Phase.OVER else None


def options_of(state: State) -> Options:
    """The settled options that the game is played with."""
    return state.options


def _owes(state: State, seat: Seat) -> bool:
    """Whether the seat owes a decision; an empty hand owes no cover (CM-P1, CM-P2, CM-M2, CM-X4)."""
    match state.phase:
        case Phase.PLACE:
            return state.placed[seat] is None and len(state.hands[seat]) > 0
        case Phase.DRAFT | Phase.REPLENISH | Phase.NEW_YEAR:
            return state.duties[0].seat == seat
        case Phase.FEATURE:
            return any(magazine in state.undecided for magazine in state.magazines_of(seat))
        case Phase.VOTE:
            return state.votes[seat] is None and seat in leaders(state)
        case Phase.OVER:
            return False
        case _:
            assert_never(state.phase)


def _covers_due(state: State, seat: Seat) -> int:
    """How many cards a seat that owes covers places: one a magazine, while the hand lasts (CM-P1, CM-A2)."""
    return 2 if state.is_advanced and len(state.hands[seat]) > 1 else 1


def _to_keep(state: State) -> int:
    duty = state.duties[0]
    assert isinstance(duty, Looking)
    return duty.keep


def _check(state: State, seat: Seat, action: Action) -> None:
    """Refuse what the seat may not do now (CM-I3: for reasons that the seat can see)."""
    if not 0 <= seat < state.players:
        raise IllegalAction("CM-C3", f"there is no seat {seat}: the seats are 0 to {state.players - 1}")
    awaited = decision(state)
    if awaited is None:
        raise IllegalAction("CM-X1", f"the game is over: seat {seat} has nothing to decide")
    if not _owes(state, seat):
        raise IllegalAction(_rule(state, awaited), f"seat {seat} has nothing to decide now")
    match action:
        case Place(cards) if awaited is Decision.PLACE:
            _check_place(state, seat, cards)
        case Take(source) if awaited is Decision.TAKE:
            if source not in piles.sources(state):
                is_drafted = source is Source.FACE_DOWN and state.phase is Phase.DRAFT
                rule = _rule(state, awaited) if is_drafted else "CM-R4"
                raise IllegalAction(rule, f"no card can be taken from {source!r} now")
        case Keep(cards) if awaited is Decision.KEEP:
            _check_keep(state, cards)
        case Feature(row, card) if awaited is Decision.FEATURE:
            if card not in state.undecided.get(state.magazine(seat, row), ()):
                raise IllegalAction("CM-M2", f"{_name(card)} is no choice for your magazine {row!r}")
        case Swap(card) if awaited is Decision.SWAP:
            if card not in state.hands[seat]:
                raise IllegalAction("CM-Y2", f"{_name(card)} is not in your hand")
        case Vote() if awaited is Decision.VOTE:
            pass
        case Stay() if awaited is Decision.SWAP:
            pass
        case _:
            raise IllegalAction(_rule(state, awaited), f"{action!r} is no answer: the table waits for {awaited.value}")


def _check_place(state: State, seat: Seat, cards: tuple[Card, ...]) -> None:
    due = _covers_due(state, seat)
    if len(cards) != due:
        raise IllegalAction("CM-A2" if state.is_advanced else "CM-P1", f"{len(cards)} cards placed, {due} are due")
    for card in cards:
        if card not in state.hands[seat]:
            raise IllegalAction("CM-P1", f"{_name(card)} is not in your hand")
    if len(set(cards)) != due:
        raise IllegalAction("CM-A2", f"{_name(cards[0])} cannot be placed twice")


def _check_keep(state: State, cards: tuple[Card, ...]) -> None:
    rule, due = ("CM-A5", 2) if _to_keep(state) == 2 else ("CM-R2", 1)
    if len(cards) != due:
        raise IllegalAction(rule, f"{len(cards)} cards kept, {due} are due")
    for card in cards:
        if card not in state.looked:
            raise IllegalAction(rule, f"{_name(card)} is none of the cards you drew")
    if len(set(cards)) != due:
        raise IllegalAction(rule, f"{_name(cards[0])} cannot be kept twice")


def _rule(state: State, awaited: Decision) -> str:
    """The rule that governs the decision the table waits for."""
    if state.phase is Phase.DRAFT:
        if state.options.same_value is not None:
            return "CM-V3"
        return "CM-A1" if state.is_advanced else "CM-S6"
    if state.phase is Phase.NEW_YEAR:
        return "CM-Y2"
    if awaited is Decision.KEEP and _to_keep(state) == 2:
        return "CM-A5"
    return _RULE[awaited]


def _name(card: Card) -> str:
    return card_text(card) if card in CARDS else repr(card)


def _carry_out(play: Play, seat: Seat, action: Action) -> None:
    """What the decision itself does."""
    state = play.state
    match action:
        case Place(cards):
            season.place(play, seat, cards)
            play.tell(Placed(seat, cards))
        case Take(source):
            state.duties = state.duties[1:]
            piles.take(play, seat, source)
        case Keep(cards):
            state.duties = state.duties[1:]
            piles.keep(play, seat, cards)
        case Feature(row, card):
            magazine = state.magazine(seat, row)
            state.undecided = {other: cards for other, cards in state.undecided.items() if other != magazine}
            state.featured = {**state.featured, magazine: card}
            play.tell(Chose(magazine, seat, card))
        case Swap(card):
            state.duties = (TAKING[seat], *state.duties[1:])
            state.hands[seat] = without(state.hands[seat], card)
            state.discard += (card,)
            play.show((card,))
            play.tell(Swapped(seat, card))
        case Stay():
            state.duties = state.duties[1:]
            play.tell(Stayed(seat))
        case Vote(play_on):
            state.votes = replaced(state.votes, seat, play_on)
            play.tell(Voted(seat, play_on))
        case _:
            assert_never(action)


def _carry_on(play: Play) -> None:
    """Everything that needs no decision, until one is owed or the game is over."""
    state = play.state
    while True:
        match state.phase:
            case Phase.PLACE:
                if to_act(state):
                    return
                _end_month(play)
            case Phase.DRAFT | Phase.REPLENISH | Phase.NEW_YEAR:
                if _awaits_taking(play):
                    return
                if state.phase is Phase.REPLENISH:
                    _end_replenishing(play)
                else:
                    season.begin_season(play)
                    state.phase = Phase.PLACE
            case Phase.FEATURE:
                if state.undecided:
                    return
                _end_season(play)
            case Phase.VOTE:
                if to_act(state):
                    return
                _count_votes(play)
            case Phase.OVER:
                return
            case _:
                assert_never(state.phase)


def _awaits_taking(play: Play) -> bool:
    """Whether a taking, keeping or swapping is to be decided; what leaves no choice is done on the way (CM-R4, CM-R5)."""
    state = play.state
    while state.duties:
        duty = state.duties[0]
        match duty:
            case Swapping():
                return True
            case Taking(seat):
                piles.refill_open_piles(play)
                if piles.sources(state):
                    return True
                piles.take_without_choice(play, seat)
                state.duties = state.duties[1:]
            case Looking(seat, keep):
                if state.looked:
                    return True
                piles.look(play, seat, keep)
            case _:
                assert_never(duty)
    return False


def _end_month(play: Play) -> None:
    """Reveal; after the third month judge, and let those choose who have a choice (CM-P1, CM-T4, CM-M2)."""
    season.reveal(play)
    if play.state.month < season.MONTHS:
        season.begin_month(play)
    else:
        season.judge(play)
        play.state.phase = Phase.FEATURE


def _end_season(play: Play) -> None:
    """Evaluate; then replenish, or after the last season open the stacks, rank, and let tied leaders vote (CM-X1, CM-X4)."""
    state = play.state
    season.evaluate(play)
    if not state.is_last_season:
        state.phase = Phase.REPLENISH
        return
    if not state.stacks_are_open:
        play.tell(StacksOpened(state.prestige_stacks, state.side_stacks if state.is_advanced else ()))
    if len(leaders(state)) > 1:
        state.phase = Phase.VOTE
    else:
        _end_game(play)


def _count_votes(play: Play) -> None:
    """All tied leaders want to play on: replenish and play another season; otherwise share the victory (CM-X4)."""
    state = play.state
    votes = [(Seat(number), vote) for number, vote in enumerate(state.votes) if vote is not None]
    play.tell(VotesRevealed(tuple(votes)))
    state.votes = (None,) * state.players
    if all(vote for _, vote in votes):
        state.phase = Phase.REPLENISH
    else:
        _end_game(play)


def _end_game(play: Play) -> None:
    play.state.duties = ()
    play.state.phase = Phase.OVER
    play.tell(GameEnded(ranking(play.state)))


def _end_replenishing(play: Play) -> None:
    """The fictional pile is replenished last (CM-24); then the calendar and the starting marker move on (CM-N1)."""
    state = play.state
    if state.is_fictional:
        piles.replenish_fictional_pile(play)
    seasons = state.options.seasons
    is_new_year = state.season is seasons[-1]
    state.season = seasons[(seasons.index(state.season) + 1) % len(seasons)]
    state.start = Seat((state.start + 1) % state.players)
    if is_new_year:
        state.year += 1
    state.phase = Phase.NEW_YEAR
    if is_new_year and state.year <= state.options.number_of_years and state.options.same_value is None:
        piles.renew_piles(play)
        state.duties = tuple([SWAPPING[seat] for seat in state.seats_from_start()])
