"""Players of Cover Up at a table: in time, by the rules, and each in its own way."""

from __future__ import annotations

import pickle
import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import cycle, islice, pairwise

import pytest

from covergames import bots, coverup
from covergames.bots import AnyBot, LocalBots
from covergames.bots.coverup import LayingBot, beginner, haphazard, novice, perfect, quick
from covergames.bots.coverup.giving import Giving
from covergames.bots.coverup.players import EXPERT, NOVICE, person
from covergames.bots.coverup.sight import Blind
from covergames.coverup import (
    Action,
    Done,
    Flip,
    GiveBack,
    Lay,
    Lift,
    Options,
    Phase,
    State,
    TimeUp,
    View,
    house_deck,
    solve,
)
from covergames.coverup.layout import conflicts, is_flawless, visible
from covergames.dealer import RandomDealer
from covergames.game import Seat
from tests.coverup_kit import Table

pytestmark = pytest.mark.filterwarnings("ignore::covergames.coverup.solver.InterpretedSolverWarning")

CHEAP = ("novice", "random", "beginner", "human:5", "quick")
"""Players that give cards back without much thought."""
BY_LOT = Giving(Blind(), 0)


def seated(*names: str, seed: int = 1) -> dict[Seat, AnyBot]:
    return {Seat(seat): bots.named(coverup, name)(random.Random(f"{seed} {seat}")) for seat, name in enumerate(names)}


def play(
    players: Mapping[Seat, AnyBot], options: Options, *, seed: int = 1, rounds: int = 5
) -> list[tuple[Seat, Action]]:
    """Yield everything that happens in these rounds; each decision is one that the view offers, now or later."""
    dealer = RandomDealer(random.Random(seed))
    state = coverup.new(len(players), options, dealer)
    local = LocalBots(coverup, players)
    turns = []
    while len(state.scores) < rounds:
        turn = local.next(state)
        assert turn is not None
        check_offered(state, *turn)
        turns.append(turn)
        state = coverup.apply(state, *turn, dealer).state
    return turns


def check_offered(state: State, seat: Seat, action: Action) -> None:
    """Check that the view offers the action. A lay may also be one with a clash: a mistake, but legal."""
    if isinstance(action, Lay):
        rest = tuple(at for at in state.piles[seat] if at.card != action.placement.card)
        if conflicts((*rest, action.placement), state.options.deck):
            assert not state.options.assist
            return
    now = action if isinstance(action, TimeUp | GiveBack) else replace(action, t=state.now)
    assert now in coverup.legal(state, seat)


STANDARD, SHORT, ENDLESS = Options(), Options(hourglass=5, round_limit=25), Options(assist=True, round_limit=None)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, SHORT),
        *(
            pytest.param(players, options, marks=pytest.mark.slow)
            for players, options in [(2, ENDLESS), (3, STANDARD), (4, ENDLESS), (5, SHORT), (6, STANDARD)]
        ),
    ],
)
def test_whole_games_by_the_rules(players: int, options: Options) -> None:
    """With any number of players, with and without assist and limits; the short game ends before slow players are ready."""
    names = islice(cycle(CHEAP), players, 2 * players)
    turns = play(seated(*names), options)
    assert any(isinstance(action, TimeUp) for _, action in turns) or options is not SHORT
    assert sum(isinstance(action, Flip) for _, action in turns) <= 5


@pytest.mark.slow
def test_a_whole_game_with_the_perfect_player() -> None:
    """Two players: it considers every card that may come between the rounds."""
    turns = play(seated("perfect", "beginner"), Options())
    assert sum(seat == 0 and isinstance(action, Flip) for seat, action in turns) == 5


