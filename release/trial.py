"""Tries the packages of a release as a stranger would: each is installed into an empty environment outside of
the checkout, the demo is started there, its pages are opened, and each client asks it for a preview."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from release.notices import STATIC
from release.packages import StepFailed
from release.sbom import LOCK, locked

PAGES = ("/console", "/docs", "/third-party-notices", "/v1/openapi.json", "/embed.js")
"""Pages that every installed service serves."""
BUILT_PAGES = {"/": "landing.html", "/guide/": "guide/index.html"}
"""Pages that it serves if their file was built."""
PREVIEW = "/v1/seats/preview?venue=harbour&seat=107%2FK%2F9"
READY_SECONDS = 600
"""Only a demo that hangs takes as long to start, also on a machine that is busy."""

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+(?=/v1)")
_SECRET_KEY = re.compile(r"sk_[A-Za-z0-9_-]+")

_PYTHON_SAMPLE = """
from seatpreview_client import Client
with Client.from_env() as client:
    preview = client.seats.preview(venue="harbour", seat="107/K/9")
    print(preview)
"""
_TYPESCRIPT_SAMPLE = """
import { Client } from "@seatpreview/client";
const client = Client.fromEnv();
console.log(JSON.stringify(await client.seats.preview({ venue: "harbour", seat: "107/K/9" })));
"""
_COMPONENT_SAMPLE = """
const names = Object.keys(await import(process.argv[2]));
if (names.length === 0) throw new Error("It exports nothing.");
console.log(names.join(", "));
"""
_PLUGIN_SAMPLE = """
from importlib.metadata import files
[script] = [path for path in files("pretix-seatpreview") if path.name == "embed.js"]
print(script.locate().read_text(encoding="utf-8"), end="")
"""
_PEERS = {"@seatpreview/react": ("react", "react-dom"), "@seatpreview/vue": ("vue",)}


class Environment:
    """A folder outside of the checkout, empty at first, whose programs see nothing of the checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def run(self, *command: str, **more: str) -> str:
        """Runs a program in the folder and returns what it prints."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=clean_environment() | more,
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode != 0:
            raise StepFailed(f"'{' '.join(command)}' failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def make_python(self) -> None:
        """Makes a virtual environment in the folder."""
        base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
        self.run(str(base if base.exists() else sys.executable), "-m", "venv", "env")

    def program(self, name: str) -> str:
        """Returns the path of a program that is installed in the virtual environment."""
        return str(self.folder / "env" / "bin" / name)

    def install(self, package: Path, *more_options: str) -> None:
        """Installs a package with what it requires, in the versions that are tested where they are locked."""
        constraints = self.folder / "constraints.txt"
        pins = locked(LOCK.with_name("dev.txt").read_text(encoding="utf-8"))
        lines = [f"{name}=={version}" + (f" ; {marker}" if marker else "") for name, version, marker in pins]
        constraints.write_text("\n".join([*lines, ""]))
        options = ("--disable-pip-version-check", "--no-input", "--no-compile", "--quiet")
        self.run(
            *(self.program("python"), "-m", "pip", "install", *options, *more_options),
            *("-c", str(constraints), str(package)),
        )


def clean_environment() -> dict[str, str]:
    """Returns the environment of this process without anything that leads back to the checkout."""
    dropped = ("PYTHON", "VIRTUAL_ENV", "SEATPREVIEW_", "NODE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    own = Path(sys.executable).parent
    path = [part for part in kept.get("PATH", "").split(os.pathsep) if Path(part) != own]
    return kept | {"PATH": os.pathsep.join(path)}


class RunningDemo:
    """A demo that was started from an installed package."""

    def __init__(self, address: str, keys: list[str]) -> None:
        self.address = address
        self.key = next((key for key in keys if self.status(PREVIEW, key) == 200), "")
        if not self.key:
            raise StepFailed("No key of the demo's panel gives a preview.")

    def status(self, path: str, key: str = "") -> int:
        """Returns the status of an answer."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.get(self.address + path, headers=headers, timeout=30, trust_env=False).status_code

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables from which the clients take address and key."""
        return {"SEATPREVIEW_URL": self.address, "SEATPREVIEW_KEY": self.key}


@contextmanager
def running_demo(environment: Environment) -> Iterator[RunningDemo]:
    """Starts the demo of the installed service on a free port, and stops it."""
    output = environment.folder / "serve.log"
    # The demo shows its keys only once, on an empty database.
    data = tempfile.mkdtemp(prefix="data-", dir=environment.folder)
    command = [environment.program("seatpreview"), "serve", "--demo", "--port", "0", "--data-dir", data]
    settings = {"SEATPREVIEW_METRICS_PORT": "0"}
    with (
        output.open("w") as file,
        subprocess.Popen(
            command, cwd=environment.folder, env=clean_environment() | settings, stdout=file, stderr=file
        ) as process,
    ):
        try:
            yield _wait_for_demo(process, output)
        finally:
            process.terminate()
            process.wait(timeout=60)


def _wait_for_demo(process: "subprocess.Popen[bytes]", output: Path) -> RunningDemo:
    """Reads the panel that the service prints, until it names an address and keys."""
    end = time.monotonic() + READY_SECONDS
    while process.poll() is None and time.monotonic() < end:
        text = output.read_text()
        address, keys = _ADDRESS.search(text), _SECRET_KEY.findall(text)
        if address and keys and "curl" in text.partition(keys[0])[2]:
            return RunningDemo(address[0], list(dict.fromkeys(keys)))
        time.sleep(0.2)
    raise StepFailed(f"The demo did not start:\n{output.read_text()}")


def try_service(environment: Environment, package: Path, version: str) -> list[str]:
    """Installs the service from a wheel or a source archive, checks its version, and opens the demo's pages,
    whose paths it returns."""
    environment.make_python()
    environment.install(package)
    printed = environment.run(environment.program("seatpreview"), "--version")
    if version not in printed:
        raise StepFailed(f"{package.name} says {printed!r} in place of {version}.")
    with running_demo(environment) as demo:
        return open_pages(demo)


def open_pages(demo: RunningDemo) -> list[str]:
    """Opens every page of the demo. Returns their paths, with that of the preview."""
    pages = [*PAGES, *(path for path, file in BUILT_PAGES.items() if (STATIC / file).is_file())]
    refused = {path: status for path in pages if (status := demo.status(path)) != 200}
    if refused:
        raise StepFailed(f"The installed service does not serve {refused}.")
    return [*pages, PREVIEW.partition("?")[0]]


def try_python_client(environment: Environment, package: Path, demo: RunningDemo) -> None:
    """Installs the Python client, and asks the demo for a preview with it."""
    environment.make_python()
    environment.install(package)
    printed = environment.run(environment.program("python"), "-c", _PYTHON_SAMPLE, **demo.variables)
    if "107" not in printed:
        raise StepFailed(f"The Python client printed {printed!r}.")


def try_pretix_plugin(environment: Environment, package: Path) -> None:
    """Installs the plugin without pretix, which takes minutes, and looks for the script of the element, which
    shops serve themselves."""
    environment.make_python()
    environment.install(package, "--no-deps")
    printed = environment.run(environment.program("python"), "-c", _PLUGIN_SAMPLE)
    if printed != (STATIC / "embed.js").read_text(encoding="utf-8"):
        raise StepFailed(f"{package.name} has another embed.js than the service serves.")


def try_npm_package(environment: Environment, package: Path, demo: RunningDemo) -> None:
    """Installs an npm package. The client asks the demo for a preview; a component is imported."""
    (environment.folder / "package.json").write_text('{"private": true, "type": "module"}')
    npm = ("npm", "install", "--no-audit", "--no-fund", "--silent", "--ignore-scripts")
    # Node may come from a wheel, which has put it beside this Python.
    path = {"PATH": os.pathsep.join((clean_environment()["PATH"], str(Path(sys.executable).parent)))}
    environment.run(*npm, str(package), **path)
    [name] = json.loads((environment.folder / "package.json").read_text())["dependencies"]
    if name in _PEERS:
        environment.run(*npm, *_PEERS[name], **path)
        (environment.folder / "sample.mjs").write_text(_COMPONENT_SAMPLE)
        environment.run("node", "sample.mjs", name, **path)
        return
    (environment.folder / "sample.mjs").write_text(_TYPESCRIPT_SAMPLE)
    printed = environment.run("node", "sample.mjs", **path, **demo.variables)
    if "107" not in printed:
        raise StepFailed(f"{name} printed {printed!r}.")
