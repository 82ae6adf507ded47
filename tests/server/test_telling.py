"""What is told of a step, and what need not be looked at again."""

from __future__ import annotations

import random

import pytest

from covergames import wire
from covergames.server.telling import is_within_the_game
from covergames.table import KEEPER, Act, Asker, Command, Play, Proposal, Settings
from tests.table.kit import ADA, BO, CY, Live

STEPS = 250


@pytest.mark.parametrize("game", ["cover-me", "cover-up"])
@pytest.mark.parametrize("decision_time", [None, 20])
def test_a_step_within_the_game_changes_nothing_around_it(game: str, decision_time: int | None) -> None:
    """Whatever happens at the table, duties of the clock included: if nothing is told of the table, nothing has changed."""
    chance = random.Random(f"{game} {decision_time}")
    live = Live(game, 3, settings=Settings(away_after=30, decision_time=decision_time))
    live.sit(ADA, BO, CY)
    live.start()
    live.leave(CY)
    within = 0
    command: Command
    by: Asker
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
            written = before.game.write_action(seat, action, before.options)
            if seat in {turn.seat for turn in before.bots_to_act()}:
                command, by = Play(seat, written, before.sequence), KEEPER
            else:
                del written["seat"]
                written.pop("t", None)  # the table's own clock says
                command, by = Act(written, before.sequence), seat
        proposal = before.propose(command, by=by, at=live.at)
        assert isinstance(proposal, Proposal)
        live.table = before.after(proposal)
        if is_within_the_game(before, proposal, live.table):
            within += 1
            assert wire.write_table(before.view()) == wire.write_table(live.table.view())
    assert (within == 0) == (decision_time is not None)
