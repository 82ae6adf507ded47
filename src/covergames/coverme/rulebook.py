"""The sections of the rules of Cover Me: headings, and the ids of the rules under them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SECTIONS: Final[Mapping[str, str]] = {
    "components": "CM-C1 CM-C2 CM-C3",
    "set-up": "CM-S1 CM-S2 CM-S3 CM-S4 CM-S5 CM-S6 CM-S7 CM-S8 CM-S9",
    "season": "CM-P1 CM-P2 CM-T1 CM-T2 CM-T3 CM-T4 CM-M1 CM-M2 CM-M3",
    "season-special": "CM-E1 CM-E2 CM-E3 CM-E4 CM-E5",
    "replenishing": "CM-R1 CM-R2 CM-R3 CM-R4 CM-R5",
    "next-season": "CM-N1 CM-Y1 CM-Y2",
    "end": "CM-X1 CM-X2 CM-X3 CM-X4 CM-X5",
    "two-players": "CM-21 CM-22 CM-23 CM-24 CM-25",
    "advanced": "CM-A1 CM-A2 CM-A3 CM-A4 CM-A5 CM-A6",
    "variants": "CM-V1 CM-V2 CM-V3 CM-V4",
    "who-sees-what": "CM-I1 CM-I2 CM-I3",
}
