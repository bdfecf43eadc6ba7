"""deploy/helm: the chart, rendered by what Helm is made of, and compared with deploy/kubernetes.

Helm itself is not among Debian's packages, and has not been run.
"""

import json
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema  # type: ignore[import-untyped]  # it carries no types
import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types

from deployment.deployment_files import FOLDER, ROOT, image_settings, load_manifests
from deployment.test_kubernetes import VERSIONS, fault_of
from seatpreview.server.parent_process import STOP_SECONDS
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings

CHART = FOLDER / "helm"
PLAIN = load_manifests()
OF_AN_OPERATOR = "PodMonitor"
"""Its kind is the Prometheus operator's: Kubernetes itself does not know it."""

FILLED_IN: dict[str, Any] = {
    "image": {"repository": "registry.example/seatpreview", "tag": "0.4.0"},
    "settings": {
        "SEATPREVIEW_PUBLIC_URL": "https://seats.example",
        "SEATPREVIEW_TRUSTED_PROXIES": "10.42.3.0/24",
    },
    "ingress": {"host": "seats.example", "tlsSecretName": "seats-example-tls"},
}
"""What an operator puts in place of the placeholders."""
CLUSTER: dict[str, Any] = {
    "settings": {
        "SEATPREVIEW_VALKEY_URL": PLAIN["settings.yaml"]["data"]["SEATPREVIEW_VALKEY_URL"],
        "SEATPREVIEW_OBJECT_STORE_URL": PLAIN["settings.yaml"]["data"]["SEATPREVIEW_OBJECT_STORE_URL"],
    }
}


class Rendered(NamedTuple):
    """The objects of a release, or why Helm would refuse its values."""

    objects: dict[tuple[str, str], dict[str, Any]]
    """By kind and name."""
    refusal: str


class Loader(yaml.SafeLoader):  # type: ignore[misc]  # it carries no types
    """Reads YAML, and refuses a key that is there twice, of which PyYAML would take the last one."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [each.value for each, _ in node.value]
        assert len({*keys}) == len(keys), f"twice in {keys}"
        return dict(super().construct_mapping(node, deep))


def values(name: str, *changes: dict[str, Any]) -> dict[str, Any]:
    """Returns the values as Helm combines them: the defaults, a file, and the operator's own."""
    combined: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))
    for change in (yaml.safe_load((CHART / name).read_text(encoding="utf-8")), *changes):
        combined = merged(combined, change)
    return combined


def merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    nested = {
        name: merged(base[name], value)
        for name, value in change.items()
        if isinstance(value, dict) and isinstance(base.get(name), dict)
    }
    return {**base, **change, **nested}


def check_schema(given: dict[str, Any]) -> None:
    jsonschema.validate(given, json.loads((CHART / "values.schema.json").read_text(encoding="utf-8")))


