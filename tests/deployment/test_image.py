"""deploy/Containerfile: the image starts the service as nobody in particular, and can be asked how it is."""

import ast
import json
import re
from pathlib import PurePosixPath

import pytest

from deployment.shown import ROOT, text_of
from seatpreview.settings import Settings, SettingsFault, load

IN_FRONT = {"SEATPREVIEW_TLS_IN_FRONT": "true", "SEATPREVIEW_PUBLIC_URL": "https://seats.example"}


def test_it_does_not_run_as_root() -> None:
    assert re.findall(r"^USER (\d+):\d+$", text_of("Containerfile"), re.MULTILINE) == ["10001"]


def test_both_stages_have_the_same_python() -> None:
    """What the first one installs, the second one runs."""
    images = re.findall(r"^FROM (\S+)", text_of("Containerfile"), re.MULTILINE)
    assert len(images) == 2
    assert len({*images}) == 1


def test_its_settings_can_be_used_behind_a_proxy() -> None:
    settings = load({**settings_of_image(), **IN_FRONT})
    assert settings.port == Settings.port
    assert f"EXPOSE {settings.port}\n" in text_of("Containerfile")
    assert f"VOLUME {settings.data_dir}\n" in text_of("Containerfile")


def test_without_a_proxy_it_refuses_to_serve_keys_in_the_clear() -> None:
    with pytest.raises(SettingsFault, match="Plain HTTP"):
        load(settings_of_image())


def test_its_health_is_asked_where_it_listens() -> None:
    [line] = re.findall(r"HEALTHCHECK .*\\\n\s+CMD (\[.+\])", text_of("Containerfile"))
    program = json.loads(line)
    ast.parse(program[2])
    assert f"'http://127.0.0.1:{Settings.port}/readyz'" in program[2]


@pytest.mark.parametrize("line", ["ENTRYPOINT", "CMD"])
def test_the_service_gets_the_signals_itself(line: str) -> None:
    """A shell in between would keep SIGTERM for itself."""
    [command] = re.findall(rf"^{line} (.+)$", text_of("Containerfile"), re.MULTILINE)
    assert json.loads(command) == (["seatpreview"] if line == "ENTRYPOINT" else ["serve"])


def test_everything_that_the_build_needs_reaches_it_and_no_secret_does() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {PurePosixPath(line.removeprefix("!")).name for line in lines if line.startswith("!")}
    assert "*" in lines
    assert let_in == {"LICENSE", "README.md", "pyproject.toml", "requirements", "script", "src"}
    assert [name for name in let_in if not (ROOT / name).exists()] == []


def settings_of_image() -> dict[str, str]:
    return dict(re.findall(r"(SEATPREVIEW_[A-Z_]+)=(\S+)", text_of("Containerfile")))
