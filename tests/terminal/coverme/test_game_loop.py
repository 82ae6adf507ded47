"""The game loop of Cover Me: answers, commands, saving and leaving."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from covergames import coverme
from covergames.coverme.actions import Place
from covergames.coverme.phases import Decision, Phase
from covergames.dealer import RandomDealer
from covergames.game import Seat
from covergames.record import Recording, read
from covergames.rulebook import rule_ids
from covergames.terminal import saving
from covergames.terminal.saving import resume_command
from covergames.terminal.words import Words
from tests.terminal.coverme.kit import ScriptedGame, begin, random_answers, script


def first_game() -> Recording:
    """Return a game that begins with the first month; seat 0 starts."""
    return begin(first_game=True, start=0)


@pytest.mark.parametrize("answer", ["0", "10", "-1", "1.5", "xyzzy", "²", "hh", "qq", "Wbst Wbst", "9" * 50, "[bold]"])
def test_an_unknown_answer_is_refused_and_changes_nothing(answer: str) -> None:
    recording = first_game()
    before = recording.state
    game = ScriptedGame(recording, script(answer))
    asked_with = len(recording.record.events) + 2  # the two bots have placed

    assert not game.play()

    assert len(recording.record.events) == asked_with
    assert coverme.view(recording.state, Seat(0)).hand == coverme.view(before, Seat(0)).hand
    assert f"“{answer}” is no answer here. Type a number from 1 to 9" in " ".join(game.shown.split())


@pytest.mark.parametrize("command", ["?", "? CM-T3", "?t3", "d", "h", "p", "l", "", "   "])
def test_a_command_decides_nothing(command: str) -> None:
    recording = first_game()
    game = ScriptedGame(recording, script(command))

    game.play()

    assert game.view().decision is Decision.PLACE
    assert game.view().to_act == (0,)
    assert "no answer" not in game.shown


def test_a_number_places_the_card_with_that_number() -> None:
    recording = first_game()
    hand = coverme.view(recording.state, Seat(0)).hand

    ScriptedGame(recording, script("3")).play()

    assert {"event": "place", "seat": 0, "cards": [coverme.card_text(hand[2])]} in recording.record.events


def test_a_card_can_be_named_by_its_letters() -> None:
    recording = first_game()
    card = coverme.card_text(coverme.view(recording.state, Seat(0)).hand[4])

    ScriptedGame(recording, script(card.lower())).play()

    assert {"event": "place", "seat": 0, "cards": [card]} in recording.record.events


def test_the_numbers_follow_the_order_in_which_the_hand_is_sorted() -> None:
    recording = first_game()
    hand = coverme.view(recording.state, Seat(0)).hand
    by_hair = sorted(hand, key=lambda card: ("brk".index(coverme.card_text(card)[1]), card))
    assert by_hair != list(hand)

    ScriptedGame(recording, script("h", "1")).play()

    assert {"event": "place", "seat": 0, "cards": [coverme.card_text(by_hair[0])]} in recording.record.events


def test_question_mark_explains_the_rule_that_applies_now() -> None:
    assert "CM-S6" in _shown_after(begin(), "?")
    assert "CM-P1" in _shown_after(first_game(), "?")
    assert "CM-A2" in _shown_after(begin(2, two_player="advanced", first_game=True), "?")
    assert "CM-V3" in _shown_after(begin(3, same_value="G"), "?")


@pytest.mark.slow
@pytest.mark.parametrize("rule_id", rule_ids("cover-me"))
def test_any_rule_can_be_asked_for(rule_id: str) -> None:
    assert rule_id in _shown_after(first_game(), f"? {rule_id}")


def test_the_log_shows_the_season_as_the_player_saw_it() -> None:
    """The player's own blind draws name the card, those of others do not."""
    recording = begin(start=0, seed=6)
    game = ScriptedGame(recording, script("4", "l"))
    game.play()
    log = game.shown.split("leave > \n")[2]
    (drawn,) = set(game.view().hand) - set(coverme.view(begin(start=0, seed=6).state, Seat(0)).hand)
    assert f"You took {coverme.card_text(drawn)} from the face-down pile." in log
    assert "Bo took" in log
    assert "????" not in log


@pytest.mark.slow
@pytest.mark.parametrize("size", [(100, 34), (100, 40), (120, 36), (160, 60)])
def test_a_roomy_screen_is_never_taller_than_the_terminal(size: tuple[int, int]) -> None:
    """A page that does not fit with frames and cards is drawn without them."""
    heights: list[int] = []
    seen = 0
    answer = random_answers(8)

    def measured(prompt: str) -> str:
        nonlocal seen
        heights.append(game.shown.count("\n", seen))
        seen = len(game.shown)
        if len(heights) > 25:
            raise EOFError
        return answer(prompt)

    game = ScriptedGame(begin(4, seed=2), measured, size=size)
    game.play()

    assert max(heights) <= size[1]


