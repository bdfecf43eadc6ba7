"""Renders the demo arena's panoramas again, with the command's own code: run script/panoramas.

script/pictures does the same for those whose scene has changed since.
"""

import os
import tempfile
from functools import cache
from pathlib import Path

from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import run_with_client
from seatpreview.demo import arena
from seatpreview.demo.creation import create_demo
from seatpreview.rendering import panorama_jobs
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import Plan
from seatpreview.settings.loader import load
from web.picture_sources import PANORAMAS, Source, record, recorded, scene_digest

WIDTH = 4096
QUALITY = 0.7
"""About half a megabyte each, so that all of them are about 4 MB."""

Plans = dict[str | None, Plan]
"""The plans of the arena by configuration."""


def render(*, only_stale: bool) -> None:
    """Renders all views, or those that are out of date, with one browser for each configuration. Removes
    panoramas of other views."""
    PANORAMAS.mkdir(parents=True, exist_ok=True)
    known = recorded()
    sources = panorama_sources()
    for configuration, plan in plans().items():
        views = [view for view in arena.VIEWS if view.configuration == configuration]
        if only_stale:
            views = [view for view in views if known.get(view.file_name) != sources[view.file_name]]
        if views:
            _render(plan, views, PANORAMAS)
            record({view.file_name: sources[view.file_name] for view in views})
    wanted = {view.file_name for view in arena.VIEWS}
    for path in PANORAMAS.glob("*.jpg"):
        if path.name not in wanted:
            path.unlink()


def panorama_sources() -> dict[str, Source]:
    """Returns what the panorama of each view shows today, by the name of its file."""
    digests = {configuration: scene_digest(plan) for configuration, plan in plans().items()}
    sources: dict[str, Source] = {}
    for view in arena.VIEWS:
        x, y, z = arena.eye_of(view)
        eye = f"{x:.2f} {y:.2f} {z:.2f}"
        yaw_deg = arena.yaw_deg_of(view)
        sources[view.file_name] = {"scene": digests[view.configuration], "eye": eye, "yawDeg": yaw_deg}
    return sources


@cache
def plans() -> Plans:
    """Asks for the plans as a viewer does, in a database that is made for it."""

    async def ask(client: LocalClient) -> Plans:
        demo = await create_demo(client)
        plans: Plans = {}
        for configuration in dict.fromkeys(view.configuration for view in arena.VIEWS):
            named = {} if configuration is None else {"configuration": configuration}
            plans[configuration] = await client.call("getPlan", query={"venue": demo.venue_id, **named})
        return plans

    with tempfile.TemporaryDirectory() as folder:
        return run_with_client(load({}, {"data_dir": folder}), ask)


def _render(plan: Plan, views: list[arena.View], folder: Path) -> None:
    jobs = [_job(view) for view in views]
    with panorama_jobs.running(plan, jobs, os.environ.get("CHROMIUM", "")) as run:
        for number, view in enumerate(views):
            picture = None
            while picture is None:
                picture = run.poll(number)
            (folder / view.file_name).write_bytes(picture)
            print(f"{view.file_name}: {len(picture):,} bytes", flush=True)  # noqa: T201  # a person waits for it


def _job(view: arena.View) -> panorama_jobs.PanoramaJob:
    x, y, z = arena.eye_of(view)
    return panorama_jobs.PanoramaJob(
        eye=PreviewEye(x=x, y=y, z=z), yaw_deg=arena.yaw_deg_of(view), width=WIDTH, quality=QUALITY
    )


if __name__ == "__main__":
    render(only_stale=False)
