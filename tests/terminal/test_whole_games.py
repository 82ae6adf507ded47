from __future__ import annotations

from itertools import product

import pytest

from covergames import coverme
from covergames.game import Seat
from covergames.record import position, read
from covergames.text import LANGUAGES
from tests.cases import by_target
from tests.terminal.kit import VARIANTS, Evening, begin, by_lot

COMMANDS = ("?", "? CM-T3", "? e2", "? nothing", "d", "h", "p", "l", "", "0", "99", "what")
"""Everything that a person may type beside a decision."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "size"),
    by_target(
        (
            pytest.param(variant, size, id=f"{variant}, {size[0]}")
            for variant, size in product(VARIANTS, [(80, 24), (120, 40)])
        ),
        every=5,
    ),
)
def test_every_variant_can_be_played_to_the_end(variant: str, size: tuple[int, int]) -> None:
    """A person who types what is offered gets through the whole game, and its record replays to the same end."""
    players, options = VARIANTS[variant]
    recording = begin(players, seed=7, **options)
    evening = Evening(recording, by_lot(3, commands=COMMANDS), size=size, seat=Seat(players - 1))

    assert evening.play()

    assert coverme.result(recording.state) is not None
    assert position(read(recording.record.encode())).state == recording.state
    assert "The result" in evening.shown
    assert evening.saved[-1] == len(recording.record.events)


@pytest.mark.slow
@pytest.mark.parametrize("variant", by_target(VARIANTS, every=4))
def test_no_card_is_shown_that_the_player_cannot_have_seen(variant: str) -> None:
    """From the first screen to the last, every card named on it was once open to this player."""
    players, options = VARIANTS[variant]
    evening = Evening(begin(players, seed=11, **options), by_lot(5, commands=COMMANDS), size=(120, 40))

    evening.play()

    assert evening.leaks == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "variant", by_target(["two, advanced, same value", "two, fictional", "five, shorter"], every=3)
)
def test_every_language_tells_a_whole_game(language: str, variant: str) -> None:
    """No screen of the game lacks a word in any language."""
    players, options = VARIANTS[variant]
    evening = Evening(begin(players, seed=13, **options), by_lot(9, commands=COMMANDS), language=language)

    assert evening.play()

    assert "{" not in evening.shown


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 24), (80, 24), (140, 50)], ids=["60", "80", "140"])
@pytest.mark.parametrize("variant", by_target(["two, advanced", "two, fictional", "three", "five, shorter"], every=4))
def test_nothing_is_wider_than_the_terminal(size: tuple[int, int], variant: str) -> None:
    """Every line fits, whatever the width."""
    players, options = VARIANTS[variant]
    left = iter(range(14))
    answer = by_lot(2, commands=COMMANDS)

    def for_a_while(prompt: str) -> str:
        if next(left, None) is None:
            raise EOFError
        return answer(prompt)

    evening = Evening(begin(players, seed=3, **options), for_a_while, size=size)
    evening.play()

    prompts = ("1\N{EN DASH}", "Enter to")
    assert max(len(line) for line in evening.shown.splitlines() if not line.startswith(prompts)) <= size[0]
