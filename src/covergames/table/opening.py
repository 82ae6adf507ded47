"""The first entries of a table or a rematch. The commitment to the secret seed is public before anybody sits down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from covergames.game import NotationError, Seat
from covergames.games import game_named
from covergames.schema import write_options
from covergames.table.entries import (
    FORMAT,
    NO_PREFIX,
    PLAIN_FORMAT,
    BotSat,
    Entry,
    EntryBody,
    Muted,
    Opened,
    Origin,
    Sat,
)
from covergames.table.fair import commitment, is_seed
from covergames.table.refusal import Code, Refusal
from covergames.table.seats import Person, SeatedBot
from covergames.table.settings import Settings, check_settings
from covergames.table.user_text import checked_title
from covergames.table.validation import check_options

if TYPE_CHECKING:
    from covergames.table.table import Table


def opening(
    game: str,
    *,
    players: int,
    options: Any,
    settings: Settings,
    title: str,
    seed: str,
    host_token_hash: str | None,
    at: int,
    origin: Origin | None = None,
    prefix: Raw = NO_PREFIX,
) -> Entry:
    """Return the first entry of a new table; the seed is 64 random hexadecimal digits, drawn for this table only.

    A table that continues another game has an origin, and the events of the record up to there; its options are settled.

    Raises:
        Refusal: the game does not exist, or the options, settings or title are not valid.
    """
    try:
        rules = game_named(game)
    except NotationError as error:
        raise Refusal(Code.UNREADABLE, str(error)) from None
    check_options(rules, options, players)
    check_settings(settings, rules)
    opened = Opened(
        game=game,
        players=players,
        options=write_options(rules, options),
        settings=settings,
        commitment=commitment(_checked(seed)),
        seed=seed,
        title=checked_title(title),
        host_token_hash=host_token_hash,
        origin=origin,
        prefix=prefix,
        format=_format(origin),
    )
    return Entry(1, at, opened)


def rematch(table: Table, *, seed: str, at: int, by: Seat | None = None) -> tuple[Entry, ...]:
    """Return the first entries of a table for the same people, with the same tokens, and the same bots.

    A player who opens it while the host is away (`by`) is its host; otherwise the host stays the host.
    A game that continued another one continues it again. People who left or were removed get no seat. Nonces are not copied, because they are public after the game: each person
    gives a new one when they are ready.
    """
    host = table.host if by is None else by
    opened = Opened(
        game=table.game.NAME,
        players=table.players,
        options=write_options(table.game, table.options),
        settings=table.settings,
        commitment=commitment(_checked(seed)),
        seed=seed,
        title=table.title,
        host_token_hash=table.host_token_hash if table.is_hosted_by_token and host == table.host else None,
        rematch_of=table.id,
        origin=table.origin,
        prefix=table.prefix,
        format=_format(table.origin),
    )
    bodies: list[EntryBody] = [opened]
    for seat, occupant in enumerate(table.seats):
        match occupant:
            case SeatedBot(name, bot):
                bodies.append(BotSat(seat, name, bot))
            case Person() as person if person.has_seat:
                bodies.append(Sat(seat, person.name, person.token_hash, host=seat == host))
                if person.muted:
                    bodies.append(Muted(seat, muted=True))
            case _:
                pass
    return tuple(Entry(sequence, at, body) for sequence, body in enumerate(bodies, start=1))


def _format(origin: Origin | None) -> int:
    return PLAIN_FORMAT if origin is None else FORMAT


def _checked(seed: str) -> str:
    if not is_seed(seed):
        raise ValueError("the seed is not 64 hexadecimal digits")
    return seed
