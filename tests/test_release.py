"""scripts/release tags only what is ready for a release."""

from __future__ import annotations

import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CHANGELOG = """# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-01

### Added

- A third game.

## [0.1.0] - 2026-11-20

- The first release.
"""


def load() -> Any:
    """Load the script as a module."""
    loader = SourceFileLoader("release", str(ROOT / "scripts" / "release"))
    spec = spec_from_loader("release", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


release = load()


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a repository that is ready to release 0.2.0."""
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@example.org")
    package = tmp_path / "src" / "covergames"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0.2.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Ready")
    return tmp_path


def test_without_tag_it_only_checks(repository: Path) -> None:
    """A dry run is the default."""
    assert release.main(["0.2.0"], repository) == 0
    assert git(repository, "tag", "--list") == ""


def test_the_tag_is_annotated_with_the_changelog(repository: Path) -> None:
    """Headings survive, and the sections of other versions are left out."""
    assert release.main(["0.2.0", "--tag"], repository) == 0
    message = git(repository, "tag", "--list", "v0.2.0", "--format", "%(contents)")
    assert message.strip() == "covergames 0.2.0\n\n### Added\n\n- A third game."


def test_a_tag_is_created_once(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second release of the same version is refused."""
    release.main(["0.2.0", "--tag"], repository)
    assert release.main(["0.2.0", "--tag"], repository) == 1
    assert capsys.readouterr().err == "the tag v0.2.0 exists\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("src/covergames/__init__.py", "0.2.0", "0.1.0", "src/covergames/__init__.py has version 0.1.0, not 0.2.0"),
        ("CHANGELOG.md", " - 2026-12-01", "", "CHANGELOG.md has no section '## [0.2.0] - YYYY-MM-DD' with text"),
        ("CHANGELOG.md", "### Added\n\n- A third game.", "", "CHANGELOG.md has no section '## [0.2.0] - YYYY-MM-DD'"),
    ],
)
def test_version_and_changelog_must_agree(repository: Path, file: str, old: str, new: str, problem: str) -> None:
    """The problem names the file and the version."""
    path = repository / file
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    git(repository, "commit", "--quiet", "--all", "--message", "Not ready")
    (found,) = release.problems(repository, "0.2.0")
    assert found.startswith(problem)


def test_the_tree_must_be_clean(repository: Path) -> None:
    """A new file counts as a change."""
    (repository / "notes.txt").touch()
    assert release.problems(repository, "0.2.0") == ["the working tree has changes that are not committed"]


def test_the_branch_must_be_main(repository: Path) -> None:
    """The problem names the branch."""
    git(repository, "switch", "--quiet", "--create", "idea")
    assert release.problems(repository, "0.2.0") == ["the branch is idea, not main"]


def test_a_version_has_three_numbers(repository: Path) -> None:
    """All problems are reported together."""
    assert release.problems(repository, "0.2")[0] == "'0.2' is not a version such as 0.2.0"
    assert len(release.problems(repository, "0.2")) == 3