@pytest.mark.parametrize("name", [*CHEAP, "perfect"])
def test_the_same_generator_gives_the_same_choices(name: str) -> None:
    """Another generator gives other choices."""
    first, again, other = (play(seated(name, name, seed=seed), Options(), rounds=1) for seed in (5, 5, 6))
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", [*CHEAP, pytest.param("perfect", marks=pytest.mark.slow)])
def test_hidden_cards_change_no_choice(name: str) -> None:
    """Other orders of the draw piles, and other cards that others give back, lead to the same choices."""
    chooser, dealer = random.Random(2), RandomDealer(random.Random(3))
    state = coverup.new(3, Options(), dealer)
    players = seated(name, "random", "random")

    class Compared:
        """A bot that is also asked in a second world."""

        bot = players[Seat(0)]

        def choose(self, view: coverup.View) -> Action:
            twin = pickle.loads(pickle.dumps(self.bot))
            there: Action = twin.choose(coverup.view(other_world(state, chooser), Seat(0)))
            assert self.bot.choose(view) == there
            return there

    local = LocalBots(coverup, {**players, Seat(0): Compared()})
    while state.round == 1:
        turn = local.next(state)
        assert turn is not None
        state = coverup.apply(state, *turn, dealer).state


def other_world(state: State, chooser: random.Random) -> State:
    def shuffled(pile: tuple[coverup.Card, ...]) -> tuple[coverup.Card, ...]:
        return tuple(chooser.sample(pile, len(pile)))

    giving = tuple(
        None if card is None else chooser.choice(hand)
        for card, hand in zip(state.giving_back, state.hands, strict=True)
    )
    return replace(
        state,
        green=shuffled(state.green),
        yellow=shuffled(state.yellow),
        red=shuffled(state.red),
        giving_back=giving,
    )


@pytest.mark.parametrize("name", [*CHEAP, "perfect"])
def test_a_bot_can_move_to_another_process(name: str) -> None:
    """Pickled before every decision, it plays the same game."""

    class Pickled:
        def __init__(self, bot: AnyBot) -> None:
            self.bot = bot

        def choose(self, view: View) -> Action:
            self.bot = pickle.loads(pickle.dumps(self.bot))
            action: Action = self.bot.choose(view)
            return action

    unpickled = seated(name, "random")
    pickled = {seat: Pickled(bot) for seat, bot in seated(name, "random").items()}
    assert play(unpickled, Options(), rounds=1) == play(pickled, Options(), rounds=1)


def alone(bot: AnyBot, table: Table, *, until: int | None = None) -> list[Action]:
    """Return the actions of the bot in seat 0 while the others do nothing, to the end of the round or to that time."""
    local = LocalBots(coverup, {Seat(0): bot})
    done: list[Action] = []
    while table.state.phase is Phase.LAY:
        turn = local.next(table.state)
        assert turn is not None
        if until is not None and local.due(table.state, until) is None:
            break
        table.act(*turn)
        done.append(turn[1])
    return done


HANDS = ("g01 g02 g03 g04 g05", "g06 g07 g08 g09 g10")
SLOW = replace(NOVICE.pace, reaction=1.0, first=4.0, card=8.0, least=3.0, look=4.0, spread=0.3)


def slow_expert(**habits: float) -> LayingBot:
    """Return a player that lays all five cards and overlooks nothing, but needs about eight seconds for each."""
    sight = replace(EXPERT.sight, overlooks=0.0)
    return LayingBot(random.Random(1), sight=sight, pace=SLOW, giving=BY_LOT, **habits)


def test_the_perfect_player_reaches_the_optimum_if_it_has_time() -> None:
    """It lays a card every second or two, and then flips."""
    table = Table.of(*HANDS)
    done = alone(perfect(random.Random(1)), table)
    assert [type(action) for action in done] == [Lay] * 5 + [Flip, TimeUp]
    times = [action.t for action in done if not isinstance(action, GiveBack)]
    steps = [after - before for before, after in pairwise(times[:5])]
    assert all(1000 <= step <= 2200 for step in steps)
    best = solve(table.state.hands[0], table.deck)
    assert table.state.scores[0][0].score.points == best.points
    assert table.points(0) == best.points - 1


