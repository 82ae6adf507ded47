"""The rules of a game as terminal text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from covergames.rulebook import SECTIONS
from covergames.terminal.look import FAINT, HIGHLIGHT, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from covergames.terminal.words import Words


def rule(words: Words, rule_id: str) -> RenderableType:
    """Return one rule: its id, its title and its text."""
    title = Text().append(f"{rule_id}  ", style=HIGHLIGHT).append(words(f"rule.{rule_id}.title"), style=TITLE)
    return Group(title, Padding(Text(words(f"rule.{rule_id}")), (0, 0, 0, 2)))


def related(words: Words, rule_ids: Sequence[str]) -> RenderableType:
    """Return the titles of other rules, with the command that shows one of them."""
    titles = ", ".join(f"{rule_id} {words(f'rule.{rule_id}.title')}" for rule_id in rule_ids)
    return Text(words("terminal.see-also", rules=titles, example=rule_ids[0]), style=FAINT)


def all_rules(words: Words, game: str) -> RenderableType:
    """Return every rule of the game, by section."""
    parts: list[RenderableType] = []
    for section in SECTIONS[game]:
        parts += [Text(words(section.key), style="bold underline"), Text()]
        for rule_id in section.rules:
            parts += [rule(words, rule_id), Text()]
    return Group(*parts)
