"""The files of the browser client, and no other files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from covergames.server import pages
from covergames.server.security import HEADERS
from tests.server.kit import Served, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
async def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """A server with a small client."""
    built = tmp_path / "web"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>covers</title>", encoding="utf-8")
    (built / "assets" / "index-1a.js").write_text("draw()", encoding="utf-8")
    (built / "assets" / "bodoni-2b.woff2").write_bytes(b"font")
    (built / "manifests").mkdir()
    (built / "manifests" / "en.webmanifest").write_text('{"lang": "en"}', encoding="utf-8")
    (built / "worker.js").write_text("keep()", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(pages, "FOLDER", built)
    async with serving(tmp_path) as running:
        yield running


@pytest.mark.parametrize(
    "path",
    ["/", "/new", "/new/cover-up", "/pass", "/tutorial", "/table/ab3", "/rules", "/rules/cover-up", "/alone/daily"],
)
async def test_every_path_of_the_client_returns_its_page(served: Served, path: str) -> None:
    """An invitation also works when it is opened in a new tab."""
    answer = await served.http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "covers" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


async def test_assets_are_cached_for_ever(served: Served) -> None:
    """Their names contain a hash."""
    answer = await served.http.get("/assets/index-1a.js")
    assert answer.text == "draw()"
    assert "javascript" in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]


async def test_scripts_are_compressed_for_clients_that_accept_gzip(served: Served) -> None:
    """Fonts, whose format is compressed, are sent as they are."""
    for accepted, encoding in (("gzip, br", "gzip"), ("identity", None), ("gzip;q=0", None)):
        answer = await served.http.get("/assets/index-1a.js", headers={"Accept-Encoding": accepted})
        assert (answer.text, answer.headers.get("content-encoding")) == ("draw()", encoding)
        assert answer.headers["vary"] == "Accept-Encoding"
    font = await served.http.get("/assets/bodoni-2b.woff2")
    assert (font.content, font.headers.get("content-encoding")) == (b"font", None)


async def test_the_service_worker_is_not_cached(served: Served) -> None:
    """Its path lets it serve all pages, and an old one never outlives a new build."""
    answer = await served.http.get("/worker.js")
    assert answer.text == "keep()"
    assert "javascript" in answer.headers["content-type"]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


async def test_a_manifest_is_not_cached(served: Served) -> None:
    """An installed client learns of new icons."""
    answer = await served.http.get("/manifests/en.webmanifest")
    assert answer.json() == {"lang": "en"}
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-store"
    assert (await served.http.get("/manifests/tlh.webmanifest")).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/assets/none.js", "/assets/..%2f..%2fsecret.txt", "/assets/../../secret.txt", "/assets/%2e%2e", "/secret.txt"],
)
async def test_other_files_are_not_served(served: Served, path: str) -> None:
    """No path leads out of the folder."""
    answer = await served.http.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text.replace("secret.txt", "")


async def test_without_a_built_client_the_answer_says_how_to_build_it(served: Served) -> None:
    """It names `make web`."""
    for path, name in (("/", "index.html"), ("/worker.js", "worker.js")):
        pages.FOLDER.joinpath(name).unlink()
        answer = await served.http.get(path)
        assert answer.status_code == 404
        assert "make web" in answer.json()["reason"]
