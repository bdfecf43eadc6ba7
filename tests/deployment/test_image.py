"""deploy/Containerfile: user, settings, health check and signals of the image."""

import ast
import json
import re
from pathlib import PurePosixPath

import pytest

from deployment.deployment_files import ROOT, image_settings, read_text
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings, SettingsFault

BEHIND_PROXY = {"SEATPREVIEW_TLS_IN_FRONT": "true", "SEATPREVIEW_PUBLIC_URL": "https://seats.example"}


def test_the_image_does_not_run_as_root() -> None:
    assert re.findall(r"^USER (\d+):\d+$", read_text("Containerfile"), re.MULTILINE) == ["10001"]


def test_both_stages_have_the_same_python() -> None:
    """The second stage runs what the first one installed."""
    images = re.findall(r"^FROM (\S+)", read_text("Containerfile"), re.MULTILINE)
    assert len(images) == 2
    assert len({*images}) == 1


def test_the_settings_of_the_image_are_valid_behind_a_proxy() -> None:
    settings = load({**image_settings(), **BEHIND_PROXY})
    assert settings.port == Settings.port
    assert f"EXPOSE {settings.port}\n" in read_text("Containerfile")
    assert f"VOLUME {settings.data_dir}\n" in read_text("Containerfile")


def test_without_a_proxy_the_image_refuses_plain_http() -> None:
    with pytest.raises(SettingsFault, match="Plain HTTP"):
        load(image_settings())


def test_the_health_check_asks_the_metrics_listener() -> None:
    [line] = re.findall(r"HEALTHCHECK .*\\\n\s+CMD (\[.+\])", read_text("Containerfile"))
    program = json.loads(line)
    ast.parse(program[2])
    assert f"'http://127.0.0.1:{Settings.metrics_port}/readyz'" in program[2]


@pytest.mark.parametrize("line", ["ENTRYPOINT", "CMD"])
def test_the_service_gets_signals_directly(line: str) -> None:
    """The danger: a shell in between would not pass SIGTERM on."""
    [command] = re.findall(rf"^{line} (.+)$", read_text("Containerfile"), re.MULTILINE)
    assert json.loads(command) == (["seatpreview"] if line == "ENTRYPOINT" else ["serve"])


def test_the_build_context_has_what_the_build_needs_and_no_secrets() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    included = {str(PurePosixPath(line.removeprefix("!"))) for line in lines if line.startswith("!")}
    assert "*" in lines
    pages = {"CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "docs"}
    linked_by_pages = {"deploy", "tests/layouts/arena.json"}
    code = {
        "LICENSE",
        "clients/typescript",
        "pyproject.toml",
        "release",
        "requirements",
        "script",
        "src",
        "web",
    }
    assert included == code | pages | linked_by_pages
    assert [name for name in included if not (ROOT / name).exists()] == []
    assert lines.index("deploy/.env") > lines.index("!deploy/"), "the last rule that fits counts"
