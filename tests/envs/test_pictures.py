"""Pictures of what an agent sees have the cards of the browser."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covergames import coverme, coverup, envs
from covergames.coverme import card_texts
from covergames.envs.coverme.pictures import GAP, HEIGHT, WIDTH, card_picture, groups
from covergames.envs.drawing import card_art, rasterise
from covergames.kernel import _batch as b


def has_colour(picture: Any, colour: str) -> bool:
    """Return whether a colour covers some of the picture."""
    return int((np.abs(picture.astype(int) - tuple(bytes.fromhex(colour))).sum(2) < 12).sum()) > 20


@pytest.mark.parametrize(
    ("card", "colours", "missing"),
    [
        ("Ybsq", ("f6c71e", "f0cf6b", "fadcda"), ("9c4a22", "211d29", "2e9a55")),
        ("Grld", ("2e9a55", "9c4a22", "f0dfc4"), ("f6c71e", "f0cf6b", "fadcda")),
        ("Bkmt", ("2164c4", "211d29", "d9e8fa"), ("f6c71e", "9c4a22", "f0dfc4")),
    ],
)
def test_a_card_shows_its_characteristics(card: str, colours: tuple[str, ...], missing: tuple[str, ...]) -> None:
    """Clothes, hair and pattern have the colours of the browser's cards, and no other card's (CM-C1)."""
    drawn = card_picture(card_texts(coverme.Options()).index(card))
    assert drawn.shape == (HEIGHT, WIDTH, 3)
    assert all(has_colour(drawn, colour) for colour in colours)
    assert not any(has_colour(drawn, colour) for colour in missing)


def test_all_cards_look_different() -> None:
    """Every card has a picture."""
    art = card_art("covergames.envs.coverme")
    assert list(art["cards"]) == list(card_texts(coverme.Options()))
    assert len({card_picture(card).tobytes() for card in range(b.SOURCES)}) == b.SOURCES


def test_cards_lie_in_rows() -> None:
    """The hand is the last row, in the order of the deck; the rest of the picture is the table."""
    env = envs.one_seat(coverme.NAME, players=3, opponents="kernel-trend", render_mode="rgb_array")
    seen, _ = env.reset(seed=2)
    drawn = env.render()
    hand = groups(seen["observation"])["your hand"]
    line = drawn[-GAP - HEIGHT : -GAP]
    for place, card in enumerate(hand):
        left = GAP + place * (WIDTH + GAP)
        np.testing.assert_array_equal(line[:, left : left + WIDTH], card_picture(card))
    rest = line[:, GAP + len(hand) * (WIDTH + GAP) :]
    assert len(np.unique(rest.reshape(-1, 3), axis=0)) == 1


def test_a_pile_of_cover_up_grows() -> None:
    """Only the hand is drawn at first; a laid card has its sheet and its symbols on the board."""
    env = envs.one_seat(coverup.NAME, players=2, opponents="random", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    before = env.render()
    lays = np.flatnonzero(info["action_mask"])
    env.step(int(lays[0]))
    after = env.render()
    assert before.shape == after.shape
    top = before.shape[0] * 3 // 19
    np.testing.assert_array_equal(before[: top - 24], after[: top - 24])
    assert len(np.unique(before[top:].reshape(-1, 3), axis=0)) == 1
    assert len(np.unique(after[top:].reshape(-1, 3), axis=0)) > 10


def test_a_drawing_has_its_size_and_style() -> None:
    """Units become pixels."""
    drawn = rasterise('<rect class="a" width="10" height="10"/>', size=(10, 20), style=".a{fill:#f00}", width=5)
    assert drawn.shape == (10, 5, 3)
    assert drawn[2, 2].tolist() == [255, 0, 0]
