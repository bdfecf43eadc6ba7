"""What an operator fills in before pods start, deploy/kubernetes/optional, and images that are pinned."""

import re

import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types

from deployment.deployment_files import FOLDER, image_settings, load_compose, load_manifests, read_text
from deployment.test_kubernetes import VERSIONS, fault_of, settings_of_pods
from seatpreview.settings.loader import load
from seatpreview.settings.settings import SettingsFault

REQUIRED = load_manifests()
OPTIONAL = {
    path.name: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((FOLDER / "kubernetes" / "optional").glob("*.yaml"))
}
OF_AN_OPERATOR = "pod-monitor.yaml"
"""Its kind is the Prometheus operator's: Kubernetes itself does not know it."""


def test_pods_do_not_start_until_the_network_of_the_ingress_is_filled_in() -> None:
    """The attack: with a wide network as a default, any pod in it claims the addresses of clients."""
    settings = {
        **image_settings(),
        **REQUIRED["settings.yaml"]["data"],
        **REQUIRED["secret.yaml.example"]["stringData"],
    }
    with pytest.raises(SettingsFault) as raised:
        load(settings)
    assert "SEATPREVIEW_TRUSTED_PROXIES is 'THE-NETWORK-OF-YOUR-INGRESS-CONTROLLER'" in str(raised.value)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", sorted(OPTIONAL.keys() - {OF_AN_OPERATOR}))
def test_kubernetes_accepts_what_is_optional(name: str, version: str) -> None:
    assert fault_of(OPTIONAL[name], version) is None
    assert OPTIONAL[name]["metadata"]["namespace"] == REQUIRED["namespace.yaml"]["metadata"]["name"]


def test_the_autoscaler_keeps_at_least_the_pods_of_the_deployment() -> None:
    deployment, scaled = REQUIRED["deployment.yaml"], OPTIONAL["autoscaler.yaml"]["spec"]
    assert scaled["scaleTargetRef"]["name"] == deployment["metadata"]["name"]
    assert scaled["minReplicas"] >= deployment["spec"]["replicas"]
    # docs/deploy.md: 13 connections for each worker, of the 200 in its example.
    assert scaled["maxReplicas"] * settings_of_pods().workers * 13 < 200


def test_the_network_policy_opens_the_ports_of_the_service_and_no_others() -> None:
    policy, settings = OPTIONAL["network-policy.yaml"]["spec"], settings_of_pods()
    assert policy["podSelector"] == {}, "the pods of jobs as well"
    assert [rule["ports"][0]["port"] for rule in policy["ingress"]] == [settings.port, settings.metrics_port]
    assert all(len(rule["ports"]) == 1 and rule["from"] for rule in policy["ingress"])
    reached = {port["port"] for rule in policy["egress"] for port in rule["ports"]}
    assert reached == {53, 5432, 6379, 443}


def test_the_monitor_scrapes_the_pods_as_the_job_that_alerts_expect() -> None:
    monitor = OPTIONAL[OF_AN_OPERATOR]["spec"]
    labels = REQUIRED["deployment.yaml"]["spec"]["template"]["metadata"]["labels"]
    assert monitor["selector"]["matchLabels"] == labels
    [scraped] = yaml.safe_load(read_text("prometheus.yaml"))["scrape_configs"]
    assert labels[monitor["jobLabel"]] == scraped["job_name"]
    [container] = REQUIRED["deployment.yaml"]["spec"]["template"]["spec"]["containers"]
    assert monitor["podMetricsEndpoints"][0]["port"] in {port["name"] for port in container["ports"]}


def test_the_backup_runs_the_program_with_the_database_of_the_service() -> None:
    pod = OPTIONAL["backup.yaml"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    [container] = pod["containers"]
    backup = load_compose()["services"]["backup"]
    assert container["image"] == backup["image"]
    assert container["args"] == backup["command"][:3], "a timer of its own repeats it"
    [variable] = container["env"]
    source = variable["valueFrom"]["secretKeyRef"]
    secret = REQUIRED["secret.yaml.example"]
    assert source["name"] == secret["metadata"]["name"]
    assert source["key"] == variable["name"] in secret["stringData"]
    volumes = {each["name"]: each for each in pod["volumes"]}
    claim = OPTIONAL["backup-volume.yaml"]["metadata"]["name"]
    assert volumes["backups"]["persistentVolumeClaim"]["claimName"] == claim
    assert volumes["program"]["configMap"]["defaultMode"] == 0o555
    assert container["command"] == ["/program/backup-postgresql"]
    assert (FOLDER / "backup-postgresql").exists()
    assert pod["securityContext"]["runAsNonRoot"] is True


def test_every_image_is_named_by_its_digest() -> None:
    """The attack: whoever takes over an account moves a tag to another image."""
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.rglob("*") if path.suffix == ".yaml"]
    named = re.findall(r"^ *image: (\S+)", "\n".join(texts), re.MULTILINE)
    named += re.findall(r"^FROM (\S+)", read_text("Containerfile"), re.MULTILINE)
    assert len(named) > 10
    built_here = {"seatpreview"}
    for image in {*named} - built_here:
        assert re.search(r":[\w.-]+@sha256:([0-9a-f]{64}|DIGEST)$", image), image
