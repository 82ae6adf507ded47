"""The order of the rules in the rulebook.

The texts are in the catalogs: a section's heading under its key, a rule under ``rule.CM-T3.title`` and ``rule.CM-T3``.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Section(NamedTuple):
    """A heading's message key, and the rules under it."""

    key: str
    rules: tuple[str, ...]


def _section(key: str, rules: str) -> Section:
    return Section(f"rules.section.{key}", tuple(rules.split()))


SECTIONS: Final[Mapping[str, tuple[Section, ...]]] = MappingProxyType(
    {
        "cover-me": (
            _section("cover-me.components", "CM-C1 CM-C2 CM-C3"),
            _section("cover-me.set-up", "CM-S1 CM-S2 CM-S3 CM-S4 CM-S5 CM-S6 CM-S7 CM-S8 CM-S9"),
            _section("cover-me.season", "CM-P1 CM-P2 CM-T1 CM-T2 CM-T3 CM-T4 CM-M1 CM-M2 CM-M3"),
            _section("cover-me.season-special", "CM-E1 CM-E2 CM-E3 CM-E4 CM-E5"),
            _section("cover-me.replenishing", "CM-R1 CM-R2 CM-R3 CM-R4 CM-R5"),
            _section("cover-me.next-season", "CM-N1 CM-Y1 CM-Y2"),
            _section("cover-me.end", "CM-X1 CM-X2 CM-X3 CM-X4 CM-X5"),
            _section("cover-me.two-players", "CM-21 CM-22 CM-23 CM-24 CM-25"),
            _section("cover-me.advanced", "CM-A1 CM-A2 CM-A3 CM-A4 CM-A5 CM-A6"),
            _section("cover-me.variants", "CM-V1 CM-V2 CM-V3 CM-V4"),
            _section("cover-me.who-sees-what", "CM-I1 CM-I2 CM-I3"),
        ),
        "cover-up": (
            _section("cover-up.cards", "CU-C1 CU-C2 CU-C3"),
            _section("cover-up.round", "CU-R1 CU-R2 CU-P1 CU-P2 CU-P3 CU-P4 CU-P5 CU-H1 CU-H2 CU-H3"),
            _section("cover-up.scoring", "CU-S1 CU-S2 CU-S3 CU-S4 CU-S5"),
            _section("cover-up.between-rounds", "CU-N1 CU-N2 CU-N3 CU-X1"),
            _section("cover-up.who-sees-what", "CU-I1"),
            _section("cover-up.best-pile", "CU-B1"),
        ),
    }
)
"""Game → its sections, in the order of the rules."""


def rule_ids(game: str) -> tuple[str, ...]:
    """Return the ids of all rules of a game, in the order of the rulebook.

    Raises:
        KeyError: there is no such game.
    """
    return tuple(rule for section in SECTIONS[game] for rule in section.rules)