@pytest.mark.parametrize(("bot", "least", "most"), [(haphazard, 25, 75), (beginner, 35, 110), (quick, 10, 40)])
def test_everybody_has_a_pace(bot: bots.BotMaker, least: float, most: float) -> None:
    """Seconds until it flips the hourglass; nobody lays two cards at once."""
    table = Table.of(*HANDS)
    done = alone(bot(random.Random(1)), table)
    assert isinstance(done[-2], Flip)
    assert least < done[-2].t / 1000 < most
    times = [action.t for action in done if isinstance(action, Lay)]
    assert len(set(times)) == len(times) >= 5


@pytest.mark.parametrize("options", [Options(), Options(assist=True)], ids=["standard", "assist"])
def test_a_novice_takes_more_than_two_minutes(options: Options) -> None:
    """Undisturbed, it flips or is done after two minutes and before the limit of five, even with cards left aside."""
    numbers_laid = set()
    for seed in range(25):
        table = Table.of(*HANDS, options=options)
        done = alone(novice(random.Random(seed)), table)
        (end,) = (action.t for action in done if isinstance(action, Flip | Done))
        assert 120_000 < end < 300_000
        numbers_laid.add(len({action.placement.card for action in done if isinstance(action, Lay)}))
    assert {4, 5} <= numbers_laid


def test_a_novice_hurries_after_a_flip() -> None:
    """It has half a minute for a pile that would take it two, and lays the same first card sooner, then some others."""
    table = Table.of(*HANDS)
    table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()), t=20_000)
    player = novice(random.Random(1))
    calm = player.choose(coverup.view(table.state, Seat(0)))
    table.flip(1, t=20_000)
    hurried = player.choose(coverup.view(table.state, Seat(0)))
    assert isinstance(calm, Lay)
    assert isinstance(hurried, Lay)
    assert hurried.placement == calm.placement
    assert hurried.t < calm.t
    laid = [action.t for action in alone(player, table) if isinstance(action, Lay)]
    assert len(laid) >= 3
    assert laid[-1] < 50_000
    assert min(after - before for before, after in pairwise(laid)) >= 4000


def test_pace_and_skill_are_separate() -> None:
    """With a quick player's pace, a novice lays the same cards at the same places, only sooner."""
    sight = replace(NOVICE.sight, tries=9.0, overlooks=0.0)
    slow, fast = replace(NOVICE.pace, spread=0.0), replace(person(7).pace, spread=0.0)
    piles, ends = [], []
    for pace in (slow, fast):
        table = Table.of(*HANDS)
        player = LayingBot(random.Random(3), sight=sight, pace=pace, giving=BY_LOT)
        done = alone(player, table)
        piles.append([action.placement for action in done if isinstance(action, Lay)])
        ends.append(next(action.t for action in done if isinstance(action, Flip)))
    assert piles[0] == piles[1]
    assert ends[0] > 120_000 > 30_000 > ends[1]


def test_slow_players_hurry_after_a_flip() -> None:
    """A slow player with twenty seconds left lays faster than usual, but not instantly, and not after the end."""
    table = Table.of(*HANDS, options=Options(hourglass=20))
    table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()), t=1000)
    player = slow_expert()
    before = player.choose(coverup.view(table.state, Seat(0)))
    assert isinstance(before, Lay)
    table.flip(1, t=1000)
    hurried = player.choose(coverup.view(table.state, Seat(0)))
    assert isinstance(hurried, Lay)
    assert hurried.placement == before.placement
    assert hurried.t < before.t
    done = alone(player, table)
    laid = [action.t for action in done if isinstance(action, Lay)]
    assert len(laid) == 5
    assert laid[-1] < 21_000
    assert min(after - before for before, after in pairwise(laid)) >= 3000