def test_an_unknown_rule_is_named() -> None:
    assert "There is no rule CM-Q9" in _shown_after(first_game(), "? CM-Q9")


def _shown_after(recording: Recording, *answers: str) -> str:
    game = ScriptedGame(recording, script(*answers))
    game.play()
    return game.shown.split("leave > \n", 1)[-1]


def test_a_pair_is_asked_for_one_after_the_other_and_can_be_taken_back() -> None:
    recording = begin(2, two_player="advanced", first_game=True, start=0)
    hand = coverme.view(recording.state, Seat(0)).hand

    game = ScriptedGame(recording, script("1", "0", "2", "1"))
    game.play()

    placed = next(event for event in recording.record.events if event["event"] == "place" and event["seat"] == 0)
    assert placed["cards"] == [coverme.card_text(hand[1]), coverme.card_text(hand[0])]
    assert "primary magazine" in game.shown
    assert "secondary magazine:" in game.shown


def test_the_first_of_a_pair_alone_decides_nothing() -> None:
    recording = begin(2, two_player="advanced", first_game=True, start=0)

    game = ScriptedGame(recording, script("1"))
    game.play()

    assert all(isinstance(action, Place) for action in game.view().legal)


def test_the_season_explains_its_end() -> None:
    game = ScriptedGame(first_game(), script("1", "1", "1"))
    game.play()
    shown = game.shown
    assert "End of the season: winter, year 1" in shown or "Equally trendy" in shown


@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
def test_end_of_input_and_interrupt_leave_the_table(leaving: type[BaseException]) -> None:
    def gone(_prompt: str) -> str:
        raise leaving

    assert not ScriptedGame(first_game(), gone).play()


def test_q_leaves_also_at_the_end_of_a_season() -> None:
    answers = random_answers(1)
    game = ScriptedGame(first_game(), lambda prompt: "q" if prompt.startswith("Enter") else answers(prompt))
    assert not game.play()
    assert "End of the season" in game.shown


def test_every_decision_is_saved() -> None:
    """The decisions of bots are saved too."""
    recording = first_game()
    game = ScriptedGame(recording, script("1", "1"))
    game.play()
    decisions = [event for event in recording.record.events if event["event"] != "shuffle"]
    assert len(game.saved) == len(decisions)


@pytest.mark.slow
def test_a_resumed_game_continues_where_the_player_left(tmp_path: Path) -> None:
    recording = begin(seed=5)
    path = tmp_path / "game.json"
    left = ScriptedGame(recording, script("1", "2", "1", "4", "q"))
    assert not left.play()
    saving.write(path, recording.record)

    resumed = Recording.resume(read(path.read_bytes()), RandomDealer(random.Random(2)))

    assert resumed.state == recording.state
    again = ScriptedGame(resumed, script("h"))
    again.play()
    assert again.view() == left.view()
    assert ScriptedGame(resumed, random_answers(4)).play()


def tied() -> Recording:
    """Return a game at its end in which all players are equal."""
    recording = first_game()
    state = recording.state.copy()
    state.phase = Phase.VOTE
    return Recording(coverme, recording.record, state, RandomDealer(random.Random(1)))


def test_a_tie_is_put_to_the_vote_and_the_votes_are_shown() -> None:
    game = ScriptedGame(tied(), script("2"))
    assert game.play()
    shown = " ".join(game.shown.split())
    assert "1 Play another season 2 Share the victory" in shown
    assert "The votes: Player: share the victory" in shown
    assert "They share the victory: Player, Bo, Cy." in shown
    assert "Player, Bo: equal in everything." in shown


def test_question_mark_explains_the_rule_of_the_vote() -> None:
    assert "CM-X4" in _shown_after(tied(), "?")


def test_a_name_cannot_control_the_terminal() -> None:
    words = Words("en", ("Eve\x1b[2J", "Bo"), Seat(0))
    assert words.name(Seat(0)) == "Eve\\x1b[2J"


def test_saving_leaves_one_file_and_no_temporary_one(tmp_path: Path) -> None:
    recording = begin()
    path = tmp_path / "deep" / "game.json"
    saving.write(path, recording.record)
    saving.write(path, recording.record)
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]
    assert read(path.read_bytes()) == recording.record


def test_the_command_to_resume_can_be_pasted() -> None:
    assert resume_command("cover-me", Path("/tmp/my games/one.json")) == (
        "covergames play cover-me --resume '/tmp/my games/one.json'"
    )
    assert resume_command("cover-me", Path("one.json"), ".venv/bin/covergames").startswith(".venv/bin/covergames play")
