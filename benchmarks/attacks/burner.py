"""A process that uses as much processor time as an attacker, and sends nothing: the control of the measurement.

python -m benchmarks.attacks.burner SHARE
"""

from __future__ import annotations

import sys
import time
from typing import Final

PAUSE_SECONDS: Final = 0.001


def burn(share: float) -> None:
    """Use this share of one core, without end."""
    began = time.monotonic()
    while True:
        if time.process_time() >= share * (time.monotonic() - began):
            time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    burn(float(sys.argv[1]))
