from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from covergames import coverme
from covergames.coverme import events as happened
from covergames.coverme.notation import card_text, parse_card
from covergames.coverme.places import Source
from covergames.coverme.state import State
from covergames.game import Result, Seat
from covergames.terminal.coverme.cards import figure
from covergames.terminal.coverme.game_end import game_end
from covergames.terminal.coverme.screen import CoverMeScreen, looking_ahead
from covergames.terminal.coverme.season_end import season_end
from covergames.terminal.coverme.story import sentence
from covergames.terminal.coverme.words import CoverMeWords
from covergames.text import LANGUAGES
from tests.cases import by_target
from tests.coverme_kit import BSQ, Table, influencing, position
from tests.terminal.coverme.kit import NAMES, VARIANTS, begin, cards_in

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def screen(
    players: int, *, language: str = "en", size: tuple[int, int] = (80, 24), ascii_only: bool = False
) -> CoverMeScreen:
    """Return a screen that draws into memory."""
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii" if ascii_only else "utf-8")
    console = Console(file=file, width=size[0], height=size[1], color_system=None, legacy_windows=False)
    return CoverMeScreen(console, CoverMeWords(language, NAMES[:players], Seat(0)))


def drawn(view: coverme.View, size: tuple[int, int] = (80, 24), *, ascii_only: bool = False) -> str:
    """Return the table and the hand as text."""
    table = screen(view.players, size=size, ascii_only=ascii_only)
    with table.console.capture() as capture:
        table.console.print(table.title(view), *table.table(view), table.cards(view.hand, view))
    return capture.get()


def states(players: int, options: dict[str, object], *, seed: int, count: int) -> list[State]:
    """Return the first positions of a random game."""
    recording = begin(players, seed=seed, **options)
    chance = random.Random(seed)
    found = [recording.state]
    while len(found) < count and coverme.to_act(recording.state):
        seat = chance.choice(coverme.to_act(recording.state))
        recording.act(seat, chance.choice(coverme.legal(recording.state, seat)))
        found.append(recording.state)
    return found


@pytest.mark.parametrize("size", by_target([(80, 24), (120, 40)]), ids=["narrow", "wide"])
@pytest.mark.parametrize("variant", by_target(VARIANTS))
def test_an_opponents_hidden_cards_are_not_shown(variant: str, size: tuple[int, int]) -> None:
    """The screen does not change when a hidden card of an opponent and one of the face-down pile change places."""
    players, options = VARIANTS[variant]
    compared = 0
    for state in states(players, options, seed=21, count=30):
        view = coverme.view(state, Seat(0))
        hidden = set(view.unseen)
        held = [card for card in state.hands[1] if card in hidden]
        buried = [card for card in state.face_down if card in hidden]
        if not held or not buried:
            continue
        exchanged = {held[0]: buried[0], buried[0]: held[0]}
        other = state.copy()
        other.face_down = tuple(exchanged.get(card, card) for card in state.face_down)
        other.hands[1] = tuple(sorted(exchanged.get(card, card) for card in state.hands[1]))
        assert drawn(coverme.view(other, Seat(0)), size) == drawn(view, size)
        compared += 1
    assert compared > 5


def test_trends_are_marked_by_a_sign() -> None:
    """A colour alone marks nothing."""
    state = begin(first_game=True, seed=2).state
    view = coverme.view(state, Seat(0))
    shown = drawn(view)
    words = CoverMeWords("en", NAMES[:3], Seat(0))
    for characteristic in view.tracks:
        track = figure(characteristic, ascii_only=False) + words.characteristic(characteristic)
        assert (f"▲{track}" in shown) == (characteristic in view.trends)


def test_the_screen_shows_the_whole_table() -> None:
    state = begin(seed=4).state
    view = coverme.view(state, Seat(0))
    shown = drawn(view)
    for card in (*view.influence_row, *view.hand, *(pile.top for pile in view.open_piles if pile.top is not None)):
        assert card_text(card) in shown
    assert f"Face-down pile {len(view.face_down)} · next pile 27 (green) · discard pile 0" in shown
    assert "year 1 of 3 · winter · first hands" in shown
    for name in NAMES[:3]:
        assert name in shown


def test_scores_of_others_are_shown_only_if_scores_are_open() -> None:
    for open_scores, marks in ((False, 1), (True, 3)):
        view = coverme.view(begin(open_scores=open_scores).state, Seat(0))
        assert drawn(view).count("prestige stack 0 = 0") == marks


def tied() -> Table:
    """A vote: the first two players are tied, with four cards between them."""
    rows = (influencing("Y"), influencing("R"), influencing("B"))
    table = position(rows, influence_row=BSQ, season="fall", year=3, prestige_stacks=["Wkst Ykst", "Wkmt Rkst", "Kkst"])
    table.season_of(*rows)
    return table


def shows_all_stacks(shown: str) -> bool:
    """Whether the stacks of `tied` are listed, each with its worth."""
    lines = {" ".join(line.split()) for line in shown.splitlines()}
    return lines >= {
        "Player prestige stack 2 = 7 Ykst Wkst",
        "Bo prestige stack 2 = 7 Rkst Wkmt",
        "Cy prestige stack 1 = 4 Kkst",
    }


