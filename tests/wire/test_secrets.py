"""The messages to a client contain no card whose place its viewer does not know."""

from __future__ import annotations

import re

import msgspec
import pytest

from covergames import coverme, coverup
from covergames.coverme import GameLength, Options, TwoPlayer
from covergames.coverme.events import StacksOpened
from covergames.wire import encode
from tests.contract.adapters import ADAPTERS, Table
from tests.wire.tables import LiveTable, moments, viewers_of

CARD = re.compile(rb'"([YRBGKW][brk][sml][qdt])"')


@pytest.mark.rule("CM-I1")
@pytest.mark.parametrize(
    "options",
    [Options(), Options(two_player=TwoPlayer.ADVANCED), Options(same_value="drawn")],
    ids=["fictional", "advanced", "same value"],
)
def test_frames_contain_no_unseen_card(options: Options) -> None:
    """Except for the list of unseen cards and past events, the frames contain no card that the viewer has not seen."""
    adapter = ADAPTERS[coverme.NAME]
    table = Table("secrets", 2, options)
    for moment in moments(adapter, table, 1):
        if moment.index % 5 == 0:
            live = LiveTable(adapter, table, moment)
            public = msgspec.json.decode(encode(live.snapshot.public))
            unseen_by_all = public.pop("unseen")
            for viewer in viewers_of(table):
                unseen = {coverme.card_text(card) for card in coverme.view(moment.state, viewer).unseen}
                assert unseen <= set(unseen_by_all)
                sent = encode([public, live.snapshot.private(viewer) or None])
                assert not unseen & {card.decode() for card in CARD.findall(sent)}


@pytest.mark.rule("CM-I2", "CM-X1", "CM-X4")
def test_stacks_are_sent_to_everybody_from_the_end_of_the_last_season_on() -> None:
    """Everybody's part names no card of a stack before the last season is over, and every card of all stacks after it."""
    adapter = ADAPTERS[coverme.NAME]
    options = Options(
        length=GameLength.SHORTER, same_value=coverme.Clothes.GREEN, years=1, two_player=TwoPlayer.ADVANCED
    )
    table = Table("stacks", 2, options)
    seen: set[tuple[str, bool]] = set()
    for seed in range(40):
        is_over = False
        for moment in moments(adapter, table, seed):
            state = moment.state
            is_over |= any(isinstance(event, StacksOpened) for event in moment.events)
            seen.add((state.phase.value, is_over))
            public = msgspec.json.decode(encode(LiveTable(adapter, table, moment).snapshot.public))
            for name in ("prestige_stacks", "side_stacks"):
                stacks = [[coverme.card_text(card) for card in stack] for stack in getattr(state, name)]
                assert [stack["cards"] for stack in public[name]] == (stacks if is_over else [None, None])
    assert {("vote", True), ("place", False), ("place", True), ("over", True)} <= seen
    assert not {("vote", False), ("over", False)} & seen


@pytest.mark.rule("CU-I1")
def test_only_its_owner_sees_a_pending_give_back() -> None:
    """While others still choose, only the private part of its owner contains the card."""
    adapter = ADAPTERS[coverup.NAME]
    table = Table("secrets", 3, coverup.Options())
    chosen = 0
    for moment in moments(adapter, table, 1):
        live = LiveTable(adapter, table, moment)
        for viewer in viewers_of(table):
            private = msgspec.json.decode(encode(live.snapshot.private(viewer) or None))
            own = None if viewer is None else moment.state.giving_back[viewer]
            if own is not None:
                chosen += 1
                assert private["giving_back"] == table.options.deck[own].id
            elif private is not None:
                assert private["giving_back"] is None
    assert chosen > 10
