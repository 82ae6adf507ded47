"""``covergames rules``: the rules of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from covergames.commands.failure import USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.games import GAMES


def rules(
    game: Annotated[str, typer.Argument(help=f"The game: {' or '.join(GAMES)}.")],
    rule_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="One rule, such as CM-T3; all rules by default.")
    ] = None,
    *,
    language: Language = None,
) -> None:
    """Print all rules of a game, or one of them."""
    from covergames.rulebook import SECTIONS, rule_ids
    from covergames.terminal.console import live_console
    from covergames.terminal.rules import all_rules, rule
    from covergames.terminal.words import Words

    if game not in SECTIONS:
        fail(f"game {game!r} is none of {', '.join(SECTIONS)}", code=USAGE)
    words = Words(chosen_language(language))
    console = live_console()
    if rule_id is None:
        console.print(all_rules(words, game))
        return
    found = rule_id.upper()
    if found not in rule_ids(game):
        fail(f"rule {rule_id!r} is none of {', '.join(rule_ids(game))}", code=USAGE)
    console.print(rule(words, found))
