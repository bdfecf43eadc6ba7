"""deploy/kubernetes: manifests that Kubernetes accepts, with settings, ports and paths of the service."""

import re
from typing import Any

import pytest

from deployment.deployment_files import image_settings, load_manifests, read_text
from seatpreview.server.parent_process import STOP_SECONDS
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings

VERSIONS = ("1.30", "1.37")
"""The oldest and the newest version that the manifests are checked for."""

MANIFESTS = load_manifests()
PODS = ("deployment.yaml", "upgrade-job.yaml")


@pytest.mark.parametrize("version", [pytest.param(VERSIONS[0], marks=pytest.mark.long), VERSIONS[1]])
@pytest.mark.parametrize("name", MANIFESTS)
def test_kubernetes_accepts_a_manifest(name: str, version: str) -> None:
    assert fault_of(MANIFESTS[name], version) is None


def test_the_check_refuses_what_kubernetes_does_not_know() -> None:
    wrong = {**MANIFESTS["http-service.yaml"], "specification": {}}
    assert "specification" in str(fault_of(wrong, VERSIONS[1]))


def test_all_manifests_are_in_the_namespace() -> None:
    namespace = MANIFESTS["namespace.yaml"]["metadata"]["name"]
    others = [each for name, each in MANIFESTS.items() if name != "namespace.yaml"]
    assert {each["metadata"]["namespace"] for each in others} == {namespace}


def test_the_settings_are_valid() -> None:
    settings = settings_of_pods()
    assert settings.address == f"https://{MANIFESTS['ingress.yaml']['spec']['rules'][0]['host']}"
    assert not settings.uses_sqlite
    assert settings.object_store_url
    assert settings.signing_secret, "pods would each make one of their own"


def test_secrets_are_no_part_of_the_other_settings() -> None:
    """The danger: whoever may read a ConfigMap reads a password."""
    assert (
        MANIFESTS["settings.yaml"]["data"].keys() & MANIFESTS["secret.yaml.example"]["stringData"].keys()
        == set()
    )
    assert not any("SECRET" in name or "DATABASE" in name for name in MANIFESTS["settings.yaml"]["data"])
    assert not (set(MANIFESTS["secret.yaml.example"]["stringData"].values()) & {"postgres", "password"})


@pytest.mark.parametrize("name", PODS)
def test_pods_get_the_settings_and_no_others(name: str) -> None:
    """The danger: for a Service `seatpreview`, Kubernetes sets SEATPREVIEW_PORT to tcp://..., and the service
    would not start."""
    pod, container = pod_of(name)
    sources = [source[kind]["name"] for source in container["envFrom"] for kind in source]
    named = [MANIFESTS[each]["metadata"]["name"] for each in ("settings.yaml", "secret.yaml.example")]
    assert sources == named
    assert pod["enableServiceLinks"] is False


@pytest.mark.parametrize("name", PODS)
def test_pods_run_as_the_user_of_the_image_without_rights(name: str) -> None:
    pod, container = pod_of(name)
    assert f"USER {pod['securityContext']['runAsUser']}:" in read_text("Containerfile")
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    writable = {mount["mountPath"] for mount in container["volumeMounts"]}
    assert writable == {"/tmp", str(settings_of_pods().data_dir)}
    assert "memory" in container["resources"]["limits"]


def test_the_job_upgrades_with_the_same_image() -> None:
    job, service = pod_of("upgrade-job.yaml")[1], pod_of("deployment.yaml")[1]
    assert job["image"] == service["image"]
    assert job["args"] == ["db", "upgrade"]
    assert "args" not in service, "the image serves by default"


def test_ports_and_probes_are_those_of_the_service() -> None:
    _, container = pod_of("deployment.yaml")
    settings = settings_of_pods()
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert ports == {"http": settings.port, "metrics": settings.metrics_port}
    probes = {name: each["httpGet"] for name, each in container.items() if name.endswith("Probe")}
    assert probes == {
        "startupProbe": {"path": "/readyz", "port": "metrics"},
        "readinessProbe": {"path": "/readyz", "port": "metrics"},
        "livenessProbe": {"path": "/healthz", "port": "metrics"},
    }
    assert settings.metrics_host == "0.0.0.0", "the probes come from the node"
    [exposed] = MANIFESTS["http-service.yaml"]["spec"]["ports"]
    assert exposed["targetPort"] == "http", "the metrics are not for everybody"


def test_a_hung_worker_is_replaced_before_its_pod_is_restarted() -> None:
    probe = pod_of("deployment.yaml")[1]["livenessProbe"]
    assert probe["periodSeconds"] * probe["failureThreshold"] > 2 * settings_of_pods().worker_hang_seconds


def test_a_stop_waits_until_no_request_comes_and_all_are_answered() -> None:
    pod, container = pod_of("deployment.yaml")
    settings = settings_of_pods()
    probe = container["readinessProbe"]
    assert settings.stop_delay_seconds > probe["periodSeconds"] * probe["failureThreshold"]
    assert pod["terminationGracePeriodSeconds"] > STOP_SECONDS + settings.stop_delay_seconds


def test_one_pod_always_serves() -> None:
    deployment = MANIFESTS["deployment.yaml"]["spec"]
    budget = MANIFESTS["disruption-budget.yaml"]["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["replicas"] > budget["maxUnavailable"] == 1
    assert deployment["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert labels == deployment["selector"]["matchLabels"] == budget["selector"]["matchLabels"]
    assert labels == MANIFESTS["http-service.yaml"]["spec"]["selector"]
    assert labels != MANIFESTS["upgrade-job.yaml"]["spec"]["template"]["metadata"]["labels"]


def test_the_ingress_leads_to_the_service_and_lets_pictures_through() -> None:
    ingress = MANIFESTS["ingress.yaml"]
    [path] = ingress["spec"]["rules"][0]["http"]["paths"]
    service = MANIFESTS["http-service.yaml"]
    assert path["backend"]["service"] == {
        "name": service["metadata"]["name"],
        "port": {"name": service["spec"]["ports"][0]["name"]},
    }
    size = ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
    assert re.search(rf"client_max_body_size {size};", read_text("nginx.conf"))


def fault_of(manifest: dict[str, Any], version: str) -> Exception | None:
    """Returns why Kubernetes would refuse a manifest."""
    # Imported here, since it builds parsers for all kinds of addresses, which takes seconds.
    import kubernetes_validate  # type: ignore[import-untyped]  # it carries no types

    try:
        kubernetes_validate.validate(manifest, version, strict=True)
    except kubernetes_validate.ValidationError as fault:
        return fault  # type: ignore[no-any-return]  # an error has its message, whatever else it is
    return None


def pod_of(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the pod of a manifest, and its only container."""
    pod = MANIFESTS[name]["spec"]["template"]["spec"]
    [container] = pod["containers"]
    return pod, container


def settings_of_pods() -> Settings:
    """Returns the settings of a pod: those of the image, the ConfigMap and the Secret, with the network that
    an operator fills in."""
    settings, secret = MANIFESTS["settings.yaml"]["data"], MANIFESTS["secret.yaml.example"]["stringData"]
    filled_in = {"SEATPREVIEW_TRUSTED_PROXIES": "10.42.3.0/24"}
    return load({**image_settings(), **settings, **secret, **filled_in})
