"""Write the player numbers and bots of each game for the browser client (web/src/games/data.ts); --check compares."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from covergames.bots import bots_of
from covergames.games import GAMES

PATH: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "games" / "data.ts"


def data() -> str:
    """Return the TypeScript module: numbers of players and levels of bots, by game."""
    lines = [
        "/** Written by scripts/web_games.py from the registered games. Do not edit. */",
        "",
        "/** The numbers of players, and the server's name of the bot at each level, by game. */",
        "export const GAME_DATA = {",
    ]
    for name, registration in GAMES.items():
        players = registration.rules.PLAYERS
        levels = ", ".join(f"{level}: {json.dumps(bot)}" for level, bot in bots_of(registration.rules).LEVELS.items())
        lines += [
            f"  {json.dumps(name)}: {{",
            f"    players: {{ min: {players[0]}, max: {players[-1]} }},",
            f"    bots: {{ {levels} }},",
            "  },",
        ]
    return "\n".join([*lines, "} as const;", ""])


def main() -> int:
    """Return 0 if the file is up to date or was written, and 1 if --check finds it out of date."""
    if PATH.exists() and PATH.read_text("utf-8") == data():
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/web_games.py:\n  {PATH}", file=sys.stderr)
        return 1
    PATH.write_text(data(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
