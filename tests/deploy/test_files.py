"""The files of `deploy/` agree with the program: its options, routes, limits and ports."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from covergames import __version__
from covergames.cli import run
from covergames.server.limits import Limits
from covergames.server.routes import ROUTES
from deploy import containerfile
from tests.commands.test_command_lines import options_of

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
COMPOSE: Final = DEPLOY / "compose" / "compose.yaml"
KUBERNETES: Final = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
KIB: Final = 1024


def documents(*files: Path) -> list[dict[str, Any]]:
    """Return all documents of YAML files."""
    return [document for file in files for document in yaml.safe_load_all(file.read_text("utf-8"))]


def of_kind(kind: str) -> dict[str, Any]:
    """Return the one Kubernetes object of that kind."""
    (found,) = [document for document in documents(*KUBERNETES) if document["kind"] == kind]
    return found


def configurations() -> Iterator[tuple[str, str]]:
    """Return every configuration file of a server, and each part of it that is commented out."""
    text = (DEPLOY / "systemd" / "covergames.toml").read_text("utf-8")
    yield "systemd", text
    for number, part in enumerate(re.findall(r"(?:^# (?:[a-z-]+ = .*|\[limit\])\n)+", text, re.MULTILINE)):
        yield f"systemd, comment {number}", re.sub(r"^# ", "", part, flags=re.MULTILINE)
    yield "kubernetes", of_kind("ConfigMap")["data"]["covergames.toml"]


@pytest.mark.parametrize("text", [pytest.param(text, id=place) for place, text in configurations()])
def test_the_server_accepts_every_configuration(text: str, tmp_path: Path) -> None:
    """Also with the lines that are commented out."""
    file = tmp_path / "covergames.toml"
    file.write_text(text, "utf-8")
    assert run(["serve", "--config", str(file), "--check"]) == 0


def test_the_server_accepts_the_variables_of_compose(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the values of the example for the operator's own."""
    service = documents(COMPOSE)[0]["services"]["server-1"]
    own = dict(re.findall(r"^([A-Z_]+)=(.*)$", (DEPLOY / "compose" / "env.example").read_text("utf-8"), re.MULTILINE))
    for name, value in service["environment"].items():
        monkeypatch.setenv(name, re.sub(r"\$\{([A-Z_]+)[^}]*\}", lambda variable: own[variable[1]], value))
    variables = {name for name in service["environment"] if name.startswith("COVERGAMES_")}
    assert variables <= {f"COVERGAMES_{option[2:].replace('-', '_').upper()}" for option in options_of("serve")}
    assert run([*service["command"], "--check"]) == 0


def test_commands_use_options_that_exist() -> None:
    """In units, containers and manifests."""
    text = "\n".join(path.read_text("utf-8") for path in DEPLOY.rglob("*.service"))
    for command, arguments in re.findall(r"bin/covergames (serve|backup) ([^\n']*)", text):
        assert set(re.findall(r"--[a-z-]+", arguments)) <= options_of(command), arguments
    image = containerfile.stages(containerfile.CONTAINERFILE.read_text("utf-8"))[-1]
    container = of_kind("Deployment")["spec"]["template"]["spec"]["containers"][0]
    for words in (image.last("CMD").words, documents(COMPOSE)[0]["services"]["server-1"]["command"], container["args"]):
        assert words[0] == "serve"
        assert {word for word in words if word.startswith("--")} <= options_of("serve"), words