def render(given: dict[str, Any]) -> Rendered:
    check_schema(given)
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    context = {
        "Values": given,
        "Chart": {"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
        "Release": {"Name": "seats", "Namespace": "seatpreview", "Service": "Helm", "IsUpgrade": False},
    }
    done = subprocess.run(
        [renderer(), CHART / "templates"],
        input=json.dumps(context),
        capture_output=True,
        text=True,
        timeout=60,
    )
    if done.returncode != 0:
        return Rendered({}, done.stderr)
    documents = [each for text in json.loads(done.stdout).values() for each in yaml.load_all(text, Loader)]
    objects = [each for each in documents if each is not None]
    found = {(each["kind"], each["metadata"]["name"]): each for each in objects}
    assert len(found) == len(objects)
    return Rendered(found, "")


@cache
def renderer() -> Path:
    subprocess.run([ROOT / "script" / "helm-templates"], check=True)
    return ROOT / "build" / "helm-templates"


@pytest.fixture(scope="module")
def cluster() -> dict[tuple[str, str], dict[str, Any]]:
    changes = {"autoscaler": {"enabled": False}, "podMonitor": {"enabled": True}}
    rendered = render(values("values-cluster.yaml", FILLED_IN, CLUSTER, changes))
    assert rendered.refusal == ""
    return rendered.objects


@pytest.fixture(scope="module")
def one_node() -> dict[tuple[str, str], dict[str, Any]]:
    rendered = render(values("values-one-node.yaml", FILLED_IN))
    assert rendered.refusal == ""
    return rendered.objects


def test_the_chart_has_the_version_of_the_software() -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert chart["appVersion"] == project
    # Helm takes versions of SemVer, in which what comes before a release follows a hyphen.
    assert chart["version"] == re.sub(r"\.(dev\d+)$", r"-\1", project)


@pytest.mark.parametrize("name", ["values-one-node.yaml", "values-cluster.yaml"])
def test_the_values_fit_their_schema(name: str) -> None:
    check_schema(values(name))


@pytest.mark.parametrize(
    "wrong",
    [
        {"replica": 3},
        {"image": {"repo": "x"}},
        {"database": "mysql"},
        {"architectures": ["i386"]},
        # Helm would write 1048576 as 1.048576e+06.
        {"settings": {"SEATPREVIEW_WORKERS": 2}},
        {"settings": {"WORKERS": "2"}},
        {"volume": {"size": "20"}},
        {"replicas": 1},
    ],
)
def test_the_schema_refuses_what_the_chart_does_not_know(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check_schema(values("values-cluster.yaml", FILLED_IN, wrong))


@pytest.mark.long
@pytest.mark.parametrize("name", ["values-one-node.yaml", "values-cluster.yaml"])
def test_nothing_is_installed_with_placeholders(name: str) -> None:
    """The attack: with a wide network as a default, any pod in it claims the addresses of clients."""
    assert "placeholder" in render(values(name)).refusal
    network = {"settings": {"SEATPREVIEW_TRUSTED_PROXIES": "THE-NETWORK-OF-YOUR-INGRESS-CONTROLLER"}}
    refusal = render(values(name, FILLED_IN, CLUSTER, network)).refusal
    assert "settings.SEATPREVIEW_TRUSTED_PROXIES is still the placeholder" in refusal


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"secretName": ""}, "secretName is missing"),
        ({"image": {"tag": ""}}, "image.tag is missing"),
        ({"settings": {"SEATPREVIEW_SIGNING_SECRET": "x"}}, "belongs into the Secret"),
        ({"settings": {"SEATPREVIEW_PORT": "80"}}, "leave it out"),
        ({"ingress": {"host": "other.example"}}, "but SEATPREVIEW_PUBLIC_URL is https://seats.example"),
        ({"ingress": {"tlsSecretName": ""}}, "ingress.tlsSecretName is missing"),
        ({"database": "sqlite", "autoscaler": {"enabled": True}}, "One pod at a time uses SQLite"),
    ],
)
def test_values_that_would_not_work_are_refused(change: dict[str, Any], words: str) -> None:
    assert words in render(values("values-cluster.yaml", FILLED_IN, CLUSTER, change)).refusal


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_accepts_every_object(
    version: str, cluster: dict[Any, dict[str, Any]], one_node: dict[Any, dict[str, Any]]
) -> None:
    changes = {
        "autoscaler": {"enabled": True},
        "image": {"pullSecrets": [{"name": "registry"}]},
        "nodeSelector": {"pool": "web"},
        "tolerations": [{"key": "web", "operator": "Exists"}],
        "ingress": {"annotations": {}},
    }
    scaled = values("values-cluster.yaml", FILLED_IN, CLUSTER, changes)
    for objects in (cluster, one_node, render(scaled).objects):
        assert len(objects) >= 5
        for (kind, name), each in objects.items():
            assert each["metadata"]["namespace"] == "seatpreview"
            assert kind == OF_AN_OPERATOR or fault_of(each, version) is None, f"{kind} {name}"


@pytest.mark.long
def test_a_cluster_has_the_pods_of_the_plain_manifests(cluster: dict[Any, dict[str, Any]]) -> None:
    for kind, name, plain in (
        ("Deployment", "seats", PLAIN["deployment.yaml"]),
        ("Job", "seats-upgrade", PLAIN["upgrade-job.yaml"]),
    ):
        pod = cluster[kind, name]["spec"]["template"]["spec"]
        expected = plain["spec"]["template"]["spec"]
        own = {"affinity", "topologySpreadConstraints", "containers"}
        assert {k: v for k, v in pod.items() if k not in own} == {
            k: v for k, v in expected.items() if k not in own
        }
        [container], [other] = pod["containers"], expected["containers"]
        assert {k: v for k, v in container.items() if k not in ("image", "env", "envFrom")} == {
            k: v for k, v in other.items() if k not in ("image", "env", "envFrom")
        }
    assert cluster["Deployment", "seats"]["spec"]["strategy"] == PLAIN["deployment.yaml"]["spec"]["strategy"]
    assert cluster["Deployment", "seats"]["spec"]["replicas"] == PLAIN["deployment.yaml"]["spec"]["replicas"]
    assert settings_of(cluster) == load(
        {
            **image_settings(),
            **PLAIN["settings.yaml"]["data"],
            **PLAIN["secret.yaml.example"]["stringData"],
            "SEATPREVIEW_TRUSTED_PROXIES": "10.42.3.0/24",
        }
    )


