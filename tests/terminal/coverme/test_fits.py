"""Every page of Cover Me fits on a terminal of 80 columns and 24 lines, and shows what the player needs to decide."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from typing import Final

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from covergames.coverme.notation import card_text, parse_card
from covergames.coverme.phases import Decision, Phase
from covergames.coverme.view_types import StackView, View
from covergames.game import Result
from covergames.terminal.coverme.choices import question
from covergames.terminal.coverme.game_end import ENDING_LINES, game_end
from covergames.terminal.coverme.hand_order import ORDERS
from covergames.terminal.coverme.page import Page
from covergames.terminal.coverme.screen import CoverMeScreen, looking_ahead
from covergames.terminal.coverme.season_end import season_end
from covergames.terminal.coverme.words import CoverMeWords
from covergames.text import LANGUAGES, text
from tests.cases import by_target
from tests.terminal.coverme.kit import (
    NAMES,
    VARIANTS,
    ScriptedGame,
    ShownPage,
    begin,
    begin_with,
    random_answers,
    script,
)

COLUMNS: Final = 80
LINES: Final = 24
ANSWER_COLUMNS: Final = 7
"""The space for the longest answer, such as ``? CM-T3``."""

GAMES: Final[Mapping[str, tuple[int, Mapping[str, object]]]] = {
    **VARIANTS,
    "two, fictional, same value": (2, {"same_value": "R", "years": 1}),
    "two, advanced, longer, open scores": (2, {"two_player": "advanced", "length": "longer", "open_scores": True}),
    "two, advanced, first game": (2, {"two_player": "advanced", "first_game": True, "length": "shorter"}),
    "four, same value, open scores": (4, {"same_value": "G", "years": 1, "open_scores": True}),
    "five, open scores": (5, {"open_scores": True}),
    "five, first game, longer": (5, {"first_game": True, "length": "longer"}),
    "five, same value": (5, {"same_value": "drawn", "years": 1}),
}
LONG_NAMES: Final = ("Maximiliana", "Wilhelmina-Rose", "Konstantinos", "Bartholomew", "Alexandrina")
CONCERNS_PILES: Final = (Decision.TAKE, Decision.KEEP, Decision.SWAP)


def size(page: ShownPage) -> tuple[int, int]:
    """Return the columns and lines of a page with its prompt."""
    lines = page.text.splitlines()
    prompt = cell_len(page.prompt) + ANSWER_COLUMNS if page.prompt else 0
    below = 1 if page.prompt else ENDING_LINES
    return max([prompt, *map(cell_len, lines)]), len(lines) + below


def missing(page: ShownPage, words: CoverMeWords) -> list[str]:
    """Return what the player needs to decide and the page does not show."""
    view = looking_ahead(page.view)
    wanted = [*view.influence_row, *view.hand, *(card for card in view.looked if card is not None)]
    if view.decision is not Decision.VOTE:
        wanted += [card for magazine in view.magazines for card in magazine.covers]
    if view.decision in CONCERNS_PILES:
        wanted += [pile.top for pile in view.open_piles if pile.top is not None]
    if view.phase is Phase.VOTE:
        wanted += [card for stack in (*view.prestige_stacks, *view.side_stacks) for card in stack.cards or ()]
    lacking = [card_text(card) for card in wanted if card_text(card) not in page.text]
    lacking += [name[:5] for name in words.players if name[:5] not in page.text]
    lacking += [
        f"{stack.size} = {stack.worth}"
        for stack in (*view.prestige_stacks, *view.side_stacks)
        if stack.worth is not None and f" {stack.size} = {stack.worth}" not in page.text
    ]
    for characteristic in view.tracks:
        word = words.characteristic(characteristic)
        is_marked = re.search(rf"▲\w?[ ■◆▌]+{word}\b.* {view.tracks[characteristic]}\b", page.text) is not None
        if characteristic in view.trends and not is_marked:
            lacking.append(word)
    primary = next((card for card in view.hand if card_text(card) in page.text), None)
    questions = [question(view, words, first) for first in (None, primary)]
    if not any(asked in " ".join(page.text.split()) for asked in questions):
        lacking.append(questions[0])
    return lacking if any(line.startswith("● ") for line in page.text.splitlines()) else [*lacking, "start"]


def played(variant: str, language: str, names: tuple[str, ...] = NAMES, *, seed: int = 7) -> ScriptedGame:
    """Return a whole game against bots with the real greeting; all pages are kept."""
    players, options = GAMES[variant]
    greeting = text("terminal.cover-me.welcome", language, name=names[0], names=", ".join(names[1:players]))
    recording = begin_with(names[:players], options, seed=seed)
    game = ScriptedGame(recording, random_answers(3), language=language, greeting=greeting)
    assert game.play()
    return game


def assert_fits(game: ScriptedGame) -> None:
    """Check the size of all pages, and the contents of those with a decision."""
    words = CoverMeWords(game.language, tuple(game.recording.record.players), game.seat)
    for page in game.pages:
        columns, lines = size(page)
        assert columns <= COLUMNS, page.text
        assert lines <= LINES, page.text
        if "\N{EN DASH}" in page.prompt:
            assert missing(page, words) == [], page.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "language"),
    by_target(
        (pytest.param(*case, id=", ".join(case)) for case in product(GAMES, LANGUAGES)),
        fast=0,
        every=23,
    ),
)
def test_every_page_of_a_game_fits(variant: str, language: str) -> None:
    """No line scrolls off while the player decides, and nothing that matters is left out."""
    assert_fits(played(variant, language))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["five, open scores", "two, advanced"])
def test_long_names_do_not_push_anything_off_the_page(variant: str) -> None:
    assert_fits(played(variant, "fi", LONG_NAMES))


@pytest.mark.slow
def test_the_games_contain_every_decision() -> None:
    """Draft, placing, features, replenishing, keeping cards of the next pile, the swap and the vote."""
    games = [played("two, advanced", "en"), played("five, same value", "en")]
    seen = {(page.view.phase, page.view.decision) for game in games for page in game.pages if page.prompt}
    assert {decision for _, decision in seen} >= set(Decision)
    assert {phase for phase, _ in seen} >= {Phase.DRAFT, Phase.REPLENISH, Phase.NEW_YEAR, Phase.VOTE}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_welcomes_five_players(language: str) -> None:
    """The welcome, nine cards and five magazines are on one page."""
    greeting = text("terminal.cover-me.welcome", language, name=NAMES[0], names=", ".join(NAMES[1:]))
    game = ScriptedGame(begin(5, first_game=True), script(), language=language, greeting=greeting)
    assert not game.play()
    assert greeting in " ".join(game.pages[0].text.split())
    assert_fits(game)


@cache
def vote() -> View:
    """Return a vote of five players whose stacks have eleven cards each."""
    view = next(page.view for page in played("five, same value", "en").pages if page.view.decision is Decision.VOTE)
    cards = [parse_card(f"{clothes}{hair}{length}t") for clothes, hair, length in product("YRBGKW", "brk", "sml")]
    stacks = [StackView(11, tuple(cards[number : number + 11]), 11) for number in range(5)]
    full: View = view._replace(prestige_stacks=tuple(stacks))
    return full


def drawn(screen: CoverMeScreen, parts: Iterable[RenderableType]) -> str:
    """Return the parts as text."""
    with screen.console.capture() as capture:
        for part in parts:
            screen.console.print(part)
    return capture.get()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_full_stacks_fit_at_the_vote_and_at_the_end(language: str, encoding: str) -> None:
    """The vote, the season's end before it and the result show every card of five full stacks."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=COLUMNS, height=LINES, color_system=None, legacy_windows=False)
    view = vote()
    screen = CoverMeScreen(console, CoverMeWords(language, NAMES, view.seat))
    asked = Page(view=view, events=(), greeting="", order=ORDERS[0], primary=None)
    over = view._replace(phase=Phase.OVER, decision=None, result=Result((11, 11, 11, 11, 11), (1, 1, 1, 1, 1)))
    shown = {
        1: [drawn(screen, asked.parts(screen)), drawn(screen, [season_end(screen, view)])],
        ENDING_LINES: [drawn(screen, [game_end(screen, over)])],
    }
    for below, pages in shown.items():
        for page in pages:
            assert page.count("\n") + below <= LINES, page
            assert max(map(cell_len, page.splitlines())) <= COLUMNS, page
            cards = [card for stack in view.prestige_stacks for card in stack.cards or ()]
            assert [card for card in cards if card_text(card) not in page] == []


@pytest.mark.parametrize("columns", [COLUMNS, 120])
def test_a_terminal_with_more_lines_shows_more(columns: int) -> None:
    """Tracks have bars, and cards have words, where there is space."""
    game = ScriptedGame(begin(5, first_game=True), script(), size=(columns, 50))
    game.play()
    assert "█" in game.shown
    assert "hair" in game.shown
