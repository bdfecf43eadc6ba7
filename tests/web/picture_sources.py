"""What each committed picture was taken of, so that a test can tell one that is out of date.

A page is known by its outline: roles, names and texts, as a screen reader has them. A drawing is known by a
digest of its scene, and what was cut from a panorama by a digest of that file.
"""

import hashlib
import json
import os
import re
from pathlib import Path

from playwright.async_api import Page

from docs.generated_pages import ROOT
from seatpreview.rendering import panorama_jobs
from seatpreview.results import encode
from seatpreview.seats.plan import Plan
from seatpreview.stills import headless_chromium

SOURCES = ROOT / "docs" / "pictures" / "sources.json"
PANORAMAS = ROOT / "src" / "seatpreview" / "demo" / "pictures"

Source = dict[str, str | float | list[str]]

_OWN = (
    (re.compile(r"\b(ven|ten|key|img|dom|whk|evt|req)_\w+"), r"\1_"),
    (re.compile(r"127\.0\.0\.1:\d+|localhost:\d+"), "host"),
    (re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+Z?)?|\d{1,2} \w{3,9} \d{4}|\d\d:\d\d(:\d\d)?"), "time"),
    (re.compile(r"\b(just now|(\d+|an?) (second|minute|hour|day)s? ago)\b"), "time"),
    (re.compile(r"/assets/[\w.-]+"), "/assets/"),
)
"""What differs between two demos: ids, addresses and times."""
_DIGEST_CHARACTERS = 16


def recorded() -> dict[str, Source]:
    """Returns the source of every picture, by the name of its file."""
    sources: dict[str, Source] = json.loads(SOURCES.read_bytes()) if SOURCES.is_file() else {}
    return sources


def record(sources: dict[str, Source]) -> None:
    """Notes what these pictures were taken of, beside what is known of others."""
    text = json.dumps(recorded() | sources, indent=1, sort_keys=True, ensure_ascii=False)
    SOURCES.write_text(f"{text}\n", encoding="utf-8")


async def page_outline(page: Page) -> list[str]:
    """Returns what a page says, without what differs between two demos."""
    text = await page.locator("body").aria_snapshot()
    for own, same in _OWN:
        text = own.sub(same, text)
    return text.splitlines()


def scene_digest(plan: Plan) -> str:
    """Returns the digest of what is drawn for a plan: shapes, colours, shaders and light."""
    work = encode({"plan": plan, "jobs": []})
    program = headless_chromium.find(os.environ.get("CHROMIUM", ""))
    with (
        panorama_jobs.serving(work, 1) as server,
        headless_chromium.running(program, server.url) as browser,
    ):
        run = panorama_jobs.PanoramaRun(server, browser)
        digest = None
        while digest is None:
            digest = run.poll(0)
    return digest.decode()


def file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGEST_CHARACTERS]
