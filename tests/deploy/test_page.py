"""The page about operations agrees with the files that it installs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from covergames.server.store import BadKey, admin_token_in
from deploy.containerfile import ROOT
from deploy.try_unit import commands

PAGE: Final = (ROOT / "docs" / "operations.md").read_text("utf-8")
PRIVATE: Final = {"deploy/compose/.env"}
"""What the operator makes."""


def test_every_file_that_the_page_names_exists() -> None:
    """In sentences and in commands."""
    named = set(re.findall(r"\bdeploy/[\w./-]*[\w]", PAGE)) - PRIVATE
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_page_names_every_folder() -> None:
    """A new kind of deployment needs a section."""
    folders = [path for path in (ROOT / "deploy").iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [path.name for path in folders if f"deploy/{path.name}" not in PAGE] == []


def test_the_commands_for_one_machine_install_everything() -> None:
    """The trial of the unit types them; none of them needs the internet."""
    typed = commands("One machine with systemd")
    for file in [*(ROOT / "deploy" / "systemd").iterdir(), *(ROOT / "deploy" / "nginx").iterdir()]:
        assert f"deploy/{file.parent.name}/{file.name}" in typed
    assert "systemctl enable --now covergames.service" in typed
    assert "covergames doctor" in typed
    assert "pip" not in typed


def test_the_key_that_the_page_makes_is_a_key(tmp_path: Path) -> None:
    """For Kubernetes it is made by hand."""
    (line,) = re.findall(r"^printf .* >server\.key$", PAGE, re.MULTILINE)
    made = line.replace('"$(openssl rand -hex 32)"', "ab" * 32)
    subprocess.run(["sh", "-c", made], cwd=tmp_path, check=True)
    assert admin_token_in(tmp_path / "server.key")
    (tmp_path / "server.key").write_text(made.replace("ab" * 32, "ab"))
    with pytest.raises(BadKey):
        admin_token_in(tmp_path / "server.key")
