"""How well a bot plays: a whole number that may follow its name, as in ``human:4``."""

from __future__ import annotations

from typing import Final

SKILLS: Final = range(1, 10)
"""From a novice to an expert."""


class SkillError(ValueError):
    """A text that is not a skill."""


def parse_skill(text: str) -> int:
    """Return the skill of a text as in a bot's name.

    Raises:
        SkillError: the text is not a skill.
    """
    if text not in map(str, SKILLS):
        raise SkillError(f"{text!r} is not a skill: write {SKILLS[0]} to {SKILLS[-1]}")
    return int(text)
