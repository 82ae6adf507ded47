"""Write the tables of options and of log events into docs/server.md, from their definitions; --check compares."""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path
from typing import Final

from covergames.commands.option_sources import CONFIG, CONFIG_HELP
from covergames.commands.serve import CHECK_HELP
from covergames.commands.server_options import default_text, option_definitions
from covergames.server.log import EVENTS

PATH: Final = Path(__file__).resolve().parents[1] / "docs" / "server.md"


def options() -> str:
    """Return the table of all options of ``serve``."""
    lines = ["| option | default | purpose |", "|---|---|---|"]
    lines.append(f"| `--{CONFIG} FILE` | none | {CONFIG_HELP} |")
    lines += [
        f"| `--{name} {option.metavar}` | {default_text(name)} | {option.help} |"
        for name, option in option_definitions().items()
    ]
    lines.append(f"| `--check` | | {CHECK_HELP} |")
    return "\n".join(lines)


def events() -> str:
    """Return the table of all events of the log."""
    lines = ["| event | level | fields | message |", "|---|---|---|---|"]
    for event in EVENTS:
        fields = ", ".join(f"`{name}`" for name in event.fields)
        sentence = re.sub(r"\{(\w+)[^}]*\}", lambda found: found[1].upper(), event.sentence)
        lines.append(f"| `{event.name}` | {logging.getLevelName(event.level).lower()} | {fields} | {sentence} |")
    return "\n".join(lines)


def page() -> str:
    """Return the page with its tables as they should be."""
    text = PATH.read_text("utf-8")
    for name, table in (("options", options()), ("events", events())):
        begin, end = f"<!-- {name}: written by scripts/server_page.py -->", f"<!-- end of {name} -->"
        before, found, rest = text.partition(begin)
        if not found or end not in rest:
            raise SystemExit(f"{PATH}: there is no place for the {name}: {begin} … {end}")
        text = f"{before}{begin}\n\n{table}\n\n{end}{rest.partition(end)[2]}"
    return text


def main() -> int:
    """Return 0 if the page is up to date or was written, and 1 if --check finds it out of date."""
    wanted = page()
    if PATH.read_text("utf-8") == wanted:
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/server_page.py:\n  {PATH}", file=sys.stderr)
        return 1
    PATH.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
