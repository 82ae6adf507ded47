"""Write the sections of the rules for the browser client (web/src/rules/sections.ts), or check them with --check."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from covergames.rulebook import SECTIONS

PATH: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "rules" / "sections.ts"


def sections() -> str:
    """Return the TypeScript module: message keys of headings and ids of rules, by game."""
    lines = [
        "/** The sections of the rules, written by scripts/web_rules.py from covergames.rulebook. Do not edit. */",
        'import type { GameId } from "../games/client";',
        "",
        "export interface Section {",
        "  /** The message key of the heading. */",
        "  key: string;",
        "  /** The ids of the rules. */",
        "  rules: readonly string[];",
        "}",
        "",
        "export const SECTIONS: Record<GameId, readonly Section[]> = {",
    ]
    for game, found in SECTIONS.items():
        lines += [f"  {json.dumps(game)}: ["]
        for section in found:
            rules = ", ".join(json.dumps(rule) for rule in section.rules)
            lines += ["    {", f"      key: {json.dumps(section.key)},", f"      rules: [{rules}],", "    },"]
        lines += ["  ],"]
    return "\n".join([*lines, "};", ""])


def main() -> int:
    """Return 0 if the file is up to date or was written, and 1 if --check finds it out of date."""
    if PATH.exists() and PATH.read_text("utf-8") == sections():
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/web_rules.py:\n  {PATH}", file=sys.stderr)
        return 1
    PATH.write_text(sections(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
