"""A real nginx for tests, with the configuration of `deploy/nginx`."""

from __future__ import annotations

import datetime
import ipaddress
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DEPLOY: Final = Path(__file__).parents[2] / "deploy" / "nginx"
TIMEOUT_SECONDS: Final = 60
MAIN: Final = """
daemon off;
error_log {folder}/error.log;
pid {folder}/nginx.pid;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/covergames.conf;
}}
"""


def obstacle() -> str | None:
    """Return why there is no nginx; None: there is one."""
    return None if program() else "there is no nginx: scripts/network-tools installs it"


def program() -> str | None:
    """Return the path of nginx."""
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


class Nginx:
    """HTTPS at an address, passed on to servers, as the files of `deploy/nginx` say."""

    def __init__(self, folder: Path, address: str, upstreams: list[str], *, port: int = 443) -> None:
        self.folder = folder
        self.url = f"https://{address}" if port == 443 else f"https://{address}:{port}"
        self.certificate = folder / "fullchain.pem"
        folder.mkdir()
        _write_certificate(self.certificate, folder / "privkey.pem", address)
        configuration = _changed(
            DEPLOY / "covergames.conf",
            {
                "/etc/nginx/covergames": str(folder),
                "/etc/letsencrypt/live/games.example": str(folder),
                "games.example": address,
                "listen 80;": f"listen {address}:{port + 1};",
                "listen 443 ssl": f"listen {address}:{port} ssl",
            },
        )
        servers = [_changed(DEPLOY / "upstream.conf", {"127.0.0.1:8765": upstream}) for upstream in upstreams]
        (folder / "covergames.conf").write_text(configuration, "utf-8")
        (folder / "upstream.conf").write_text("".join(servers), "utf-8")
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder), "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def _command(self, *arguments: str) -> list[str]:
        nginx = program()
        assert nginx is not None
        return [nginx, "-p", str(self.folder), "-e", str(self.folder / "error.log"), "-c", "nginx.conf", *arguments]

    def check(self) -> str:
        """Let nginx check its configuration; return what it says."""
        done = subprocess.run(self._command("-t"), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(self._command())
        redirection = urllib.request.Request(self.url, method="HEAD")
        for _ in range(100 * TIMEOUT_SECONDS):
            assert self._process.poll() is None, (self.folder / "error.log").read_text("utf-8")
            try:
                with urllib.request.urlopen(redirection, timeout=TIMEOUT_SECONDS):
                    return
            except urllib.error.HTTPError as error:
                with error:
                    return
            except OSError:
                time.sleep(0.01)
        raise AssertionError("nginx does not answer")

    def stop(self) -> None:
        """Stop at once, as SIGTERM does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(TIMEOUT_SECONDS)


def _changed(file: Path, changes: dict[str, str]) -> str:
    """Return the text of a file of `deploy/`, with what is different in a test."""
    text = file.read_text("utf-8")
    for original, changed in changes.items():
        assert original in text, f"{file} has no {original!r}"
        text = text.replace(original, changed)
    return text


def _write_certificate(certificate_file: Path, key_file: Path, address: str) -> None:
    """Write a self-signed certificate for a numeric address, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, address)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    key_file.touch(mode=0o600)
    key_file.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
