"""Run the steps of `deploy/Containerfile` without a container engine, and then the server as the container would run it.

    sudo python3 -m deploy.try_image FOLDER [--bind PATH]...

Each stage is a root file system that debootstrap makes in FOLDER. The server runs as the image's user, with a read-only root, a
volume for its data, no capabilities and no network but loopback. It has to pass its health check, to play a game, to end
after SIGTERM, and to find its tables again. Needs Debian's packages debootstrap and util-linux, root, and some 3 GB.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from deploy.containerfile import CONTAINERFILE, IGNORED, ROOT, Stage, is_in_context, stages

PASSED_ON: Final = ("PIP_", "UV_", "npm_config_", "NODE_EXTRA_CA_CERTS", "SSL_", "http_proxy", "https_proxy")
"""Beginnings of the environment variables that a build may need to reach a package index."""
GAME: Final = """
import asyncio, random
from covergames import bots, coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.wire import SeatBot

async def play():
    server = Server("http://127.0.0.1:8765")
    opened = await server.open_table(coverme, 3, coverme.Options())
    joined = await server.join(opened.table, "Ada", token=opened.host_token)
    async with server.client(opened.table, joined.token) as client:
        for seat in (1, 2):
            await client.order(SeatBot(client.new_id(), Seat(seat), "random", f"Bot {seat}"))
        await client.start()
        await client.play(bots.named(coverme, "random")(random.Random(1)))
    return opened.table

print(asyncio.run(play()))
"""
RECORD: Final = """
import asyncio, sys
from covergames.client import Server
from covergames.table import prove
prove(asyncio.run(Server("http://127.0.0.1:8765").record(sys.argv[1])))
"""
TRIAL: Final = """
set -eu
until_healthy() {{
    tries=0
    until {health}; do
        tries=$((tries + 1))
        [ "$tries" -lt 120 ] || {{ echo 'the health check fails' >&2; exit 1; }}
        sleep 1
    done 2>/dev/null
}}
stop() {{
    kill -TERM "$server"
    code=0
    wait "$server" || code=$?
    # One worker ends by the signal after it has closed everything, several end with 0.
    [ "$code" = 0 ] || [ "$code" = 143 ] || {{ echo "the server ended with $code" >&2; exit 1; }}
}}
[ "$(id -u):$(id -g)" = {user} ] && echo "runs as $(id -un), $(id -u):$(id -g)"
if touch /opt/covergames/written 2>/dev/null; then echo 'the root file system can be written' >&2; exit 1; fi
echo 'the root file system is read-only'
{command} & server=$!
until_healthy; echo 'the health check passes'
table=$(python3 -c {game}); echo "a game was played at table $table"
stop; echo 'SIGTERM ends the server'
{command} & server=$!
until_healthy; python3 -c {record} "$table"; echo 'after the restart the game is there, and its deals are proven fair'
stop
"""


def main() -> None:
    """Build all stages, and try the last one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder for the root file systems; stages that are there are kept")
    parser.add_argument(
        "--bind",
        type=Path,
        action="append",
        default=[],
        help="a path of this machine that the build may read, such as /etc/pip.conf",
    )
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("deploy.try_image needs root, for debootstrap and chroot: run it with sudo")
    for program in ("debootstrap", "unshare", "setpriv"):
        if shutil.which(program) is None:
            sys.exit(f"deploy.try_image needs {program}: apt install debootstrap util-linux")
    folder: Path = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    built: dict[str, Path] = {}
    wanted = stages(CONTAINERFILE.read_text("utf-8"))
    for number, stage in enumerate(wanted):
        root = folder / f"stage-{number}"
        built[stage.name] = root
        if (folder / f"stage-{number}.done").exists():
            print(f"kept: {root}")
            continue
        _build(stage, root, built, _base(stage.image, folder), arguments.bind)
        (folder / f"stage-{number}.done").touch()
    _try(wanted[-1], built[wanted[-1].name], folder / "volume")
    print("The image works.")


def _base(image: str, folder: Path) -> Path:
    """Return a root file system like that of a Debian image, which debootstrap makes once."""
    name, _, tag = image.partition(":")
    assert name == "debian", f"only images of Debian can be tried, not {image}"
    base = folder / f"base-{tag}"
    if not (folder / f"base-{tag}.done").exists():
        shutil.rmtree(base, ignore_errors=True)
        run("debootstrap", "--variant=minbase", tag.removesuffix("-slim"), str(base))
        (folder / f"base-{tag}.done").touch()
    return base


