"""A table stores finished seasons compressed, and shows the same views as if it did not."""

from __future__ import annotations

import random

from covergames import coverme
from covergames.coverme.history import Chapter
from covergames.dealer import RandomDealer
from tests.table.kit import ADA, BO, CY, Live


def game(seed: int, players: int) -> coverme.State:
    """The end of a random game."""
    dealer, chance = RandomDealer(random.Random(seed)), random.Random(seed)
    state = coverme.new(players, coverme.Options(), dealer)
    while seats := coverme.to_act(state):
        seat = chance.choice(seats)
        state = coverme.apply(state, seat, chance.choice(coverme.legal(state, seat)), dealer).state
    return state


def test_a_compressed_chapter_holds_the_same_events() -> None:
    """It equals the chapter that was compressed, and no other."""
    for chapter in game(1, 4).past + game(2, 2).past:
        compressed = chapter.compressed()
        assert isinstance(compressed.told, bytes)
        assert compressed.compressed() is compressed
        assert (compressed.events, compressed.public) == (chapter.events, chapter.public)
        assert compressed == chapter
        assert hash(compressed) == hash(chapter)
        assert compressed != Chapter(chapter.events[:-1])


def test_a_table_compresses_finished_seasons_and_shows_equal_views() -> None:
    """In each season, views equal those of a state whose past is not compressed."""
    live = Live("cover-me", 3)
    live.sit(ADA, BO, CY)
    live.start()
    chance = random.Random(3)
    seasons = 0
    while live.table.to_act:
        state: coverme.State = live.table.state
        if len(state.past) > seasons:
            seasons = len(state.past)
            assert all(isinstance(chapter.told, bytes) for chapter in state.past)
            plain = state.copy()
            plain.past = tuple([Chapter(chapter.events) for chapter in state.past])
            assert live.table.game_view(ADA) == coverme.view(plain, ADA)
            assert state == plain
        live.decide(live.table.to_act[0], chance)
    assert seasons == 12
