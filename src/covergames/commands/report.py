"""``covergames report``: an HTML page with charts of stored games."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from covergames.commands.failure import USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.commands.progress import REFUSALS
from covergames.lab import read_runs
from covergames.lab.extra import needed
from covergames.text import text


def report(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="A folder that simulate or tournament wrote with --out, or a folder of such folders."
        ),
    ],
    *,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="The page; DIR/report.html by default.")] = None,
    pictures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder for the charts as separate SVG files.")
    ] = None,
    language: Language = None,
) -> None:
    """Draw charts of the games in a folder, in one self-contained HTML page."""
    spoken = chosen_language(language)
    target = to or folder / "report.html"
    try:
        needed("matplotlib", "a report")
        from covergames.lab.report import report as drawn

        made = drawn(read_runs(folder), partial(text, language=spoken), language=spoken)
        target.write_text(made.page, encoding="utf-8")
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            for name, picture in made.pictures.items():
                (pictures / f"{name}.svg").write_bytes(picture.svg)
    except REFUSALS as error:
        fail(str(error), code=USAGE)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror or error}", code=USAGE)
    print(target)
