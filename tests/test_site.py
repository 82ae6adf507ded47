"""The documentation site shows the Markdown of the repository, and reports every broken link."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.site import links
from docs.site.build import GUIDES, BrokenLink, Source, decisions, public_modules, relinked, rules, sources

PAGES = {source.file: source.page for source in sources()}
README = Source("README.md", "index.md")


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        (README, "[bots](docs/bots.md#cover-up)", "[bots](bots.md#cover-up)"),
        (README, '<img src="docs/images/terminal.svg">', '<img src="images/terminal.svg">'),
        (README, "[two\nlines](docs/bots.md)", "[two\nlines](bots.md)"),
        (README, "[elsewhere](https://example.org)", "[elsewhere](https://example.org)"),
        (README, "```md\n[bots](docs/bots.md)\n```", "```md\n[bots](docs/bots.md)\n```"),
        (README, "[the tests](tests/test_site.py)", "the tests"),
        (Source("docs/bots.md", "bots.md"), "[home](../README.md)", "[home](index.md)"),
        (Source("docs/bots.md", "bots.md"), "[why](decisions/README.md)", "[why](decisions/index.md)"),
        (Source("docs/decisions/README.md", "decisions/index.md"), "[up](../bots.md)", "[up](../bots.md)"),
    ],
)
def test_links_lead_from_page_to_page(source: Source, before: str, after: str) -> None:
    """A link to a file that is not on the site becomes text; code does not change."""
    assert relinked(before, source, PAGES) == after


def test_a_link_to_nothing_is_refused() -> None:
    """The error names the page and the target."""
    with pytest.raises(BrokenLink, match=r"README\.md: docs/nothing\.md does not exist"):
        relinked("[nothing](docs/nothing.md)", README, PAGES)


def test_every_guide_is_in_the_navigation() -> None:
    """A new page in docs/ has to be listed in a section."""
    listed = {page for pages in GUIDES.values() for page in pages} | {"index.md", "licence.md"}
    guides = {page for page in PAGES.values() if page.endswith(".md") and "/" not in page}
    assert guides <= listed


def test_every_decision_is_in_the_navigation() -> None:
    """The index in docs/decisions/README.md names every record."""
    listed = str(decisions())
    for page in PAGES.values():
        if page.startswith("decisions/"):
            assert page in listed


def test_the_rules_have_an_anchor_each() -> None:
    """Links to a rule work in every language."""
    assert "### CM-T3 What is a trend { #cm-t3 }" in rules("cover-me", "en")
    assert "{ #cu-x1 }" in rules("cover-up", "fi")


def test_the_api_reference_has_every_package_that_re_exports() -> None:
    """It also has the modules beside them, but no command."""
    modules = set(public_modules())
    assert {"covergames.coverme", "covergames.game", "covergames.kernel", "covergames.server.store"} <= modules
    assert "covergames.cli" not in modules


def test_broken_links_of_built_pages_are_found(tmp_path: Path) -> None:
    """Missing files, missing anchors and anything loaded from another host are reported; links to other sites are not."""
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">x</a><a href="b.html#there">x</a><a href="c.html">x</a><a href="/b.html">x</a>'
        '<a href="https://example.org">x</a><script src="https://example.org/x.js"></script>',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<h1 id="here">B</h1>', encoding="utf-8")
    assert list(links.problems(tmp_path)) == [
        "a.html: b.html#there has no such anchor",
        "a.html: c.html does not exist",
        "a.html: https://example.org/x.js would be loaded from another host",
    ]
