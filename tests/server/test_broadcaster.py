"""The messages of a step: their parts, and the parts that are left out."""

from __future__ import annotations

import random
from typing import cast

import pytest

from covergames import wire
from covergames.game import Seat
from covergames.server.broadcaster import Broadcaster, is_game_only
from covergames.server.connection import Connection
from covergames.table import KEEPER, Act, Actor, Command, Play, Proposal, Settings
from covergames.table.seats import Substitution
from tests.cases import by_target
from tests.table.kit import ADA, BO, CY, Live

STEPS = 250


class Listener:
    """A connection that receives every message, and the mirror that it builds from them."""

    def __init__(self, broadcaster: Broadcaster, live: Live, who: Actor) -> None:
        self.who = who
        self.seat = who if isinstance(who, int) else None
        self.heard = b""
        welcome = wire.read_server_message(broadcaster.welcome(live.table, who, at=live.at))
        assert isinstance(welcome, wire.Welcome)
        self.mirror = wire.TableMirror(welcome)

    def send(self, message: bytes) -> bool:
        """Receive the message."""
        self.heard = message
        update = wire.read_server_message(message)
        assert isinstance(update, wire.Update)
        self.mirror.update(update)
        return True


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
@pytest.mark.parametrize("decision_time", [None, 20])
def test_a_step_that_is_game_only_leaves_the_table_view_as_it_was(game: str, decision_time: int | None) -> None:
    """Over many random steps and duties: if the table's view is not sent, it has not changed."""
    chance = random.Random(f"{game} {decision_time}")
    live = Live(game, 3, settings=Settings(away_after=30, decision_time=decision_time))
    live.sit(ADA, BO, CY)
    live.start()
    live.leave(CY)
    within = 0
    command: Command
    by: Actor
    for _ in range(STEPS):
        before = live.table
        live.wait(chance.choice([0, 1, 10]))
        duty = before.duty()
        if duty is not None and duty.due <= live.at:
            command, by = duty.command, KEEPER
        elif before.round_start is not None and live.at < before.round_start:
            continue  # the countdown
        elif not before.to_act:
            break
        else:
            seat = chance.choice(before.to_act)
            action = chance.choice(before.game.legal(before.state, seat))
            if seat in {turn.seat for turn in before.bots_to_act()}:
                command, by = Play(seat, action, before.sequence), KEEPER
            else:
                command, by = Act(action, before.sequence), seat
        proposal = before.propose(command, by=by, at=live.at)
        assert isinstance(proposal, Proposal)
        live.table = before.after(proposal)
        if is_game_only(before, proposal, live.table):
            within += 1
            assert before.view() == live.table.view()
    assert (within == 0) == (decision_time is not None)


def decide(live: Live, broadcaster: Broadcaster, chance: random.Random, listeners: list[Listener]) -> None:
    """Execute a random legal decision, and broadcast it."""
    before = live.table
    seat = chance.choice(before.to_act)
    action = chance.choice(before.game.legal(before.state, seat))
    live.at = max(live.at, before.round_start or 0)
    proposal = before.propose(Act(action, before.sequence), by=seat, at=live.at)
    assert isinstance(proposal, Proposal)
    live.table = before.after(proposal)
    broadcaster.broadcast(before, proposal, live.table, cast("list[Connection]", listeners))


@pytest.mark.parametrize(
    ("game", "players", "options"),
    by_target(
        [
            pytest.param("cover-me", 2, {}),
            pytest.param("cover-me", 2, {"two_player": "advanced"}),
            pytest.param("cover-me", 3, {}),
            pytest.param("cover-me", 5, {"same_value": "Y"}),
            pytest.param("cover-up", 3, {}),
        ]
    ),
)
def test_parts_that_are_not_sent_have_not_changed(game: str, players: int, options: dict[str, object]) -> None:
    """A mirror that replaces the parts it receives and keeps the others equals the game's view.

    Also on a second or a late socket, and after a rest of the table.
    """
    chance = random.Random(f"{game} {players} {options}")
    live = Live(game, players, options=options, settings=Settings(away_after=None))
    seats = [Seat(seat) for seat in range(players)]
    live.sit(*seats)
    live.start()
    broadcaster = Broadcaster(live.table)
    listeners = [Listener(broadcaster, live, who) for who in (None, Seat(0), *seats)]
    as_everybody = 0
    for step in range(STEPS):
        if not live.table.to_act:
            break
        if chance.random() < 0.1:
            broadcaster.forget_snapshot()  # the table has rested
        if step % 10 == 9:
            place = chance.randrange(len(listeners))
            listeners[place] = Listener(broadcaster, live, listeners[place].who)
        decide(live, broadcaster, chance, listeners)
        spectator, *players_at = listeners
        for listener in listeners:
            assert listener.mirror.view() == live.table.game_view(listener.seat)
        as_everybody += sum(listener.heard == spectator.heard for listener in players_at)
    assert as_everybody > 0, "at every step some seat got a different message"


def test_everybody_learns_that_a_bot_decided_for_a_person() -> None:
    """The update says so when it happens, and a later welcome says where in the history."""
    live = Live("cover-me", 3, settings=Settings(away_after=30))
    live.sit(ADA, BO, CY)
    live.start()
    seat = live.table.to_act[0]
    live.leave(seat)
    live.wait(30)
    live.do_duty()
    broadcaster = Broadcaster(live.table)
    listener = Listener(broadcaster, live, None)
    before, events = live.table, len(live.table.game.history(live.table.state))
    proposal = before.propose(
        Play(seat, before.game.legal(before.state, seat)[0], before.sequence), by=KEEPER, at=live.at
    )
    assert isinstance(proposal, Proposal)
    live.table = before.after(proposal)
    broadcaster.broadcast(before, proposal, live.table, cast("list[Connection]", [listener]))
    update = wire.read_server_message(listener.heard)
    assert isinstance(update, wire.Update)
    assert update.decided_by == "stand-in"
    welcome = wire.read_server_message(broadcaster.welcome(live.table, None, at=live.at))
    assert isinstance(welcome, wire.Welcome)
    assert welcome.substitutions == (Substitution(events, "stand-in"),)


def test_a_finished_game_keeps_no_encoded_snapshot() -> None:
    """It would be half of the table's memory. Who reconnects still gets everything, each time the same."""
    live = Live("cover-me", 2, settings=Settings())
    live.sit(ADA, BO)
    live.start()
    broadcaster = Broadcaster(live.table)
    listeners = [Listener(broadcaster, live, ADA)]
    chance = random.Random(1)
    while live.table.to_act:
        assert broadcaster._last_snapshot is not None
        decide(live, broadcaster, chance, listeners)
    assert broadcaster._last_snapshot is None
    assert live.table.is_over
    welcomes = {broadcaster.welcome(live.table, ADA, at=live.at) for _ in range(2)}
    assert len(welcomes) == 1
    assert broadcaster._last_snapshot is None
