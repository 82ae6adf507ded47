"""The printed colours of patterns are easy to see and to tell apart; shapes and letters say the same (CM-C1)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Final

import pytest

from covergames.coverme.cards import Clothes
from covergames.terminal.coverme.cards import INK

COLOURS: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    (files("covergames.coverme") / "pattern_colours.json").read_text(encoding="utf-8")
)
TEXT: Final = {"browser": "#2a2430", "terminal": "#000000"}
"""What is written on a pattern: the name of the magazine in the browser, letters in the terminal."""
MODEL_CARD: Final = (Path(__file__).parents[2] / "web/src/coverme/cards/ModelCard.svelte").read_text(encoding="utf-8")
CLOTHES: Final[Mapping[str, Mapping[str, str]]] = {
    "browser": dict(re.findall(r"\.cloth-(\w) \{\s*fill: (#\w+);", MODEL_CARD)),
    "terminal": {letter: INK[clothes].split()[-1] for letter, clothes in zip("YRBGKW", Clothes, strict=True)},
}
"""The colours of clothes by letter."""

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

VISION: Final[Mapping[str, Matrix]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear RGB as people see it (Machado, Oliveira and Fernandes 2009, severity 1)."""
TO_XYZ: Final[Matrix] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE: Final[Vector] = (0.9505, 1.0, 1.089)


def linear(colour: str) -> Vector:
    """Return a colour in linear RGB."""

    def channel(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def times(matrix: Matrix, vector: Vector) -> Vector:
    """Return the product of a matrix and a vector."""
    x, y, z = (sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2)."""
    darker, lighter = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour: str, vision: Matrix) -> Vector:
    """Return a colour in CIELAB, as people with this vision see it."""
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in times(vision, linear(colour)))
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (part / white for part, white in zip(times(TO_XYZ, (red, green, blue)), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, vision: str = "all colours") -> float:
    """Return the difference of two colours (CIE 1976). Some 2 is just visible."""
    first, second = (lab(colour, VISION[vision]) for colour in (one, other))
    return dist(first, second)


@pytest.mark.parametrize("pattern", COLOURS)
def test_the_figures_stand_out_from_their_ground(pattern: str) -> None:
    """A pattern is recognised by its figures even without any colour."""
    assert contrast(COLOURS[pattern]["ground"], COLOURS[pattern]["figure"]) >= 2


@pytest.mark.parametrize("pattern", COLOURS)
@pytest.mark.parametrize(("client", "least"), [("browser", 3), ("terminal", 4.5)])
def test_text_on_a_pattern_is_legible(client: str, least: float, pattern: str) -> None:
    """WCAG asks 3 for large text, such as the name of the magazine, and 4.5 for letters in the terminal."""
    for colour in COLOURS[pattern].values():
        assert contrast(TEXT[client], colour) >= least


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("pair", list(combinations(COLOURS, 2)), ids=" and ".join)
def test_grounds_differ_for_colour_blind_people(pair: tuple[str, str], vision: str) -> None:
    """The grounds of any two patterns are well apart, however somebody sees colours."""
    one, other = (COLOURS[pattern]["ground"] for pattern in pair)
    assert difference(one, other, vision) >= 15


@pytest.mark.parametrize("client", CLOTHES)
def test_a_pattern_is_not_mistaken_for_clothes(client: str) -> None:
    """The red and the blue of patterns differ from the red and the blue of clothes."""
    assert len(CLOTHES[client]) == 6
    for colours in COLOURS.values():
        for clothes in CLOTHES[client].values():
            assert difference(colours["ground"], clothes) >= 15
