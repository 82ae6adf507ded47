"""Build the documentation site from the Markdown of this repository.

    python -m docs.site.build           build into build/site/html; exit 1 on a broken link

The pages are the Markdown files themselves, as GitHub shows them. Three groups of pages are generated here: the rules in
our own words (from the message catalogs), the API reference (from the docstrings) and the sections of the navigation.
"""

from __future__ import annotations

import ast
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from covergames.rulebook import SECTIONS
from covergames.text import LANGUAGES, text
from docs.site import links

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "src" / "covergames"
OUTPUT: Final = ROOT / "build" / "site"

Nav: TypeAlias = "list[str | dict[str, str | Nav]]"
"""Entries of the navigation: a page, a page with a title, or a section with entries."""

ROOT_PAGES: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "vulnerabilities.md",
    "LICENSE": "licence.md",
}
"""Files beside `docs/` that are pages of the site, and the name of the page."""

GUIDES: Final[dict[str, tuple[str, ...]]] = {
    "Play": ("puzzles.md", "fair-deals.md", "house-deck.md", "rulings.md"),
    "Study": (
        "analysis.md",
        "bots.md",
        "bots-cover-up.md",
        "writing-a-bot.md",
        "training.md",
        "observations.md",
        "views-as-json.md",
        "balance.md",
    ),
    "Run a server": ("server.md", "operations.md", "security.md", "protocol.md", "performance.md"),
    "Contribute": (
        "contributing.md",
        "architecture.md",
        "changing.md",
        "testing.md",
        "rules-coverage.md",
        "glossary.md",
        "releasing.md",
        "changelog.md",
        "vulnerabilities.md",
    ),
}
"""Section of the navigation → its pages; a page that is not written yet is left out."""

GAMES: Final = {"cover-me": "Cover Me", "cover-up": "Cover Up"}

BLOCK: Final = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1", re.MULTILINE | re.DOTALL)
"""A block of code."""
LINK: Final = re.compile(
    r"(?P<open>(?<!!)\[(?P<label>[^\]]*)\]\(|!\[[^\]]*\]\(|src=\")(?P<target>[^)\s\"]+)(?P<close>[)\"])"
)


class BrokenLink(Exception):
    """A link to a file that does not exist."""


class Source(NamedTuple):
    """A file of the repository and the page of the site that it becomes, both relative and with slashes."""

    file: str
    page: str


def sources() -> list[Source]:
    """Return every file that is copied to the site: the Markdown, and the pictures that it shows."""
    root = [Source(file, page) for file, page in ROOT_PAGES.items() if (ROOT / file).exists()]
    files = sorted(path for path in (ROOT / "docs").rglob("*") if path.is_file())
    docs = [path.relative_to(ROOT / "docs").as_posix() for path in files]
    return root + [Source(f"docs/{name}", page_name(name)) for name in docs if not name.startswith("site/")]


def page_name(name: str) -> str:
    """Return the page of a file in `docs/`: a folder's README is its index."""
    path = PurePosixPath(name)
    return str(path.with_name("index.md")) if path.name == "README.md" else name


def stage(found: list[Source], target: Path) -> None:
    """Copy the files, with every link changed to where its target is in the site.

    Raises:
        BrokenLink: a link names a file that is not in the repository.
    """
    pages = {source.file: source.page for source in found}
    for source in found:
        path = target / source.page
        path.parent.mkdir(parents=True, exist_ok=True)
        if not source.page.endswith(".md"):
            shutil.copyfile(ROOT / source.file, path)
        elif source.file == "LICENSE":
            path.write_text(f"# Licence\n\n```text\n{(ROOT / source.file).read_text('utf-8')}```\n", "utf-8")
        else:
            path.write_text(relinked((ROOT / source.file).read_text("utf-8"), source, pages), "utf-8")


