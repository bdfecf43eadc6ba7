"""The samples of the Python client's README run as they stand, and the package works where nothing else is
installed."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from clients.conftest import DemoService
from docs.generated_pages import ROOT
from seatpreview.reference.client_names import CLIENT_NAMES
from seatpreview_client import __version__

PACKAGE = ROOT / "clients" / "python"
_BLOCK = re.compile(r"(<!-- not run: [^\n]+ -->\n)?^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_samples_of_the_readme_run(
    demo: DemoService, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEATPREVIEW_URL", demo.address)
    monkeypatch.setenv("SEATPREVIEW_KEY", demo.key)
    blocks = _BLOCK.findall((PACKAGE / "README.md").read_text())
    samples = [text for not_run, text in blocks if not not_run]
    assert (len(blocks), len(samples)) == (10, 8)
    namespace: dict[str, Any] = {"__name__": "readme"}
    for sample in samples:
        exec(compile(sample, "README.md", "exec"), namespace)
    output = capsys.readouterr().out
    assert "metres to the stage" in output
    assert "/allowedOrigins/0" in output
    assert "<seat-preview session=" in namespace["html"]
    assert namespace["image"].startswith(b"\xff\xd8")
    namespace["client"].close()


def test_the_readme_names_every_method() -> None:
    rows = dict(
        re.findall(r"^\| `client\.(\w+)` \| (.+) \|$", (PACKAGE / "README.md").read_text(), re.MULTILINE)
    )
    named = {group: set(re.findall(r"`(\w+)`", methods)) for group, methods in rows.items()}
    for name in CLIENT_NAMES.values():
        assert name.method in named[name.group]
    assert set(named) == {name.group for name in CLIENT_NAMES.values()}


def test_the_wheel_works_in_an_empty_environment(demo: DemoService, tmp_path: Path) -> None:
    """It has what it needs beside httpx, and neither the generator nor the service."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=PACKAGE, check=True, capture_output=True)
    [wheel] = tmp_path.glob(f"seatpreview_client-{__version__}-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"seatpreview_client/py.typed", "seatpreview_client/generated/models.py"} <= set(names)
    assert not [name for name in names if "client_generator" in name]
    metadata = zipfile.ZipFile(wheel).read(f"seatpreview_client-{__version__}.dist-info/METADATA").decode()
    requirements = re.findall(r"^Requires-Dist: (\w+)", metadata, re.MULTILINE)
    assert requirements == ["anyio", "httpx"]
    assert "License-Expression: Apache-2.0" in metadata
    python = _empty_environment(tmp_path / "environment", wheel, requirements)
    program = (
        "import seatpreview_client, sys; client = seatpreview_client.Client.from_env();"
        "print(client.caller.get().kind, seatpreview_client.__file__, 'seatpreview' in sys.modules)"
    )
    environment = {"SEATPREVIEW_URL": demo.address, "SEATPREVIEW_KEY": demo.key, "PATH": os.environ["PATH"]}
    ran = subprocess.run(
        [python, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout.split() == ["secret", ran.stdout.split()[1], "False"], ran.stderr
    assert str(tmp_path) in ran.stdout


def _empty_environment(folder: Path, wheel: Path, requirements: list[str]) -> Path:
    """An environment with the wheel and what it requires, which is taken from the suite's own environment:
    nothing is fetched."""
    venv.create(folder, symlinks=True)
    [packages] = folder.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    ours = Path(sys.prefix).glob("lib/python*/site-packages/*")
    needed = {*requirements, "certifi", "h11", "httpcore", "idna", "sniffio", "typing_extensions.py"}
    for path in ours:
        if path.name in needed:
            (packages / path.name).symlink_to(path)
    return folder / "bin" / "python"
