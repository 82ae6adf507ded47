"""The past of a game is kept folded at a table, and is the same whenever somebody looks."""

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


def test_a_folded_chapter_tells_the_same() -> None:
    """All of it, and as everybody saw it; it is equal to the chapter that was folded, and no other."""
    for chapter in game(1, 4).past + game(2, 2).past:
        folded = chapter.folded()
        assert isinstance(folded.told, bytes)
        assert folded.folded() is folded
        assert (folded.events, folded.public) == (chapter.events, chapter.public)
        assert folded == chapter
        assert hash(folded) == hash(chapter)
        assert folded != Chapter(chapter.events[:-1])


def test_a_table_keeps_what_is_over_folded_and_shows_it_all_the_same() -> None:
    """In each season the past is folded, and views are those of a game in which it never was."""
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
