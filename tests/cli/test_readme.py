"""The README as a newcomer uses it: the panel that it shows, and its lines, run as they are written."""

import re
import subprocess
from pathlib import Path

import httpx

from cli.program import RunningService, environment, wait_until

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"(?P<before>[^\n]*)\n```(?P<language>\w*)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)

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


def test_the_lines_of_the_readme_work_as_written(demo: RunningService) -> None:
    host, port = demo.address
    wait_until(lambda: has_picture(demo))
    lines = blocks("sh")
    assert len(lines) == 2
    for block in lines:
        run = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", block.replace("127.0.0.1:8080", f"{host}:{port}")],
            cwd=demo.folder,
            env=environment(KEY=demo.panel_value("Shop key"), SEATPREVIEW_PORT=str(port)),
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stdout + run.stderr
    assert (demo.folder / "view.jpg").read_bytes().startswith(b"\xff\xd8"), "a JPEG"
    named = re.findall(r"^seatpreview (\w[\w-]*)", "".join(lines), re.MULTILINE)
    assert named == ["view", "venues", "keys", "keys", "keys", "imagery", "events", "doctor"]


def has_picture(demo: RunningService) -> bool:
    """Pictures are uploaded while the service already serves; the one of the README's seat comes first."""
    preview = httpx.get(
        f"{demo.base_address}/seats/preview?venue=harbour&seat=107/K/9&configuration=end-stage",
        headers={"authorization": f"Bearer {demo.panel_value('Tenant key')}"},
    )
    return preview.json()["imagery"] is not None
