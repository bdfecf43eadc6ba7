"""The generated code of the Python client is what the OpenAPI document says today."""

import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from client_generator import python_types
from client_generator.__main__ import GENERATED, modules
from docs.generated_pages import ROOT
from seatpreview.reference.client_names import CLIENT_NAMES
from seatpreview_client import AsyncClient, Client, __version__, model

PACKAGE = ROOT / "clients" / "python"


def test_the_generated_modules_are_up_to_date() -> None:
    written = modules()
    assert {path.name for path in GENERATED.glob("*.py")} == {*written, "__init__.py"}
    outdated = [name for name, text in written.items() if (GENERATED / name).read_text() != text]
    assert outdated == [], "run script/clients"


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_every_operation_is_a_method(client: type[Client] | type[AsyncClient]) -> None:
    made = client("https://seats.example", key="sk_live_test")
    groups = {name.group: getattr(made, name.group) for name in CLIENT_NAMES.values()}
    for name in CLIENT_NAMES.values():
        assert inspect.ismethod(getattr(groups[name.group], name.method))
    for group in ("keys", "tenants", "venues"):
        assert inspect.ismethod(groups[group].edit)


def test_the_generator_and_the_client_derive_the_same_names() -> None:
    for name in ("key_id", "from_", "c_value_mm", "sha256", "until"):
        assert python_types.camel_case(name) == model.member_name(name)


def test_the_package_has_the_projects_licence_and_its_own_version() -> None:
    assert (PACKAGE / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert __version__ == importlib.metadata.version("seatpreview")


# In the fast lane, tests/web/test_client_packages.py reads the document with another such generator.
@pytest.mark.long
def test_openapi_python_client_generates_from_the_document_without_a_warning(tmp_path: Path) -> None:
    """Anybody may prefer a client of their own making, by the generator that most people use."""
    document = tmp_path / "openapi.json"
    written = subprocess.run(
        [sys.executable, "-m", "seatpreview.reference.openapi"], capture_output=True, check=True
    )
    document.write_bytes(written.stdout)
    settings = tmp_path / "settings.yaml"
    settings.write_text("post_hooks: []\n")  # It would format its code with ruff.
    made = tmp_path / "made"
    files = {"--path": document, "--config": settings, "--output-path": made}
    arguments = [str(part) for option in files.items() for part in option]
    subprocess.run([ROOT / "script" / "setup", "generator"], check=True)
    program = ROOT / ".venv" / "generator" / "bin" / "openapi-python-client"
    ended = subprocess.run(
        [program, "generate", *arguments, "--meta", "none", "--fail-on-warning"],
        capture_output=True,
        text=True,
        check=False,
    )
    output = ended.stdout + ended.stderr
    assert (ended.returncode, "arning" in output) == (0, False), output
    assert (made / "models" / "api_key.py").is_file()
