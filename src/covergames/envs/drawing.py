"""Pictures of cards as the browser draws them.

The files ``card_art.json`` are written by the browser client's tests (``web/tests/card-art.test.ts``) from the components that draw the
cards there.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from covergames.envs.table import Picture


@cache
def card_art(package: str) -> dict[str, Any]:
    """Return how the cards of a game look: styles, and parts of SVG."""
    art: dict[str, Any] = json.loads(files(package).joinpath("card_art.json").read_text("utf-8"))
    return art


def style_with(style: str, variables: Mapping[str, str]) -> str:
    """Return the style with its variables replaced by their values.

    >>> style_with(".skin{fill: var(--skin)}", {"--skin": "#fbdcc6"})
    '.skin{fill: #fbdcc6}'
    """
    for name, value in variables.items():
        style = style.replace(f"var({name})", value)
    return style


def rasterise(content: str, *, size: tuple[float, float], style: str, width: int) -> Picture:
    """Return the content of an SVG of this size as a picture that is so many pixels wide.

    Letters have a font of the machine; without any font they are left out.

    Raises:
        ModuleNotFoundError: resvg-py or Pillow is not installed.
    """
    import resvg_py
    from PIL import Image

    view = f"0 0 {size[0]} {size[1]}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><style>{style}</style>{content}</svg>'
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=width)
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"), np.uint8)