@pytest.mark.rule("CM-X1", "CM-X4", "CM-I2")
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_the_vote_shows_all_stacks_and_scores(viewer: int | None) -> None:
    """A leader, another player and a spectator see them on the table and at the season's end, with what the vote needs."""
    view = tied().view(viewer)
    assert shows_all_stacks(drawn(view))
    table = screen(3)
    with table.console.capture() as capture:
        table.console.print(season_end(table, view))
    assert shows_all_stacks(capture.get())
    assert "only if all of them want it; otherwise" in capture.get()


@pytest.mark.rule("CM-X1", "CM-I2")
def test_the_stacks_can_be_listed_in_an_extra_season_and_at_the_end() -> None:
    """Other players' stacks are listed while the leaders play on, and with the result."""
    played_on, shared = tied(), tied()
    for seat in (0, 1):
        played_on.vote(seat, play_on=True)
        shared.vote(seat, play_on=False)
    table = screen(3)
    for part in (table.stacks(played_on.view(2)), game_end(table, shared.view(2))):
        with table.console.capture() as capture:
            table.console.print(part)
        assert shows_all_stacks(capture.get())


@pytest.mark.rule("CM-I2")
def test_only_the_own_stack_is_listed_before_the_end() -> None:
    """Until the last season is over a player lists one stack, and a spectator none."""
    table = position(["Ybsq", "Rbsq", "Bbsq"], prestige_stacks=["Wkst", "Wkmt", "Kkst"])
    for viewer, expected in ((1, {parse_card("Wkmt")}), (None, set())):
        shown = screen(3)
        with shown.console.capture() as capture:
            shown.console.print(shown.stacks(table.view(viewer)))
        assert cards_in(capture.get()) == expected


@pytest.mark.slow
def test_an_ascii_terminal_gets_only_ascii() -> None:
    for state in states(2, {}, seed=3, count=40):
        for size in ((80, 24), (120, 40)):
            assert drawn(coverme.view(state, Seat(0)), size, ascii_only=True).isascii()


def test_a_spectator_sees_no_hand() -> None:
    view = coverme.view(begin().state, None)
    assert view.hand == ()
    assert "(you)" not in drawn(view)


def test_the_tracks_are_those_of_the_coming_season_while_hands_are_refilled() -> None:
    """Winter counts patterns, spring clothes; players take cards for the coming season (CM-N1, CM-T1)."""
    refilling = next(
        state for state in states(3, {"first_game": True}, seed=8, count=40) if state.phase.value == "replenish"
    )
    view = coverme.view(refilling, Seat(0))
    ahead = looking_ahead(view)
    assert [trait.value for trait in ahead.traits] == ["hair", "length", "clothes"]
    assert sum(ahead.tracks.values()) == 3 * len(view.influence_row)
    assert "replenishing hands for spring" in drawn(ahead)


GREEN = parse_card("Gkmd")
RED = parse_card("Rbsq")
RARE: tuple[happened.Event, ...] = (
    happened.Shuffled("face-down", (None, None)),
    happened.TookNext(Seat(0), GREEN),
    happened.TookNext(Seat(1), None),
    happened.WentWithout(Seat(0)),
    happened.WentWithout(Seat(1)),
    happened.Took(Seat(0), Source.FACE_DOWN, GREEN),
    happened.Took(Seat(1), Source.FACE_DOWN, None),
    happened.Looked(Seat(1), (None, None)),
    happened.Kept(Seat(0), (GREEN,), (RED,)),
    happened.Kept(Seat(1), (None, None), (None, None)),
    happened.FictionalPlaced(None, GREEN, a_placed=False),
    happened.FictionalPlaced(None, GREEN, a_placed=True),
    happened.YearBegan(4, (), None),
    happened.Voted(Seat(0), play_on=True),
    happened.Voted(Seat(1), play_on=None),
    happened.StacksOpened(((GREEN,), (RED,)), ()),
    happened.VotesRevealed(((Seat(0), True), (Seat(1), False))),
    happened.GameEnded(Result((1, 2), (2, 1))),
)


@EVERY_LANGUAGE
@pytest.mark.parametrize("event", RARE, ids=lambda event: type(event).__name__)
def test_every_language_has_sentences_for_rare_events(event: happened.Event, language: str) -> None:
    said = sentence(event, CoverMeWords(language, NAMES[:2], Seat(0)), is_pair=False)
    assert said is not None
    assert said.endswith(".")
    assert "None" not in said
    assert "{" not in said


def test_the_viewer_is_you_and_others_have_names() -> None:
    words = CoverMeWords("en", NAMES[:2], Seat(0))
    mine = sentence(happened.Took(Seat(0), Source.FACE_DOWN, GREEN), words, is_pair=False)
    theirs = sentence(happened.Took(Seat(1), Source.FACE_DOWN, None), words, is_pair=False)
    assert mine == "You took Gkmd from the face-down pile."
    assert theirs == "Bo took a card from the face-down pile."


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("places", "scores"), [((1, 2, 3), (19, 19, 4)), ((1, 1, 3), (7, 7, 1)), ((1, 1, 1), (0, 0, 0))]
)
def test_the_result_names_places_scores_and_what_decided(
    places: tuple[int, ...], scores: tuple[int, ...], language: str
) -> None:
    table = screen(3, language=language)
    view = coverme.view(states(3, {"same_value": "G", "years": 1}, seed=1, count=10_000)[-1], Seat(0))
    assert view.result is not None
    with table.console.capture() as capture:
        table.console.print(game_end(table, view._replace(result=Result(scores, places))))
    shown = capture.get()
    for name, score in zip(NAMES[:3], scores, strict=True):
        assert name in shown
        assert str(score) in shown