def _build(stage: Stage, root: Path, built: dict[str, Path], base: Path, binds: list[Path]) -> None:
    """Carry out the instructions of a stage."""
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "--archive", str(base), str(root))
    folder = "/"
    for instruction in stage.instructions:
        print(f"{instruction.name} {instruction.text}", flush=True)
        match instruction.name:
            case "WORKDIR":
                folder = instruction.text
                _inside(root, folder).mkdir(parents=True, exist_ok=True)
            case "COPY":
                source, target = instruction.words
                if origin := instruction.options.get("from"):
                    run("cp", "--archive", str(_inside(built[origin], source)), str(_inside(root, target)))
                else:
                    _copy_context(_inside(root, folder))
            case "RUN":
                _chroot(root, f"cd {folder}; {instruction.text}", binds)
            case _:  # about how the image runs
                pass


def _inside(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def _copy_context(target: Path) -> None:
    """Copy the files of this checkout that belong to the build."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    ignored = IGNORED.read_text("utf-8")
    for name in listed.splitlines():
        if is_in_context(name, ignored):
            copy = target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy)


def _chroot(root: Path, command: str, binds: list[Path]) -> None:
    """Run a step of the build as root in the file system, with the network. It can read the binds, and not write them."""
    mounts = [f"mount -t proc proc {root}/proc", f"mount --bind /dev {root}/dev"]
    for path in (Path("/etc/resolv.conf"), Path("/etc/hosts"), *binds):
        inside = _inside(root, str(path))
        inside.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            inside.mkdir(exist_ok=True)
        else:
            inside.touch()
        place = shlex.quote(str(inside))
        mounts += [f"mount --bind {shlex.quote(str(path))} {place}", f"mount -o remount,bind,ro {place}"]
    entering = f"exec chroot {root} /bin/sh -c {shlex.quote(command)}"
    environment = {name: value for name, value in os.environ.items() if name.startswith(PASSED_ON)}
    environment |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    environment["DEBIAN_FRONTEND"] = "noninteractive"
    script = " && ".join([*mounts, entering])
    run("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", script, environment=environment)


def _try(stage: Stage, root: Path, volume: Path) -> None:
    """Run the server as an engine would with a read-only root, and check what the image promises."""
    user = stage.last("USER").text
    words = [*stage.last("ENTRYPOINT").words, *stage.last("CMD").words]
    health = stage.last("HEALTHCHECK").words
    trial = TRIAL.format(
        user=user,
        command=shlex.join(words),
        health=shlex.join(health),
        game=shlex.quote(GAME),
        record=shlex.quote(RECORD),
    )
    shutil.rmtree(volume, ignore_errors=True)
    volume.mkdir()
    uid, gid = map(int, user.split(":"))
    os.chown(volume, uid, gid)
    data = _inside(root, stage.last("VOLUME").text)
    variables = [part for each in stage.instructions if each.name == "ENV" for part in each.words]
    drop = f"--reuid={uid} --regid={gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"
    mounts = [
        "ip link set lo up" if shutil.which("ip") else "true",
        f"mount --bind {root} {root}",
        f"mount -t proc proc {root}/proc",
        f"mount -t tmpfs -o size=16m,mode=755 tmpfs {root}/dev",
        *(f"touch {root}/dev/{name} && mount --bind /dev/{name} {root}/dev/{name}" for name in ("null", "urandom")),
        f"mkdir {root}/dev/shm && mount -t tmpfs -o size=64m,mode=1777 tmpfs {root}/dev/shm",
        f"mount -t tmpfs -o size=64m,mode=1777 tmpfs {root}/tmp",
        f"mount --bind {volume} {data}",
        f"mount -o remount,bind,ro {root}",
        f"exec chroot {root} /usr/bin/setpriv {drop} /usr/bin/env -i {shlex.join(variables)} /bin/sh -c {shlex.quote(trial)}",
    ]
    run("unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "sh", "-ec", " && ".join(mounts))


def run(*command: str, environment: dict[str, str] | None = None) -> None:
    """Run a command that has to succeed."""
    done = subprocess.run(command, env=environment, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed with {done.returncode}")


if __name__ == "__main__":
    main()
