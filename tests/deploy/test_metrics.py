"""Dashboard and alerts name only metrics that a running server exports."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Final

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.server.process import ServerProcess

ROOT: Final = Path(__file__).parents[2]
MONITORING: Final = ROOT / "deploy" / "monitoring"
BUILT_IN: Final = frozenset({"up"})
"""Metrics of Prometheus itself."""
WORDS: Final = frozenset({"and", "by", "le", "sum", "rate", "histogram_quantile", "label_values"})
"""Words of the query language that the queries use."""


def queries() -> dict[str, str]:
    """Return every query, by the panel or the alert that it belongs to."""
    dashboard = json.loads((MONITORING / "grafana-dashboard.json").read_text("utf-8"))
    found = {panel["title"]: target["expr"] for panel in dashboard["panels"] for target in panel["targets"]}
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            found[variable["name"]] = variable["query"]["query"].removesuffix(", instance)")
    for rule in alerts():
        found[str(rule["alert"])] = str(rule["expr"])
    return found


def alerts() -> list[dict[str, object]]:
    """Return the alert rules."""
    groups = yaml.safe_load((MONITORING / "covergames-alerts.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def names_in(query: str) -> set[str]:
    """Return the metrics that a query names: all words outside of labels, ranges and clauses that are not the language's."""
    outside = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)", " ", query)
    return set(re.findall(r"[a-z_][a-z0-9_]*", outside)) - WORDS - BUILT_IN


def test_the_names_in_a_query_are_found() -> None:
    """Functions, labels and ranges are no metrics."""
    query = 'histogram_quantile(0.99, sum by (instance, le) (rate(a_seconds_bucket{job="b"}[5m]))) > 0.5 and up == 1'
    assert names_in(query) == {"a_seconds_bucket"}


@pytest.mark.slow
def test_every_metric_that_is_named_exists(tmp_path: Path) -> None:
    """A server exports them on its private address. Those with labels have no samples yet, but their names."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite3'}", "--admin", "127.0.0.1:0")
    server.start()
    try:
        said = "".join(server.said)
        address = re.search(r"metrics and administration on (http://\S+)", said)
        assert address, said
        with urllib.request.urlopen(f"{address[1]}/metrics", timeout=60) as answer:
            text = answer.read().decode()
    finally:
        server.stop()
    families = list(text_string_to_metric_families(text))
    exported = {sample.name for family in families for sample in family.samples}
    exported |= {f"{family.name}_total" for family in families if family.type == "counter"}
    exported |= {f"{family.name}_bucket" for family in families if family.type == "histogram"}
    exported |= {family.name for family in families if family.type == "gauge"}
    for place, query in queries().items():
        named = names_in(query)
        assert named <= exported, f"{place}: {sorted(named - exported)}"
        assert named or "up" in query, f"{place} names no metric"


def test_every_alert_says_what_to_do() -> None:
    """Each links to a section of the page about operations."""
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    anchors = {
        re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") for title in re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    }
    for rule in alerts():
        annotations = rule["annotations"]
        assert isinstance(annotations, dict)
        page_name, _, anchor = annotations["runbook"].partition("#")
        assert page_name == "docs/operations.md"
        assert anchor in anchors, f"{rule['alert']}: {anchor}"
