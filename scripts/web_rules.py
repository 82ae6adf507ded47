"""Write the order in which the browser tells the rules (web/src/rules/sections.ts), or say with --check if it is stale."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from covergames.rulebook import SECTIONS

PATH: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "rules" / "sections.ts"


def sections() -> str:
    """The headings' message keys and the rules under them, as TypeScript."""
    lines = [
        "/** The order in which the rules are told: written by scripts/web_rules.py from covergames.rulebook. */",
        "export interface Section {",
        "  /** The message key of the heading. */",
        "  key: string;",
        "  rules: readonly string[];",
        "}",
        "",
        'export const SECTIONS: Record<"cover-me" | "cover-up", readonly Section[]> = {',
    ]
    for game, found in SECTIONS.items():
        lines += [f"  {json.dumps(game)}: ["]
        for section in found:
            rules = ", ".join(json.dumps(rule) for rule in section.rules)
            lines += ["    {", f"      key: {json.dumps(section.key)},", f"      rules: [{rules}],", "    },"]
        lines += ["  ],"]
    return "\n".join([*lines, "};", ""])


def main() -> int:
    """0 if all is well, 1 if the file is out of date."""
    if PATH.exists() and PATH.read_text("utf-8") == sections():
        return 0
    if "--check" in sys.argv:
        print(f"out of date, run scripts/web_rules.py:\n  {PATH}", file=sys.stderr)
        return 1
    PATH.write_text(sections(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
