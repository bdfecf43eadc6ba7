"""The process that draws stills: with a real Chromium, and with programs that behave badly in its place."""

import asyncio
import io
import os
import sys
from pathlib import Path

import pytest
from PIL import Image

from layouts.written import compiled, section
from seatpreview.results import encode
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.plan import build_plan
from seatpreview.stills import headless_chromium, still_process
from seatpreview.stills.page_server import PageAnswer
from seatpreview.stills.still_browser import StillBrowser, StillFailed
from seatpreview.stills.still_job import SMALL_PIXELS, DrawnStill, StillEye, StillJob, StillLook
from seatpreview.stills.still_process import session_memory_bytes
from seatpreview.values.ids import VenueId
from seatpreview.venues.model import ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED
from servers.polling import until

pytestmark = pytest.mark.anyio

JOB = StillJob(eye=StillEye(0, -12, 2), look=StillLook(0, -3, 75), pixels=480)


def plan() -> bytes:
    layout = compiled(section(geometry={"bearingDeg": 180, "distanceM": 12}))
    names = DisplayNames(NOT_TRANSLATED)
    venue_id = VenueId("ven_6RtY1pWq9ZxC3vBn5MkL")
    return encode(build_plan(venue_id, 1, "Hall", layout, None, ViewerDefaults(), names))


def program(tmp_path: Path, script: str) -> str:
    """A program in the place of Chromium, which gets the address of the page as its last argument."""
    path = tmp_path / "program"
    path.write_text(f"#!{sys.executable}\nimport os, sys, time, urllib.request\n{script}\n")
    path.chmod(0o755)
    return str(path)


HANGS = "time.sleep(600)"
RUNS_ON = "while True: pass"
TAKES_MEMORY = "kept = os.urandom(200 << 20); time.sleep(600)"
ENDS = "sys.exit(1)"
SENDS_TEXT = """
def ask(name, body=None):
    page = sys.argv[-1].partition("#")[0]
    return urllib.request.urlopen(page.replace("render.html", name), body).read()
ask("job")
ask("small/1", b"text")
ask("pictures/1", b"text")
time.sleep(600)
"""


@pytest.mark.long
async def test_chromium_draws_a_still_and_its_small_version() -> None:
    browser = StillBrowser(headless_chromium.find(""), 1500, seconds_max=300)
    try:
        first = await browser.draw("one", plan(), JOB)
        again = await browser.draw("one", plan(), JOB)
    finally:
        await browser.close()
    assert first == again, "the same still for the same job"
    for content, pixels in ((first.full, 480), (first.small, SMALL_PIXELS)):
        image = Image.open(io.BytesIO(content))
        assert (image.format, image.size) == ("WEBP", (pixels, pixels))
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 100, "more than a background"
    assert (browser.outcomes, browser.starts) == ({"made": 2}, 1)


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        pytest.param(HANGS, "killed_time", id="hangs"),
        pytest.param(RUNS_ON, "killed_time", id="runs on"),
        pytest.param(TAKES_MEMORY, "killed_memory", id="takes memory", marks=pytest.mark.long),
        pytest.param(ENDS, "failed", id="ends"),
        pytest.param(SENDS_TEXT, "failed", id="sends text"),
    ],
)
async def test_a_browser_that_behaves_badly_is_killed_and_counted(
    script: str, outcome: str, tmp_path: Path
) -> None:
    browser = StillBrowser(
        program(tmp_path, script), memory_mb=150, seconds_max=0.3 if outcome == "killed_time" else 60
    )
    with pytest.raises(StillFailed) as failure:
        await browser.draw("one", b"{}", JOB)
    assert (failure.value.outcome, browser.outcomes) == (outcome, {outcome: 1})
    assert not browser.is_running or script == SENDS_TEXT
    await browser.close()


@pytest.mark.long
async def test_a_browser_that_gets_no_processor_is_waited_for(tmp_path: Path) -> None:
    webp = b"RIFF....WEBP"
    script = SENDS_TEXT.replace('b"text"', repr(webp))
    browser = StillBrowser(program(tmp_path, f"time.sleep(6)\n{script}"), 500, seconds_max=5)
    assert await browser.draw("one", b"{}", JOB) == DrawnStill(webp, webp)
    await browser.close()


async def test_all_processes_and_the_profile_are_gone_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    browser = StillBrowser(program(tmp_path, f"os.fork(); {HANGS}"), 500, seconds_max=60)
    drawing = asyncio.ensure_future(browser.draw("one", b"{}", JOB))
    await until(lambda: any(tmp_path.glob("seatpreview-stills-*/chromium.log")))
    running = browser._running
    assert running is not None
    session = running._process.pid
    await until(lambda: session_memory_bytes(session) > 0)
    drawing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await drawing
    await until(lambda: session_memory_bytes(session) == 0)
    await until(lambda: not any(tmp_path.glob("seatpreview-stills-*")))


async def test_an_idle_browser_ends(tmp_path: Path) -> None:
    webp = b"RIFF....WEBP"
    script = SENDS_TEXT.replace('b"text"', repr(webp))
    browser = StillBrowser(program(tmp_path, script), 500, idle_seconds_max=0)
    assert await browser.draw("one", b"{}", JOB) == DrawnStill(webp, webp)
    await until(lambda: not browser.is_running)
    await browser.close()


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces exist on Linux alone")
async def test_the_browser_has_no_secret_no_rights_and_the_lowest_priority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a plan makes the browser run an attacker's code, which looks for what it can reach."""
    monkeypatch.setenv("SEATPREVIEW_SIGNING_SECRET", "s" * 32)
    seen = tmp_path / "seen"
    looks = f"""
lines = [line for line in open("/proc/self/status") if line.startswith(("CapBnd", "NoNewPrivs"))]
text = "\\n".join([*map(str.strip, lines), str(os.nice(0)), *os.environ])
open("{seen}.new", "w").write(text)
os.rename("{seen}.new", "{seen}")
{HANGS}
"""
    browser = StillBrowser(program(tmp_path, looks), 500)
    drawing = asyncio.ensure_future(browser.draw("one", b"{}", JOB))
    await until(seen.exists)
    drawing.cancel()
    await asyncio.gather(drawing, return_exceptions=True)
    found = seen.read_text().splitlines()
    assert "NoNewPrivs:\t1" in found
    assert "19" in found
    assert not [line for line in found if line.startswith("SEATPREVIEW")]
    if os.geteuid() == 0:
        assert "CapBnd:\t0000000000000000" in found


def test_the_page_gets_one_job_at_a_time_and_sends_only_the_current_one() -> None:
    page = still_process.StillPage()
    assert page.receive("pictures/1", b"early") == PageAnswer(404)
    assert page.read("other") == PageAnswer(404)
    assert page.receive("small/7", b"of no job") == PageAnswer(404)
