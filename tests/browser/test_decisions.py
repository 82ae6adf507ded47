"""Every kind of decision in every variant: the server stores what was clicked."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import pytest

from covergames import coverme
from covergames.coverme import Feature, Keep, Place, Row, Stay, Swap, Take, Vote
from covergames.schema import codec_of
from tests.browser.archive import ME, Archive, asked, cover_me_game
from tests.browser.guest import Guests
from tests.browser.table_page import TablePage
from tests.cases import by_target

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


STANDARD: Final[Mapping[str, Any]] = {}
SHORTER: Final = {"length": "shorter"}
SAME_VALUE: Final = {"same_value": "G", "years": 1, "length": "shorter"}
ADVANCED: Final = {"two_player": "advanced"}

MOMENTS: Final = {
    "take-first-hand": (3, STANDARD, asked(Take, phase="draft")),
    "take-after-scoring": (3, STANDARD, asked(Take, phase="replenish")),
    "place": (5, STANDARD, asked(Place)),
    "place-first-game": (4, {"first_game": True}, asked(Place)),
    "feature": (3, STANDARD, asked(Feature)),
    "keep-one-of-two": (4, {"open_scores": True}, asked(Keep)),
    "swap-or-stay": (3, SHORTER, asked(Swap, Stay)),
    "longer-swap-or-stay": (3, {"length": "longer"}, asked(Swap, Stay)),
    "fictional-take": (2, STANDARD, asked(Take, phase="draft")),
    "fictional-place": (2, STANDARD, asked(Place)),
    "fictional-feature": (2, STANDARD, asked(Feature)),
    "fictional-keep-one-of-two": (2, STANDARD, asked(Keep)),
    "fictional-swap-or-stay": (2, SHORTER, asked(Swap, Stay)),
    "advanced-take": (2, ADVANCED, asked(Take, phase="draft")),
    "advanced-place-pair": (2, ADVANCED, asked(Place, cards=2)),
    "advanced-feature-primary": (2, ADVANCED, asked(Feature, row=Row.PRIMARY)),
    "advanced-feature-secondary": (2, ADVANCED, asked(Feature, row=Row.SECONDARY)),
    "advanced-keep-two-of-four": (2, ADVANCED, asked(Keep, cards=2)),
    "advanced-keep-one-of-two": (2, ADVANCED, asked(Keep)),
    "advanced-swap-or-stay": (2, {**ADVANCED, **SHORTER}, asked(Swap, Stay)),
    "same-value-take": (3, SAME_VALUE, asked(Take, phase="draft")),
    "same-value-vote": (3, SAME_VALUE, asked(Vote)),
    "same-value-advanced-vote": (2, {**SAME_VALUE, **ADVANCED}, asked(Vote)),
}


@pytest.mark.parametrize("name", by_target(MOMENTS, every=5))
async def test_the_clicked_action_is_stored(name: str, guests: Guests, archive: Archive) -> None:
    """Any legal action, by the names of its cards, piles or words; then the game goes on."""
    players, options, moment = MOMENTS[name]
    live = cover_me_game(moment, players=players, options=options)
    [saved] = await archive.add(live)
    chance = random.Random(name)
    action = chance.choice(coverme.legal(live.table.state, ME))

    table = TablePage(await guests.arrive(saved))
    await table.open(saved.table)
    before = await archive.decided(saved.table, ME)
    await table.decide(action)
    assert await archive.decided(saved.table, ME) == [
        *before,
        codec_of(coverme, live.table.options).write_decision(ME, action),
    ]
    await table.question()
