"""The README as a newcomer uses it: the panel that it shows, and its lines, run as they are written."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from cli.program import invoke
from servers.polling import wait_until
from servers.processes import clean_environment
from servers.service_process import RunningService

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"(?P<before>[^\n]*)\n```(?P<language>\w*)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)

IN_THIS_PROCESS = """
seatpreview() {
  if [[ $1 == view ]]; then command seatpreview "$@"; return; fi
  printf '%s\\0' "$@" | curl --silent --fail-with-body --data-binary @- COMMANDS
}
"""
"""Has the commands run by the test, but for the first: each program of its own would import everything."""

NOT_RUN = re.compile("<!-- not run: (?!tests/cli/test_readme.py)")


def blocks(language: str) -> list[str]:
    """The blocks of a language, without those that a comment before them says are not run by this test."""
    found = BLOCK.finditer(README.read_text(encoding="utf-8"))
    return [
        each["text"] for each in found if each["language"] == language and not NOT_RUN.match(each["before"])
    ]


def test_the_panel_is_the_one_that_the_readme_shows(demo: RunningService) -> None:
    [shown] = [block for block in blocks("") if block.startswith("Seat Preview is running")]
    panel = demo.stdout.strip()
    metrics = demo.panel_value("Metrics")
    for pattern, written in (
        (re.escape(metrics), "http://127.0.0.1:9464/metrics"),
        (r"http://127\.0\.0\.1:\d+(?=/(?!metrics))", "http://127.0.0.1:8080"),
        (r"sk_live_\w+", "sk_live_<secret>"),
        (r"#st_\S+", "#st_<token>"),
        (r"\b(ven|key)_\w+", r"\1_<id>"),
        (r"(venue=harbour&)[^\"]+", r"\1..."),
    ):
        panel = re.sub(pattern, written, panel)
    assert panel == shown.strip()


def test_the_lines_of_the_readme_work_as_written(
    demo: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, port = demo.address
    monkeypatch.chdir(demo.folder)
    monkeypatch.setenv("SEATPREVIEW_PORT", str(port))
    wait_until(lambda: has_picture(demo))
    lines = blocks("sh")
    assert len(lines) == 2
    with running_commands() as url:
        for block in lines:
            script = IN_THIS_PROCESS.replace("COMMANDS", url) + block
            run = subprocess.run(
                ["bash", "-e", "-o", "pipefail", "-c", script.replace("127.0.0.1:8080", f"{host}:{port}")],
                cwd=demo.folder,
                env=clean_environment({"KEY": demo.panel_value("Shop key"), "SEATPREVIEW_PORT": str(port)}),
                capture_output=True,
                text=True,
            )
            assert run.returncode == 0, run.stdout + run.stderr
    assert (demo.folder / "view.jpg").read_bytes().startswith(b"\xff\xd8"), "a JPEG"
    named = re.findall(r"^seatpreview (\w[\w-]*)", "".join(lines), re.MULTILINE)
    assert named == ["view", "venues", "keys", "keys", "keys", "imagery", "events", "doctor"]


@contextmanager
def running_commands() -> Iterator[str]:
    """Gives the address of a server that runs the command whose words it is sent, and answers what that
    prints; a command that fails is a request that fails."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            words = self.rfile.read(int(self.headers["Content-Length"])).decode().split("\0")[:-1]
            done = invoke(*words)
            self.send_response(200 if done.exit_code == 0 else 500)
            self.end_headers()
            self.wfile.write(done.output.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        serving = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        serving.join()


def has_picture(demo: RunningService) -> bool:
    """Pictures are uploaded while the service already serves; the one of the README's seat comes first."""
    preview = httpx.get(
        f"{demo.base_address}/seats/preview?venue=harbour&seat=107/K/9&configuration=end-stage",
        headers={"authorization": f"Bearer {demo.panel_value('Tenant key')}"},
    )
    return preview.json()["imagery"] is not None
