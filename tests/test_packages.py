"""The packages that people install: built as for a release, tried where there is no compiler, no Node.js and no make."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[1]
CLIENT = "covergames/server/web/index.html"
PACKAGING = ("pyproject.toml", "README.md", "LICENSE", ".gitignore", "compilation")
"""What a build reads, besides the package itself."""
TIMEOUT_SECONDS = 1800


def run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """Run a command that has to succeed; return what it prints, errors too."""
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_SECONDS
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(root: Path, target: str, folder: Path, choice: str) -> subprocess.CompletedProcess[str]:
    """Build a source distribution or a wheel from a folder, with the tools of this environment."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", folder, "--target", target],
        cwd=root,
        env={**os.environ, "COVERGAMES_COMPILE": choice},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
    )


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Return a copy of what a build reads, with a client of one page and packages without other modules."""
    root = tmp_path / "sources"
    for name in PACKAGING:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        root.mkdir(exist_ok=True)
        copy(ROOT / name, root / name)
    client = root / "src" / CLIENT
    client.parent.mkdir(parents=True)
    client.write_text("<!doctype html>", "utf-8")
    for package in ("covergames", "covergames/kernel", "covergames/coverme", "covergames/coverup"):
        (root / "src" / package).mkdir(exist_ok=True)
        shutil.copy(ROOT / "src" / package / "__init__.py", root / "src" / package)
    return root


@pytest.mark.slow
@pytest.mark.parametrize("target", ["sdist", "wheel"])
def test_a_build_without_the_browser_client_fails(target: str, sources: Path, tmp_path: Path) -> None:
    """It says which file is missing, and which command makes it."""
    (sources / "src" / CLIENT).unlink()
    done = build(sources, target, tmp_path / "dist", "no")
    assert done.returncode != 0
    assert f"the browser client is missing (src/{CLIENT}): run `make web`" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_wheel_is_pure_python_if_it_cannot_or_must_not_be_compiled(sources: Path, tmp_path: Path) -> None:
    """A failing compiler is no failing installation, unless the build demands compiled code."""
    (sources / "src" / "covergames" / "coverup" / "_search.py").write_text("this is not Python\n", "utf-8")
    for choice in ("no", "auto"):
        done = build(sources, "wheel", tmp_path / choice, choice)
        assert done.returncode == 0, done.stderr
        assert [path.name.split("-", 2)[2] for path in (tmp_path / choice).iterdir()] == ["py3-none-any.whl"]
        assert ("Install a C compiler" in done.stderr + done.stdout) is (choice == "auto")
    for choice, reason in (("quick", "allows no pure-Python wheel"), ("fast", "has to be one of auto, yes, quick, no")):
        done = build(sources, "wheel", tmp_path / choice, choice)
        assert done.returncode != 0
        assert reason in done.stderr + done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    done = build(ROOT, "sdist", folder, "yes")
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the compiled wheel from the source distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    done = build(next(folder.iterdir()), "wheel", folder / "dist", "quick")
    assert done.returncode == 0, done.stdout + done.stderr
    return next((folder / "dist").glob("*.whl"))


class Installation:
    """A fresh environment with the package; its programs are the only ones on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        run(sys.executable, "-m", "venv", "--without-pip", folder)

    @property
    def environment(self) -> dict[str, str]:
        """Nothing but the programs of this environment and a home folder: no compiler, no Node.js, no make."""
        return {"PATH": str(self.folder / "bin"), "HOME": str(self.folder), "PYTHONWARNINGS": "default"}

    def install(self, requirement: str, *options: str) -> None:
        """Install a requirement and what it needs, in the versions of the lock, without a compiler."""
        settings = {
            name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_", "HOME"))
        }
        lock = ROOT / "requirements" / "dev.txt"
        target = ("--python", self.folder / "bin" / "python", "--constraint", lock)
        environment = {**settings, "PATH": self.environment["PATH"]}
        run(ROOT / "scripts" / "uv", sys.prefix, "pip", "install", *target, *options, requirement, env=environment)

    def run(self, *arguments: str | Path) -> str:
        """Run the command `covergames`; return what it prints."""
        return run(self.folder / "bin" / "covergames", *arguments, cwd=self.folder, env=self.environment)

    def python(self, *arguments: str | Path) -> str:
        """Run Python; return what it prints."""
        return run(self.folder / "bin" / "python", *arguments, cwd=self.folder, env=self.environment)

    @contextmanager
    def serving(self, *arguments: str) -> Iterator[str]:
        """Run a command that serves; yield the address that it prints, and stop it with Ctrl-C."""
        command = [str(self.folder / "bin" / "covergames"), *arguments]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            try:
                shown = ""
                while not (address := re.search(r"http://127\.0\.0\.1:\d+", shown)):
                    line = process.stdout.readline()
                    assert line, shown
                    shown += line
                yield address[0]
            finally:
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=TIMEOUT_SECONDS)


def fetched(address: str) -> str:
    """Return the body of a page."""
    with urlopen(address, timeout=TIMEOUT_SECONDS) as answer:
        body: bytes = answer.read()
    return body.decode()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.prove
def test_the_source_distribution_contains_the_client_and_its_sources(sdist: Path) -> None:
    """It installs without Node.js, and `make web` can build the client again."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{CLIENT}", "web/package-lock.json", "web/src/main.ts", "Makefile", "scripts/node"} <= names
    assert not [name for name in names if "node_modules" in name or name.endswith((".so", ".pyd"))]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.prove
def test_the_wheel_plays_where_nothing_else_is_installed(
    wheel: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Every command works, compiled, in the browser and in the terminal; the lab's say what they need."""
    with zipfile.ZipFile(wheel) as archive:
        assert CLIENT in archive.namelist()
    installed = Installation(tmp_path / "installed")
    installed.install(str(wheel))
    tried = installed.python("-W", "error", ROOT / "compilation" / "try_installed.py", "--compiled")
    record_property("installed wheel", tried)
    _try_commands(installed)
    with pytest.raises(AssertionError, match=r"pip install 'covergames\[lab\]'"):
        installed.run("report", "runs")
    installed.install(f"covergames[lab] @ {wheel.as_uri()}")
    installed.run("report", "runs")
    assert "<figure" in (installed.folder / "runs" / "report.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.prove
def test_the_source_distribution_plays_without_a_compiler(sdist: Path, tmp_path: Path) -> None:
    """It installs as pure Python; everything works, and the warning says what to do about the speed."""
    installed = Installation(tmp_path / "installed")
    installed.install(str(sdist))
    assert "compiled: nothing" in installed.python(ROOT / "compilation" / "try_installed.py")
    _try_commands(installed)
    assert "pip install --force-reinstall" in installed.run("solve", "--round", "1", "--seed", "1")


def _try_commands(installed: Installation) -> None:
    """Run the commands of players and of the library's users."""
    assert re.fullmatch(r"covergames \d+\.\d+\.\d+\n", installed.run("--version"))
    installed.run("simulate", "cover-me", "--players", "3", "--games", "4", "--bot", "trend", "--out", "runs")
    assert "18" in installed.run("solve", "g01", "y01", "y02", "r01", "r02")
    assert installed.run("daily", "--language", "en")
    for command in (("play", "--no-browser", "--port", "0"), ("serve", "--port", "0")):
        with installed.serving(*command) as address:
            assert json.loads(fetched(f"{address}/api/health"))["status"] == "well"
            page = fetched(address)
            script = re.search(r'src="(/[^"]+\.js)"', page)
            assert script, page
            assert fetched(address + script[1])
