"""The order of the rules in the rulebook.

The texts are in the catalogs: a section's heading under its key, a rule under ``rule.CM-T3.title`` and ``rule.CM-T3``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from covergames.games import GAMES


class Section(NamedTuple):
    """A heading's message key, and the rules under it."""

    key: str
    rules: tuple[str, ...]


SECTIONS: Final[Mapping[str, tuple[Section, ...]]] = MappingProxyType(
    {
        name: tuple(
            Section(f"rules.section.{name}.{heading}", tuple(rules.split()))
            for heading, rules in registration.sections.items()
        )
        for name, registration in GAMES.items()
        if registration.sections
    }
)
"""Game → its sections, in the order of the rules."""


def rule_ids(game: str) -> tuple[str, ...]:
    """Return the ids of all rules of a game, in the order of the rulebook.

    Raises:
        KeyError: there is no such game.
    """
    return tuple(rule for section in SECTIONS[game] for rule in section.rules)
