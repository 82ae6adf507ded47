"""Cat Tower, a complete game: the cat sat on the cat sat on the cat.

Players hold hidden cats (CT-1). In turn they let one sit on top of the tower, and draw another from the rest,
which is shuffled each time (CT-2). Under a cat heavier than the one below it, the tower falls, and its player gets a flea
from each cat that sat there (CT-3). After the last turn, fewest fleas win (CT-4).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, NewType, TypeAlias, assert_never

from covergames.encoding import Recalled, Unwritten
from covergames.game import Dealer, Game, IllegalAction, Memory, OptionsError, Result, Seat, Step, Types
from covergames.games import Registration

Cat = NewType("Cat", int)  # the heavier, the higher the number
Cats: TypeAlias = tuple[Cat, ...]


class Options(NamedTuple):
    turns: int = 5


class Sit(NamedTuple):
    cat: Cat


class Sat(NamedTuple):
    seat: Seat
    cat: Cat
    fleas: int


class Drew(NamedTuple):
    seat: Seat
    cat: Cat | None


class State(NamedTuple):
    options: Options
    hands: tuple[Cats, ...]
    rest: Cats
    tower: Cats = ()
    past: tuple[Sat | Drew, ...] = ()


class View(NamedTuple):
    to_act: tuple[Seat, ...]
    tower: Cats
    result: Result | None
    history: Annotated[tuple[Sat | Drew, ...], Recalled(lambda known: tuple(known.events))]
    seat: Annotated[Seat | None, Unwritten()] = None
    hand: Annotated[Cats, Unwritten(())] = ()
    legal: Annotated[tuple[Sit, ...], Unwritten(())] = ()


class Private(NamedTuple):
    seat: Seat
    hand: Cats
    legal: tuple[Sit, ...]


class CatTower(Game[State, Sit, Options, View, Sat | Drew]):
    NAME = "cat-tower"
    PLAYERS = range(2, 5)
    TYPES = Types(card=Cat, action=Sit, event=Sat | Drew, options=Options, view=View, private=Private, face_up=State)

    def card_texts(self, options: Options) -> list[str]:
        return [f"{weight}kg" for weight in range(1, 1 + 4 * (3 + options.turns))]

    def check(self, players: int, options: Options) -> None:
        if players not in self.PLAYERS or options.turns not in range(1, 21):
            raise OptionsError("CT-1", f"{players} players with {options.turns} turns make no game")

    def new(self, players: int, options: Options, dealer: Dealer) -> State:
        cats = tuple(dealer.shuffle("cats", [Cat(cat) for cat in range(len(self.card_texts(options)))]))
        return State(options, tuple(cats[seat * 3 : seat * 3 + 3] for seat in range(players)), cats[players * 3 :])

    def to_act(self, state: State) -> tuple[Seat, ...]:
        turn, players = len(state.past) // 2, len(state.hands)
        return (Seat(turn % players),) if turn < players * state.options.turns else ()

    def legal(self, state: State, seat: Seat) -> tuple[Sit, ...]:
        return tuple(map(Sit, state.hands[seat])) if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: Seat, action: Sit, dealer: Dealer) -> Step[State, Sat | Drew]:
        if action not in self.legal(state, seat):
            raise IllegalAction("CT-2", f"cat {action.cat} of seat {seat} cannot sit there now")
        below = () if any(cat < action.cat for cat in state.tower[-1:]) else state.tower
        drawn, *rest = dealer.shuffle("rest", state.rest)
        hand = (*(cat for cat in state.hands[seat] if cat != action.cat), drawn)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        events = (Sat(seat, action.cat, len(state.tower) - len(below)), Drew(seat, drawn))
        return Step(State(state.options, hands, tuple(rest), (*below, action.cat), state.past + events), events)

    def result(self, state: State) -> Result | None:
        sat = [event for event in state.past if isinstance(event, Sat)]
        fleas = tuple(sum(cat.fleas for cat in sat if cat.seat == seat) for seat in range(len(state.hands)))
        places = tuple(1 + sum(fewer < own for fewer in fleas) for own in fleas)
        return None if self.to_act(state) else Result(fleas, places)

    def redact(self, event: Sat | Drew, viewer: Seat | None) -> Sat | Drew:
        match event:
            case Drew(seat, _) if seat != viewer:
                return Drew(seat, None)
            case Drew() | Sat():
                return event
        assert_never(event)

    def history(self, state: State) -> tuple[Sat | Drew, ...]:
        return tuple(self.redact(event, None) for event in state.past)

    def spectator(self, state: State, memory: Memory) -> View:  # noqa: ARG002
        return View(self.to_act(state), state.tower, self.result(state), self.history(state))

    def private(self, state: State, seat: Seat, memory: Memory) -> Private:  # noqa: ARG002
        return Private(seat, state.hands[seat], self.legal(state, seat))


REGISTRATION = Registration(rules=CatTower())
