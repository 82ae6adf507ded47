"""Bots think in worker processes; a bot that fails there does not stop the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from covergames.game import Seat
from covergames.server.bot_pool import BotFailed, BotPool
from covergames.server.bot_process import Question

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BOTS = Path(__file__).with_name("bots.py")


@pytest.fixture
async def pool() -> AsyncIterator[BotPool]:
    """Start one process, with a generous timeout."""
    started = BotPool(1, timeout=60)
    yield started
    await started.close()


def question(bot: str, *, table: str = "table", seat: int = 0, view: object = None) -> Question:
    return Question("cover-me", table, Seat(seat), f"{BOTS}:{bot}", view)


async def test_a_bot_remembers_from_one_decision_to_the_next(pool: BotPool) -> None:
    """Each seat of each table has its own bot; what a bot prints is not taken for its answer."""
    assert [await pool.ask(question("Counting")) for _ in range(3)] == [1, 2, 3]
    assert await pool.ask(question("Counting", seat=1)) == 1
    assert await pool.ask(question("Counting", table="another")) == 1


async def test_a_bot_that_raises_or_dies_harms_no_other_bot(pool: BotPool) -> None:
    """The failure names the bot, the seat, the table and what happened; the next question is answered."""
    with pytest.raises(BotFailed, match=r"Raising' at seat 0 of table table failed: ValueError: no idea about 7"):
        await pool.ask(question("Raising", view=7))
    with pytest.raises(BotFailed, match=r"Dying' at seat 0 of table table failed: its process died"):
        await pool.ask(question("Dying"))
    assert await pool.ask(question("Counting")) == 1
    with pytest.raises(BotFailed, match="UnknownBot"):
        await pool.ask(question("Nobody"))


async def test_bots_ignore_ctrl_c(pool: BotPool) -> None:
    """A terminal sends it to every process; bots continue until the server ends them."""
    assert await pool.ask(question("Interrupted")) == 1


async def test_a_bot_that_never_answers_is_killed(pool: BotPool) -> None:
    """The bots of other processes are not concerned."""
    await pool.ask(question("Counting"))
    impatient = BotPool(1, timeout=0.01)
    with pytest.raises(BotFailed, match=r"no answer within 0\.01 s"):
        await impatient.ask(question("Sleeping"))
    await impatient.close()
    assert await pool.ask(question("Counting")) == 2


async def test_a_closed_pool_refuses_questions(pool: BotPool) -> None:
    """A question that comes too late is refused, not left waiting."""
    await pool.ask(question("Counting"))
    await pool.close()
    with pytest.raises(BotFailed, match="closing"):
        await pool.ask(question("Counting"))