@pytest.mark.long
def test_the_hook_upgrades_before_anything_else_and_needs_nothing_of_the_release(
    cluster: dict[Any, dict[str, Any]],
) -> None:
    """The danger: a hook runs before the other objects are made, and would wait for them in vain."""
    job = cluster["Job", "seats-upgrade"]
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    assert "before-hook-creation" in job["metadata"]["annotations"]["helm.sh/hook-delete-policy"]
    pod = job["spec"]["template"]["spec"]
    assert all("emptyDir" in volume for volume in pod["volumes"])
    assert pod["containers"][0]["envFrom"] == [{"secretRef": {"name": "seatpreview"}}]
    assert not any(kind in ("ConfigMap", "Secret", "ServiceAccount") for kind, _ in cluster)


@pytest.mark.long
def test_requests_and_budgets_count_pods_of_the_service_alone(
    cluster: dict[Any, dict[str, Any]], one_node: dict[Any, dict[str, Any]]
) -> None:
    for objects, job in ((cluster, ("Job", "seats-upgrade")), (one_node, ("CronJob", "seats-backup"))):
        service = objects["Service", "seats"]["spec"]
        deployment = objects["Deployment", "seats"]["spec"]
        selector = service["selector"]
        assert selector == deployment["selector"]["matchLabels"]
        labels = deployment["template"]["metadata"]["labels"]
        assert selector.items() <= labels.items()
        assert labels["app"] == "seatpreview"
        spec = objects[job]["spec"]
        template = spec.get("jobTemplate", {"spec": spec})["spec"]["template"]
        assert not selector.items() <= template["metadata"]["labels"].items()
    budget = cluster["PodDisruptionBudget", "seats"]["spec"]["selector"]["matchLabels"]
    assert budget == cluster["Service", "seats"]["spec"]["selector"]
    assert ("PodDisruptionBudget", "seats") not in one_node, "its one pod could never be moved"


@pytest.mark.long
def test_one_node_has_one_pod_on_a_volume_that_stays(one_node: dict[Any, dict[str, Any]]) -> None:
    deployment = one_node["Deployment", "seats"]["spec"]
    assert deployment["replicas"] == 1
    assert deployment["strategy"] == {"type": "Recreate"}
    claims = {name: each for (kind, name), each in one_node.items() if kind == "PersistentVolumeClaim"}
    assert claims.keys() == {"seats-data", "seats-backups"}
    for claim in claims.values():
        assert claim["metadata"]["annotations"]["helm.sh/resource-policy"] == "keep"
    backup = one_node["CronJob", "seats-backup"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    for pod in (deployment["template"]["spec"], backup):
        used = {volume.get("persistentVolumeClaim", {}).get("claimName") for volume in pod["volumes"]}
        assert used - {None} == claims.keys()
    assert backup["initContainers"][0]["args"][:3] == ["db", "backup", "/backups"]
    assert ("Job", "seats-upgrade") not in one_node, "SQLite is upgraded at the start"
    settings = settings_of(one_node)
    assert settings.uses_sqlite
    grace = deployment["template"]["spec"]["terminationGracePeriodSeconds"]
    assert grace > STOP_SECONDS + settings.stop_delay_seconds


@pytest.mark.long
def test_pods_run_on_the_processors_of_the_image(one_node: dict[Any, dict[str, Any]]) -> None:
    affinity = one_node["Deployment", "seats"]["spec"]["template"]["spec"]["affinity"]["nodeAffinity"]
    [term] = affinity["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"]
    assert term["matchExpressions"] == [
        {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64", "arm64"]}
    ]


@pytest.mark.long
def test_the_ingress_leads_to_the_service(cluster: dict[Any, dict[str, Any]]) -> None:
    ingress, plain = cluster["Ingress", "seats"], PLAIN["ingress.yaml"]
    assert ingress["metadata"]["annotations"] == plain["metadata"]["annotations"]
    [rule], [expected] = ingress["spec"]["rules"], plain["spec"]["rules"]
    assert rule["http"]["paths"][0]["backend"]["service"] == {"name": "seats", "port": {"name": "http"}}
    assert {**rule, "http": None} == {**expected, "http": None}
    assert cluster[OF_AN_OPERATOR, "seats"]["spec"]["podMetricsEndpoints"][0]["port"] == "metrics"


def settings_of(objects: dict[Any, dict[str, Any]]) -> Settings:
    """Returns the settings of a pod, with the Secret that its operator has made."""
    [container] = objects["Deployment", "seats"]["spec"]["template"]["spec"]["containers"]
    secret = PLAIN["secret.yaml.example"]["stringData"] if container.get("envFrom") else {}
    given = {each["name"]: each["value"] for each in container["env"]}
    return load({**image_settings(), **secret, **given})
