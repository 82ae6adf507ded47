"""The sections of the rules of Cover Up: headings, and the ids of the rules under them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SECTIONS: Final[Mapping[str, str]] = {
    "cards": "CU-C1 CU-C2 CU-C3",
    "round": "CU-R1 CU-R2 CU-P1 CU-P2 CU-P3 CU-P4 CU-P5 CU-H1 CU-H2 CU-H3",
    "scoring": "CU-S1 CU-S2 CU-S3 CU-S4 CU-S5",
    "between-rounds": "CU-N1 CU-N2 CU-N3 CU-X1",
    "who-sees-what": "CU-I1",
    "best-pile": "CU-B1",
}
