"""Renders the demo arena's panoramas again, with the command's own code: run script/panoramas."""

import os
import sys
from pathlib import Path

from seatpreview.cli import panoramas
from seatpreview.demo import arena
from seatpreview.ids import VenueId
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import build_plan

WIDTH = 4096
QUALITY = 0.7
"""About half a megabyte each, so that all of them are about 4 MB."""


def render(folder: Path) -> None:
    """Renders all views, with one browser for each configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    for configuration in dict.fromkeys(view.configuration for view in arena.VIEWS):
        _render([view for view in arena.VIEWS if view.configuration == configuration], folder)
    wanted = {view.file_name for view in arena.VIEWS}
    for path in folder.glob("*.jpg"):
        if path.name not in wanted:
            path.unlink()


def _render(views: list[arena.View], folder: Path) -> None:
    layout = arena.compiled_layout()
    configuration = layout.configurations.get(views[0].configuration or "")
    plan = build_plan(VenueId("ven_000000000000"), 1, arena.NAME, layout, configuration)
    jobs = [_job(view) for view in views]
    with panoramas.running(plan, jobs, os.environ.get("CHROMIUM", "")) as run:
        for number, view in enumerate(views):
            picture = None
            while picture is None:
                picture = run.poll(number)
            (folder / view.file_name).write_bytes(picture)
            print(f"{view.file_name}: {len(picture):,} bytes", flush=True)  # noqa: T201  # a person waits for it


def _job(view: arena.View) -> panoramas.PanoramaJob:
    x, y, z = arena.eye_of(view)
    return panoramas.PanoramaJob(
        eye=PreviewEye(x=x, y=y, z=z), yaw_deg=arena.yaw_deg_of(view), width=WIDTH, quality=QUALITY
    )


if __name__ == "__main__":
    render(Path(sys.argv[1]))
