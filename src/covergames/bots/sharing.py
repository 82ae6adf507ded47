"""Share the decisions of a bot among processes of this machine: for a program in which one bot thinks at a time, such as the terminal.

A process gets the game's name, the bot's name, a seed and the view, and nothing else of the game.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol

from covergames.bots.bot import SharingBot
from covergames.bots.registry import named
from covergames.games import AnyGame, game_named

READY: Final = "ready"
"""The first message of a process."""


class Question(NamedTuple):
    """Ask for a part of a decision."""

    game: str
    bot: str
    seed: int
    view: Any


class PartProcess(Protocol):
    """A process that thinks about parts of decisions."""

    def ask(self, question: Question) -> bool:
        """Send the question if the process is idle; return whether it was sent."""
        ...

    def answer(self) -> Any:
        """Return the part.

        Raises:
            EOFError: the process has ended.
        """
        ...


class SharedBot:
    """A bot that thinks in this process and in others at once."""

    def __init__(
        self, game: AnyGame, name: str, generator: random.Random, processes: Callable[[], Sequence[PartProcess]]
    ) -> None:
        """Prepare the bot.

        Args:
            game: which game it plays.
            name: a bot of the game whose decisions can be shared.
            generator: where its chance comes from.
            processes: return the other processes; the first call may start them.
        """
        self._game = game
        self._name = name
        self._generator = generator
        self._processes = processes
        self._bot: SharingBot[Any, Any] = named(game, name)(generator)  # type: ignore[assignment]

    def choose(self, view: Any) -> Any:
        """Return the action to choose."""
        asked = [process for process in self._processes() if process.ask(self._question(view))]
        parts = [self._bot.part(view)]
        for process in asked:
            with suppress(EOFError):
                parts.append(process.answer())
        return self._bot.merged(view, parts)

    def _question(self, view: Any) -> Question:
        return Question(self._game.NAME, self._name, self._generator.getrandbits(64), view)


class Processes:
    """One process for every core but this program's, started at the first call; they end with the program."""

    def __init__(self, count: int | None = None) -> None:
        """Prepare the processes; None: for all cores."""
        self._count = (os.cpu_count() or 1) - 1 if count is None else count
        self._started: list[_Process] | None = None

    def __call__(self) -> Sequence[PartProcess]:
        """Return the processes."""
        if self._started is None:
            self._started = [_Process() for _ in range(self._count)]
        return self._started


class _Process:
    """A process, which is ready some time after it was started."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_answer_all, args=(theirs,), daemon=True)
        if sys.platform == "win32":
            self._process.start()
        else:
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the new process inherits
            try:
                self._process.start()
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self._is_ready = False

    def ask(self, question: Question) -> bool:
        """Send the question if the process is ready and lives."""
        try:
            if not self._is_ready and self._pipe.poll():
                self._is_ready = self._pipe.recv() == READY
            if self._is_ready:
                self._pipe.send(question)
        except (EOFError, OSError):
            self._is_ready = False
        return self._is_ready

    def answer(self) -> Any:
        """Return the part.

        Raises:
            EOFError: the process has ended.
        """
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            raise EOFError from None


def _answer_all(pipe: Connection) -> None:
    """Answer questions until the program has ended. Ctrl-C is for the program."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            question = pipe.recv()
            bot: Any = named(game_named(question.game), question.bot)(random.Random(question.seed))
            pipe.send(bot.part(question.view))
