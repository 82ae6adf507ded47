"""A bot that thinks in several processes of this machine."""

from __future__ import annotations

import random
from multiprocessing.connection import wait
from typing import Any

import pytest

from covergames import coverme
from covergames.bots import Budget
from covergames.bots.coverme.champion import ChampionBot, Part
from covergames.bots.sharing import Processes, Question, SharedBot
from covergames.coverme import View
from covergames.kernel.champion import Lead
from tests.coverme_kit import position, scoring

BOT = "champion:60p"


class Thinking:
    """A process whose parts are given; it is busy at first, if it is late."""

    def __init__(self, part: Any = None, *, is_late: bool = False) -> None:
        self.part = part
        self.is_late = is_late
        self.asked: list[Question] = []

    def ask(self, question: Question) -> bool:
        if self.is_late:
            return False
        self.asked.append(question)
        return True

    def answer(self) -> Any:
        if self.part is None:
            raise EOFError
        return self.part


def view() -> View:
    return position([scoring("Y"), scoring("R"), scoring("B")]).view(0)


def certain(of: View, number: int) -> Part:
    """Return a part that is sure of one action."""
    return Part([Lead(0.0 if each == number else -1e9, 1e6) for each in range(len(of.legal))], 0)


def test_the_parts_of_all_processes_count() -> None:
    """The decision of a part that is sure is taken, whatever this process thinks."""
    asked = view()
    others = [Thinking(), Thinking()]
    for number, action in enumerate(asked.legal):
        for other in others:
            other.part = certain(asked, number)
        assert SharedBot(coverme, BOT, random.Random(1), lambda: others).choose(asked) == action


def test_a_process_gets_the_view_alone() -> None:
    """The game's name, the bot's name and a seed come with it; every process has another seed."""
    others = [Thinking(certain(view(), 0)) for _ in range(2)]
    SharedBot(coverme, BOT, random.Random(1), lambda: others).choose(view())
    (first,), (second,) = (other.asked for other in others)
    assert first == Question("cover-me", BOT, first.seed, view())
    assert second == first._replace(seed=second.seed)
    assert first.seed != second.seed


@pytest.mark.parametrize("other", [Thinking(is_late=True), Thinking(None)], ids=["is not ready", "has died"])
def test_a_process_without_an_answer_is_left_out(other: Thinking) -> None:
    """This process decides alone."""
    alone = SharedBot(coverme, BOT, random.Random(1), list).choose(view())
    assert alone in view().legal
    assert SharedBot(coverme, BOT, random.Random(1), lambda: [other]).choose(view()) in view().legal


@pytest.mark.slow
def test_real_processes_answer_and_end_with_the_program() -> None:
    """A process is asked when it is ready, finds out what the bot does with the same seed, and ends with its pipe."""
    processes = Processes(1)
    (process,) = processes()
    assert process in processes()
    question = Question("cover-me", BOT, 7, view())
    wait([process._pipe])  # type: ignore[attr-defined]
    assert process.ask(question)
    assert process.answer() == ChampionBot(random.Random(7), Budget(playouts=60)).part(view())
    process._pipe.close()  # type: ignore[attr-defined]
    process._process.join(60)  # type: ignore[attr-defined]
    assert process._process.exitcode == 0  # type: ignore[attr-defined]
    assert not process.ask(question)
