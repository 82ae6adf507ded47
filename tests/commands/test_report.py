"""``covergames report``."""

from __future__ import annotations

import sys
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from covergames.commands.report import report
from covergames.lab import Setup, StoredRun
from covergames.lab.work import play_portion
from covergames.text import LANGUAGES, text
from tests.cases import by_target

app = typer.Typer()
app.command()(report)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write three runs: one with two kinds of bots, one of another game."""
    place = tmp_path_factory.mktemp("runs")
    for name, setup in (
        ("one", Setup("cover-me", 3, ("random",), 1, {"same_value": "G", "years": 1})),
        ("two", Setup("cover-me", 2, ("trend", "random"), 1, {"length": "shorter"}, rotate=True)),
        ("up/three", Setup("cover-up", 2, ("random",), 1)),
    ):
        with StoredRun(place / name, setup) as kept:
            kept.add(play_portion(setup, range(4 if setup.game == "cover-me" else 1)))
    return place


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the drawing, which takes a second."""
    for module in ("pictures", "coverme.charts", "coverup.charts", "side_by_side"):
        monkeypatch.setattr(f"covergames.lab.{module}.drawn", lambda _figure: b"<svg/>")


class Page(HTMLParser):
    """The contents of a page, and everything that it would load."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pictures: list[tuple[str, bytes]] = []
        self.fetched: list[str] = []
        self.figures: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag not in {"meta", "img"}:
            self.open.append(tag)
        if tag == "figure":
            self.figures.append(found["class"])
        for name in ("src", "href"):
            address = found.get(name, "#")
            head, _, data = address.partition(";base64,")
            if head == "data:image/svg+xml":
                self.pictures.append((found["alt"], b64decode(data)))
            elif not address.startswith("#"):
                self.fetched.append(address)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
def test_the_page_needs_nothing_else(folder: Path, tmp_path: Path) -> None:
    """All pictures are in it, each with a name, and it is well-formed."""
    target = tmp_path / "page.html"
    result = run(str(folder), "--to", str(target), "--language", "en")
    assert (result.exit_code, result.stdout) == (0, f"{target}\n")
    html = target.read_text("utf-8")
    page = Page(html)
    of_coverme = ["points", "specials", "zeros", "strength", "colours"]
    of_any = ["leads", "head-start", "length"]
    one = ["scores", "seats", *of_coverme, *of_any]
    two = ["scores", "seats", "wins", *of_coverme, *of_any]
    three = ["scores", "seats", "rounds", "hourglass", *of_any]
    assert page.figures == ["runs", "contests", *one, *two, *three]
    assert (page.fetched, page.open) == ([], [])
    assert "url(" not in html
    assert len(page.pictures) == len(page.figures)
    for name, svg in page.pictures:
        assert name
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_pictures_as_files(folder: Path, tmp_path: Path) -> None:
    """Each picture of the page is in a file that is named after its run."""
    target, pictures = tmp_path / "page.html", tmp_path / "new" / "pictures"
    assert run(str(folder), "--to", str(target), "--pictures", str(pictures)).exit_code == 0
    names = {path.name for path in pictures.iterdir()}
    assert {"runs.svg", "contests.svg", "one-zeros.svg", "two-wins.svg", "up-three-rounds.svg"} < names
    assert len(names) == len(Page(target.read_text("utf-8")).figures)
    assert {path.read_bytes() for path in pictures.iterdir()} == {b"<svg/>"}


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_page_about_a_single_run(folder: Path) -> None:
    """It has no comparison and lies beside the games; the same run gives the same page."""
    assert run(str(folder / "two")).exit_code == 0
    first = (folder / "two" / "report.html").read_text("utf-8")
    assert Page(first).figures[0] == "scores"
    run(str(folder / "two"))
    assert (folder / "two" / "report.html").read_text("utf-8") == first


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("language", by_target(LANGUAGES, every=3))
def test_the_page_speaks_every_language(folder: Path, tmp_path: Path, language: str) -> None:
    """Captions, axes and tables are translated."""
    target = tmp_path / "page.html"
    assert run(str(folder), "--to", str(target), "--language", language).exit_code == 0
    html = target.read_text("utf-8")
    assert f'<html lang="{language}">' in html
    for key in ("report.runs", "report.scores.caption", "report.specials.title", "report.turn-order", "season.fall"):
        assert text(key, language) in html


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    """The error is one line."""
    result = run(str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"covergames: {tmp_path} contains no run")


def test_without_the_extra_the_fix_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players do not need matplotlib."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run(str(folder))
    assert result.stderr == (
        "covergames: a report needs matplotlib, which is not installed: pip install 'covergames[lab]'\n"
    )
