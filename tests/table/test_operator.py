"""What the operator of a server can do at a table."""

from __future__ import annotations

import pytest

from covergames.table import HOST, KEEPER, OPERATOR, Actor, Code, Lock, ShutDown, Sit, Stage, token_hash
from tests.table.kit import ADA, BO, Live


def test_nobody_else_takes_a_seat_at_a_locked_table() -> None:
    """Those who have a seat keep it; after the unlocking others can sit down again."""
    live = Live(players=3)
    live.sit(ADA)
    live.do(Lock(locked=True), OPERATOR)
    assert live.refuse(Sit("Bo", token_hash("b" * 22)), None).code is Code.LOCKED
    live.repeat(Lock(locked=True), OPERATOR)
    live.do(Lock(locked=False), OPERATOR)
    live.do(Sit("Bo", token_hash("b" * 22)), None)


def test_the_operator_closes_a_table_during_its_game() -> None:
    """The host cannot."""
    live = Live(players=2)
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    live.do(ShutDown("insults in the chat"), OPERATOR)
    assert (live.table.stage, live.table.closed) == (Stage.CLOSED, "operator")


@pytest.mark.parametrize("who", [None, HOST, KEEPER, ADA])
@pytest.mark.parametrize("command", [Lock(locked=True), ShutDown("spam")], ids=["lock", "shut down"])
def test_only_the_operator_locks_and_shuts_down(who: Actor, command: Lock | ShutDown) -> None:
    """Neither the host nor a player nor a visitor does."""
    live = Live(players=2)
    live.sit(ADA)
    assert live.refuse(command, who).code is Code.NOT_YOURS


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, "two\nlines"])
def test_a_table_is_shut_down_for_a_readable_reason(reason: str) -> None:
    """People at the table read it."""
    assert Live(players=2).refuse(ShutDown(reason), OPERATOR).code in (Code.UNREADABLE, Code.TOO_LONG)
