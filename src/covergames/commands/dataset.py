"""``covergames dataset``: decisions of bots with observations, for learning."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from covergames.bots import UnknownBot
from covergames.commands.decks import DeckFile, with_deck
from covergames.commands.failure import USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.commands.options import read_options
from covergames.game import NotationError, OptionsError
from covergames.games import GAMES, game_named
from covergames.schema import read_options as options_of_data
from covergames.text import text


def dataset(
    game: Annotated[str, typer.Argument(help=f"The game: {' or '.join(GAMES)}.")],
    file: Annotated[Path, typer.Argument(help="The Parquet file to write.")],
    *,
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game, such as length=longer.")
    ] = None,
    deck: DeckFile = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Such as trend or editor:60p: one for all seats, or one for each in order."),
    ] = None,
    language: Language = None,
) -> None:
    """Let bots play, and write every decision with what the seat observed as a Parquet file."""
    say = partial(text, language=chosen_language(language))
    try:
        from covergames.envs import write_dataset
    except ModuleNotFoundError as error:
        fail(str(error), code=USAGE)
    try:
        rules = game_named(game)
        options = options_of_data(rules, with_deck(read_options(option or ()), deck, game), players)
        decisions = write_dataset(
            file, game, players=players, options=options, bots=bot or ("trend",), games=games, seed=seed
        )
    except (NotationError, OptionsError, UnknownBot, ValueError) as error:
        fail(str(error), code=USAGE)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}", code=USAGE)
    print(say("dataset.written", decisions=decisions, games=games, file=str(file)))
