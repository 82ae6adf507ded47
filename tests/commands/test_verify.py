"""``covergames verify``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from covergames.cli import run
from covergames.record import Record
from covergames.table import commitment, record_of
from covergames.table.proof import Flaw
from covergames.text import LANGUAGES, text
from covergames.wire import Seen, ServerMessage, Update, Witness
from tests.table.frames import messages
from tests.table.kit import ADA, BO, SEED, Live, continuing, play_out


@pytest.fixture(scope="session")
def live() -> Live:
    """Return a live table at which a person and a bot have played."""
    live = Live(players=2, options={"same_value": "drawn", "years": 1})
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    play_out(live)
    return live


@pytest.fixture(scope="session")
def played(live: Live) -> Record:
    """Return the record of the game."""
    return record_of("friday", live.entries)


@pytest.fixture
def seen(live: Live, tmp_path: Path) -> Path:
    """Return the file of what the person was shown."""
    path = tmp_path / "fair.seen.json"
    path.write_bytes(witnessed(messages(live.entries, ADA)).encode())
    return path


def witnessed(received: Iterable[ServerMessage]) -> Seen:
    """Return what a client notes that receives these messages."""
    witness = Witness(nonce="nonce-0")
    for message in received:
        witness.note(message)
    assert witness.seen is not None
    return witness.seen


@pytest.fixture
def fair(played: Record, tmp_path: Path) -> Path:
    path = tmp_path / "fair.json"
    path.write_bytes(played.encode())
    return path


def test_a_proven_game_lists_what_players_have_to_compare(
    played: Record, fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(fair), "--language", "en"]) == 0
    proven, lot, committed, ada, bo = capsys.readouterr().out.splitlines()
    shuffles = sum(event["event"] == "shuffle" for event in played.events)
    assert proven == f"{fair}: proven. All {shuffles} shuffles follow from the seed and the nonces."
    assert lot == text("verify.lot")
    assert committed.endswith(f": {commitment(SEED)}")
    assert (ada, bo) == ("Ada added nonce-0", "Bo added nothing, so the seed decided: as for every bot")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_seen_is_compared(
    played: Record, fair: Path, seen: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output says of each of the three that it was compared: the commitment, the nonce and the cards."""
    assert run(["verify", str(fair), "--seen", str(seen), "--language", language]) == 0
    _, *three, _lot, _ada, _bo = capsys.readouterr().out.splitlines()
    steps = 1 + sum(event["event"] != "shuffle" for event in played.events)
    assert three == [
        text("verify.seen.commitment", language),
        text("verify.seen.nonce", language),
        text("verify.seen.cards", language, steps=steps),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_not_the_one_seen_is_found(
    played: Record, live: Live, fair: Path, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Step 3 was dropped, and from the sixth on the viewer was away: the first step that differs is named."""
    told = list(messages(live.entries, ADA))
    steps = [message for message in told if isinstance(message, Update) and message.public is not UNSET]
    received = [message for message in told if message is not steps[3] and message not in steps[6:]]
    path = tmp_path / "other.seen.json"
    path.write_bytes(msgspec.structs.replace(witnessed(received), nonce="another", commitment=None).encode())
    assert run(["verify", str(fair), "--seen", str(path), "--language", language]) == 1
    last = sum(event["event"] != "shuffle" for event in played.events)
    assert capsys.readouterr().out.splitlines()[:5] == [
        text("verify.seen.failed", language, file=str(fair)),
        text("verify.seen.no-commitment", language),
        text("verify.seen.other-nonce", language),
        text("verify.seen.differs", language, step=3),
        text("verify.seen.missed", language, steps=f"5\N{EN DASH}{last}"),
    ]


def test_who_came_late_is_told_from_where_it_was_compared(
    live: Live, fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "late.seen.json"
    path.write_bytes(witnessed(messages(live.entries, None, since=len(live.entries) - 3)).encode())
    assert run(["verify", str(fair), "--seen", str(path), "--language", "en"]) == 0
    out = capsys.readouterr().out
    assert "Compared from step" in out
    assert "Your nonce: not compared" in out


@pytest.mark.parametrize(("content", "code"), [(None, 2), (b"{", 1), (b"{}", 1)])
def test_a_file_of_what_was_seen_that_is_none_is_refused_in_one_line(
    content: bytes | None, code: int, fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.json"
    if content is not None:
        path.write_bytes(content)
    assert run(["verify", str(fair), "--seen", str(path)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"covergames: {path}")
    assert err.count("\n") == 1


def test_what_was_seen_belongs_to_one_record(fair: Path, seen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(fair), str(fair), "--seen", str(seen)]) == 2
    assert "belongs to one of them" in capsys.readouterr().err


def seed(data: dict[str, Any]) -> None:
    data["fair"]["seed"] = "00" * 32


def nonce(data: dict[str, Any]) -> None:
    data["fair"]["nonces"][0] = "nonce-1"


def nonces(data: dict[str, Any]) -> None:
    data["fair"]["nonces"].pop()


def lot(data: dict[str, Any]) -> None:
    data["meta"].pop("options")


def proof(data: dict[str, Any]) -> None:
    data.pop("fair")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("tamper", "flaw"),
    [
        (seed, Flaw.BAD_SEED),
        (nonce, Flaw.BAD_LOT),
        (nonces, Flaw.BAD_NONCES),
        (lot, Flaw.BAD_SHUFFLE),
        (proof, Flaw.NO_PROOF),
    ],
)
def test_a_tampered_game_is_not_proven(
    tamper: Callable[[dict[str, Any]], None],
    flaw: Flaw,
    language: str,
    fair: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command also fails if one of several records was tampered with."""
    data = json.loads(fair.read_bytes())
    tamper(data)
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data))
    assert run(["verify", str(fair), str(bad), "--language", language]) == 1
    reason = text(f"verify.{flaw.value}", language, event=0)
    assert capsys.readouterr().out.splitlines()[-1] == text("verify.not-proven", language, file=str(bad), reason=reason)


