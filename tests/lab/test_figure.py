"""Charts as files."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from covergames.lab.interval import wilson


@pytest.mark.slow
def test_a_picture_is_small_exact_and_always_the_same() -> None:
    """Coordinates have two decimals; scales, which are small numbers, keep all; there is no date."""
    import matplotlib as mpl

    from covergames.lab.figure import STYLE, axes, drawn, show_shares

    pictures = []
    for _ in range(2):
        with mpl.rc_context(STYLE):
            figure, (panel,) = axes()
            show_shares(panel, ["one", "two"], [wilson(3, 10), wilson(7, 10)], fair=0.5, label="half")
            pictures.append(drawn(figure))
    assert pictures[0] == pictures[1]
    assert ElementTree.fromstring(pictures[0]).get("viewBox")
    assert b"scale(0.015625)" in pictures[0]
    assert not re.search(rb"[1-9]\.\d{3}", pictures[0])
