"""While one address attacks a server with its default limits, others are served, and memory and disk stay within their goals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.attacks.attacks import ATTACKS
from benchmarks.attacks.measure import MAX_DISK_MEBIBYTES_PER_SECOND, MAX_MEMORY_MEBIBYTES, measure

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.prove(proof=5)
@pytest.mark.parametrize("attack", ATTACKS)
async def test_others_are_served_during(
    attack: str, quantity: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Their latencies depend on the machine too, so they are reported; ``python -m benchmarks.attacks`` judges them."""
    measured = await measure(attack, tmp_path, seconds=quantity)
    record_property(
        f"p99 latency during the attack {attack}",
        f"{measured.p99_ms:.1f} ms, {measured.control_p99_ms:.1f} ms beside as much load that sends nothing",
    )
    assert measured.memory <= MAX_MEMORY_MEBIBYTES
    assert measured.disk <= MAX_DISK_MEBIBYTES_PER_SECOND
