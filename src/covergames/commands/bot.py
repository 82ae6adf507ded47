"""``covergames bot``: a bot of this machine at a table of another one."""

from __future__ import annotations

from typing import Annotated

import typer

from covergames.commands.failure import FAILED, USAGE, fail


def bot(
    *,
    server: Annotated[str, typer.Option(metavar="URL", help="The server, such as http://127.0.0.1:8765.")],
    table: Annotated[str, typer.Option(metavar="ID", help="The table, as in its link.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="The bot: a name, or path/to/file.py:Name.")],
    name: Annotated[str | None, typer.Option(help="What it is called at the table.")] = None,
    seat: Annotated[int | None, typer.Option(help="Its seat, counted from 0; the first free one by default.")] = None,
    seed: Annotated[int | None, typer.Option(help="Of the bot's own chance.")] = None,
) -> None:
    """Seat a bot at a table of a server, and let it play the game to its end."""
    import asyncio
    import random
    import secrets

    from covergames import bots
    from covergames.commands.network import client_extra

    client_extra()
    from covergames.client import ConnectionFailed, Refusal, Server
    from covergames.game import Result, Seat
    from covergames.wire import game_of

    async def attend() -> Result | None:
        hall = Server(server)
        found = await hall.find(table)
        maker = bots.named(game_of(found.arrangement), bot)
        called = name or bot.rpartition(":")[2] or bot
        wanted = None if seat is None else Seat(seat)
        joined = await hall.join(table, called, seat=wanted, nonce=secrets.token_hex(16))
        print(f"{called} has seat {joined.seat}", flush=True)
        async with hall.client(table, joined.token) as client:
            return await client.play(maker(random.Random(secrets.randbits(64) if seed is None else seed)))

    try:
        result = asyncio.run(attend())
    except (ValueError, bots.UnknownBot) as error:
        fail(str(error), code=USAGE)
    except (Refusal, ConnectionFailed) as error:
        fail(f"{server}: {error}", code=FAILED)
    if result is None:
        fail(f"table {table} was closed before the game was over", code=FAILED)
    print(f"scores {' '.join(map(str, result.scores))}; places {' '.join(map(str, result.places))}")
