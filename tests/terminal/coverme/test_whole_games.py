from __future__ import annotations

from itertools import product

import pytest

from covergames import coverme
from covergames.game import Seat
from covergames.record import position, read
from covergames.text import LANGUAGES
from tests.cases import by_target
from tests.terminal.coverme.kit import VARIANTS, ScriptedGame, begin, random_answers

COMMANDS = ("?", "? CM-T3", "? e2", "? nothing", "d", "h", "p", "l", "", "0", "99", "what")
"""Answers that decide nothing."""


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
    """A player who answers with legal choices reaches the end, and the record replays to the same state."""
    players, options = VARIANTS[variant]
    recording = begin(players, seed=7, **options)
    game = ScriptedGame(recording, random_answers(3, commands=COMMANDS), size=size, seat=Seat(players - 1))

    assert game.play()

    assert coverme.result(recording.state) is not None
    assert position(read(recording.record.encode())).state == recording.state
    assert "The result" in game.shown
    assert game.saved[-1] == len(recording.record.events)


@pytest.mark.slow
@pytest.mark.parametrize("variant", by_target(VARIANTS, every=4))
def test_no_card_is_shown_that_the_player_cannot_have_seen(variant: str) -> None:
    """Every card on every screen was visible to this player before."""
    players, options = VARIANTS[variant]
    game = ScriptedGame(begin(players, seed=11, **options), random_answers(5, commands=COMMANDS), size=(120, 40))

    game.play()

    assert game.leaks == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "variant", by_target(["two, advanced, same value", "two, fictional", "five, shorter"], every=3)
)
def test_every_language_has_all_messages_of_a_game(language: str, variant: str) -> None:
    """No screen has an unfilled message."""
    players, options = VARIANTS[variant]
    game = ScriptedGame(begin(players, seed=13, **options), random_answers(9, commands=COMMANDS), language=language)

    assert game.play()

    assert "{" not in game.shown


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 24), (80, 24), (140, 50)], ids=["60", "80", "140"])
@pytest.mark.parametrize("variant", by_target(["two, advanced", "two, fictional", "three", "five, shorter"], every=4))
def test_nothing_is_wider_than_the_terminal(size: tuple[int, int], variant: str) -> None:
    """Every line fits at any width."""
    players, options = VARIANTS[variant]
    left = iter(range(14))
    answer = random_answers(2, commands=COMMANDS)

    def for_a_while(prompt: str) -> str:
        if next(left, None) is None:
            raise EOFError
        return answer(prompt)

    game = ScriptedGame(begin(players, seed=3, **options), for_a_while, size=size)
    game.play()

    prompts = ("1\N{EN DASH}", "Enter to")
    assert max(len(line) for line in game.shown.splitlines() if not line.startswith(prompts)) <= size[0]