def relinked(markdown: str, source: Source, pages: dict[str, str]) -> str:
    """Return the text with its links changed from repository paths to pages; blocks of code stay as they are.

    Raises:
        BrokenLink: a link names a file that is not in the repository.
    """
    parts: list[str] = []
    end = 0
    for block in BLOCK.finditer(markdown):
        parts += [LINK.sub(lambda match: _link(match, source, pages), markdown[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*parts, LINK.sub(lambda match: _link(match, source, pages), markdown[end:])])


def _link(match: re.Match[str], source: Source, pages: dict[str, str]) -> str:
    target, hash_mark, anchor = match["target"].partition("#")
    if not target or "://" in target or target.startswith("mailto:"):
        return match[0]
    file = posixpath.normpath(posixpath.join(posixpath.dirname(source.file), target))
    if file in pages or f"{file}/README.md" in pages:
        page = pages.get(file) or pages[f"{file}/README.md"]
        relative = posixpath.relpath(page, posixpath.dirname(source.page) or ".")
        return f"{match['open']}{relative}{hash_mark}{anchor}{match['close']}"
    if (ROOT / file).exists() and match["label"] is not None:
        return f"{match['label']}"  # a file of the repository, which the site does not show
    raise BrokenLink(f"{source.file}: {match['target']} does not exist")


def write_rules(target: Path) -> Nav:
    """Write the rules of both games in every language, and return their part of the navigation."""
    (target / "rules").mkdir(parents=True)
    for game in GAMES:
        for language in LANGUAGES:
            (target / "rules" / rules_page(game, language)).write_text(rules(game, language), "utf-8")
    entries: Nav = [{title: f"rules/{rules_page(game, 'en')}"} for game, title in GAMES.items()]
    for language, name in LANGUAGES.items():
        if language != "en":
            entries.append({name: [{title: f"rules/{rules_page(game, language)}"} for game, title in GAMES.items()]})
    return entries


def rules_page(game: str, language: str) -> str:
    """Return the file name of the rules of a game in a language."""
    return f"{game}.md" if language == "en" else f"{game}-{language}.md"


def rules(game: str, language: str) -> str:
    """Return the page with all rules of a game in a language."""
    others = " · ".join(
        f"[{name}]({rules_page(game, other)})" for other, name in LANGUAGES.items() if other != language
    )
    title = GAMES[game] if language == "en" else f"{GAMES[game]} ({LANGUAGES[language]})"
    lines = [f"# {title}", "", others, ""]
    lines += [f'<div lang="{language}" markdown="1">', ""]
    for section in SECTIONS[game]:
        lines += [f"## {text(section.key, language)}", ""]
        for rule in section.rules:
            lines += [f"### {rule} {text(f'rule.{rule}.title', language)} {{ #{rule.lower()} }}", ""]
            lines += [text(f"rule.{rule}", language).replace("\n", "\n\n"), ""]
    return "\n".join([*lines, "</div>", ""])


def public_modules() -> Iterator[str]:
    """Yield the modules that make the public API: packages that re-export names, and the modules beside them."""
    for path in sorted(PACKAGE.glob("*.py")):
        if not path.stem.startswith("_") and path.stem != "cli":
            yield f"covergames.{path.stem}"
    for path in sorted(PACKAGE.rglob("*/__init__.py")):
        tree = ast.parse(path.read_text("utf-8"))
        if any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in tree.body):
            yield ".".join(path.parent.relative_to(PACKAGE.parent).parts)


def summary(module: str) -> str:
    """Return the first sentence of a module's docstring."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ")


def write_api(target: Path) -> Nav:
    """Write a page for every public module and an index of them, and return their part of the navigation."""
    (target / "api").mkdir(parents=True)
    modules = sorted(public_modules())
    lines = [
        "# API reference",
        "",
        "Everything public, from the docstrings in the code.",
        "",
        "| module | |",
        "|---|---|",
    ]
    entries: Nav = ["api/index.md"]
    for module in modules:
        (target / "api" / f"{module}.md").write_text(f"# {module}\n\n::: {module}\n", "utf-8")
        lines.append(f"| [`{module}`]({module}.md) | {summary(module)} |")
        entries.append({module.removeprefix("covergames."): f"api/{module}.md"})
    (target / "api" / "index.md").write_text("\n".join([*lines, ""]), "utf-8")
    return entries


def decisions() -> Nav:
    """Return the records of decisions, by the sections of their index."""
    index = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    entries: Nav = ["decisions/index.md"]
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, listed = section.partition("\n")
        entries.append({title: [f"decisions/{page}" for page in re.findall(r"\((\d{4}-[^)]+\.md)\)", listed)]})
    return entries


def navigation(pages: set[str], rule_pages: Nav, api_pages: Nav) -> Nav:
    """Return the navigation of the whole site."""
    entries: Nav = [{"Home": "index.md"}, {"Rules": rule_pages}]
    for section, listed in GUIDES.items():
        entries.append({section: [page for page in listed if page in pages]})
    return [*entries, {"Decisions": decisions()}, {"API reference": api_pages}]


def toml(value: str | Nav | dict[str, str | Nav]) -> str:
    """Return a value of the navigation as TOML."""
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False)
        case dict():
            return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
        case _:
            return "[" + ", ".join(toml(item) for item in value) + "]"


def main() -> int:
    """Stage all pages, write the configuration and run Zensical; 0 if no link is broken."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    target = OUTPUT / "docs"
    found = sources()
    try:
        stage(found, target)
    except BrokenLink as broken:
        print(broken, file=sys.stderr)
        return 1
    nav = navigation({source.page for source in found}, write_rules(target), write_api(target))
    shutil.copyfile(ROOT / "docs" / "site" / "extra.css", target / "extra.css")
    settings = (ROOT / "docs" / "site" / "zensical.toml").read_text("utf-8")
    configuration = OUTPUT / "zensical.toml"
    configuration.write_text(settings.replace("nav = []", f"nav = {toml(nav)}"), "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(configuration)]
    done = subprocess.run(command, cwd=OUTPUT, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout or done.stderr, file=sys.stderr)
        return 1
    wrong = list(links.problems(OUTPUT / "html"))
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
