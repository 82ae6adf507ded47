"""The random bot."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from covergames.bots import ChanceBot


@dataclass
class Table:
    """The part of a view that the bot needs."""

    legal: tuple[str, ...]


def test_every_legal_action_is_about_as_likely() -> None:
    """Of 3000 choices among three, each is taken about 1000 times."""
    bot = ChanceBot(random.Random(5))
    counts = Counter(bot.choose(Table(("a", "b", "c"))) for _ in range(3000))
    assert set(counts) == {"a", "b", "c"}
    assert all(900 < count < 1100 for count in counts.values())


def test_the_same_generator_gives_the_same_choices() -> None:
    """The generator is its only source of chance."""
    one, other = (ChanceBot(random.Random(5)) for _ in range(2))
    table = Table(tuple("abcdefgh"))
    assert [one.choose(table) for _ in range(50)] == [other.choose(table) for _ in range(50)]