@pytest.mark.rule("CU-H2")
def test_a_flip_just_before_the_limit_gives_slow_players_the_whole_sand() -> None:
    """A slow player hurries for the limit; a flip one second before it gives thirty seconds, so it lays calmly again."""
    table = Table.of(*HANDS, options=Options(hourglass=30, round_limit=12))
    table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()), t=0)
    player = slow_expert()
    before = [*alone(player, table, until=11_000), player.choose(coverup.view(table.state, Seat(0)))]
    assert [(type(action), action.t) for action in before if not isinstance(action, GiveBack)] == [
        (Lay, 3000 * number) for number in range(1, 5)
    ]
    table.flip(1, t=11_000)
    *after, done = alone(player, table)
    laid = [action.t for action in after if isinstance(action, Lay)]
    assert len(laid) == len(after) == 2
    assert min(later - earlier for earlier, later in pairwise([9000, *laid])) > 5000
    assert isinstance(done, Done)
    assert done.t < 41_000


def test_a_player_without_time_does_not_act() -> None:
    """The other cards stay in hand, and no action is refused for being late."""
    table = Table.of(*HANDS, options=Options(hourglass=7))
    table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()), t=1000)
    table.flip(1, t=1000)
    done = alone(slow_expert(), table)
    assert [type(action) for action in done] == [Lay, Lay, TimeUp]


def test_asking_often_changes_nothing() -> None:
    """A bot keeps its plan while its own cards do not change, even if others move many cards."""
    table, busy = Table.of(*HANDS), Table.of(*HANDS)
    calm = alone(quick(random.Random(1)), table, until=20_000)
    player = quick(random.Random(1))
    restless: list[Action] = []
    for t in range(0, 20_000, 250):
        restless += alone(player, busy, until=t)
        busy.lay(1, f"g06@{t // 250 % 3},0", t=t)
    assert restless[:5] == calm[:5]


def test_a_player_who_cannot_flip_is_done() -> None:
    """Another player has flipped, so there is nothing to wait for."""
    table = Table.of(*HANDS)
    table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()), t=1000)
    table.flip(1, t=1000)
    done = alone(perfect(random.Random(1)), table)
    assert [type(action) for action in done] == [Lay] * 5 + [Done]


@pytest.mark.parametrize(("rival", "flips"), [(1, True), (3, False), (5, True)])
def test_a_flip_comes_when_it_pays(rival: int, *, flips: bool) -> None:
    """With a pile a little above par, it flips at once if an opponent is ready too, or so slow that the sand would hurt it.

    Otherwise the player looks again first.
    """
    table = Table.of(*HANDS)
    targets = (Blind().target((), table.state.hands[0], table.deck, random.Random(seed)) for seed in range(1000))
    for at in next(target for target in targets if len(visible(target, table.deck)) == 14):
        table.act(0, Lay(at, 40_000))
    table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()[:rival]), t=40_000)
    action = slow_expert(looks=1.0, hope=0.3).choose(coverup.view(table.state, Seat(0)))
    if flips:
        assert action == Flip(41_000)
    else:
        assert isinstance(action, Lay | Flip)
        assert action.t >= 42_500


def test_nobody_flips_with_a_known_flaw() -> None:
    """A player that takes over a seat with two clashing cards corrects them first."""
    table = Table.of(*HANDS)
    table.lay(0, " ".join(f"{card}@0,0" for card in HANDS[0].split()), t=1000)
    assert not is_flawless(table.state.piles[0], table.deck)
    assert Flip(1000) in coverup.legal(table.state, Seat(0))
    done = alone(quick(random.Random(1)), table)
    flips = [action for action in done if isinstance(action, Flip)]
    assert len(flips) == 1
    assert not table.state.scores[0][0].score.removed


def test_a_slip_is_corrected_if_there_is_time() -> None:
    """Every card but the first is laid in a wrong orientation, then in the right one; with assist nobody slips."""
    for assist in (False, True):
        table = Table.of(*HANDS, options=Options(assist=assist))
        done = alone(slow_expert(slips=1.0), table)
        laid = [action.placement for action in done if isinstance(action, Lay)]
        assert len(laid) == (5 if assist else 9)
        if not assist:
            assert all(
                wrong.card == right.card and wrong != right for wrong, right in zip(laid[1::2], laid[2::2], strict=True)
            )
        assert sum(isinstance(action, Flip) for action in done) == 1
        assert not table.state.scores[0][0].score.removed


