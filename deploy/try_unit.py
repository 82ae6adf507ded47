"""Boot Debian with systemd in a container, install the server as `docs/operations.md` says, and try it.

    sudo python3 -m deploy.try_unit FOLDER

FOLDER is that of `deploy.try_image`, whose program is installed; certbot is replaced by a self-signed certificate. The commands of the
page are typed as they stand there. A game is played over HTTPS and WebSockets through nginx during `systemctl restart`, and another one
while the server is killed; then a backup is made and restored, and the server is stopped. Needs Debian's packages systemd-container and
debootstrap, and root. The container has no network but loopback.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from deploy.containerfile import ROOT
from deploy.try_image import run

PAGE: Final = ROOT / "docs" / "operations.md"
PACKAGES: Final = ("systemd", "systemd-sysv", "dbus", "python3", "nginx-light", "openssl", "curl", "procps")
NOT_HERE: Final = ("apt install", "certbot")
"""Commands that need the internet; this program does their work."""
UNIT: Final = """
[Unit]
After=multi-user.target
[Service]
Type=oneshot
WorkingDirectory=/root/checkout
ExecStart=/bin/sh -c '/bin/sh -ex /root/trial >/root/trial.log 2>&1; echo "ended with $?" >>/root/trial.log; systemctl --no-block poweroff'
"""
CERTIFICATE: Final = """
folder=/etc/letsencrypt/live/games.example
mkdir -p $folder
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=games.example \
    -addext subjectAltName=DNS:games.example -keyout $folder/privkey.pem -out $folder/fullchain.pem 2>/dev/null
"""
TRIAL: Final = """
sudo() {{ if [ "$1" = -u ]; then user=$2; shift 2; setpriv --reuid "$user" --regid "$user" --init-groups "$@"; else "$@"; fi; }}
export SSL_CERT_FILE=/etc/letsencrypt/live/games.example/fullchain.pem
{certificate}
{commands}
systemctl is-active covergames.service nginx.service covergames-backup.timer
systemd-analyze verify /etc/systemd/system/covergames*
systemd-analyze security covergames.service --no-pager | tail -n 1
python=/opt/covergames/bin/python
$python /root/play 'systemctl restart covergames.service'
$python /root/play 'systemctl kill --signal=KILL covergames.service'
systemctl start covergames-backup.service
{restoring}
$python /root/play
ls -l /var/backups/covergames /var/lib/covergames
systemctl stop covergames.service
systemctl show --property=Result,ExecMainStatus covergames.service
test "$(systemctl show --property=Result --value covergames.service)" = success
! ps -u covergames -o pid,args --no-headers
"""
PLAY: Final = """
import asyncio, random, subprocess, sys, time
from covergames import bots, coverme
from covergames.client import Server
from covergames.game import Seat
from covergames.table import prove
from covergames.wire import Done, SeatBot

async def prove_all():
    server = Server("https://games.example")
    for _ in range(120):
        try:
            for table in open("/root/tables").read().split():
                prove(await server.record(table))
        except Exception as error:
            print(error)
            await asyncio.sleep(0.5)
        else:
            print("after restoring the backup, all games are there and proven")
            return
    sys.exit(1)

async def play(interruption):
    server = Server("https://games.example")
    for _ in range(120):
        try:
            opened = await server.open_table(coverme, 3, coverme.Options())
            break
        except Exception as error:
            print(error)
            await asyncio.sleep(0.5)
    joined = await server.join(opened.table, "Ada", token=opened.host_token)
    answers = {}
    def note(message):
        if isinstance(message, Done):
            answers[message.sequence] = time.monotonic()
    async with server.client(opened.table, joined.token, listener=note) as client:
        for seat in (1, 2):
            await client.order(SeatBot(client.new_id(), Seat(seat), "random", f"Bot {seat}"))
        await client.start()
        game = asyncio.create_task(client.play(bots.named(coverme, "random")(random.Random(1))))
        while client.mirror.sequence < 40:
            await client.news()
        acknowledged = set(answers)
        await asyncio.to_thread(subprocess.run, interruption.split(), check=True)
        await game
    print(opened.table, file=open("/root/tables", "a"))
    prove(await server.record(opened.table))
    times = sorted(answers.values())
    gap = max(later - earlier for earlier, later in zip(times, times[1:]))
    print(f"{interruption}: the game went on after {gap:.1f} s; {len(acknowledged)} decisions were acknowledged before,"
          f" {len(answers) - len(acknowledged)} after; all deals are proven")

asyncio.run(play(sys.argv[1]) if sys.argv[1:] else prove_all())
"""


def main() -> None:
    """Make the root file system, boot it, and print what the trial has printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of deploy.try_image")
    folder: Path = parser.parse_args().folder.resolve()
    if os.geteuid() != 0:
        sys.exit("deploy.try_unit needs root: run it with sudo")
    if shutil.which("systemd-nspawn") is None:
        sys.exit("deploy.try_unit needs systemd-nspawn: apt install systemd-container")
    installed = folder / "stage-1" / "opt" / "covergames"
    if not (folder / "stage-1.done").exists():
        sys.exit(f"{installed} does not exist: run deploy.try_image {folder} first")
    root = folder / "machine"
    if not (folder / "machine.done").exists():
        shutil.rmtree(root, ignore_errors=True)
        run("debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", "bookworm", str(root))
        (folder / "machine.done").touch()
    trial = folder / "trial"
    shutil.rmtree(trial, ignore_errors=True)
    run("cp", "--archive", "--reflink=auto", str(root), str(trial))
    _prepare(trial, installed)
    boot = ("systemd-nspawn", "--quiet", "--private-network", "--register=no", "--keep-unit", "--boot")
    subprocess.run([*boot, f"--directory={trial}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    log = (trial / "root" / "trial.log").read_text("utf-8")
    print(log)
    if not log.endswith("ended with 0\n"):
        journal = (
            "journalctl",
            f"--directory={trial}/var/log/journal",
            "--no-pager",
            "--lines=60",
            "--unit=covergames",
        )
        subprocess.run(journal, check=False)
        sys.exit("The trial failed.")
    print("The unit works.")


def commands(section: str) -> str:
    """Return the commands in a section of the page, except those that need the internet."""
    text = PAGE.read_text("utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return "".join(block for block in blocks if not any(word in block for word in NOT_HERE))


def _prepare(root: Path, installed: Path) -> None:
    """Put the program, the checkout and the trial into the root file system."""
    run("cp", "--archive", str(installed), str(root / "opt" / "covergames"))
    for part in ("deploy", "docs"):
        shutil.copytree(ROOT / part, root / "root" / "checkout" / part)
    trial = TRIAL.format(
        certificate=CERTIFICATE, commands=commands("One machine with systemd"), restoring=commands("Backups")
    )
    (root / "root" / "trial").write_text(trial, "utf-8")
    (root / "root" / "play").write_text(PLAY, "utf-8")
    (root / "var" / "log" / "journal").mkdir(exist_ok=True)
    units = root / "etc" / "systemd" / "system"
    (units / "trial.service").write_text(UNIT, "utf-8")
    wants = units / "graphical.target.wants"
    wants.mkdir(exist_ok=True)
    (wants / "trial.service").symlink_to("/etc/systemd/system/trial.service")
    with (root / "etc" / "hosts").open("a", encoding="utf-8") as hosts:
        hosts.write("127.0.0.1 localhost games.example\n")


if __name__ == "__main__":
    main()
