"""The daily position over HTTP."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest

from covergames import cover_puzzle, coverme
from covergames.coverme.notation import card_text
from covergames.schema import codec_of
from covergames.server.coverme.puzzles import CoverPuzzle
from tests.server.kit import serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_day_has_a_position_as_one_seat_sees_it(tmp_path: Path) -> None:
    """With the legal actions and what each is worth, and with the private part of that seat alone; what is no day is refused."""
    async with serving(tmp_path) as served:
        answer = await served.http.get("/api/cover-puzzles/2026-11-16")
        assert answer.status_code == 200, answer.text
        found = msgspec.json.decode(answer.content, type=CoverPuzzle)
        puzzle = cover_puzzle.daily(date(2026, 11, 16))
        private = msgspec.json.decode(found.private)
        assert private["seat"] == puzzle.seat
        assert len(private["legal"]) == len(found.options) == len(puzzle.choices)
        assert found.tempting == card_text(puzzle.tempting)
        codec = codec_of(coverme, coverme.options_of(puzzle.state))
        own = coverme.private(puzzle.state, puzzle.seat)
        assert bytes(found.private) == bytes(codec.private.encode(own))
        for wrong in ("tomorrow", "2026-13-01"):
            refused = await served.http.get(f"/api/cover-puzzles/{wrong}")
            assert refused.status_code in (400, 404)
