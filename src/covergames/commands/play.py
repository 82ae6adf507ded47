"""``covergames play``: tables in the browser, or a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from covergames.commands.decks import DeckFile
from covergames.commands.failure import USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_PLAYERS: Final = 3


def play(
    game: Annotated[
        str | None,
        typer.Argument(help=f"{' or '.join(GAMES)}, in this terminal; without it, all games in the browser."),
    ] = None,
    *,
    host: Annotated[
        str | None,
        typer.Option(help="In the browser: the address to listen on; 0.0.0.0 lets the local network in."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="In the browser: the port, 8765 or another that is free.", min=0, max=65535)
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="In the browser: where tables are kept, such as sqlite:///FILE.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, if there is one.")] = True,
    players: Annotated[
        int | None, typer.Option(help=f"How many play, including you; {DEFAULT_PLAYERS} by default.")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, counted from 0.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="novice, gentle, good, strong or champion, or a bot such as editor:1s: one for all opponents, or one for each.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game, such as length=longer.")
    ] = None,
    deck: DeckFile = None,
    name: Annotated[str | None, typer.Option(help="Your name at the table.")] = None,
    language: Language = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at a table of this server, with everybody who joins it.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="ID", help="The server's table to join; without it, a new one is opened.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="The file for the record.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue the saved game in this file.")] = None,
    origin: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Take a --seat of the finished game in this file, --at a position."
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="With --from: the position after N events, as in replay --at."),
    ] = None,
    same_cards: Annotated[
        bool,
        typer.Option("--same-cards", help="With --from: all cards as they were, instead of unseen ones dealt anew."),
    ] = False,
) -> None:
    """Play with friends and bots in the browser or, with the name of a game, in the terminal.

    In the terminal q leaves the game, and it is saved.
    """
    spoken = chosen_language(language)
    for_terminal: dict[str, object] = {"players": players, "seat": seat, "bot": bot, "option": option, "deck": deck}
    for_terminal |= {
        "name": name,
        "server": server,
        "table": table,
        "save": save,
        "resume": resume,
        "from": origin,
        "at": at,
    }
    if game is None:
        from covergames.commands.browser import LOOPBACK, play_in_browser

        _refuse(for_terminal, "of which game? In the browser you choose it there; in the terminal, name it: play GAME")
        play_in_browser(host=host or LOOPBACK, port=port, database=database, is_opening=browser, language=spoken)
        return
    _refuse({"host": host, "port": port, "database": database}, f"{game} is played in the terminal; leave out the game")
    from covergames.bots import at_level
    from covergames.commands.play_request import PlayRequest
    from covergames.game import NotationError
    from covergames.games import game_named
    from covergames.terminal import console

    try:
        rules = game_named(game)
    except NotationError as error:
        fail(str(error), code=USAGE)
    if not console.is_live():
        fail("there is no terminal to play in: standard input and output have to be a terminal", code=USAGE)
    request = PlayRequest(
        game=rules,
        players=DEFAULT_PLAYERS if players is None else players,
        language=spoken,
        seat=seat,
        bots=[at_level(rules, each) for each in bot or ()],
        options=option or (),
        deck=deck,
        name=name,
        save=save,
    )
    if origin is None:
        _refuse({"at": at}, "of which game? Name its record: --from FILE")
    if server is None:
        from covergames.commands.play_local import Continued, play_local

        _refuse({"table": table}, "at which --server?")
        play_local(request, resume, None if origin is None else Continued(origin, at or 0, is_anew=not same_cards))
    else:
        from covergames.commands.play_online import play_online

        _refuse({"resume": resume, "from": origin}, "a server keeps its games: come back to a table with --table")
        play_online(request, server=server, table=table)


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Check that none of the options is given; `why` says why they do not fit.

    Raises:
        typer.Exit: one of them is given.
    """
    for name, value in options.items():
        if value is not None:
            shown = " ".join(map(str, value)) if isinstance(value, list) else value
            fail(f"--{name} {shown}: {why}", code=USAGE)
