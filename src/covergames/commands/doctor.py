"""``covergames doctor``: check what a server needs, and say what to do."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated

import typer

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.language import Language, chosen_language
from covergames.commands.option_sources import takes_server_options
from covergames.commands.platforms import check_server
from covergames.commands.server_options import ServerOptions, configuration_of

if TYPE_CHECKING:
    from pathlib import Path

    from covergames.server.checkup import Finding
    from covergames.server.configuration import Configuration


@takes_server_options()
def doctor(
    options: ServerOptions,
    *,
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The public address of the server, if it is not the first --origin."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
    language: Language = None,
) -> None:
    """Check what a server with these options needs: database, key, bus, disk, clock, ports, proxy, installation."""
    spoken = chosen_language(language)
    check_server(options.workers)
    if url is not None:
        _check_url(url)
    findings = asyncio.run(_examine(configuration_of(options), options.key_path, url, spoken, as_json=as_json))
    if any(finding.status.value == "problem" for finding in findings):
        raise typer.Exit(FAILED)


def _check_url(url: str) -> None:
    from covergames.game import NotationError
    from covergames.server.security import check_origin

    try:
        check_origin(url)
    except NotationError as error:
        fail(f"--url {url}: {error}", code=USAGE)


async def _examine(
    configuration: Configuration, key_file: Path, url: str | None, language: str, *, as_json: bool
) -> list[Finding]:
    """Print each finding as soon as it is there, and return all of them; JSON is printed at the end."""
    from covergames.server.checkup import check_machine, check_services, check_web

    findings: list[Finding] = []

    def add(finding: Finding) -> None:
        findings.append(finding)
        if not as_json:
            print(line_of(finding, language), flush=True)

    async for finding in check_services(configuration, key_file):
        add(finding)
    for finding in check_machine(configuration):
        add(finding)
    async for finding in check_web(configuration, url):
        add(finding)
    if as_json:
        print(json.dumps([data_of(finding, language) for finding in findings], ensure_ascii=False, indent=2))
    return findings


def data_of(finding: Finding, language: str) -> dict[str, str | None]:
    """Return a finding for programs."""
    from covergames.commands.option_sources import without_password
    from covergames.text import text

    values = {
        name: without_password(value) if isinstance(value, str) else value for name, value in finding.values.items()
    }
    return {
        "check": finding.check,
        "status": finding.status.value,
        "seen": text(f"doctor.seen.{finding.seen}", language, **values),
        "advice": None if finding.advice is None else text(f"doctor.do.{finding.advice}", language, **values),
    }


def line_of(finding: Finding, language: str) -> str:
    """Return a finding in one line."""
    from covergames.commands.failure import sentence
    from covergames.text import text

    data = data_of(finding, language)
    status = text(f"doctor.status.{finding.status.value}", language)
    return f"{status:<13} " + sentence(" ".join(filter(None, (f"{finding.check}: {data['seen']}", data["advice"]))))