def test_a_game_cut_in_half_is_not_proven(fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its first half follows the rules and the commitment, but the game has no result."""
    data = json.loads(fair.read_bytes())
    del data["result"]
    decisions = [number for number, event in enumerate(data["events"]) if event["event"] != "shuffle"]
    del data["events"][decisions[10] :]
    bad = tmp_path / "half.json"
    bad.write_text(json.dumps(data))
    assert run(["replay", "--check", str(bad)]) == 0
    assert run(["verify", str(bad), "--language", "en"]) == 1
    assert "it ends before the game does" in capsys.readouterr().out


def test_a_name_cannot_forge_lines(fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters are escaped."""
    data = json.loads(fair.read_bytes())
    data["players"][0] = "Ada\x1b[2J\nall is proven\u202e"
    path = tmp_path / "names.json"
    path.write_text(json.dumps(data))
    assert run(["verify", str(path), "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[3] == "Ada\\x1b[2J\\nall is proven\\u202e added nonce-0"


def test_a_record_against_the_rules_is_not_proven(
    fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(fair.read_bytes())
    data["result"]["scores"][0] += 1
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data))
    assert run(["verify", str(bad), "--language", "en"]) == 1
    assert "The record itself is wrong: the result should be" in capsys.readouterr().out


@pytest.mark.parametrize(("content", "code"), [(None, 2), (b"{", 1)])
def test_a_file_that_is_no_record_is_refused_in_one_line(
    content: bytes | None, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.json"
    if content is not None:
        path.write_bytes(content)
    assert run(["verify", str(path)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"covergames: {path}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_continued_game_is_compared_with_the_original(
    fair: Path, played: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """Without the original, the beginning is not proven, and `verify` says so; another original is no proof."""
    live = continuing(played, step=20)
    live.sit(ADA)
    live.seat_bots(BO)
    live.start()
    play_out(live)
    path = tmp_path / "continued.json"
    path.write_bytes(record_of("saturday", live.entries).encode())
    origin = live.table.origin
    assert origin is not None
    values: dict[str, str | int] = {"step": origin.step, "seat": 1, "anew": "true"}
    assert run(["verify", str(path), "--language", language]) == 0
    assert text("verify.origin.unknown", language, **values) in capsys.readouterr().out.splitlines()
    assert run(["verify", str(path), "--original", str(fair), "--language", language]) == 0
    assert text("verify.origin", language, **values) in capsys.readouterr().out.splitlines()
    assert run(["verify", str(path), "--original", str(path), "--language", language]) == 1
    assert text("verify.bad-origin", language) in capsys.readouterr().out