def test_probes_ask_routes_that_exist() -> None:
    """Health for being alive, readiness for being sent players."""
    paths = {path for route in ROUTES for path in getattr(route, "paths", ())}
    container = of_kind("Deployment")["spec"]["template"]["spec"]["containers"][0]
    probes = {name: container[name]["httpGet"]["path"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert probes == {"startupProbe": "/api/health", "livenessProbe": "/api/health", "readinessProbe": "/api/ready"}
    assert set(probes.values()) <= paths
    assert "/api/health" in containerfile.CONTAINERFILE.read_text("utf-8")


def test_the_limits_at_the_edge_are_those_of_the_server() -> None:
    """The proxy refuses nothing that the server would accept, and stops a flood that the server would refuse."""
    limits = Limits()
    nginx = (DEPLOY / "nginx" / "covergames.conf").read_text("utf-8")

    def found(pattern: str) -> list[int]:
        (match,) = re.findall(pattern, nginx)
        return [int(number) for number in (match if isinstance(match, tuple) else (match,))]

    assert found(r"client_max_body_size +(\d+)k") == [limits.body // KIB]
    assert found(r"client_header_timeout +(\d+)s") == [limits.head_seconds]
    assert found(r"client_body_timeout +(\d+)s") == [limits.body_seconds]
    assert found(r"large_client_header_buffers +\d+ (\d+)k") == [limits.url // KIB]
    assert found(r"limit_conn +covergames_connections (\d+)") == [max(limits.connections, limits.http_connections)]
    assert found(r"rate=(\d+)r/s") == [limits.requests]
    assert found(r"zone=covergames_requests burst=(\d+)") == [limits.request_burst]
    notes = of_kind("Ingress")["metadata"]["annotations"]
    settings = {name.partition("/")[2]: value for name, value in notes.items()}
    assert settings["proxy-body-size"] == f"{limits.body // KIB}k"
    assert int(settings["limit-connections"]) == max(limits.connections, limits.http_connections)
    assert int(settings["limit-rps"]) == limits.requests
    assert int(settings["limit-rps"]) * int(settings["limit-burst-multiplier"]) == limits.request_burst


def test_a_pod_runs_without_privileges() -> None:
    """As the namespace demands; and the file system cannot be written."""
    pod = of_kind("Deployment")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    user = containerfile.stages(containerfile.CONTAINERFILE.read_text("utf-8"))[-1].last("USER").text
    assert f"{pod['securityContext']['runAsUser']}:{pod['securityContext']['runAsGroup']}" == user
    assert pod["securityContext"]["runAsNonRoot"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    for service in documents(COMPOSE)[0]["services"].values():
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_objects_refer_to_each_other() -> None:
    """Labels, ports, volumes and services have the same names on both sides."""
    deployment, service, ingress = of_kind("Deployment")["spec"], of_kind("Service")["spec"], of_kind("Ingress")["spec"]
    pod = deployment["template"]["spec"]
    (container,) = pod["containers"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == service["selector"] == labels
    assert of_kind("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert of_kind("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    configuration = tomllib.loads(of_kind("ConfigMap")["data"]["covergames.toml"])
    assert ports == {"http": configuration["port"], "admin": int(configuration["admin"].rpartition(":")[2])}
    assert service["ports"][0]["targetPort"] in ports
    (rule,) = ingress["rules"]
    assert rule["http"]["paths"][0]["backend"]["service"] == {"name": "covergames", "port": {"name": "http"}}
    assert [rule["host"]] == ingress["tls"][0]["hosts"]
    assert [f"https://{rule['host']}"] == configuration["origin"]
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
    assert set(documents(DEPLOY / "kubernetes" / "kustomization.yaml")[0]["resources"]) == {
        path.name for path in KUBERNETES
    } - {"kustomization.yaml"}


def test_images_have_a_version_and_no_registry() -> None:
    """Every engine is configured with the registries that it trusts; our own image has the version of the package."""
    (own,) = documents(DEPLOY / "kubernetes" / "kustomization.yaml")[0]["images"]
    assert own == {"name": "covergames", "newTag": __version__}
    services = documents(COMPOSE)[0]["services"]
    stages = containerfile.stages(containerfile.CONTAINERFILE.read_text("utf-8"))
    images = {service["image"] for service in services.values()} | {stage.image for stage in stages}
    for image in images - {"covergames"}:
        assert re.fullmatch(r"[a-z]+:[a-z0-9.-]+", image), image
        assert not image.endswith(":latest")


def test_nothing_leaves_the_proxy_out() -> None:
    """In compose, only the proxy has ports and a network to the internet; the servers trust its network."""
    compose = documents(COMPOSE)[0]
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["proxy"]
    assert [name for name, service in compose["services"].items() if "edge" in service["networks"]] == ["proxy"]
    inside = compose["networks"]["inside"]
    assert inside["internal"]
    environment = compose["services"]["server-1"]["environment"]
    assert environment["COVERGAMES_PROXY"] == inside["ipam"]["config"][0]["subnet"]
    upstream = (DEPLOY / "compose" / "upstream.conf").read_text("utf-8")
    servers = re.findall(r"^server ([a-z0-9-]+):8765 ", upstream, re.MULTILINE)
    assert servers == [name for name in compose["services"] if name.startswith("server-")]


def test_the_build_gets_what_it_needs_and_no_more() -> None:
    """No git history, no tests, no environment and no compiled code of this machine."""
    ignored = containerfile.IGNORED.read_text("utf-8")
    needed = (
        "Makefile",
        "pyproject.toml",
        "src/covergames/cli.py",
        "web/src/main.ts",
        "scripts/node",
        "requirements/uv.txt",
    )
    left_out = (
        ".git/config",
        ".venv/bin/python",
        "deploy/compose/.env",
        "src/covergames/coverup/_search.cpython-311-x86_64-linux-gnu.so",
        "src/covergames/__pycache__/cli.cpython-311.pyc",
        "src/covergames/server/web/index.html",
        "tests/conftest.py",
        "web/node_modules/vite/package.json",
    )
    assert [name for name in needed if not containerfile.is_in_context(name, ignored)] == []
    assert [name for name in left_out if containerfile.is_in_context(name, ignored)] == []


def test_an_unknown_instruction_is_refused() -> None:
    """A step that the trial of the image would leave out is an error."""
    with pytest.raises(containerfile.UnknownInstruction, match="ADD"):
        containerfile.stages("FROM debian:bookworm-slim\nADD archive.tar /\n")


def test_the_dashboard_is_complete() -> None:
    """Every panel has an id, a title, an explanation, a unit and a query."""
    panels = json.loads((DEPLOY / "monitoring" / "grafana-dashboard.json").read_text("utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        assert panel["title"]
        assert panel["description"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert all(target["expr"] for target in panel["targets"])