def test_people_slip_more_often_in_a_hurry() -> None:
    """With a fifth of the usual time for each card, the first card after the flip is laid wrong about five times as often."""
    slipped = {}
    for seconds in (40, 8):
        slipped[seconds] = 0
        for seed in range(100):
            table = Table.of(*HANDS, options=Options(hourglass=seconds))
            table.lay(1, " ".join(f"{card}@0,0" for card in HANDS[1].split()), t=0)
            table.lay(0, "g01@0,0", t=0)
            table.flip(1, t=0)
            sight = replace(EXPERT.sight, tries=20.0, piles=1.0, overlooks=0.0)
            player = LayingBot(random.Random(seed), sight=sight, pace=SLOW, giving=BY_LOT, slips=0.1)
            action = player.choose(coverup.view(table.state, Seat(0)))
            assert isinstance(action, Lay)
            slipped[seconds] += bool(conflicts((*table.state.piles[0], action.placement), table.deck))
    assert 5 < slipped[40] < 20
    assert 35 < slipped[8] < 60


def test_an_overlooked_clash_costs_a_point() -> None:
    """It flips and gets a point more instead of one less; with assist it sees the clash and corrects it."""
    careless = replace(EXPERT.sight, overlooks=0.5)
    pace = EXPERT.pace
    outcomes = {}
    for assist in (False, True):
        table = Table.of(*HANDS, options=Options(assist=assist))
        player = LayingBot(random.Random(1), sight=careless, pace=pace, giving=BY_LOT)
        done = alone(player, table)
        assert any(isinstance(action, Flip) for action in done)
        outcomes[assist] = table.state.scores[0][0].hourglass
    assert outcomes == {False: 1, True: -1}


def test_a_bot_continues_the_pile_of_another_player() -> None:
    """It moves cards that are in the way of the best pile, and lifts no card that can stay."""
    table = Table.of(*HANDS)
    alone(haphazard(random.Random(4)), table, until=30_000)
    assert 1 <= len(table.state.piles[0]) < 5
    done = alone(perfect(random.Random(1)), table)
    assert not any(isinstance(action, Lift) for action in done)
    assert table.state.scores[0][0].score.points == solve(table.state.hands[0], house_deck()).points


@pytest.mark.parametrize("name", ["novice", "beginner"])
@pytest.mark.parametrize("last", [Flip, Done])
def test_bots_for_whom_people_wait_lay_the_same_piles_sooner(name: str, last: type[Flip] | type[Done]) -> None:
    """A person finishes a first game's round after twenty seconds: nobody waits for minutes, and no bot plays differently."""
    calm, hurried = (_waited_for(name, last, people=people) for people in (False, True))
    assert [pile for seat, pile in enumerate(hurried.piles) if seat != 0] == list(calm.piles[1:])
    assert hurried.now < 20_000 + 30_000
    assert hurried.now < calm.now


def _waited_for(name: str, last: type[Flip] | type[Done], *, people: bool) -> State:
    """Return the end of a round whose player in seat 0 lays the best pile and finishes, while three bots have not begun."""
    dealer = RandomDealer(random.Random(3))
    state = coverup.new(4, Options(assist=True, hourglass=600, round_limit=None), dealer)
    best = solve(state.hands[0], state.options.deck).pile
    for step in (*[Lay(at, 20_000) for at in best], last(20_000)):
        state = coverup.apply(state, Seat(0), step, dealer).state
    players = {seat: bot for seat, bot in seated("novice", name, name, name, seed=3).items() if seat != 0}
    local = LocalBots(coverup, players, people=people)
    while not state.scores:
        turn = local.next(state)
        assert turn is not None
        check_offered(state, *turn)
        state = coverup.apply(state, *turn, dealer).state
    return state
