"""Two servers whose games differ only in what a viewer may not see send that viewer equal frames (CM-I3, CU-I1)."""

from __future__ import annotations

import pytest

from tests.cases import by_target
from tests.contract.adapters import ADAPTERS, Adapter, Table
from tests.server.kit import Served
from tests.server.worlds import DirectLine, SocketLine, compared
from tests.wire.tables import VARIANTS

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.usefixtures("third_game")]


@pytest.mark.parametrize(("adapter", "table"), by_target(VARIANTS, every=10))
async def test_a_viewer_gets_equal_frames_in_both_worlds(
    two_servers: tuple[Served, Served], adapter: Adapter, table: Table
) -> None:
    """Every byte of every frame of every step of a whole game, for every seat and for spectators; and the worlds do differ."""
    compared_so_far, differing = 0, 0
    async for comparison in compared(two_servers, adapter, table, dial=DirectLine.dial):
        assert comparison.one == comparison.other, f"step {comparison.step}, viewer {comparison.viewer}"
        compared_so_far += 1
        differing += comparison.differ
    assert compared_so_far > 100
    assert differing > 0.9 * compared_so_far


@pytest.mark.parametrize(("game", "variant"), [("cover-me", "years=1"), ("cover-up", "2")])
async def test_frames_are_equal_over_real_sockets(two_servers: tuple[Served, Served], game: str, variant: str) -> None:
    """Over TCP, in a short game, also for a connection that closes and reconnects at every step."""
    adapter = ADAPTERS[game]
    table = next(table for table in adapter.variants if variant in table.name.split())
    kinds = set()
    async for comparison in compared(two_servers, adapter, table, dial=SocketLine.dial):
        assert comparison.one == comparison.other, f"step {comparison.step}, viewer {comparison.viewer}"
        kinds |= {frame.split('"', 4)[3] for frame in comparison.one}
    assert kinds == {"welcome", "update", "refused", "pong"}
