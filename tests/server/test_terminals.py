"""Two terminals play both games to the end, through a server."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from covergames import coverup, record
from covergames.cli import run
from covergames.client import Server
from covergames.commands.seat_token import SeatToken
from covergames.coverup import Colour, Done, GiveBack, Phase
from covergames.game import IllegalAction
from covergames.table import prove
from covergames.terminal import console
from covergames.terminal.blocking_client import BlockingClient
from covergames.terminal.coverup.remote_match import RemoteMatch
from covergames.text import text
from covergames.wire import compare, read_seen
from tests.live.terminal import Terminal
from tests.server.process import ServerProcess

pytestmark = pytest.mark.slow

SIZE = (120, 45)
"""Columns and lines of a terminal."""
SILENCE_SECONDS = 120.0
"""Longest time in which neither program shows anything, on a busy machine."""
ROUND_BEGUN_MS = 300
"""This long after the start of a round, both clocks agree that it has begun."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A running server."""
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    process.start()
    yield process
    process.stop()


class Player:
    """A terminal in which numbered choices are answered at random."""

    def __init__(self, terminal: Terminal, chance: random.Random) -> None:
        self.terminal = terminal
        self._chance = chance
        self._unanswered = ""

    def play(self) -> bool:
        """Answer the question on the screen, if there is one; return whether the program has shown anything new."""
        new = self.terminal.read()
        self._unanswered += new
        if asked := re.search("1\N{EN DASH}(\\d+)[^\n]* > $", self._unanswered):
            self._type(f"{self._chance.randint(1, int(asked[1]))}\r")
        elif self._unanswered.endswith("Enter to go on, q to leave > "):
            self._type("\r")
        return bool(new)

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended."""
        return self.terminal.process.poll() is None

    def _type(self, keys: str) -> None:
        self._unanswered = ""
        self.terminal.type(keys)


@pytest.mark.long
def test_cover_me_in_two_terminals(server: ServerProcess, tmp_path: Path) -> None:
    """One opens a table, the other joins with the command line that the first one shows; both answer by number until the end."""
    at = ("--server", server.url, "--language", "en")
    host = ("play", "cover-me", "--players", "2", "--option", "length=shorter", "--name", "Ada", *at)
    chance = random.Random(3)
    with ExitStack() as stack:
        ada = Player(stack.enter_context(closing(Terminal(host, tmp_path, size=SIZE))), chance)
        found = re.search(r"--table (\w+)", ada.terminal.until(r"--table \w+\s"))
        assert found
        guest = ("play", "cover-me", "--name", "Bo", "--table", found[1], *at)
        bo = Player(stack.enter_context(closing(Terminal(guest, tmp_path, size=SIZE))), chance)
        deadline = time.monotonic() + SILENCE_SECONDS
        while ada.is_running or bo.is_running:
            if any([ada.play(), bo.play()]):
                deadline = time.monotonic() + SILENCE_SECONDS
            shown = [player.terminal.shown[-1000:] for player in (ada, bo)]
            assert time.monotonic() < deadline, f"both wait: {shown}"
        assert (ada.terminal.ended(), bo.terminal.ended()) == (0, 0)
    seen = list((tmp_path / "covergames").glob("cover-me-*.seen.json"))
    kept = [path for path in (tmp_path / "covergames").glob("cover-me-*.json") if path not in seen]
    assert kept
    games = [record.read(path.read_bytes()) for path in kept]
    for game in games:
        assert game.players == ["Ada", "Bo"]
        prove(game)
    for path in seen:
        assert compare(games[0], read_seen(path.read_bytes())).is_same
    for player in (ada, bo):
        ending = " ".join(player.terminal.shown[-2000:].split())
        assert text("verify.seen.commitment", "en") in ending
        assert text("verify.seen.nonce", "en") in ending
        assert "Your cards: compared. All" in ending


@pytest.mark.prove
def test_cover_up_from_two_terminals(server: ServerProcess) -> None:
    """Two matches, as the screen drives them, through all five rounds by the server's clock."""
    registry = Server(server.url)

    async def seats() -> tuple[str, list[str]]:
        opened = await registry.open_table(coverup, 2, coverup.Options())
        first = await registry.join(opened.table, "Ada", token=opened.host_token)
        second = await registry.join(opened.table, "Bo")
        return opened.table, [first.token, second.token]

    table, tokens = asyncio.run(seats())
    with BlockingClient(registry, table, tokens[0]) as ada, BlockingClient(registry, table, tokens[1]) as bo:
        bo.ready()
        ada.start()
        for client in (ada, bo):
            while client.view() is None:
                client.wait()
        matches = [RemoteMatch(client) for client in (ada, bo)]
        with pytest.raises(IllegalAction, match="the round begins in"):
            matches[0].act(Done(0))
        while any(match.view.phase is not Phase.OVER for match in matches):
            for match in matches:
                match.tick()
                decide(match)
        scores = {match.view.scores for match in matches}
    assert len(scores) == 1


def decide(match: RemoteMatch) -> None:
    """Lay nothing, and give any green card back."""
    view = match.view
    own = view.seats[match.seat]
    if view.phase is Phase.LAY and not own.locked and match.now > ROUND_BEGUN_MS:
        match.act(Done(match.now))
    elif view.phase is Phase.GIVE_BACK and view.giving_back is None:
        hand, deck = own.hand, view.options.deck
        match.act(GiveBack(next(card for card in hand if deck[card].colour is Colour.GREEN)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--table", "abc"], "at which --server"),
        (["--server", "nonsense"], "'nonsense' is not the URL of a server"),
        (["--server", "http://127.0.0.1:1", "--players", "2", "--bot", "trend", "--bot", "trend"], "too many"),
        (["--server", "http://127.0.0.1:1"], "http://127.0.0.1:1"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the value."""
    monkeypatch.setattr(console, "is_live", lambda: True)
    assert run(["play", "cover-me", *arguments]) in (1, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line


def test_a_stored_token_is_found_by_its_player_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found by server, table and name; only its owner can read the file; it is deleted after the game."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    token = SeatToken("http://here", "table", "Ada", "secret")
    token.store()
    assert SeatToken.load("http://here", "table", "Ada") == token
    assert SeatToken.load("http://here", "table", "Bo") is None
    assert SeatToken.load("http://there", "table", "Ada") is None
    (file,) = (tmp_path / "covergames" / "seats").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert "secret" not in repr(token)
    token.delete()
    assert SeatToken.load("http://here", "table", "Ada") is None
