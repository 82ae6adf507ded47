"""A bot that plays at a server's table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from covergames.bots import Agenda, AnyBot
from covergames.client.refusal import Refusal
from covergames.game import Result
from covergames.table import Stage
from covergames.table.seats import StoodInFor

if TYPE_CHECKING:
    from covergames.client.client import Client

CLOCK_RETRY_MS: Final = 100
"""How long to wait when the server's clock and ours disagree about a round."""


async def play(client: Client, bot: AnyBot) -> Result | None:
    """Let the bot decide for the client's seat, and return the result of the game; None: the table was closed before.

    Raises:
        ValueError: If the client has no seat.
        Refusal: If the server refuses a decision.
        ConnectionFailed: If the connection fails for good.
    """
    seat = client.seat
    if seat is None:
        raise ValueError("the client has no seat: a spectator cannot play")
    agenda = Agenda(client.mirror.game.timing, (seat,))
    while True:
        mirror, table = client.mirror, client.mirror.table
        view = client.view()
        result: Result | None = None if view is None else view.result
        if result is not None or table.stage is Stage.CLOSED:
            return result
        seen = mirror.sequence
        try:
            if view is None:
                await _be_ready(client)
            elif table.seats[seat].stood_in_for is StoodInFor.AWAY:
                await client.take_back()
            elif seat in view.to_act and table.seats[seat].stood_in_for is None:
                await _decide(client, bot, agenda, view)
            else:
                await client.news()
        except Refusal:
            if client.mirror.sequence == seen:
                raise  # the table has not changed, so that the same decision would be refused again


async def _be_ready(client: Client) -> None:
    """Declare the seat ready before the game, again after each new arrangement."""
    seat = client.seat
    assert seat is not None
    if client.mirror.table.seats[seat].ready:
        await client.news()
    else:
        await client.ready()


async def _decide(client: Client, bot: AnyBot, agenda: Agenda, view: Any) -> None:
    """Ask the bot, and send its decision when it is due, unless the game has gone on by then."""
    seat, seen, step = view.seat, client.mirror.sequence, client.mirror.step
    if agenda.turn_to({seat: step}):
        agenda.note(seat, step, await asyncio.to_thread(bot.choose, view))
    while not agenda.turn_to({seat: client.mirror.step}):
        now = client.now() - (client.mirror.table.round_start or 0)
        turn = agenda.due(now)
        if turn is not None:
            await _send(client, turn[1], seen=seen)
            return
        await client.wait_until(client.now() + (agenda.wait(now) or 0))


async def _send(client: Client, action: Any, *, seen: int) -> None:
    """Send a decision; if the server's clock shows another round than ours, wait a moment."""
    timing = client.mirror.game.timing
    try:
        await client.act(action, seen=seen)
    except Refusal as refusal:
        if timing is None or refusal.rule not in (timing.TOO_EARLY, timing.TOO_LATE):
            raise
        await client.wait_until(client.now() + CLOCK_RETRY_MS)
